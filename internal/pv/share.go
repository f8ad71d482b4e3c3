package pv

import (
	"math/big"

	"github.com/leasehold-accounting/leasehold/money"
)

// Accrued returns the part of an amount of interest of row k, counted from 0, that
// accrues from one day's end to another's, by what its balance earns (METHOD 14.2). Days
// are those since the first day of the row; from is 0 before it.
// The amount accrues from then to the end of the row.
func (m *Liability) Accrued(amount money.Amount, k int, from, to int32) money.Amount {
	if amount.IsZero() {
		return amount
	}
	asked := accrual{amount: amount, row: k, from: from, to: to}
	if cents, known := m.knownAccrual(&asked); known {
		return cents
	}
	var sure bool
	if asked.cents, sure = m.accrued(amount, k, from, to); !sure {
		asked.cents = m.referee().share(amount, k, from, to)
	}
	if len(m.accruals) < mostAccruals {
		m.accruals = append(m.accruals, asked)
	}
	return asked.cents
}

// accrual is a result of [Liability.Accrued]: events and ends of years cut rows, and do so under
// each standard that the flows are measured for.
type accrual struct {
	amount   money.Amount
	row      int
	from, to int32
	cents    money.Amount
}

// mostAccruals bounds those that are kept: looking among them is to take no time.
const mostAccruals = 128

// knownAccrual returns the result of what was asked before. It is asked in the same order again.
func (m *Liability) knownAccrual(asked *accrual) (cents money.Amount, known bool) {
	n := len(m.accruals)
	for i := range n {
		at := m.accrualsAt + i
		if at >= n {
			at -= n
		}
		if a := &m.accruals[at]; a.row == asked.row && a.from == asked.from && a.to == asked.to && a.amount == asked.amount {
			m.accrualsAt = at + 1
			return a.cents, true
		}
	}
	return money.Amount{}, false
}

// accrued is [Liability.Accrued] by the fixed-point balance. sure is false where its error
// could decide.
func (m *Liability) accrued(amount money.Amount, k int, from, to int32) (cents money.Amount, sure bool) {
	if len(m.balances) <= k {
		return cents, false
	}
	opened := m.balances[k].big()
	opened.Sub(opened, new(big.Int).Lsh(m.flows[k].Opening.Big(), 64))
	return m.accruedBy(amount, k, from, to, opened, 64, doubt)
}

// accruedBy is [Liability.Accrued] by a balance of so many binary places, after what
// opens the row, that may be off by a margin of last places. sure is false where that
// could decide. The part is a quotient of two linear functions of
// the balance, so that between the ends of the interval in which the balance lies it
// takes no values but those between its values at the ends.
func (m *Liability) accruedBy(amount money.Amount, k int, from, to int32, opened *big.Int, places uint, by int64) (cents money.Amount, sure bool) {
	f := &m.flows[k]
	before, part, all := m.earned(f, from, places), m.earned(f, to, places), m.earned(f, f.Days, places)
	part.less(before)
	all.less(before)
	whole := amount.Big()
	margin := big.NewInt(by)
	low, sureLow := quotientOf(whole, &part, &all, new(big.Int).Sub(opened, margin), places)
	high, sureHigh := quotientOf(whole, &part, &all, opened.Add(opened, margin), places)
	return low, sureLow && sureHigh && low.Cmp(high) == 0 && all.sameSign
}

// line is balance × slope − less: what a balance earns, in units that cancel.
type line struct {
	slope, base *big.Int // base in units of a last place of the balance

	sign     int // of the last value
	sameSign bool
}

func (l *line) less(o line) {
	l.slope.Sub(l.slope, o.slope)
	l.base.Sub(l.base, o.base)
}

// at returns the value for a balance.
func (l *line) at(balance *big.Int) *big.Int {
	x := new(big.Int).Mul(balance, l.slope)
	x.Sub(x, l.base)
	l.sameSign = l.sign == 0 || l.sign == x.Sign()
	l.sign = x.Sign()
	return x
}

// earned is what the balance at the beginning of a row earns by the end of a day,
// what is paid within the row taken into account. places are those of the balance.
func (m *Liability) earned(f *Flow, days int32, places uint) line {
	if m.discounting == Nominal {
		return m.earnedSimply(f, days, places)
	}
	byDays, one := m.powers.ladder(m.exponent(f, 1)), new(big.Int).Lsh(bigOne, factorBits)
	gain := func(days int32) *big.Int {
		growth := byDays.power(days)
		grown := growth.big()
		return grown.Sub(grown, one)
	}
	l := line{slope: gain(days), base: new(big.Int)}
	for _, s := range m.Singles(f) {
		if s.Day < days {
			y := gain(days - s.Day)
			l.base.Add(l.base, y.Mul(y, s.Amount.Big()))
		}
	}
	l.base.Lsh(l.base, places)
	return l
}

// earnedSimply is [Liability.earned] under simple interest within a row.
func (m *Liability) earnedSimply(f *Flow, days int32, places uint) line {
	unit := new(big.Int).SetUint64(YearUnits)
	unit.Mul(unit, big.NewInt(int64(f.period())))
	grown := new(big.Int).SetUint64(m.rate * uint64(f.Months))
	grown.Mul(grown, big.NewInt(int64(f.Gone))).Add(grown, unit)
	since := money.Amount{}
	for _, s := range m.Singles(f) {
		if s.Day < days {
			since = since.Add(times(s.Amount, days-s.Day))
		}
	}
	base := since.Big()
	base.Mul(base, grown).Lsh(base, places)
	return line{slope: unit.Mul(unit, big.NewInt(int64(days))), base: base}
}

// tooCloseBits are how many of the binary places of a quotient are left to the referee:
// more than the powers' own error, and than what counts as lying on half a cent.
const tooCloseBits = 24

// quotientOf returns amount × part / all for a balance of so many places, rounded to cents half away
// from zero. sure is false where it lies close to half a cent, or is no number.
func quotientOf(amount *big.Int, part, all *line, balance *big.Int, places uint) (cents money.Amount, sure bool) {
	divisor := all.at(balance)
	if divisor.Sign() == 0 {
		return cents, false
	}
	x := part.at(balance)
	x.Mul(x, amount).Lsh(x, places).Quo(x, divisor) // toward zero
	negative := x.Sign() < 0
	x.Abs(x).Add(x, new(big.Int).Lsh(bigOne, places-1))
	over := new(big.Int).Lsh(bigOne, places)
	over.And(x, new(big.Int).Sub(over, bigOne)) // beyond half a cent; nearly a cent, where below it
	under := new(big.Int).Lsh(bigOne, places)
	under.Sub(under, over)
	x.Rsh(x, places)
	if negative {
		x.Neg(x)
	}
	return money.FromBig(x), over.BitLen() > tooCloseBits && under.BitLen() > tooCloseBits
}
