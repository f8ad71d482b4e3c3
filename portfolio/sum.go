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
	"github.com/leasehold-accounting/leasehold/schedule"
)

// Sum adds the figures of leases, by group and in total. Merging partial sums gives the same result
// in any order.
type Sum struct {
	keys       []Key
	total      Group
	groups     map[string]*Group           // groups by their key values
	averages   map[averageKey]*averageSums // leases on the balance sheet only
	currencies map[money.Currency]bool     // currencies of the figures
	books      map[money.Currency]bool     // functional currencies
	upcoming   map[money.Currency]*Upcoming
	standards  map[leasehold.Standard]*Group
	labels     map[leasehold.Label]bool // national names of IFRS 16
	where      Where                    // conditions that selected the leases
	accrual    leasehold.Accrual
	matches    matches
	moved      []string // ids of leases with a changed class, truncated to the number that a note lists
}

// Upcoming counts the leases of one currency that commence after the reporting period. No other
// figure includes them (METHOD 25.8).
type Upcoming struct {
	Currency money.Currency
	Leases   int64
	Payments money.Amount // undiscounted, including payments due before commencement
}

// Group is the sum of the leases with the same key values.
type Group struct {
	Key      []string       // key values, in the order of the keys
	Currency money.Currency // currency of the figures
	Leases   int64
	leasehold.Figures

	functional money.Currency // functional currency of the leases
	mixed      bool           // the leases have several functional currencies
}

// Functional returns the functional currency of the leases, or false if they have several.
func (g *Group) Functional() (money.Currency, bool) { return g.functional, !g.mixed }

// Has reports whether the group shows a statement. Deferred tax is in functional currency, so it
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

// addCurrency records the functional currency of added leases.
func (g *Group) addCurrency(c money.Currency, several bool) {
	g.mixed = g.mixed || several || g.Leases > 0 && g.functional != c
	g.functional = c
}

// averageKey identifies a weighted average.
type averageKey struct {
	class    leasehold.ReportedClass
	currency money.Currency
	standard leasehold.Standard
}

// averageSums holds the sums behind the weighted averages of METHOD 14.7. Remaining months are
// fractions with few distinct denominators, so their sum stays exact.
type averageSums struct {
	liability money.Amount
	payments  money.Amount
	months    map[int64]*big.Int // Σ liability × numerator of the remaining months, by denominator
	byPayment big.Int            // Σ rate × remaining payments, in units of 10^−17
	byBalance big.Int            // Σ rate × liability
}

// NewSum returns an empty sum grouped by keys.
func NewSum(keys []Key) *Sum {
	return &Sum{
		keys: keys, groups: map[string]*Group{}, averages: map[averageKey]*averageSums{}, currencies: map[money.Currency]bool{}, books: map[money.Currency]bool{},
		upcoming: map[money.Currency]*Upcoming{}, standards: make(map[leasehold.Standard]*Group), labels: make(map[leasehold.Label]bool),
	}
}

// Take adds a lease if where selects the lease, and reports whether it does. Otherwise the sum is
// unchanged, except that notCommenced may count the lease.
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

// addUpcoming adds leases that have not commenced.
func (s *Sum) addUpcoming(u *Upcoming) {
	sum := s.upcoming[u.Currency]
	if sum == nil {
		sum = &Upcoming{Currency: u.Currency}
		s.upcoming[u.Currency] = sum
	}
	sum.Leases += u.Leases
	sum.Payments = sum.Payments.Add(u.Payments)
}

// NotCommenced returns the leases that commence after the reporting period, by currency.
func (s *Sum) NotCommenced() []*Upcoming {
	return slices.SortedFunc(maps.Values(s.upcoming), func(a, b *Upcoming) int {
		return strings.Compare(a.Currency.String(), b.Currency.String())
	})
}

// Add adds a lease.
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
	if f.Class == schedule.ReportedOperating || f.Class == schedule.ReportedFinance {
		s.average(averageKey{f.Class, f.Currency, l.Standard}).add(f)
	}
	if f.Class != f.ClassBefore {
		s.recordMoved(l.ID)
	}
}

// recordMoved records the ids of leases with a changed class. To bound the size of a sum, it discards ids
// that a note would not list.
func (s *Sum) recordMoved(ids ...string) {
	if s.moved = append(s.moved, ids...); len(s.moved) > 8*namedIDs {
		slices.Sort(s.moved)
		s.moved = s.moved[:namedIDs+1]
	}
}

// group returns the group with the given key values.
func (s *Sum) group(values []string, currency money.Currency) *Group {
	name := strings.Join(values, "\x00") // the separator is safe because values contain no control characters
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

func (s *Sum) average(c averageKey) *averageSums {
	a := s.averages[c]
	if a == nil {
		a = &averageSums{months: map[int64]*big.Int{}}
		s.averages[c] = a
	}
	return a
}

func (g *Group) add(l *leasehold.Lease, f *leasehold.LeaseFigures) {
	g.addCurrency(l.Functional(), false)
	g.Currency = f.Currency
	g.Leases++
	g.Add(&f.Figures)
}

// Merge adds another sum with the same keys.
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
	s.accrual = max(s.accrual, o.accrual)
	maps.Copy(s.books, o.books)
	s.matches.merge(&o.matches)
	for _, g := range o.groups {
		s.group(g.Key, g.Currency).merge(g)
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
	g.addCurrency(o.functional, o.mixed)
	g.Currency = o.Currency
	g.Leases += o.Leases
	g.Add(&o.Figures)
}

func (a *averageSums) add(f *leasehold.LeaseFigures) {
	liability, payments := f.Of(figure.LiabilityClosing), f.Of(figure.MaturityTotal)
	a.liability, a.payments = a.liability.Add(liability), a.payments.Add(payments)
	rate := f.DiscountRateAnnual.Units(money.RatePlaces)
	a.byPayment.Add(&a.byPayment, new(big.Int).Mul(rate, payments.Big()))
	weight := liability.Big()
	a.byBalance.Add(&a.byBalance, rate.Mul(rate, weight))
	sum := a.denominator(f.RemainingMonths.Denom().Int64())
	sum.Add(sum, weight.Mul(weight, f.RemainingMonths.Num()))
}

func (a *averageSums) denominator(d int64) *big.Int {
	if a.months[d] == nil {
		a.months[d] = new(big.Int)
	}
	return a.months[d]
}

func (a *averageSums) merge(o *averageSums) {
	a.liability, a.payments = a.liability.Add(o.liability), a.payments.Add(o.payments)
	a.byPayment.Add(&a.byPayment, &o.byPayment)
	a.byBalance.Add(&a.byBalance, &o.byBalance)
	for d, sum := range o.months {
		to := a.denominator(d)
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

func (c averageKey) compare(o averageKey) int {
	return cmp.Or(cmp.Compare(c.class, o.class), strings.Compare(c.currency.String(), o.currency.String()), cmp.Compare(c.standard, o.standard))
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

// Total returns the sum of all leases, or false if their currencies differ.
func (s *Sum) Total() (*Group, bool) { return &s.total, len(s.currencies) <= 1 }

// Mixed returns the currencies if there are several and the grouping keys do not separate them;
// otherwise nil. The absence of a currency counts as the currency "".
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

// Moved returns sorted ids of leases that changed class in the reporting period, truncated to the
// number that a note lists.
func (s *Sum) Moved() []string {
	slices.Sort(s.moved)
	return s.moved
}

// Books returns the sorted functional currencies of the leases. The zero value represents leases
// without a currency.
func (s *Sum) Books() []money.Currency { return inOrder(s.books) }

func inOrder(currencies map[money.Currency]bool) []money.Currency {
	return slices.SortedFunc(maps.Keys(currencies), func(a, b money.Currency) int { return strings.Compare(a.String(), b.String()) })
}

// Standards returns the standards of the leases, in the order of the API contract.
func (s *Sum) Standards() []leasehold.Standard { return slices.Sorted(maps.Keys(s.standards)) }

// Label returns the national name of IFRS 16 if all leases have the same name, otherwise 0.
func (s *Sum) Label() leasehold.Label {
	for label := range s.labels {
		if len(s.labels) == 1 {
			return label
		}
	}
	return 0
}

// Title returns the title of a standard, such as AASB 16 if all leases under IFRS 16 have that
// label.
func (s *Sum) Title(of leasehold.Standard) string { return s.Label().Say(of.Title()) }

// Subtotals returns the sum per standard, in the API's order, with the standard's title as key. It
// returns nil for a single standard, for several currencies, and if standard is the only grouping
// key.
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
