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
	"github.com/leasehold-accounting/leasehold/schedule"
)

// Summed adds up the entries of many leases. The result has one entry per calendar month, group and
// functional currency. An entry has at most one debit line and one credit line per account.
// Reclassifications of the current portion and their reversals remain separate entries.
type Summed struct {
	journals *Journals
	keys     []portfolio.Key
	entries  map[summedKey]*summed
}

type summedKey struct {
	date     civil.Date
	part     part
	currency money.Currency
	group    string
}

type summed struct {
	values []string // the values of the group keys
	leases int64
	sides  map[posting][2]money.Amount // total debits and total credits of each account
}

// Summed returns an empty sum of the entries of leases, grouped by keys. The error is an
// [*OptionError] if a segment or a column uses a tag that is not a group key.
func (j *Journals) Summed(keys []portfolio.Key) (*Summed, error) {
	grouped := func(tag string) bool {
		return slices.ContainsFunc(keys, func(k portfolio.Key) bool { return k.String() == segmentTag+tag })
	}
	for _, column := range j.options.columns() {
		for _, p := range j.options.postings() {
			if tag, ok := strings.CutPrefix(p.to.segments[column], segmentTag); ok && !grouped(tag) {
				return nil, accountsError("segment %s requires tag:%s, but the entries are not grouped by this tag", column, tag)
			}
		}
	}
	for _, c := range j.options.Columns {
		if tag, ok := strings.CutPrefix(c.Name, segmentTag); ok && !grouped(tag) {
			return nil, &OptionError{Option: "columns", Message: "tag:" + tag + " is not a group key of the entries"}
		}
	}
	return j.sum(keys), nil
}

func (j *Journals) sum(keys []portfolio.Key) *Summed {
	return &Summed{journals: j, keys: keys, entries: map[summedKey]*summed{}}
}

// Another returns an empty sum with the same group keys.
func (s *Summed) Another() *Summed { return s.journals.sum(s.keys) }

// Add adds the entries of a lease to the sums.
func (s *Summed) Add(l *portfolio.Line) error {
	entries, err := s.journals.entries(l)
	if err != nil {
		return err
	}
	values := make([]string, len(s.keys))
	for i, k := range s.keys {
		values[i] = k.Value(l.Lease, l.Figures)
	}
	counted := map[*summed]bool{} // the summed entries that already count the lease
	for i := range entries {
		e := &entries[i]
		key := summedKey{date: e.Date, part: e.part, currency: l.Lease.Functional(), group: strings.Join(values, "\x00")}
		if e.part == wholeLiability {
			if key.date = e.Date.MonthEnd(); s.journals.span.To.Before(key.date) {
				key.date = s.journals.span.To
			}
		}
		to := s.entry(key, values)
		if !counted[to] {
			counted[to] = true
			to.leases++
		}
		for k := range e.Lines {
			to.add(posting{e.Lines[k].Account, e.Lines[k].to}, e.Lines[k].Debit, e.Lines[k].Credit)
		}
	}
	return nil
}

func (s *Summed) entry(key summedKey, values []string) *summed {
	e := s.entries[key]
	if e == nil {
		e = &summed{values: values, sides: map[posting][2]money.Amount{}}
		s.entries[key] = e
	}
	return e
}

func (e *summed) add(p posting, debit, credit money.Amount) {
	sides := e.sides[p]
	e.sides[p] = [2]money.Amount{sides[0].Add(debit), sides[1].Add(credit)}
}

// Merge adds the totals of o, which must have the same group keys.
func (s *Summed) Merge(o *Summed) {
	for key, from := range o.entries {
		to := s.entry(key, from.values)
		to.leases += from.leases
		for p, sides := range from.sides {
			to.add(p, sides[0], sides[1])
		}
	}
}

// Write writes the summed entries in the order of their dates. Entries with one date are sorted by
// type (reclassifications follow monthly entries), group and currency.
func (s *Summed) Write(b *bytes.Buffer) error {
	keys := slices.SortedFunc(maps.Keys(s.entries), func(a, b summedKey) int {
		return cmp.Or(a.date.Compare(b.date), cmp.Compare(a.part, b.part), strings.Compare(a.group, b.group), strings.Compare(a.currency.String(), b.currency.String()))
	})
	for _, key := range keys {
		if err := s.write(b, key, s.entries[key]); err != nil {
			return err
		}
	}
	return nil
}

// write writes one summed entry, or nothing if all amounts are 0.
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
	e := entry{Kind: schedule.EntryMonth, Date: key.date}
	e.name, e.Memo = sum.describe(key, cmp.Or(of.name, "All leases"))
	for _, p := range s.journals.options.postings() {
		sides := sum.sides[p]
		for _, l := range []leasehold.Line{{Account: p.account, Debit: sides[0]}, {Account: p.account, Credit: sides[1]}} {
			if l.Debit != l.Credit {
				e.Lines = append(e.Lines, line{l, p.to})
			}
		}
	}
	if len(e.Lines) == 0 {
		return nil
	}
	to := s.journals.options.journal(&named, key.currency)
	to.group, to.lines = of, &s.journals.lines
	return s.journals.program.add(b, to, []entry{e})
}

// describe returns the suffix of the entry number and the memo. The memo contains the number of
// leases.
func (e *summed) describe(key summedKey, group string) (name, memo string) {
	leases := markup.Plural(e.leases, "lease")
	switch key.part {
	case currentPart:
		return compact(key.date) + "-C", group + ", current part of lease liabilities, " + leases
	case currentReversed:
		return compact(key.date) + "-R", group + ", current part of lease liabilities reversed, " + leases
	default:
		return fmt.Sprintf("%04d%02d", key.date.Year, key.date.Month), fmt.Sprintf("%s, lease entries of %04d-%02d, %s", group, key.date.Year, key.date.Month, leases)
	}
}
