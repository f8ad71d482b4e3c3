package export

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

// Journals writes the entries of many leases into one file. The caller calls Open, then Lease for
// each lease, then Close. If Numbered returns false, Lease may be called concurrently. Otherwise
// Lease must be called in the order of the leases in the file.
type Journals struct {
	options Options
	program *program
	span    leasehold.Span
	lines   int64
	funds   atomic.Int64
	missing missingAccounts
}

// Journals returns a writer of the entries of a reporting period. The error is an
// [*OptionError].
func (f *Format) Journals(o Options, span leasehold.Span) (*Journals, error) {
	if f.program == nil {
		return nil, &OptionError{Option: "format", Message: f.Name + " is not a journal format"}
	}
	if err := cmp.Or(checkCurrency(o.Currency), f.program.validate(&o)); err != nil {
		return nil, err
	}
	return &Journals{options: o, program: f.program, span: span}, nil
}

// Numbered reports whether the lines or entries are numbered through the whole file.
func (j *Journals) Numbered() bool { return j.program.numbered }

func (j *Journals) file(currencies []money.Currency) *journalFile {
	f := &journalFile{
		Options: &j.options, title: fmt.Sprintf("Leases from %s to %s", j.span.From, j.span.To), accounts: j.options.postings(),
	}
	for _, c := range currencies {
		f.currencies = append(f.currencies, currency{cmp.Or(c.String(), j.options.Currency), c.Places()})
	}
	return f
}

// Open writes the start of the file.
func (j *Journals) Open(b *bytes.Buffer) { j.program.begin(b, j.file(nil)) }

// Lease writes the entries of a lease. Lease omits entries without lines.
func (j *Journals) Lease(b *bytes.Buffer, l *portfolio.Line) error {
	entries, err := j.entries(l)
	if err != nil {
		return err
	}
	to := j.options.journal(l.Lease, l.Lease.Functional())
	to.lines = &j.lines
	return j.program.add(b, to, entries)
}

// entries returns the entries of a lease with the accounts of the account map. If the options
// require a reclassification, the result includes its two entries. A governmental fund has no asset
// or liability to derecognize or reclassify.
func (j *Journals) entries(l *portfolio.Line) ([]entry, error) {
	o := &j.options
	if err := o.checkFund(l.Lease); err != nil {
		return nil, err
	}
	of := &facts{l.Lease, l.Figures.Class}
	booked, err := o.booked(l, of, j.span)
	if err != nil {
		return nil, err
	}
	list := o.posted(of, booked, &j.missing)
	if !o.Reclassify || l.Figures.Books().Of(figure.CurrentLiability).IsZero() {
		return list, nil
	}
	if o.inFund(l.Lease) {
		j.funds.Add(1)
		return list, nil
	}
	reclassified := o.posted(of, reclassified(l, j.span.To), &j.missing)
	reclassified[0].part, reclassified[1].part = currentPart, currentReversed
	return append(list, reclassified...), nil
}

// Unclassified returns the number of leases in governmental funds so far. Their current liability
// is not reclassified, because a governmental fund recognizes no lease liability.
func (j *Journals) Unclassified() int64 { return j.funds.Load() }

// Close writes the end of the file. currencies contains the currencies of the leases in the file.
// An [*OptionError] names all accounts missing from the account map, or reports that the format
// allows only one currency.
func (j *Journals) Close(b *bytes.Buffer, currencies []money.Currency) error {
	if err := j.missing.err(j.options.Accounts); err != nil {
		return err
	}
	f := j.file(currencies)
	if j.program.oneCurrency != "" {
		labels := each(f.currencies, func(c currency) string { return cmp.Or(c.label, "no currency") })
		slices.Sort(labels)
		if labels = slices.Compact(labels); len(labels) > 1 {
			return &OptionError{Option: "format", Message: fmt.Sprintf("%s has no column for the currency, and these leases have %s; write one file for each currency",
				j.program.oneCurrency, strings.Join(labels, ", "))}
		}
	}
	if j.program.close != nil {
		j.program.close(b, f)
	}
	return nil
}
