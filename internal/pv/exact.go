package pv

import (
	"math/big"

	"github.com/leasehold-accounting/leasehold/money"
)

// referee knows the balances as exactly as the method defines them. The
// fixed-point balances ask for one only where they lie too close to a threshold
// to decide. That is rare: half a cent is a binary fraction and most balances
// are not. Ties need a short last period: at 60% a year, 3/2 (ten months) and
// 8/5 (a year) cancel each other's thirds.
type referee interface {
	// balance returns the balance after k rows, rounded to cents.
	balance(k int) money.Amount
	// scaled returns part / whole of the balance after k rows, rounded to cents.
	scaled(k int, part, whole uint64) money.Amount
	// interest returns the interest of row k, counted from 1, rounded to cents.
	interest(k int) money.Amount
	// correction returns the cent by which a printed balance after row k has to
	// move: see [moveThreshold].
	correction(k int, printed money.Amount) int64
	// owed reports whether nothing is to be received on balance from a day of
	// row k, counted from 0, on: day is the number of days since its first, and
	// what is paid on it or before does not count (METHOD 12.3).
	owed(k int, day int32) bool
	// share returns amount × what a balance earns within row k, counted from 0,
	// from one day's end to another's, over what it earns from the first of them
	// to the row's end, rounded to cents (METHOD 14.2). 0 is before the first
	// day.
	share(amount money.Amount, k int, from, to int32) money.Amount
}

// fractions are exact balances under the nominal convention, found backward as
// far as they have been asked for.
type fractions struct {
	m        *Liability
	next     int // balances from here on are known
	num, den []*big.Int
	scale    []*big.Int // den[k−1] / den[k], for interest
}

func newFractions(m *Liability) *fractions {
	n := len(m.flows)
	e := &fractions{m: m, next: n, num: make([]*big.Int, n+1), den: make([]*big.Int, n+1), scale: make([]*big.Int, n+1)}
	e.num[n], e.den[n] = new(big.Int), big.NewInt(1)
	return e
}

// need makes the balances from k on known.
func (e *fractions) need(k int) {
	for ; e.next > k; e.next-- {
		at := e.next
		f := &e.m.flows[at-1]
		num, den := e.later(at-1, -1)
		if num.Sign() == 0 && f.Opening.IsZero() { // nothing to divide
			e.num[at-1], e.den[at-1], e.scale[at] = num, e.den[at], bigOne
			continue
		}
		up, down := e.m.simple(f)
		scale := new(big.Int).Quo(den, e.den[at])
		num.Mul(num, down)
		den = new(big.Int).Mul(den, up)
		e.scale[at] = scale.Mul(scale, up)
		e.num[at-1] = num.Add(num, new(big.Int).Mul(f.Opening.Big(), den))
		e.den[at-1] = den
	}
}

// later returns what is owed at the end of row k, counted from 0, for
// everything that is paid after a day of it, as a fraction.
func (e *fractions) later(k int, day int32) (num, den *big.Int) {
	f := &e.m.flows[k]
	den = new(big.Int).Set(e.den[k+1])
	num = new(big.Int).Mul(f.Closing.Big(), den)
	num.Add(num, e.num[k+1])
	rest := *f
	for rest.singles > 0 && e.m.singles[rest.single].Day <= day {
		rest.single++
		rest.singles--
	}
	if rest.singles == 0 {
		return num, den
	}
	plain, within, of := e.m.simpleWithin(&rest)
	within.Add(within, new(big.Int).Mul(plain.Big(), of))
	num.Mul(num, of).Add(num, within.Mul(within, den))
	return num, den.Mul(den, of)
}

func (e *fractions) balance(k int) money.Amount {
	e.need(k)
	return money.FromBig(money.QuoRound(e.num[k], e.den[k]))
}

func (e *fractions) scaled(k int, part, whole uint64) money.Amount {
	e.need(k)
	num, den := new(big.Int).SetUint64(part), new(big.Int).SetUint64(whole)
	return money.FromBig(money.QuoRound(num.Mul(num, e.num[k]), den.Mul(den, e.den[k])))
}

func (e *fractions) interest(k int) money.Amount {
	e.need(k - 1)
	num := new(big.Int).Mul(e.num[k], e.scale[k])
	num.Sub(num, e.num[k-1])
	num.Add(num, new(big.Int).Mul(e.m.payment(&e.m.flows[k-1]).Big(), e.den[k-1]))
	return money.FromBig(money.QuoRound(num, e.den[k-1]))
}

func (e *fractions) correction(k int, printed money.Amount) int64 {
	e.need(k)
	off := new(big.Int).Mul(printed.Big(), e.den[k])
	off.Sub(off, e.num[k]).Mul(off, big.NewInt(Million))
	limit := new(big.Int).Mul(e.den[k], big.NewInt(Million-1))
	switch {
	case off.Cmp(limit) >= 0:
		return -1
	case off.Cmp(limit.Neg(limit)) <= 0:
		return 1
	default:
		return 0
	}
}

func (e *fractions) owed(k int, day int32) bool {
	if day < 0 { // before the first day of the row
		e.need(k)
		return e.num[k].Sign() >= 0
	}
	e.need(k + 1)
	num, _ := e.later(k, day)
	return num.Sign() >= 0
}

// share divides simple interest. Over e days of a row it is proportional to
// B × e × c less Σ payment × days since, where B is the balance after what opens
// the row and c is 1 or, in the rest of a cut row, 1 / (1 + (G − 1) × gone / days).
func (e *fractions) share(amount money.Amount, k int, from, to int32) money.Amount {
	m, f := e.m, &e.m.flows[k]
	e.need(k)
	opened := new(big.Int).Mul(f.Opening.Big(), e.den[k])
	opened.Sub(e.num[k], opened) // B × den[k]
	unit := new(big.Int).SetUint64(YearUnits)
	unit.Mul(unit, big.NewInt(int64(f.period())))
	grown := new(big.Int).SetUint64(m.rate * uint64(f.Months))
	grown.Mul(grown, big.NewInt(int64(f.Gone))).Add(grown, unit) // c = unit / grown
	earned := func(days int32) *big.Int {
		x := new(big.Int).Mul(opened, big.NewInt(int64(days)))
		x.Mul(x, unit)
		since := money.Amount{}
		for _, s := range m.Singles(f) {
			if s.Day < days {
				since = since.Add(times(s.Amount, days-s.Day))
			}
		}
		paid := since.Big()
		return x.Sub(x, paid.Mul(paid, grown).Mul(paid, e.den[k]))
	}
	before := earned(from)
	part, all := earned(to), earned(f.Days)
	return quotient(amount, part.Sub(part, before), all.Sub(all, before))
}

// quotient returns amount × part / all rounded to cents, and 0 where all is.
func quotient(amount money.Amount, part, all *big.Int) money.Amount {
	if all.Sign() < 0 {
		part, all = part.Neg(part), all.Neg(all)
	}
	if all.Sign() == 0 {
		return money.Amount{}
	}
	return amount.MulDiv(part, all)
}

// precise are the balances under a convention of powers, in binary fixed point
// so fine that a value closer than 10^−40 cents to a tie or a threshold, which
// counts as lying on it (METHOD 12.4), is known from one that is not.
type precise struct {
	m        *Liability
	powers   *powers
	inverse  []*big.Int // of the growths, to preciseBits + balanceBits places
	next     int
	balances []*big.Int // to balanceBits places
}

// The binary places of precise balances and of the powers behind them. A balance
// is below 2^165 cents, and 1,201 rows lose fewer than 12 bits.
const (
	balanceBits = 256
	preciseBits = 512 + guardBits
)

// onIt is how close to a threshold a value counts as lying on it: 10^−40 cents.
var onIt = new(big.Int).Quo(new(big.Int).Lsh(bigOne, balanceBits), new(big.Int).Exp(ten, big.NewInt(40), nil))

func newPrecise(m *Liability) *precise {
	n := len(m.flows)
	e := &precise{m: m, powers: m.powers.precisely(), next: n, inverse: make([]*big.Int, len(m.growths)), balances: make([]*big.Int, n+1)}
	e.balances[n] = new(big.Int)
	return e
}

// power returns what a cent grows to over some days of a row.
func (e *precise) power(f *Flow, days int32) *big.Int {
	num, den := e.m.exponent(f, days)
	return e.powers.of(new(big.Int), num, den)
}

func (e *precise) need(k int) {
	for ; e.next > k; e.next-- {
		f := &e.m.flows[e.next-1]
		if e.inverse[f.growth] == nil {
			one := new(big.Int).Lsh(bigOne, 2*preciseBits)
			e.inverse[f.growth] = one.Quo(one, e.power(f, f.Days))
		}
		sum := e.later(e.next-1, -1)
		sum.Mul(sum, e.inverse[f.growth]).Rsh(sum, preciseBits)
		e.balances[e.next-1] = sum.Add(sum, whole(f.Opening))
	}
}

// whole returns an amount to balanceBits places.
func whole(a money.Amount) *big.Int {
	x := a.Big()
	return x.Lsh(x, balanceBits)
}

// later returns what is owed at the end of row k, counted from 0, for
// everything that is paid after a day of it.
func (e *precise) later(k int, day int32) *big.Int {
	f := &e.m.flows[k]
	sum := whole(f.Closing)
	sum.Add(sum, e.balances[k+1])
	for _, s := range e.m.Singles(f) {
		if s.Day > day {
			grown := e.power(f, f.Days-s.Day)
			grown.Mul(grown, s.Amount.Big())
			sum.Add(sum, grown.Rsh(grown, preciseBits-balanceBits))
		}
	}
	return sum
}

// cents rounds a number of balanceBits places half away from zero.
func cents(x *big.Int) money.Amount {
	negative := x.Sign() < 0
	r := new(big.Int).Lsh(bigOne, balanceBits-1)
	r.Add(r, onIt).Add(r, new(big.Int).Abs(x)).Rsh(r, balanceBits)
	if negative {
		r.Neg(r)
	}
	return money.FromBig(r)
}

func (e *precise) balance(k int) money.Amount {
	e.need(k)
	return cents(e.balances[k])
}

func (e *precise) scaled(k int, part, whole uint64) money.Amount {
	e.need(k)
	x := new(big.Int).SetUint64(part)
	x.Mul(x, e.balances[k])
	return cents(x.Quo(x, new(big.Int).SetUint64(whole)))
}

func (e *precise) interest(k int) money.Amount {
	e.need(k - 1)
	x := new(big.Int).Sub(e.balances[k], e.balances[k-1])
	return cents(x.Add(x, whole(e.m.payment(&e.m.flows[k-1]))))
}

func (e *precise) correction(k int, printed money.Amount) int64 {
	e.need(k)
	off := whole(printed)
	off.Sub(off, e.balances[k])
	limit := new(big.Int).Lsh(big.NewInt(Million-1), balanceBits)
	limit.Quo(limit, big.NewInt(Million)).Sub(limit, onIt)
	switch {
	case off.Cmp(limit) >= 0:
		return -1
	case off.Cmp(limit.Neg(limit)) <= 0:
		return 1
	default:
		return 0
	}
}

func (e *precise) owed(k int, day int32) bool {
	var x *big.Int
	if day < 0 {
		e.need(k)
		x = new(big.Int).Set(e.balances[k])
	} else {
		e.need(k + 1)
		x = e.later(k, day)
	}
	return x.Add(x, onIt).Sign() >= 0
}

func (e *precise) share(amount money.Amount, k int, from, to int32) money.Amount {
	f := &e.m.flows[k]
	e.need(k)
	opened := new(big.Int).Sub(e.balances[k], whole(f.Opening))
	one := new(big.Int).Lsh(bigOne, preciseBits)
	earned := func(days int32) *big.Int {
		x := e.power(f, days)
		x.Sub(x, one).Mul(x, opened).Rsh(x, balanceBits) // to preciseBits places
		for _, s := range e.m.Singles(f) {
			if s.Day < days {
				y := e.power(f, days-s.Day)
				x.Sub(x, y.Sub(y, one).Mul(y, s.Amount.Big()))
			}
		}
		return x
	}
	before := earned(from)
	part, all := earned(to), earned(f.Days)
	part.Sub(part, before)
	all.Sub(all, before)
	if few := new(big.Int).Abs(all); few.Rsh(few, preciseBits-balanceBits).Cmp(onIt) < 0 {
		return money.Amount{} // nothing is earned
	}
	part.Mul(part, amount.Big()).Lsh(part, balanceBits)
	return cents(part.Quo(part, all))
}
