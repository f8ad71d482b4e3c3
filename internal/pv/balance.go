package pv

import (
	"math/big"
	"slices"

	"github.com/leasehold-accounting/leasehold/money"
)

// balancePlaces are the binary places of the deciding balances. A balance is below 2^165 cents.
// Each row adds errors below one last place, so that 1,201 rows lose fewer than 12 places.
const balancePlaces = 256

// onIt is 10^−40 cents, to balancePlaces: a value that close to a threshold counts as on it.
var onIt = new(big.Int).Quo(new(big.Int).Lsh(bigOne, balancePlaces), new(big.Int).Exp(ten, big.NewInt(40), nil))

// Million divides a cent in the one-cent rule (METHOD 3.3). The interest of
// each row is rounded separately, so a printed balance can drift from the exact one. A row moves
// by one cent if its printed balance would be a whole cent, less a millionth, from the exact one.
const Million = 1_000_000

// moveDistance is one cent less a millionth, to balancePlaces, less the tolerance of METHOD 12.4.
var moveDistance = func() *big.Int {
	limit := new(big.Int).Lsh(big.NewInt(Million-1), balancePlaces)
	return limit.Quo(limit, big.NewInt(Million)).Sub(limit, onIt)
}()

// Measure computes the balances of the flows. Call it before the methods that return results.
func (m *Liability) Measure() {
	m.at.index(m.flows)
	m.computed = len(m.flows) + 1
	m.ordinary = len(m.singles) == 0 && m.measureFast()
}

// balance returns the deciding balance after k rows. The caller must not modify it.
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

// growSingles adds to m.grown, to places, the values of a flow's one-off payments at its end.
func (m *Liability) growSingles(f *Flow, singles []Single) {
	gains := m.at.days(f)
	for i := range singles {
		s := &singles[i]
		amount := setCents(&m.amount, s.Amount)
		m.grown.Add(&m.grown, m.product.Mul(amount, gains.gain(f.Days-s.Day)))
		m.grown.Add(&m.grown, amount.Lsh(amount, places))
	}
}

// whole returns an amount to balancePlaces. It is valid until the next call.
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

// cents rounds a number with balancePlaces half away from zero, and changes it.
func cents(x *big.Int) money.Amount {
	negative := x.Sign() < 0
	x.Abs(x).Add(x, halfCent).Rsh(x, balancePlaces)
	if negative {
		x.Neg(x)
	}
	return money.FromBig(x)
}

// halfCent is half a cent to balancePlaces, plus the tolerance of METHOD 12.4.
var halfCent = func() *big.Int {
	x := new(big.Int).Lsh(bigOne, balancePlaces-1)
	return x.Add(x, onIt)
}()

// Initial returns the present value on the first day in cents.
func (m *Liability) Initial() money.Amount {
	if m.ordinary {
		if cents, sure := m.fast[0].round(); sure {
			return cents
		}
	}
	return cents(m.sum.Set(m.balance(0)))
}

// interest returns the interest of row k, counted from 1, in cents before the one-cent rule.
// payment is the payment of the row.
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

// correction returns the cent that the one-cent rule adds to the printed balance after row k.
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

// Row computes the interest and the principal of row k, counted from 1, with a payment. balance
// is the printed balance before the row; Row replaces it by the next. It reports whether the
// one-cent rule moved the row. Every row foots on printed amounts, and the last balance is 0: the
// exact one is, and a printed one is less than a cent from it.
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

// Scaled returns part / whole of the present value, or 0 if that is negative. Both are at most
// 10^17.
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

// negative reports whether a number is below 0 by more than the tolerance.
func negative(x *big.Int) bool { return x.Sign() < 0 && x.CmpAbs(onIt) > 0 }

// Covered reports whether on every day the remaining payments are at least the remaining
// receipts (METHOD 12.3). If not, it returns the first day with higher receipts: the row,
// counted from 0, and the number of days since its first. Payments up to that day do not count.
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

// received reports whether something is received.
func (m *Liability) received() bool {
	for i := range m.flows {
		if f := &m.flows[i]; f.Opening.Sign() < 0 || f.Closing.Sign() < 0 {
			return true
		}
	}
	return slices.ContainsFunc(m.singles, func(s Single) bool { return s.Amount.Sign() < 0 })
}

// overdrawn returns the first day of row k, counted from 0, with higher receipts
// than payments after it, and whether there is one. The amounts are compared at the end of the row.
func (m *Liability) overdrawn(k int) (day int, overdrawn bool) {
	f := &m.flows[k]
	singles := m.Singles(f)
	later := m.balance(k + 1)
	later = m.sum.Add(later, m.whole(f.Closing))
	m.grown.Lsh(later, places-balancePlaces)
	for i := len(singles); i >= 0; i-- { // after those before i are paid
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

// Accrued returns the part of an interest amount of row k, counted from 0, that accrues from
// one day to another, in proportion to the interest of the row's balance
// (METHOD 14.2). Days count from 1 on the first day of the row; 0 is before it. The amount
// accrues from the first of the two days to the end of the row.
func (m *Liability) Accrued(amount money.Amount, k int, from, to int32) money.Amount {
	if amount.IsZero() {
		return amount
	}
	f := &m.flows[k]
	var before, part, all *big.Int
	if m.ordinary { // the balance earns in proportion to the interest of a cent
		gains := m.at.days(f)
		before, part, all = gains.gain(from), new(big.Int).Set(gains.gain(to)), new(big.Int).Set(gains.gain(f.Days))
	} else {
		before, part, all = m.earned(k, from), m.earned(k, to), m.earned(k, f.Days)
	}
	part.Sub(part, before)
	all.Sub(all, before)
	if all.Sign() == 0 || !m.ordinary && m.sum.Rsh(m.sum.Abs(all), places-balancePlaces).Cmp(onIt) < 0 {
		return money.Amount{} // no interest
	}
	part.Mul(part, setCents(&m.amount, amount)).Lsh(part, balancePlaces)
	return cents(part.Quo(part, all))
}

// earned returns the interest of row k, counted from 0, accrued through a day, to places.
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
