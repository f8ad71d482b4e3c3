package export

import (
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
)

// journal is what every journal file is made of.
type journal struct {
	*Options

	r       *leasehold.Result
	entries []leasehold.Entry // those that the file holds
	places  int               // decimals of the amounts
	digest  string            // tells the lease's entries from those of another
}

// journal selects the entries of a file: those within the dates asked for that
// have lines, since no program takes an entry without. An account that they use
// and the map lacks is an error.
func (o *Options) journal(r *leasehold.Result) (*journal, error) {
	j := &journal{Options: o, r: r, places: wording.Places(&r.Lease), digest: digest(&r.Lease)}
	for _, e := range r.Journal() {
		if len(e.Lines) == 0 || !o.covers(e.Date) {
			continue
		}
		for _, l := range e.Lines {
			if o.Accounts != nil && o.Accounts.codes[l.Account] == "" {
				return nil, accountsError("%q is missing; this lease's journal posts to it", l.Account)
			}
		}
		j.entries = append(j.entries, e)
	}
	return j, nil
}

// covers reports whether entries of a day are asked for.
func (o *Options) covers(d leasehold.Date) bool {
	day := d.String() // ISO dates sort as text
	return (o.First == (leasehold.Date{}) || day >= o.First.String()) && (o.Last == (leasehold.Date{}) || day <= o.Last.String())
}

// digest returns six hexadecimal digits of the SHA-256 of the lease's id, which
// stays when the lease is corrected, or of the whole lease where it has none.
func digest(l *leasehold.Lease) string {
	named := []byte(l.ID)
	if l.ID == "" {
		named = l.Append(nil)
	}
	sum := sha256.Sum256(named)
	return hex.EncodeToString(sum[:3])
}

// anyLength is the limit of a program that takes numbers of any length.
const anyLength = 1 << 10

// number names an entry in programs that want a number of at most some
// characters: the lease's id, or its digest where there is none or it is too
// long, and what the entry records.
func (j *journal) number(e *leasehold.Entry, most int) string {
	records := recorded(e)
	if id := j.r.Lease.ID; id != "" && utf8.RuneCountInString(id)+1+len(records) <= most {
		return id + "-" + records
	}
	return j.digest + "-" + records
}

// recorded says briefly what an entry records: the number of a period, 0000 for
// the commencement, E001 for the first event.
func recorded(e *leasehold.Entry) string {
	switch e.Kind {
	case leasehold.EntryEvent:
		return fmt.Sprintf("E%03d", e.Event+1)
	case leasehold.EntryMonth:
		return fmt.Sprintf("%04d%02d", e.Date.Year, e.Date.Month)
	case leasehold.EntryExpiry:
		return "END"
	case leasehold.EntryCommencement, leasehold.EntryPeriod:
	}
	return fmt.Sprintf("%04d", e.Period)
}

// amount returns an amount as programs read it.
func (j *journal) amount(a money.Amount) string { return plain(a, j.places) }

// side returns one side of a line, empty where the amount is on the other.
func (j *journal) side(a money.Amount) string {
	if a.IsZero() {
		return ""
	}
	return j.amount(a)
}

// signed returns the amount of a line, debits positive.
func (j *journal) signed(l *leasehold.Line) string { return j.amount(l.Debit.Sub(l.Credit)) }

// title describes the lease on one line.
func (j *journal) title() string {
	l := &j.r.Lease
	title := fmt.Sprintf("%s from %s, %d months", wording.Treatment(&j.r.Measurement), l.CommencementDate, l.TermMonths)
	for _, name := range []string{l.Name, l.ID} {
		if name != "" {
			title = name + ", " + title
		}
	}
	return title
}

// firstDay is the day of the earliest entry. A row in arrears is dated after what
// happens within it.
func (j *journal) firstDay() leasehold.Date {
	first := j.entries[0].Date
	for _, e := range j.entries {
		if e.Date.String() < first.String() {
			first = e.Date
		}
	}
	return first
}

// used returns the accounts that the entries post to, in the engine's order.
func (j *journal) used() []leasehold.Account {
	posted := make(map[leasehold.Account]bool)
	for _, e := range j.entries {
		for _, l := range e.Lines {
			posted[l.Account] = true
		}
	}
	var list []leasehold.Account
	for _, a := range leasehold.Accounts() {
		if posted[a] {
			list = append(list, a)
		}
	}
	return list
}

// writeCSV writes a file of one row a line, the segments of the reader's
// accounts in columns of their own at its end.
func (j *journal) writeCSV(w io.Writer, header []string, row func(*leasehold.Entry, *leasehold.Line) []string) error {
	c := csv.NewWriter(w)
	_ = c.Write(append(header, texts(j.columns())...))
	for i := range j.entries {
		e := &j.entries[i]
		for k := range e.Lines {
			l := &e.Lines[k]
			fields := row(e, l)
			for _, column := range j.columns() {
				fields = append(fields, Text(j.segment(l.Account, column)))
			}
			_ = c.Write(fields)
		}
	}
	return finish(c)
}

// american is the form of a date that American programs read.
func american(d leasehold.Date) string { return fmt.Sprintf("%02d/%02d/%04d", d.Month, d.Day, d.Year) }

// writeText writes a file that was built in memory.
func writeText(w io.Writer, b *strings.Builder) error {
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("write the journal: %w", err)
	}
	return nil
}
