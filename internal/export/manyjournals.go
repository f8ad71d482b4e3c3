package export

import (
	"bytes"
	"fmt"
	"sync/atomic"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

// Journals writes the journal entries of many leases into one file, in the form of a
// program: first Open, then Lease for each, at last Close. What Lease writes depends
// on the lease alone, so that it may be called by many goroutines; but where Numbered
// says so, only by one, in the order of the file.
type Journals struct {
	options Options
	program *program
	span    leasehold.Span
	lines   int64
	funds   atomic.Int64
}

// Journals returns the writer of a format that is a journal, for the entries of a
// span. The error is an [*OptionError].
func (f *Format) Journals(o Options, span leasehold.Span) (*Journals, error) {
	if f.program == nil {
		return nil, &OptionError{"format", f.Name + " is no journal"}
	}
	if o.Currency == "" {
		o.Currency = "USD"
	}
	if err := checkCurrency(o.Currency); err != nil {
		return nil, err
	}
	if f.program.check != nil {
		if err := f.program.check(&o); err != nil {
			return nil, err
		}
	}
	if o.Reclassify {
		if err := o.mapped([]leasehold.Account{leasehold.AccountLeaseLiability, accountCurrentLiability}); err != nil {
			return nil, err
		}
	}
	return &Journals{options: o, program: f.program, span: span}, nil
}

// Numbered reports whether the lines of the file are numbered.
func (j *Journals) Numbered() bool { return j.program.numbered }

func (j *Journals) file(currencies []leasehold.Currency) *journalFile {
	f := &journalFile{
		Options: &j.options, title: fmt.Sprintf("Leases from %s to %s", j.span.From, j.span.To), accounts: allAccounts(), first: j.span.From,
	}
	for _, c := range currencies {
		label := c.String()
		if label == "" {
			label = j.options.Currency
		}
		f.currencies = append(f.currencies, currency{label, c.Places()})
	}
	return f
}

// Open writes what the file opens with.
func (j *Journals) Open(b *bytes.Buffer) { j.program.open(b, j.file(nil)) }

// Lease writes the entries of a lease: those that have lines.
func (j *Journals) Lease(b *bytes.Buffer, l *portfolio.Line) error {
	entries, err := j.booked(l)
	if err != nil {
		return err
	}
	return j.write(b, j.options.journal(l.Lease), entries)
}

// booked returns the entries of a lease as the reader's books have them.
func (j *Journals) booked(l *portfolio.Line) ([]leasehold.NumberedEntry, error) {
	if j.options.Reclassify && l.Lease.InFund() && !l.Figures.Of(figure.CurrentLiability).IsZero() {
		j.funds.Add(1)
	}
	return j.options.booked(l, j.span)
}

// Unclassified returns how many leases so far have a current liability that is not
// reclassified, because the books of their governmental fund hold no lease liability.
func (j *Journals) Unclassified() int64 { return j.funds.Load() }

// write writes entries in the name of a lease or a group.
func (j *Journals) write(b *bytes.Buffer, to *journal, entries []leasehold.NumberedEntry) error {
	to.lines = &j.lines
	for _, numbered := range entries {
		if len(numbered.Lines) == 0 {
			continue
		}
		for _, line := range numbered.Lines {
			if j.options.Accounts != nil && j.options.Accounts.codes[line.Account] == "" {
				return accountsError("%q is missing; the journal posts to it", accountName(line.Account))
			}
		}
		e := j.options.posted(to.lease, &numbered)
		if err := j.program.entry(b, to, &e); err != nil {
			return err
		}
	}
	return nil
}

// Close writes what the file ends with, given the currencies of its leases.
func (j *Journals) Close(b *bytes.Buffer, currencies []leasehold.Currency) {
	if j.program.close != nil {
		j.program.close(b, j.file(currencies))
	}
}
