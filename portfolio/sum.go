package portfolio

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/internal/lists"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/schedule"
)

// Sum adds up leases' amounts, by group and in total. Partial sums can be merged in any order with the same result.
type Sum struct {
	keys       []Key
	total      Group
	groups     map[string]*Group           // groups by their key values
	averages   map[averageKey]*averageSums // weighted averages, which exclude exempt leases
	currencies map[money.Currency]bool     // currencies of the figures
	books      map[money.Currency]bool     // functional currencies
	upcoming   map[money.Currency]*Upcoming
	standards  map[leasehold.Standard]*Group
	labels     map[leasehold.Label]bool // national names of IFRS 16
	where      Where                    // conditions that selected the leases
	accrual    leasehold.Accrual
	matches    matches
	moved      []string // sorted ids of leases that changed class; ids beyond the limit of a note are discarded
}

// Upcoming counts the leases of one currency that commence after the reporting period. All other
// amounts exclude these leases (METHOD 25.8).
type Upcoming struct {
	Currency money.Currency
	Leases   int64
	Payments money.Amount // undiscounted, including payments due before commencement
}

// Group is the sum of the leases with equal key values.
type Group struct {
	Key      []string       // key values, in the order of the keys
	Currency money.Currency // currency of the figures
	Leases   int64
	leasehold.Figures

	functional money.Currency // functional currency of the leases
	mixed      bool           // whether the leases have several functional currencies
}

// Functional returns the functional currency of the leases, and false if they have several.
func (g *Group) Functional() (money.Currency, bool) { return g.functional, !g.mixed }

// Has reports whether the group has a statement. Deferred tax is in the functional currency, so it
// has no sum over several currencies.
func (g *Group) Has(s *figure.Statement) bool {
	return g.Figures.Has(s) && (!s.Taxed || !g.mixed)
}

// Places returns the number of decimals in a statement.
func (g *Group) Places(s *figure.Statement) int {
	if s.Taxed {
		return g.functional.Places()
	}
	return g.Currency.Places()
}

// averageKey identifies a weighted average. It is also part of the encoding of a [Sum].
type averageKey struct {
	Class    leasehold.ReportedClass
	Currency money.Currency
	Standard leasehold.Standard
}

// averageSums contains the numerators and weights of weighted averages (METHOD 14.7). It is also part of the encoding
// of a [Sum]. Months is exact, because remaining months have few distinct denominators.
type averageSums struct {
	Liability, Payments money.Amount

	Months    map[int64]*big.Int // Σ liability × numerator of the remaining months, by denominator
	ByPayment *big.Int           // Σ rate × remaining payments, in units of 10^−17
	ByBalance *big.Int           // Σ rate × liability, in units of 10^−17
}

// NewSum returns an empty sum grouped by keys.
func NewSum(keys []Key) *Sum {
	return &Sum{
		keys: keys, groups: map[string]*Group{}, averages: map[averageKey]*averageSums{}, currencies: map[money.Currency]bool{}, books: map[money.Currency]bool{},
		upcoming: map[money.Currency]*Upcoming{}, standards: make(map[leasehold.Standard]*Group), labels: make(map[leasehold.Label]bool),
	}
}

func at[K comparable, V any](m map[K]*V, key K) *V {
	if m[key] == nil {
		m[key] = new(V)
	}
	return m[key]
}

// Take adds a lease if it meets the given conditions, and reports whether it does. Even a lease
// that does not meet them may be counted in [Sum.NotCommenced].
func (s *Sum) Take(l *leasehold.Lease, f *leasehold.LeaseFigures, where Where, accrual leasehold.Accrual) bool {
	s.where, s.accrual = where, accrual
	s.matches.see(l, f)
	if f.NotCommenced && where.known(l) {
		s.addUpcoming(&Upcoming{f.Currency, 1, f.Upcoming})
	}
	if !where.Holds(l, f) {
		return false
	}
	s.Add(l, f)
	return true
}

func (s *Sum) addUpcoming(u *Upcoming) {
	sum := at(s.upcoming, u.Currency)
	*sum = Upcoming{u.Currency, sum.Leases + u.Leases, sum.Payments.Add(u.Payments)}
}

// NotCommenced returns the leases that commence after the reporting period, by currency.
func (s *Sum) NotCommenced() []*Upcoming {
	return slices.SortedFunc(maps.Values(s.upcoming), func(a, b *Upcoming) int { return compareCurrencies(a.Currency, b.Currency) })
}

func compareCurrencies(a, b money.Currency) int { return strings.Compare(a.String(), b.String()) }

// Add adds a lease.
func (s *Sum) Add(l *leasehold.Lease, f *leasehold.LeaseFigures) {
	s.currencies[f.Currency], s.books[l.Functional()] = true, true
	if l.Standard.HasNationalNames() {
		s.labels[l.Framework] = true
	}
	one := Group{Currency: f.Currency, Leases: 1, Figures: f.Figures, functional: l.Functional()}
	s.total.merge(&one)
	at(s.standards, l.Standard).merge(&one)
	if len(s.keys) > 0 {
		s.group(lists.Map(s.keys, func(k Key) string { return k.Value(l, f) })).merge(&one)
	}
	if f.Class == schedule.ReportedOperating || f.Class == schedule.ReportedFinance {
		s.average(averageKey{f.Class, f.Currency, l.Standard}).add(f)
	}
	if f.Class != f.ClassBefore {
		s.recordMoved(l.ID)
	}
}

// recordMoved records leases that changed class. It discards ids beyond the maximum for a note.
func (s *Sum) recordMoved(ids ...string) {
	if s.moved = append(s.moved, ids...); len(s.moved) > 8*namedIDs {
		slices.Sort(s.moved)
		s.moved = s.moved[:namedIDs+1]
	}
}

func (s *Sum) group(values []string) *Group {
	g := at(s.groups, strings.Join(values, "\x00")) // the separator is safe because values contain no control characters
	g.Key = values
	return g
}

func (s *Sum) average(c averageKey) *averageSums {
	if s.averages[c] == nil {
		s.averages[c] = &averageSums{Months: map[int64]*big.Int{}, ByPayment: new(big.Int), ByBalance: new(big.Int)}
	}
	return s.averages[c]
}

// Merge adds another sum with the same keys.
func (s *Sum) Merge(o *Sum) {
	s.total.merge(&o.total)
	maps.Copy(s.currencies, o.currencies)
	for standard, g := range o.standards {
		at(s.standards, standard).merge(g)
	}
	maps.Copy(s.labels, o.labels)
	if s.where == nil {
		s.where = o.where
	}
	s.accrual = max(s.accrual, o.accrual)
	maps.Copy(s.books, o.books)
	s.matches.merge(&o.matches)
	for _, g := range o.groups {
		s.group(g.Key).merge(g)
	}
	for c, a := range o.averages {
		s.average(c).merge(a)
	}
	for _, u := range o.upcoming {
		s.addUpcoming(u)
	}
	s.recordMoved(o.moved...)
}

func (g *Group) merge(o *Group) {
	if o.Leases == 0 {
		return
	}
	g.mixed = g.mixed || o.mixed || g.Leases > 0 && g.functional != o.functional
	g.Currency, g.functional = o.Currency, o.functional
	g.Leases += o.Leases
	g.Add(&o.Figures)
}

func (a *averageSums) add(f *leasehold.LeaseFigures) {
	liability, payments := f.Of(figure.LiabilityClosing), f.Of(figure.MaturityTotal)
	rate, weight := f.DiscountRateAnnual.Units(money.RatePlaces), liability.Big()
	a.merge(&averageSums{
		Liability: liability, Payments: payments,
		Months:    map[int64]*big.Int{f.RemainingMonths.Denom().Int64(): new(big.Int).Mul(weight, f.RemainingMonths.Num())},
		ByPayment: new(big.Int).Mul(rate, payments.Big()), ByBalance: new(big.Int).Mul(rate, weight),
	})
}

func (a *averageSums) merge(o *averageSums) {
	a.Liability, a.Payments = a.Liability.Add(o.Liability), a.Payments.Add(o.Payments)
	a.ByPayment.Add(a.ByPayment, o.ByPayment)
	a.ByBalance.Add(a.ByBalance, o.ByBalance)
	for d, sum := range o.Months {
		to := at(a.Months, d)
		to.Add(to, sum)
	}
}

// Average holds weighted averages at the end of the reporting period, for the leases of one
// class, currency and standard (METHOD 14.7). An average is nil if the sum of its weights is 0.
type Average struct {
	Class                   leasehold.ReportedClass
	Currency                money.Currency
	Standard                leasehold.Standard
	RemainingMonths         *money.Decimal // weighted by the liability, to two decimals
	DiscountRateAnnual      *money.Decimal // weighted by the remaining payments, to six decimals
	RateWeightedByLiability *money.Decimal // to six decimals
}

// Averages returns the weighted averages by class, currency and standard.
func (s *Sum) Averages() (list []Average) {
	for _, c := range slices.SortedFunc(maps.Keys(s.averages), averageKey.compare) {
		a := s.averages[c]
		months := new(big.Rat)
		for d, sum := range a.Months {
			months.Add(months, new(big.Rat).SetFrac(sum, big.NewInt(d)))
		}
		unit := new(big.Int).Exp(big.NewInt(10), big.NewInt(money.RatePlaces), nil)
		average := Average{
			Class: c.Class, Currency: c.Currency, Standard: c.Standard,
			RemainingMonths:         quotient(months, a.Liability, 2),
			DiscountRateAnnual:      quotient(new(big.Rat).SetFrac(a.ByPayment, unit), a.Payments, 6),
			RateWeightedByLiability: quotient(new(big.Rat).SetFrac(a.ByBalance, unit), a.Liability, 6),
		}
		if average.RemainingMonths != nil || average.DiscountRateAnnual != nil || average.RateWeightedByLiability != nil {
			list = append(list, average)
		}
	}
	return list
}

func (c averageKey) compare(o averageKey) int {
	return cmp.Or(cmp.Compare(c.Class, o.Class), compareCurrencies(c.Currency, o.Currency), cmp.Compare(c.Standard, o.Standard))
}

// quotient returns x / weight, rounded half away from zero, or nil if weight is 0.
func quotient(x *big.Rat, weight money.Amount, places int) *money.Decimal {
	if weight.IsZero() {
		return nil
	}
	q := new(big.Rat).Quo(x, new(big.Rat).SetInt(weight.Big()))
	d := round(q, places)
	return &d
}

// round rounds q to a number of decimals, half away from zero.
func round(q *big.Rat, places int) money.Decimal {
	num := new(big.Int).Mul(q.Num(), new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(places)), nil))
	return money.FromBig(money.QuoRound(num, q.Denom())).Decimal(places)
}

// Total returns the sum of all leases, and false if their currencies differ.
func (s *Sum) Total() (*Group, bool) { return &s.total, len(s.currencies) <= 1 }

// Mixed returns the sorted currencies of the amounts, if there are several currencies and the grouping keys do not
// separate them. Otherwise the result is nil. The name of an absent currency is "".
func (s *Sum) Mixed() []string {
	if len(s.currencies) <= 1 || slices.ContainsFunc(s.keys, func(k Key) bool { return k.name == byCurrency }) {
		return nil
	}
	return lists.Map(slices.SortedFunc(maps.Keys(s.currencies), compareCurrencies), money.Currency.String)
}

// Moved returns the sorted ids of leases that changed class in the reporting period. The list may
// omit ids beyond the maximum for a note.
func (s *Sum) Moved() []string {
	slices.Sort(s.moved)
	return s.moved
}

// Books returns the leases' sorted functional currencies. The zero value stands for leases without a currency.
func (s *Sum) Books() []money.Currency {
	return slices.SortedFunc(maps.Keys(s.books), compareCurrencies)
}

// Standards returns the leases' standards in the API contract's order.
func (s *Sum) Standards() []leasehold.Standard { return slices.Sorted(maps.Keys(s.standards)) }

// Label returns the national name of IFRS 16 if all leases have the same national name, and 0 otherwise.
func (s *Sum) Label() leasehold.Label {
	for label := range s.labels {
		if len(s.labels) == 1 {
			return label
		}
	}
	return 0
}

// Title returns a standard's title. If all leases under IFRS 16 have the same national name, such
// as AASB 16, that name is the title.
func (s *Sum) Title(of leasehold.Standard) string { return s.Label().Say(of.Title()) }

// Subtotals returns the sum for each standard, in the API's order, with the standard's title as the key. The result is
// nil if there is only one standard, if there are several currencies, or if the standard is the only grouping key.
func (s *Sum) Subtotals() (list []*Group) {
	if len(s.standards) < 2 || len(s.currencies) > 1 || len(s.keys) == 1 && s.keys[0].name == byStandard {
		return nil
	}
	for _, standard := range s.Standards() {
		g := *s.standards[standard]
		g.Key = []string{s.Title(standard)}
		list = append(list, &g)
	}
	return list
}

// Keys returns the grouping keys.
func (s *Sum) Keys() []Key { return s.keys }

// Groups returns the groups, sorted by key values.
func (s *Sum) Groups() []*Group {
	return slices.SortedFunc(maps.Values(s.groups), func(a, b *Group) int { return slices.Compare(a.Key, b.Key) })
}

const binaryVersion = 6

var errBinary = errors.New("not the binary form of a sum of leases")

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
	Figures              map[string]money.Amount // amounts by figure name, without zero amounts
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
			return fmt.Errorf("read a sum of leases: unknown figure %q", name)
		}
		g.Post(c, a)
	}
	return nil
}
