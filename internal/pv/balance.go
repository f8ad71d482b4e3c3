package pv

import (
	"math/big"
	"math/bits"
	"slices"

	"github.com/leasehold-accounting/leasehold/money"
)

// balancePlaces is the number of binary places of the exact balances. A balance is below 2^165 cents. Each row adds an
// error of less than one unit in the last place, so 1,201 rows lose fewer than 12 places.
const balancePlaces = 256

// tolerance is 10^−40 cents, with balancePlaces binary places. A value within the tolerance of a
// threshold counts as equal to the threshold.
var tolerance = new(big.Int).Quo(new(big.Int).Lsh(bigOne, balancePlaces), new(big.Int).Exp(ten, big.NewInt(40), nil))

// Million defines the threshold of the one-cent rule: a cent less a millionth of a cent (METHOD
// 3.3). The interest of each row is rounded separately, so a printed balance can drift from the
// exact balance. If the two balances would differ by at least the threshold, the rule adjusts the
// row's interest by one cent.
const Million = 1_000_000

// moveDistance is one cent, minus a millionth of a cent, minus the tolerance of METHOD 12.4, with
// balancePlaces binary places.
var moveDistance = func() *big.Int {
	limit := new(big.Int).Lsh(big.NewInt(Million-1), balancePlaces)
	return limit.Quo(limit, big.NewInt(Million)).Sub(limit, tolerance)
}()

// Measure computes the balances of the flows. Call it before the methods that return results.
func (m *Liability) Measure() {
	m.at.index(m.flows)
	m.computed = len(m.flows) + 1
	m.ordinary = len(m.singles) == 0 && m.measureFast()
}

// balance returns the exact balance after k rows. The caller must not modify it.
func (m *Liability) balance(k int) *big.Int {
	n := len(m.flows)
	if m.computed > n {
		m.balances = make([]big.Int, n+1)
		m.computed = n
	}
	for ; m.computed > k; m.computed-- {
		f := &m.flows[m.computed-1]
		sum := m.sum.Add(&m.balances[m.computed], m.whole(f.Closing))
		if f.singles > 0 {
			m.grown.SetInt64(0)
			m.growSingles(f, m.Singles(f))
			sum.Add(sum, m.grown.Rsh(&m.grown, places-balancePlaces))
		}
		if sum.Sign() != 0 {
			m.product.Mul(sum, m.at.growths[f.growth].inverse)
			sum.Rsh(&m.product, places)
		}
		m.balances[m.computed-1].Add(sum, m.whole(f.Opening))
	}
	return &m.balances[k]
}

// growSingles computes the value of a flow's one-off payments at the end of the flow, with 512
// binary places, and adds this value to m.grown.
func (m *Liability) growSingles(f *Flow, singles []Single) {
	gains := m.at.days(f)
	for i := range singles {
		s := &singles[i]
		amount := setCents(&m.amount, s.Amount)
		m.grown.Add(&m.grown, m.product.Mul(amount, gains.gain(f.Days-s.Day)))
		m.grown.Add(&m.grown, amount.Lsh(amount, places))
	}
}

// The result is a number of cents with balancePlaces binary places. It is valid until the next call.
func (m *Liability) whole(a money.Amount) *big.Int {
	x := setCents(&m.amount, a)
	return x.Lsh(x, balancePlaces)
}

// setCents sets x to the cents of an amount.
func setCents(x *big.Int, a money.Amount) *big.Int {
	if cents, ok := a.Int64(); ok {
		return x.SetInt64(cents)
	}
	return x.Set(a.Big())
}

// cents rounds a number with balancePlaces binary places to cents, half away from zero. It modifies x.
func cents(x *big.Int) money.Amount {
	negative := x.Sign() < 0
	x.Abs(x).Add(x, halfCent).Rsh(x, balancePlaces)
	if negative {
		x.Neg(x)
	}
	return money.FromBig(x)
}

// halfCent is half a cent plus the tolerance of METHOD 12.4, with balancePlaces binary places.
var halfCent = func() *big.Int {
	x := new(big.Int).Lsh(bigOne, balancePlaces-1)
	return x.Add(x, tolerance)
}()

// Initial returns the present value on the first day, rounded to cents.
func (m *Liability) Initial() money.Amount {
	if m.ordinary {
		if cents, sure := m.fast[0].round(); sure {
			return cents
		}
	}
	return cents(m.sum.Set(m.balance(0)))
}

// interest returns the interest of row k, counted from 1, rounded to cents. The one-cent rule is not applied.
func (m *Liability) interest(k int, payment money.Amount) money.Amount {
	if m.ordinary {
		if cents, sure := m.fastInterest(k, payment); sure {
			return cents
		}
	}
	before := m.balance(k - 1)
	x := m.sum.Sub(m.balance(k), before)
	return cents(x.Add(x, m.whole(payment)))
}

// correction returns the adjustment, in cents, that the one-cent rule adds to the printed balance
// after row k: −1, 0 or 1.
func (m *Liability) correction(k int, printed money.Amount) int64 {
	if m.ordinary {
		if cents, sure := m.fastCorrection(k, printed); sure {
			return cents
		}
	}
	exact := m.balance(k)
	off := m.sum.Sub(m.whole(printed), exact)
	if off.CmpAbs(moveDistance) < 0 {
		return 0
	}
	return -int64(off.Sign())
}

// Row computes the interest and the principal of row k, counted from 1. The printed balance before the row becomes the
// printed balance after the row. The function reports whether the one-cent rule adjusted the row. The printed amounts
// in every row add up. The last printed balance is 0, because the exact balance is 0 and a printed balance differs from
// the exact balance by less than a cent.
func (m *Liability) Row(k int, payment money.Amount, interest, principal, balance *money.Amount) (moved bool) {
	*interest = m.interest(k, payment)
	*principal = payment.Sub(*interest)
	*balance = balance.Sub(*principal)
	c := m.correction(k, *balance)
	if c != 0 {
		by := money.Cents(c)
		*interest, *principal, *balance = interest.Add(by), principal.Sub(by), balance.Add(by)
	}
	return c != 0
}

// Scaled returns the present value multiplied by part / whole, or 0 if the result is negative. The
// numerator and the denominator must be at most 10^17.
func (m *Liability) Scaled(part, whole uint64) money.Amount {
	x := m.balance(0)
	if negative(x) {
		return money.Amount{}
	}
	x = m.product.Mul(x, m.amount.SetUint64(part))
	return cents(m.sum.Quo(x, m.amount.SetUint64(whole)))
}

// AtEnd returns the present value of an amount that is paid at the end of the last row.
func (m *Liability) AtEnd(amount money.Amount) money.Amount {
	x := m.sum.Set(m.whole(amount))
	for i := range m.flows {
		m.product.Mul(x, m.at.growths[m.flows[i].growth].inverse)
		x.Rsh(&m.product, places)
	}
	return cents(x)
}

// The result is true if a number is below 0 by more than the tolerance.
func negative(x *big.Int) bool { return x.Sign() < 0 && x.CmpAbs(tolerance) > 0 }

// Covered reports whether, on every day, the remaining payments equal or exceed the remaining
// receipts (METHOD 12.3). If not, Covered returns the first day on which the remaining receipts are
// higher. It returns this day as a row, counted from 0, and a number of days since the row's first
// day. Payments on or before a day are not remaining payments on that day.
func (m *Liability) Covered() (row, day int, covered bool) {
	if m.ordinary || !m.received() {
		return 0, 0, true
	}
	if negative(m.balance(0)) {
		return 0, 0, false
	}
	for k := range m.flows {
		if day, overdrawn := m.overdrawn(k); overdrawn {
			return k, day, false
		}
	}
	return 0, 0, true
}

// The result is true if any payment is a receipt.
func (m *Liability) received() bool {
	for i := range m.flows {
		if f := &m.flows[i]; f.Opening.Sign() < 0 || f.Closing.Sign() < 0 {
			return true
		}
	}
	return slices.ContainsFunc(m.singles, func(s Single) bool { return s.Amount.Sign() < 0 })
}

// overdrawn looks in row k, counted from 0, for the first day after which receipts exceed payments. It returns the
// number of days from the row's first day to this day, and reports whether there is such a day. It compares the
// amounts' values at the end of the row.
func (m *Liability) overdrawn(k int) (day int, overdrawn bool) {
	f := &m.flows[k]
	singles := m.Singles(f)
	later := m.balance(k + 1)
	later = m.sum.Add(later, m.whole(f.Closing))
	m.grown.Lsh(later, places-balancePlaces)
	for i := len(singles); i >= 0; i-- { // compare the amounts that remain after the first i payments
		paid := int32(0)
		if i > 0 {
			paid = singles[i-1].Day
		}
		if i == len(singles) || singles[i].Day > paid {
			if x := m.sum.Rsh(&m.grown, places-balancePlaces); negative(x) {
				day, overdrawn = int(paid), true
			}
		}
		if i > 0 {
			m.growSingles(f, singles[i-1:i])
		}
	}
	return day, overdrawn
}

// Accrued returns the portion of an interest amount that has accrued in row k by the end of the second given
// day. The first row is row 0. The whole amount accrues between the end of the first given day and the end
// of the row, in proportion to the interest on the row's balance (METHOD 14.2). The first day of the row is
// day 1, and the preceding day is day 0.
func (m *Liability) Accrued(amount money.Amount, k int, from, to int32) money.Amount {
	if amount.IsZero() {
		return amount
	}
	f := &m.flows[k]
	var before, part, all *big.Int
	if m.ordinary { // interest on the balance is proportional to interest on a cent
		gains := m.at.days(f)
		before, part, all = gains.gain(from), new(big.Int).Set(gains.gain(to)), new(big.Int).Set(gains.gain(f.Days))
	} else {
		before, part, all = m.earned(k, from), m.earned(k, to), m.earned(k, f.Days)
	}
	part.Sub(part, before)
	all.Sub(all, before)
	if all.Sign() == 0 || !m.ordinary && m.sum.Rsh(m.sum.Abs(all), places-balancePlaces).Cmp(tolerance) < 0 {
		return money.Amount{} // the row has no interest
	}
	part.Mul(part, setCents(&m.amount, amount)).Lsh(part, balancePlaces)
	return cents(part.Quo(part, all))
}

// The result is the interest that row k (counted from 0) has accrued through a day, with 512 binary places.
func (m *Liability) earned(k int, days int32) *big.Int {
	f := &m.flows[k]
	gains := m.at.days(f)
	opened := new(big.Int).Sub(m.balance(k), m.whole(f.Opening))
	opened.Mul(opened, gains.gain(days))
	if m.at.convention == Nominal && f.Gone > 0 { // interest within a period is simple
		value := new(big.Int).Lsh(bigOne, places)
		value.Add(value, gains.gain(int32(f.Gone)))
		opened.Lsh(opened, places).Quo(opened, value)
	}
	opened.Rsh(opened, balancePlaces)
	for _, s := range m.Singles(f) {
		if s.Day < days {
			amount := setCents(&m.amount, s.Amount)
			opened.Sub(opened, amount.Mul(amount, gains.gain(days-s.Day)))
		}
	}
	return opened
}

// A [fixed] is a two's complement number of cents with 64 binary places. It contains a fast-path
// balance, which is below 2^63 cents. In each row, the balance is below the exact quotient by less
// than 2 units in the last place. One unit of this error comes from truncating the product, and the
// other from truncating the inverse to 128 places. Over 1,201 rows, the error of a balance, and of
// the difference between two balances, is less than 2,402 units.
type fixed struct{ frac, cents uint64 }

// margin is a distance from a threshold, in units of the last place. Within this distance, exact
// arithmetic is used instead of the fast path.
const margin = 1 << 13

// maxFast limits the balances and the payments of the fast path, in cents.
const maxFast = 1 << 62

// Half a cent, as the fractional part of a [fixed].
const half = 1 << 63

// moveThreshold is one cent minus a millionth of a cent, in units of the last place: (10^6 − 1) ×
// 2^64 / 10^6, rounded up.
const moveThreshold = (Million-1)<<58/15625 + 1

// measureFast computes the balances of the fast path, or returns false if the flows are not ordinary.
func (m *Liability) measureFast() bool {
	n := len(m.flows)
	m.fast = make([]fixed, n+1)
	balance := fixed{}
	m.fast[n] = balance
	for k := n - 1; k >= 0; k-- {
		f := &m.flows[k]
		opening, small := fastAmount(f.Opening)
		closing, also := fastAmount(f.Closing)
		if !small || !also {
			return false
		}
		balance.cents += closing
		growth := &m.at.growths[f.growth]
		balance = balance.times(growth.hi, growth.lo)
		if balance.cents += opening; balance.cents >= maxFast {
			return false
		}
		m.fast[k] = balance
	}
	return true
}

// fastAmount returns an amount in cents. It reports false if the amount is negative or is not below maxFast.
func fastAmount(a money.Amount) (cents uint64, small bool) {
	cents, mid, hi := a.Words()
	return cents, mid|hi == 0 && cents < maxFast
}

// The product x × (hi, lo) / 2^128 is truncated.
func (x fixed) times(hi, lo uint64) (y fixed) {
	h00, _ := bits.Mul64(x.frac, lo)
	h01, l01 := bits.Mul64(x.frac, hi)
	h10, l10 := bits.Mul64(x.cents, lo)
	h11, l11 := bits.Mul64(x.cents, hi)
	s, c := bits.Add64(l01, l10, 0)
	_, d := bits.Add64(s, h00, 0)
	y.frac, c = bits.Add64(h01, l11, c)
	y.cents = h11 + c
	y.frac, d = bits.Add64(y.frac, h10, d)
	y.cents += d
	return y
}

// firstWords returns the first 128 binary places of an inverse growth factor, truncated. An inverse
// of exactly 1 does not fit and becomes the next smaller value.
func firstWords(inverse *big.Int) (hi, lo uint64) {
	x := new(big.Int).Rsh(inverse, places-128)
	if x.BitLen() > 128 {
		return 1<<64 - 1, 1<<64 - 1
	}
	lo = x.Uint64()
	return x.Rsh(x, 64).Uint64(), lo
}

func (x fixed) sub(y fixed) (z fixed) {
	var b uint64
	z.frac, b = bits.Sub64(x.frac, y.frac, 0)
	z.cents, _ = bits.Sub64(x.cents, y.cents, b)
	return z
}

// round rounds x, which must be at least −½ cent, to whole cents. It reports false if x differs
// from half a cent by no more than the margin.
func (x fixed) round() (cents money.Amount, sure bool) {
	n := x.cents
	if x.frac >= half {
		n++
	}
	return money.Cents(int64(n)), x.frac-half+margin > 2*margin
}

// fastInterest is [Liability.interest] computed from the fast balances. It reports false if exact
// arithmetic is required.
func (m *Liability) fastInterest(k int, payment money.Amount) (cents money.Amount, sure bool) {
	interest := m.fast[k].sub(m.fast[k-1])
	paid, _, _ := payment.Words()
	interest.cents += paid
	return interest.round()
}

// fastCorrection is [Liability.correction] computed from the fast balances. It reports false if
// exact arithmetic is required.
func (m *Liability) fastCorrection(k int, printed money.Amount) (cents int64, sure bool) {
	above, _, _ := printed.Words()
	off, cents := fixed{cents: above}.sub(m.fast[k]), -1
	if int64(off.cents) < 0 {
		off, cents = fixed{}.sub(off), 1
	}
	if off.cents == 0 && off.frac < moveThreshold {
		cents = 0
	}
	return cents, off.cents > 0 || off.frac-moveThreshold+margin > 2*margin
}
