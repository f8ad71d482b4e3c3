package portfolio

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/money"
)

// binaryVersion is the version of [binarySum], and decoding rejects other versions.
const binaryVersion = 6

// errBinary is the error of [Sum.UnmarshalBinary] for input that is not an encoded sum.
var errBinary = errors.New("not the binary form of a sum of leases")

// binarySum is the form of a [Sum] that [Sum.MarshalBinary] encodes as JSON.
type binarySum struct {
	Version           int
	Keys              []string
	Total             binaryGroup
	Groups            []binaryGroup
	Standards         map[leasehold.Standard]binaryGroup
	Averages          []binaryAverage
	Currencies, Books map[money.Currency]bool
	Upcoming          map[money.Currency]*Upcoming
	Labels            map[leasehold.Label]bool
	Moved             []string
	Accrual           uint8
}

type binaryGroup struct {
	Key                  []string
	Currency, Functional money.Currency
	Leases               int64
	Figures              map[string]money.Amount // by name, without zero amounts
	Bands, Schedule      []leasehold.Band
	Taxed, Sublet, Mixed bool
}

type binaryAverage struct {
	averageKey
	averageSums
}

// MarshalBinary encodes the sum for other processes. Amounts have full precision, and names
// identify the amounts. Equal sums have equal encodings.
func (s *Sum) MarshalBinary() ([]byte, error) {
	b := binarySum{
		Version: binaryVersion, Total: s.total.binary(), Standards: make(map[leasehold.Standard]binaryGroup), Currencies: s.currencies, Books: s.books,
		Upcoming: s.upcoming, Labels: s.labels, Moved: s.Moved(), Accrual: uint8(s.accrual),
	}
	for _, k := range s.keys {
		b.Keys = append(b.Keys, k.name)
	}
	for _, g := range s.Groups() {
		b.Groups = append(b.Groups, g.binary())
	}
	for standard, g := range s.standards {
		b.Standards[standard] = g.binary()
	}
	for _, c := range slices.SortedFunc(maps.Keys(s.averages), averageKey.compare) {
		b.Averages = append(b.Averages, binaryAverage{c, *s.averages[c]})
	}
	return json.Marshal(b)
}

func (g *Group) binary() binaryGroup {
	b := binaryGroup{g.Key, g.Currency, g.functional, g.Leases, map[string]money.Amount{}, g.Bands, g.Schedule, g.Taxed, g.Sublet, g.mixed}
	for c := range figure.Count() {
		if a := g.Of(c); !a.IsZero() {
			b.Figures[c.String()] = a
		}
	}
	return b
}

// UnmarshalBinary replaces s with a sum encoded by [Sum.MarshalBinary].
func (s *Sum) UnmarshalBinary(data []byte) error {
	var b binarySum
	if err := json.Unmarshal(data, &b); err != nil || b.Version != binaryVersion {
		return errBinary
	}
	o := NewSum(nil)
	for _, name := range b.Keys {
		k, err := ParseKey(name)
		if err != nil {
			return fmt.Errorf("read a sum of leases: %w", err)
		}
		o.keys = append(o.keys, k)
	}
	if err := b.Total.set(&o.total); err != nil {
		return err
	}
	for i := range b.Groups {
		g := &b.Groups[i]
		if err := g.set(o.group(g.Key)); err != nil {
			return err
		}
	}
	for standard, g := range b.Standards {
		if err := g.set(at(o.standards, standard)); err != nil {
			return err
		}
	}
	for i := range b.Averages {
		a := &b.Averages[i]
		if a.Months == nil || a.ByPayment == nil || a.ByBalance == nil {
			return errBinary
		}
		o.averages[a.averageKey] = &a.averageSums
	}
	o.currencies, o.books, o.upcoming, o.labels, o.moved, o.accrual = b.Currencies, b.Books, b.Upcoming, b.Labels, b.Moved, leasehold.Accrual(b.Accrual)
	*s = *o
	return nil
}

func (b *binaryGroup) set(g *Group) error {
	*g = Group{Key: b.Key, Currency: b.Currency, Leases: b.Leases, functional: b.Functional, mixed: b.Mixed}
	g.Bands, g.Schedule, g.Taxed, g.Sublet = b.Bands, b.Schedule, b.Taxed, b.Sublet
	for name, a := range b.Figures {
		c, known := figure.Named(name)
		if !known {
			return fmt.Errorf("read a sum of leases: the figure %q is not known", name)
		}
		g.Post(c, a)
	}
	return nil
}
