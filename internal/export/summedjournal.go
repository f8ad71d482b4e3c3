package export

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/markup"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

// Summed are the entries of many leases added up: for each calendar month one entry a
// group, with one line for the debits of an account and one for its credits. Sums
// merge.
type Summed struct {
	journals *Journals
	keys     []portfolio.Key
	entries  map[summedKey]*summed
}

type summedKey struct {
	date     civil.Date
	kind     string // of the reclassification: currentPart and currentReversed
	currency money.Currency
	group    string
}

// summed is one entry in the making.
type summed struct {
	values []string
	leases int64
	sides  map[posting]*[2]money.Amount // debits and credits
}

// Summed returns an empty sum of the entries of leases, in groups by keys. The error is
// an [*OptionError]: a segment or a column takes a tag that leases are not grouped by.
func (j *Journals) Summed(keys []portfolio.Key) (*Summed, error) {
	grouped := func(tag string) bool {
		return slices.ContainsFunc(keys, func(k portfolio.Key) bool { return k.String() == segmentTag+tag })
	}
	for _, column := range j.options.columns() {
		for _, p := range j.options.postings() {
			if tag, ok := strings.CutPrefix(p.to.segments[column], segmentTag); ok && !grouped(tag) {
				return nil, accountsError("segment %s takes tag:%s, which the entries are not grouped by", column, tag)
			}
		}
	}
	for _, c := range j.options.Columns {
		if tag, ok := strings.CutPrefix(c.Name, segmentTag); ok && !grouped(tag) {
			return nil, &OptionError{"columns", "tag:" + tag + " is not what the entries are grouped by"}
		}
	}
	return j.sum(keys), nil
}

func (j *Journals) sum(keys []portfolio.Key) *Summed {
	return &Summed{journals: j, keys: keys, entries: map[summedKey]*summed{}}
}

// Another returns an empty sum of the same kind.
func (s *Summed) Another() *Summed { return s.journals.sum(s.keys) }

// Add adds the entries of a lease.
func (s *Summed) Add(l *portfolio.Line) error {
	span := s.journals.span
	entries, err := s.journals.booked(l)
	if err != nil {
		return err
	}
	values := make([]string, len(s.keys))
	for i, k := range s.keys {
		values[i] = k.Value(l.Lease, l.Figures)
	}
	of := &facts{l.Lease, l.Figures.Class}
	counted := map[*summed]bool{} // in which the lease is counted
	for i := range entries {
		e := &entries[i]
		if len(e.Lines) == 0 {
			continue
		}
		key := summedKey{date: e.Date.MonthEnd(), currency: l.Lease.Functional(), group: strings.Join(values, "\x00")}
		if span.To.Before(key.date) {
			key.date = span.To
		}
		for _, kind := range [...]string{currentPart, currentReversed} {
			if strings.HasSuffix(e.Number, kind) {
				key.kind, key.date = kind, e.Date
			}
		}
		to := s.entry(key, values)
		if !counted[to] {
			counted[to] = true
			to.leases++
		}
		for _, l := range e.Lines {
			target, err := s.journals.options.target(l.Account, of)
			if err != nil {
				return err
			}
			to.add(posting{l.Account, target}, l.Debit, l.Credit)
		}
	}
	return nil
}

func (s *Summed) entry(key summedKey, values []string) *summed {
	e := s.entries[key]
	if e == nil {
		e = &summed{values: values, sides: make(map[posting]*[2]money.Amount)}
		s.entries[key] = e
	}
	return e
}

func (e *summed) add(p posting, debit, credit money.Amount) {
	sides := e.sides[p]
	if sides == nil {
		sides = new([2]money.Amount)
		e.sides[p] = sides
	}
	sides[0], sides[1] = sides[0].Add(debit), sides[1].Add(credit)
}

// Merge adds another sum of the same kind.
func (s *Summed) Merge(o *Summed) {
	for key, from := range o.entries {
		to := s.entry(key, from.values)
		to.leases += from.leases
		for p, sides := range from.sides {
			to.add(p, sides[0], sides[1])
		}
	}
}

// Write writes the entries by date and group.
func (s *Summed) Write(b *bytes.Buffer) error {
	keys := slices.SortedFunc(maps.Keys(s.entries), func(a, b summedKey) int {
		return cmp.Or(a.date.Compare(b.date), strings.Compare(a.kind, b.kind), strings.Compare(a.group, b.group), strings.Compare(a.currency.String(), b.currency.String()))
	})
	for _, key := range keys {
		if err := s.write(b, key, s.entries[key]); err != nil {
			return err
		}
	}
	return nil
}

// write writes one entry in the name of its group.
func (s *Summed) write(b *bytes.Buffer, key summedKey, sum *summed) error {
	of := &group{name: strings.Trim(strings.Join(sum.values, "-"), "-")}
	named := leasehold.Lease{ID: cmp.Or(of.name, "leases"), Currency: key.currency, Tags: map[string]string{}}
	for i, k := range s.keys {
		if tag, ok := strings.CutPrefix(k.String(), segmentTag); ok {
			named.Tags[tag] = sum.values[i]
		} else if k.String() == "standard" {
			of.standard = sum.values[i]
		}
	}
	date, memo := fmt.Sprintf("%04d%02d", key.date.Year, key.date.Month), sum.memo(of.name, key)
	if key.kind != "" {
		date = compact(key.date) + key.kind
	}
	e := entry{Kind: leasehold.EntryMonth, Date: key.date, Memo: memo, name: date}
	for _, p := range s.journals.options.postings() {
		sides := sum.sides[p]
		if sides == nil {
			continue
		}
		if !sides[0].IsZero() {
			e.Lines = append(e.Lines, line{leasehold.Line{Account: p.account, Debit: sides[0]}, p.to})
		}
		if !sides[1].IsZero() {
			e.Lines = append(e.Lines, line{leasehold.Line{Account: p.account, Credit: sides[1]}, p.to})
		}
	}
	if len(e.Lines) == 0 {
		return nil
	}
	to := s.journals.options.journal(&named, key.currency)
	to.group, to.lines = of, &s.journals.lines
	return s.journals.program.entry(b, to, &e)
}

// memo says what an entry records, and of how many leases.
func (e *summed) memo(group string, key summedKey) string {
	leases := markup.Plural(e.leases, "lease")
	memo := fmt.Sprintf("%s, lease entries of %04d-%02d, %s", cmp.Or(group, "All leases"), key.date.Year, key.date.Month, leases)
	switch key.kind {
	case currentPart:
		memo = cmp.Or(group, "All leases") + ", current part of lease liabilities, " + leases
	case currentReversed:
		memo = cmp.Or(group, "All leases") + ", current part of lease liabilities reversed, " + leases
	}
	return memo
}
