package owed

import (
	"math/big"
	"slices"
	"sort"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/lease"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/schedule"
)

// base is a rent from which later rents escalate: the rent at commencement, a rent step, or the
// rent of the first period after an event that changed the rent (METHOD 12.2, 13.2).
type base struct {
	period int           // the first period with this rent
	rent   money.Decimal // rent of a whole period
	exact  *big.Rat      // the rent in minor units, if it was derived at an event; otherwise nil
	factor *big.Rat      // product of the percentage changes at later events; nil for 1
	pct    money.Decimal // compounded at each anniversary of commencement
	amount money.Decimal // alternatively, the amount added at each anniversary
	step   bool          // whether the base is a rent step, which a later list of steps replaces
}

// The result is true if the lease or an event supplies the amount of the rent.
func (b *base) stated() bool { return b.exact == nil && b.factor == nil }

// The result is true if the rent does not escalate.
func (b *base) level() bool { return b.pct.Sign() <= 0 && b.amount.Sign() == 0 }

// A rent-free interval is one in which all or part of the rent is not due.
type free struct {
	span
	share uint64 // share of the rent that is not due, in units of 10^−17
}

// span is an interval of the term. A span is measured in months, counted from commencement, or in
// days if a calendar sets the periods.
type span struct {
	month, lastMonth int        // months in the half-open range [month, lastMonth)
	from, until      civil.Date // the until field is the day after the last day
}

// The result is the part of s before a given month and day.
func (s span) before(month int, day civil.Date) span {
	s.lastMonth = min(s.lastMonth, month)
	if day.Before(s.until) {
		s.until = day
	}
	return s
}

// monthsIn returns the number of months that s and t share.
func (s *span) monthsIn(t *span) int {
	return max(min(s.lastMonth, t.lastMonth)-max(s.month, t.month), 0)
}

// daysIn returns the number of days that s and t share.
func (s *span) daysIn(t *span) int {
	from, until := s.from, s.until
	if from.Before(t.from) {
		from = t.from
	}
	if t.until.Before(until) {
		until = t.until
	}
	return max(until.Ordinal()-from.Ordinal(), 0)
}

// WholeShare is the share of a whole rent: 1, in units of 10^−17.
const WholeShare = 100_000_000_000_000_000 // 10^17

// mostRentBits is the maximum size, in bits, of the rent in minor units. Without events, the rent
// stays below this limit: the largest amount doubled a hundred times has 157 bits.
const mostRentBits = 160

// Rents computes a contract's rents. The rent of a period is the latest base, escalated at each anniversary, reduced by
// rent-free months, prorated in a partial period, and rounded once. Requesting periods in order is fast, because the
// exact rent of a year is computed from the exact rent of the preceding year. Except for the contract, the fields cache
// the current rent and hold temporary values.
type Rents struct {
	*Contract

	frees   []free // rent-free spans of the contract, or of an earlier contract
	TooHigh bool   // whether a rent exceeded mostRentBits

	base, year       int // base and lease year of the rent num / den
	loaded           bool
	num, den         big.Int // exact rent of a whole period in minor units
	growth, growthBy big.Int // numerator and denominator of 1 + escalation, or the annual increase in units of den

	whole     Parts // rent of a whole period for this base and year
	wholeDone bool

	product, divisor, quo, rem big.Int // temporary values for rounding
}

// Rents returns a [Rents] that starts at the first period.
func (c *Contract) Rents() Rents { return Rents{Contract: c, frees: c.frees} }

// exactRent returns the unrounded rent of a whole period, in minor units.
func (c *Contract) exactRent(period int) *big.Rat {
	r := c.Rents()
	r.load(period)
	return new(big.Rat).SetFrac(&r.num, &r.den)
}

// Period returns the rent for the part of a period within the term.
func (r *Rents) Period(period int) Parts { return r.of(period, r.spanOf(period)) }

func (r *Rents) of(period int, of span) Parts {
	share := r.dueShare(period, &of)
	if share != nil {
		r.load(period)
		return r.divided(share)
	}
	base, year := r.baseOf(period), r.Periods.Year(period)
	if r.wholeDone && base == r.base && year == r.year {
		return r.whole
	}
	if b := &r.bases[base]; r.LeaseShare == nil && r.taxRate == nil && b.stated() && (b.level() || year == r.Periods.Year(b.period)) {
		r.base, r.year, r.loaded, r.whole = base, year, false, Parts{Lease: b.rent.Minor(r.places)}
	} else {
		r.load(period)
		r.whole = r.divided(nil)
	}
	r.wholeDone = true
	return r.whole
}

func (r *Rents) baseOf(period int) int {
	i := r.base
	if r.bases[i].period > period {
		i = 0
	}
	for i+1 < len(r.bases) && r.bases[i+1].period <= period {
		i++
	}
	return i
}

// load sets num / den to the unrounded rent of a whole period.
func (r *Rents) load(period int) {
	base, year := r.baseOf(period), r.Periods.Year(period)
	if r.loaded && base == r.base && year == r.year {
		return
	}
	b := &r.bases[base]
	if !r.loaded || base != r.base || year < r.year {
		r.start(b)
		r.base, r.year, r.loaded = base, r.Periods.Year(b.period), true
	}
	for ; r.year < year; r.year++ {
		switch {
		case b.pct.Sign() > 0:
			r.num.Mul(&r.num, &r.growth)
			r.den.Mul(&r.den, &r.growthBy)
		case b.amount.Sign() != 0:
			r.num.Add(&r.num, &r.growth)
		}
	}
	r.wholeDone = false
}

// start sets num / den to the rent of a base, and sets the growth factor to the base's escalation.
func (r *Rents) start(b *base) {
	rent := b.exact
	if rent == nil {
		rent = lease.InMinor(b.rent, r.places)
	}
	r.num.Set(rent.Num())
	r.den.Set(rent.Denom())
	if b.factor != nil { // not reduced, because after many changes the factor has many digits
		r.num.Mul(&r.num, b.factor.Num())
		r.den.Mul(&r.den, b.factor.Denom())
	}
	switch {
	case b.pct.Sign() > 0:
		growth := lease.OnePlus(b.pct)
		r.growth.Set(growth.Num())
		r.growthBy.Set(growth.Denom())
	case b.amount.Sign() != 0: // use one denominator for the rent and the increase
		increase := lease.InMinor(b.amount, r.places)
		r.growth.Mul(increase.Num(), &r.den)
		r.num.Mul(&r.num, increase.Denom())
		r.den.Mul(&r.den, increase.Denom())
	}
}

// A share of num / den is rounded and divided into lease payment, services and tax.
func (r *Rents) divided(share *big.Rat) (rent Parts) {
	whole := r.round(share, nil)
	rent.Lease = whole
	if r.LeaseShare != nil {
		rent.Lease = r.round(share, r.LeaseShare)
		rent.Service = whole.Sub(rent.Lease)
	}
	if r.taxRate != nil { // the tax is computed from the rounded payment
		rent.Tax = whole.MulDiv(r.taxRate.Num(), r.taxRate.Denom())
	}
	return rent
}

// round returns num / den × a × b in minor units. A nil factor is treated as 1.
func (r *Rents) round(a, b *big.Rat) money.Amount {
	num, den := &r.num, &r.den
	for _, by := range [...]*big.Rat{a, b} {
		if by != nil {
			num, den = r.product.Mul(num, by.Num()), r.divisor.Mul(den, by.Denom())
		}
	}
	rent := money.QuoRoundTo(&r.quo, &r.rem, num, den)
	if rent.BitLen() > mostRentBits {
		r.TooHigh = true
		return money.Amount{}
	}
	return money.FromBig(rent)
}

// dueShare returns the share of a whole period's rent that is due for an interval, or nil if the whole rent is due.
func (r *Rents) dueShare(period int, of *span) *big.Rat {
	whole, part := r.Periods.Months, of.lastMonth-of.month
	if r.Periods.Stated {
		whole, part = r.Periods.Length(period), of.until.Ordinal()-of.from.Ordinal()
	}
	share := (*big.Rat)(nil)
	if part != whole {
		share = big.NewRat(int64(part), int64(whole))
	}
	for _, f := range r.frees[r.firstFree(of):] {
		within := f.monthsIn(of)
		if r.Periods.Stated {
			within = f.daysIn(of)
		}
		if within == 0 {
			break
		}
		if share == nil {
			share = big.NewRat(1, 1)
		}
		not := big.NewRat(int64(f.share), WholeShare)
		share.Sub(share, not.Mul(not, big.NewRat(int64(within), int64(whole))))
	}
	return share
}

// firstFree returns the index of the first rent-free span that ends after the start of an interval.
// Spans are sorted and do not overlap.
func (r *Rents) firstFree(of *span) int {
	return sort.Search(len(r.frees), func(i int) bool {
		if r.Periods.Stated {
			return of.from.Before(r.frees[i].until)
		}
		return of.month < r.frees[i].lastMonth
	})
}

// NonLease contains the amounts due in addition to the lease payments of one measurement (METHOD
// 20.2, 20.3). Services accrue over the days that the rent covers. Irrecoverable tax is expensed
// when it is paid.
type NonLease struct{ rows []nonLeaseRow }

// nonLeaseRow contains the non-lease amounts of one row.
type nonLeaseRow struct {
	carried money.Amount // balance of prepaid services before the row's first payment
	service money.Amount // services included in the rent, if the row pays the rent
	tax     money.Amount // tax on the rent
	arrears bool         // whether the rent is paid on the last day instead of the first day
	singles []nonLeaseSingle
}

// nonLeaseSingle contains the non-lease amounts of a one-off payment.
type nonLeaseSingle struct {
	day          int32 // days since the first day of the row
	service, tax money.Amount
}

// SetRent sets the non-lease amounts in row i's rent. SetRent ignores rows that would come after the last row.
func (b *NonLease) SetRent(i int, rent Parts, arrears bool) {
	if b == nil || i >= len(b.rows) {
		return
	}
	row := &b.rows[i]
	row.service, row.tax, row.arrears = rent.Service, rent.Tax, arrears
}

// Carry sets the balance of prepaid services before the first row.
func (b *NonLease) Carry(prepaid money.Amount) {
	if b != nil {
		b.rows[0].carried = prepaid
	}
}

// The non-lease amounts of a one-off payment are added.
func (b *NonLease) single(i int, day int32, p *Parts) {
	if b == nil || i >= len(b.rows) {
		return
	}
	row := &b.rows[i]
	row.singles = append(row.singles, nonLeaseSingle{day, p.Service, p.Tax})
}

// Clone returns a deep copy.
func (b *NonLease) Clone() *NonLease {
	if b == nil {
		return nil
	}
	return &NonLease{slices.Clone(b.rows)}
}

// Fill fills in the non-lease columns of the rows from the given index onward.
func (b *NonLease) Fill(rows []schedule.Period, first int) {
	if b == nil {
		return
	}
	for i := first; i < len(rows); i++ {
		rows[i].NonLease = b.By(i, rows[i].Days, rows[i].Days)
	}
}

// By returns the amounts accrued and paid by the end of day e of row i, which has the given number of days.
func (b *NonLease) By(i, e, days int) *schedule.NonLease {
	row, of := &b.rows[i], new(schedule.NonLease)
	of.Expense = row.carried.Add(row.service)
	if e < days {
		of.Expense = of.Expense.Prorate(uint64(e), uint64(days))
	}
	if !row.arrears || e == days {
		of.Paid, of.Tax = row.service, row.tax
	}
	for _, s := range row.singles {
		if int(s.day) < e {
			of.Expense = of.Expense.Add(s.service)
			of.Paid = of.Paid.Add(s.service)
			of.Tax = of.Tax.Add(s.tax)
		}
	}
	return of
}

// Prepaid returns the balance of prepaid services at the end of day e of row i. Day 0 is the day before the row.
func (b *NonLease) Prepaid(i, e, days int) money.Amount {
	if b == nil || i >= len(b.rows) {
		return money.Amount{}
	}
	carried := b.rows[i].carried
	if e == 0 {
		return carried
	}
	of := b.By(i, e, days)
	return carried.Add(of.Paid).Sub(of.Expense)
}

// After returns the amounts of row i and all later rows, without the first e days of row i.
func (b *NonLease) After(i, e, days int) *NonLease {
	if b == nil {
		return nil
	}
	rest := &NonLease{slices.Clone(b.rows[i:])}
	if e == 0 {
		return rest
	}
	row := &rest.rows[0]
	row.carried = b.Prepaid(i, e, days)
	if !row.arrears {
		row.service, row.tax = money.Amount{}, money.Amount{}
	}
	row.singles = nil
	for _, s := range b.rows[i].singles {
		if int(s.day) >= e {
			row.singles = append(row.singles, nonLeaseSingle{s.day - int32(e), s.service, s.tax})
		}
	}
	return rest
}

// VariablePayments contains the actual payments that depend on sales or use (METHOD 25.8), by date.
type VariablePayments struct {
	list   []lease.VariablePayment
	places int
}

// VariablePaymentsOf returns the variable payments of a lease.
func VariablePaymentsOf(l *lease.Lease) VariablePayments {
	return VariablePayments{l.VariablePayments, l.Currency.Places()}
}

// Within returns the sum of the payments from one day through another.
func (v VariablePayments) Within(from, to civil.Date) (sum money.Amount) {
	if len(v.list) == 0 {
		return sum
	}
	i, _ := slices.BinarySearchFunc(v.list, from, func(p lease.VariablePayment, day civil.Date) int { return p.Date.Compare(day) })
	for ; i < len(v.list) && !to.Before(v.list[i].Date); i++ {
		sum = sum.Add(v.list[i].Amount.Minor(v.places))
	}
	return sum
}

// AddTo adds each row's payments to the row's variable cost.
func (v VariablePayments) AddTo(rows []schedule.Period) {
	if len(v.list) == 0 {
		return
	}
	for i := range rows {
		row := &rows[i]
		row.VariableLeaseExpense = row.VariableLeaseExpense.Add(v.Within(row.First, row.Last))
	}
}
