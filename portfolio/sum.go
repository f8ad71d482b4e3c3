package portfolio

import (
	"cmp"
	"maps"
	"math/big"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/money"
)

// Sum adds up the figures of leases, in groups and in all. Sums merge: whatever
// the parts, the whole is the same.
type Sum struct {
	keys       []Key
	total      Group
	groups     map[string]*Group       // by the values of the keys
	averages   map[class]*averaged     // of leases on the balance sheet
	currencies map[money.Currency]bool // of the figures
	books      map[money.Currency]bool // functional
	upcoming   map[money.Currency]*Upcoming
	standards  map[leasehold.Standard]*Group
	labels     map[leasehold.Label]bool // of the leases under IFRS 16
	where      Where                    // which leases were chosen
	matches    matches
	moved      []string // ids of leases whose class changed in the span, as many as a note names
}

// Upcoming are the leases of one currency that commence after the span, which are in no
// other figure (METHOD 25.8).
type Upcoming struct {
	Currency money.Currency
	Leases   int64
	Payments money.Amount // undiscounted, with what will be settled at commencement
}

// Group is the sum of some leases.
type Group struct {
	Key      []string       // the values of the keys, in their order
	Currency money.Currency // of the figures
	Leases   int64
	leasehold.Figures

	functional money.Currency // of the leases
	several    bool           // the leases have more than one of these
}

// Functional returns the functional currency of the leases, and false where they have
// several.
func (g *Group) Functional() (money.Currency, bool) { return g.functional, !g.several }

// Has reports whether a statement is shown. What stays in functional currency has no sum
// over several.
func (g *Group) Has(s *figure.Statement) bool {
	return g.Figures.Has(s) && (!s.Taxed || !g.several)
}

// Places returns the decimals of the figures of a statement.
func (g *Group) Places(s *figure.Statement) int {
	if s.Taxed {
		return g.functional.Places()
	}
	return g.Currency.Places()
}

// in notes a functional currency of some of the leases.
func (g *Group) in(c money.Currency, several bool) {
	g.several = g.several || several || g.Leases > 0 && g.functional != c
	g.functional = c
}

// class is what averages are taken by.
type class struct {
	class    leasehold.ReportedClass
	currency money.Currency
	standard leasehold.Standard
}

// averaged are the sums behind the weighted averages of METHOD 14.7. Months left
// are fractions of a few denominators, so that their sum stays exact.
type averaged struct {
	liability money.Amount
	payments  money.Amount
	months    map[int64]*big.Int // Σ liability × numerator of the months left, by denominator
	byPayment big.Int            // Σ rate × payments left, in units of 10^−17
	byBalance big.Int            // Σ rate × liability
}

// NewSum returns an empty sum by the given keys.
func NewSum(keys []Key) *Sum {
	return &Sum{
		keys: keys, groups: map[string]*Group{}, averages: map[class]*averaged{}, currencies: map[money.Currency]bool{}, books: map[money.Currency]bool{},
		upcoming: map[money.Currency]*Upcoming{}, standards: make(map[leasehold.Standard]*Group), labels: make(map[leasehold.Label]bool),
	}
}

// Take adds a lease and its figures, if it is chosen, and reports whether it is.
func (s *Sum) Take(l *leasehold.Lease, f *leasehold.LeaseFigures, where Where) bool {
	s.where = where
	s.matches.see(l, f)
	if f.NotCommenced && where.known(l) {
		s.announce(&Upcoming{f.Currency, 1, f.Upcoming})
	}
	if !where.Holds(l, f) {
		return false
	}
	s.Add(l, f)
	return true
}

// announce adds leases that commence after the span.
func (s *Sum) announce(u *Upcoming) {
	sum := s.upcoming[u.Currency]
	if sum == nil {
		sum = &Upcoming{Currency: u.Currency}
		s.upcoming[u.Currency] = sum
	}
	sum.Leases += u.Leases
	sum.Payments = sum.Payments.Add(u.Payments)
}

// NotCommenced returns the leases that commence after the span, by currency.
func (s *Sum) NotCommenced() []*Upcoming {
	return slices.SortedFunc(maps.Values(s.upcoming), func(a, b *Upcoming) int {
		return strings.Compare(a.Currency.String(), b.Currency.String())
	})
}

// Add adds a lease and its figures.
func (s *Sum) Add(l *leasehold.Lease, f *leasehold.LeaseFigures) {
	s.currencies[f.Currency], s.books[l.Functional()] = true, true
	if l.Standard.HasNationalNames() {
		s.labels[l.Framework] = true
	}
	s.total.add(l, f)
	s.standard(l.Standard).add(l, f)
	if len(s.keys) > 0 {
		values := make([]string, len(s.keys))
		for i, k := range s.keys {
			values[i] = k.Value(l, f)
		}
		s.group(values, f.Currency).add(l, f)
	}
	if f.Class == leasehold.ReportedOperating || f.Class == leasehold.ReportedFinance {
		s.average(class{f.Class, f.Currency, l.Standard}).add(f)
	}
	if f.Class != f.ClassBefore {
		s.move(l.ID)
	}
}

// move notes leases whose class changed. The first of them by their ids are those
// that a note names; the others are dropped, so that a sum does not grow.
func (s *Sum) move(ids ...string) {
	if s.moved = append(s.moved, ids...); len(s.moved) > 8*namedIDs {
		slices.Sort(s.moved)
		s.moved = s.moved[:namedIDs+1]
	}
}

// group returns the group of the given values.
func (s *Sum) group(values []string, currency money.Currency) *Group {
	name := strings.Join(values, "\x00") // no value has a control character
	g := s.groups[name]
	if g == nil {
		g = &Group{Key: values, Currency: currency}
		s.groups[name] = g
	}
	return g
}

// standard returns the group of the leases under a standard.
func (s *Sum) standard(of leasehold.Standard) *Group {
	g := s.standards[of]
	if g == nil {
		g = &Group{}
		s.standards[of] = g
	}
	return g
}

func (s *Sum) average(c class) *averaged {
	a := s.averages[c]
	if a == nil {
		a = &averaged{months: map[int64]*big.Int{}}
		s.averages[c] = a
	}
	return a
}

func (g *Group) add(l *leasehold.Lease, f *leasehold.LeaseFigures) {
	g.in(l.Functional(), false)
	g.Currency = f.Currency
	g.Leases++
	g.Add(&f.Figures)
}

// Merge adds another sum by the same keys.
func (s *Sum) Merge(o *Sum) {
	s.total.merge(&o.total)
	maps.Copy(s.currencies, o.currencies)
	for standard, g := range o.standards {
		s.standard(standard).merge(g)
	}
	maps.Copy(s.labels, o.labels)
	if s.where == nil {
		s.where = o.where
	}
	maps.Copy(s.books, o.books)
	s.matches.merge(&o.matches)
	for _, g := range o.groups {
		s.group(g.Key, g.Currency).merge(g)
	}
	for c, a := range o.averages {
		s.average(c).merge(a)
	}
	for _, u := range o.upcoming {
		s.announce(u)
	}
	s.move(o.moved...)
}

func (g *Group) merge(o *Group) {
	if o.Leases == 0 {
		return
	}
	g.in(o.functional, o.several)
	g.Currency = o.Currency
	g.Leases += o.Leases
	g.Add(&o.Figures)
}

func (a *averaged) add(f *leasehold.LeaseFigures) {
	liability, payments := f.Of(figure.LiabilityClosing), f.Of(figure.MaturityTotal)
	a.liability, a.payments = a.liability.Add(liability), a.payments.Add(payments)
	rate := f.DiscountRateAnnual.Units(money.RatePlaces)
	a.byPayment.Add(&a.byPayment, new(big.Int).Mul(rate, payments.Big()))
	weight := liability.Big()
	a.byBalance.Add(&a.byBalance, rate.Mul(rate, weight))
	sum := a.denominator(f.RemainingMonths.Denom().Int64())
	sum.Add(sum, weight.Mul(weight, f.RemainingMonths.Num()))
}

func (a *averaged) denominator(d int64) *big.Int {
	if a.months[d] == nil {
		a.months[d] = new(big.Int)
	}
	return a.months[d]
}

func (a *averaged) merge(o *averaged) {
	a.liability, a.payments = a.liability.Add(o.liability), a.payments.Add(o.payments)
	a.byPayment.Add(&a.byPayment, &o.byPayment)
	a.byBalance.Add(&a.byBalance, &o.byBalance)
	for d, sum := range o.months {
		to := a.denominator(d)
		to.Add(to, sum)
	}
}

// Average are the weighted averages of the leases of one class, currency and standard
// at the end of the span (METHOD 14.7). An average whose weights add to 0 is nil.
type Average struct {
	Class                   leasehold.ReportedClass
	Currency                money.Currency
	Standard                leasehold.Standard
	RemainingMonths         *money.Decimal // weighted by the liability, to two decimals
	DiscountRateAnnual      *money.Decimal // weighted by the payments left, to six decimals
	RateWeightedByLiability *money.Decimal // to six decimals
}

// Averages returns the weighted averages that there are, by class, currency and
// standard.
func (s *Sum) Averages() (list []Average) {
	for _, c := range slices.SortedFunc(maps.Keys(s.averages), class.compare) {
		a := s.averages[c]
		months := new(big.Rat)
		for d, sum := range a.months {
			months.Add(months, new(big.Rat).SetFrac(sum, big.NewInt(d)))
		}
		unit := new(big.Int).Exp(big.NewInt(10), big.NewInt(money.RatePlaces), nil)
		average := Average{
			Class: c.class, Currency: c.currency, Standard: c.standard,
			RemainingMonths:         quotient(months, a.liability, 2),
			DiscountRateAnnual:      quotient(new(big.Rat).SetFrac(&a.byPayment, unit), a.payments, 6),
			RateWeightedByLiability: quotient(new(big.Rat).SetFrac(&a.byBalance, unit), a.liability, 6),
		}
		if average.RemainingMonths != nil || average.DiscountRateAnnual != nil || average.RateWeightedByLiability != nil {
			list = append(list, average)
		}
	}
	return list
}

func (c class) compare(o class) int {
	return cmp.Or(cmp.Compare(c.class, o.class), strings.Compare(c.currency.String(), o.currency.String()), cmp.Compare(c.standard, o.standard))
}

// quotient returns x / weight rounded half away from zero, or nil where the weight
// is 0.
func quotient(x *big.Rat, weight money.Amount, places int) *money.Decimal {
	if weight.IsZero() {
		return nil
	}
	q := new(big.Rat).Quo(x, new(big.Rat).SetInt(weight.Big()))
	d := round(q, places)
	return &d
}

// round returns a fraction to a number of decimals, half away from zero.
func round(q *big.Rat, places int) money.Decimal {
	num := new(big.Int).Mul(q.Num(), new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(places)), nil))
	return money.FromBig(money.QuoRound(num, q.Denom())).Decimal(places)
}

// Total returns the sum of all leases, and false where they have several
// currencies, which never add up.
func (s *Sum) Total() (*Group, bool) { return &s.total, len(s.currencies) <= 1 }

// Mixed returns the currencies where there are several and leases are not grouped
// by them, so that no sum has a meaning; else nil. A lease without a currency has
// one of its own, "".
func (s *Sum) Mixed() (names []string) {
	if len(s.currencies) <= 1 || slices.ContainsFunc(s.keys, func(k Key) bool { return k.name == byCurrency }) {
		return nil
	}
	for c := range s.currencies {
		names = append(names, c.String())
	}
	slices.Sort(names)
	return names
}

// Moved returns the ids of the leases whose class changed in the span, in order: of
// very many only the first.
func (s *Sum) Moved() []string {
	slices.Sort(s.moved)
	return s.moved
}

// Books returns the functional currencies of the leases, in which their entries are, in
// order; that of a lease without one is the zero value.
func (s *Sum) Books() []money.Currency { return inOrder(s.books) }

func inOrder(currencies map[money.Currency]bool) []money.Currency {
	return slices.SortedFunc(maps.Keys(currencies), func(a, b money.Currency) int { return strings.Compare(a.String(), b.String()) })
}

// Standards returns those of the leases, in the contract's order.
func (s *Sum) Standards() []leasehold.Standard { return slices.Sorted(maps.Keys(s.standards)) }

// Label returns the national standard of the leases under IFRS 16, if all have the same.
func (s *Sum) Label() leasehold.Label {
	for label := range s.labels {
		if len(s.labels) == 1 {
			return label
		}
	}
	return 0
}

// Title returns the name of a standard, as in AASB 16 if all leases under IFRS 16 have that label.
func (s *Sum) Title(of leasehold.Standard) string { return s.Label().Say(of.Title()) }

// Subtotals returns the sum of each standard, in the API's order, with its title as key. It is
// empty for a single standard, for several currencies and for groups that are standards.
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

// Keys returns what leases are grouped by.
func (s *Sum) Keys() []Key { return s.keys }

// Groups returns the groups in the order of their keys.
func (s *Sum) Groups() []*Group {
	return slices.SortedFunc(maps.Values(s.groups), func(a, b *Group) int { return slices.Compare(a.Key, b.Key) })
}
