package export

import (
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"fmt"
	"io"
	"strings"

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
	prefix  string            // of the entries' numbers
}

// journal selects the entries of a file: those within the dates asked for that
// have lines, since no program takes an entry without. An account that they use
// and the map lacks is an error.
func (o *Options) journal(r *leasehold.Result) (*journal, error) {
	j := &journal{Options: o, r: r, places: wording.Places(&r.Lease), prefix: numberPrefix(&r.Lease)}
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

// numberPrefix tells the entries of one lease from those of another: six
// hexadecimal digits of its SHA-256.
func numberPrefix(l *leasehold.Lease) string {
	sum := sha256.Sum256(l.Append(nil))
	return hex.EncodeToString(sum[:3])
}

// number names an entry in programs that want a number: the lease's prefix and
// the period, 0000 at commencement. It has the eleven characters that
// QuickBooks Desktop takes.
func (j *journal) number(e *leasehold.Entry) string {
	return fmt.Sprintf("%s-%04d", j.prefix, e.Period)
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
	return fmt.Sprintf("%s from %s, %d months", wording.Treatment(&j.r.Measurement), j.r.Lease.CommencementDate, j.r.Lease.TermMonths)
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
