package pv

import (
	"math/big"
	"math/bits"

	"github.com/leasehold-accounting/leasehold/money"
)

// fine is a two's complement number of cents with [fineBits] binary places, least
// significant word first.
type fine [8]uint64

const (
	fineBits  = 256
	fineWords = fineBits / 64 // of the fraction
)

// fineDoubt is the distance from a threshold, in last places, within which fine balances do not decide: more
// than 1,201 rows with their single payments can be off by.
const fineDoubt = 1 << 20

func (x *fine) negative() bool { return int64(x[len(x)-1]) < 0 }

func (x fine) plus(y fine) fine {
	var c uint64
	for i := range x {
		x[i], c = bits.Add64(x[i], y[i], c)
	}
	return x
}

func (x fine) less(y fine) fine {
	var c uint64
	for i := range x {
		x[i], c = bits.Sub64(x[i], y[i], c)
	}
	return x
}

func (x fine) abs() fine {
	if x.negative() {
		return fine{}.less(x)
	}
	return x
}

// fineOf returns an amount.
func fineOf(a money.Amount) (x fine) {
	x[fineWords], x[fineWords+1], x[fineWords+2] = a.Words()
	if a.Sign() < 0 {
		x[fineWords+3] = ^uint64(0)
	}
	return x
}

// big returns x × 2^fineBits.
func (x fine) big() *big.Int {
	n := new(big.Int)
	abs := x.abs()
	for i := len(abs) - 1; i >= 0; i-- {
		n.Lsh(n, 64).Or(n, new(big.Int).SetUint64(abs[i]))
	}
	if x.negative() {
		n.Neg(n)
	}
	return n
}

// fineFrom returns the number that is n / 2^fineBits.
func fineFrom(n *big.Int) (x fine) {
	rest, low := new(big.Int).Abs(n), new(big.Int)
	mask := new(big.Int).SetUint64(1<<64 - 1)
	for i := range x {
		x[i] = low.And(rest, mask).Uint64()
		rest.Rsh(rest, 64)
	}
	if n.Sign() < 0 {
		return fine{}.less(x)
	}
	return x
}

// times returns x × q / d, toward zero.
func (x fine) times(q, d uint64) fine {
	if x.negative() {
		x = x.abs().times(q, d)
		return fine{}.less(x)
	}
	n := len(x) // words that are not 0
	for n > 0 && x[n-1] == 0 {
		n--
	}
	if n == len(x) { // beyond the largest balance, or nearly
		y := x.big()
		return fineFrom(y.Mul(y, new(big.Int).SetUint64(q)).Quo(y, new(big.Int).SetUint64(d)))
	}
	var carry uint64
	for i := range x[:n] {
		high, low := bits.Mul64(x[i], q)
		var c uint64
		x[i], c = bits.Add64(low, carry, 0)
		carry = high + c
	}
	x[n] = carry
	var rest uint64
	if carry < d {
		rest, x[n] = carry, 0
	} else {
		n++
	}
	for i := n - 1; i >= 0; i-- {
		x[i], rest = bits.Div64(rest, x[i], d)
	}
	return x
}

// add adds an amount, which is 0 in most places where something could be paid.
func (x *fine) add(a money.Amount) {
	if !a.IsZero() {
		*x = x.plus(fineOf(a))
	}
}

// close reports whether a number that is not negative is within the doubt of 0.
func (x *fine) close() bool {
	for _, word := range x[1:] {
		if word != 0 {
			return false
		}
	}
	return x[0] <= fineDoubt
}

// fineHalf is half a cent, and fineMove what the one-cent rule moves a balance for, see [moveThreshold].
var (
	fineHalf = fine{fineWords - 1: half}
	fineMove = fineOf(money.Cents(Million-1)).times(1, Million)
)

// cents rounds half away from zero. sure is false where x lies so close to half a cent
// that an error in it could decide.
func (x fine) cents() (cents money.Amount, sure bool) {
	y := x.abs()
	fraction := y
	clear(fraction[fineWords:])
	off := fraction.less(fineHalf)
	cents = money.FromWords(y[fineWords], y[fineWords+1], y[fineWords+2])
	if !off.negative() {
		cents = cents.Add(money.Cents(1))
	}
	if x.negative() {
		cents = cents.Neg()
	}
	distance := off.abs()
	return cents, !distance.close()
}

// finer are balances under the nominal convention, found backward as far as they have
// been asked for, with so many places that what they cannot decide either lies on a
// threshold or was made to lie next to it. Then fractions decide.
type finer struct {
	m        *Liability
	next     int // balances from here on are known
	balances []fine
	exact    *fractions // nil until it is needed
}

func newFiner(m *Liability) *finer {
	n := len(m.flows)
	return &finer{m: m, next: n, balances: make([]fine, n+1)}
}

func (e *finer) fractions() *fractions {
	if e.exact == nil {
		e.exact = newFractions(e.m)
	}
	return e.exact
}

// need makes the balances from k on known.
func (e *finer) need(k int) {
	for ; e.next > k; e.next-- {
		f := &e.m.flows[e.next-1]
		x := e.later(e.next-1, -1)
		if by := &e.m.growths[f.growth].by; by.up == nil {
			x = x.times(by.q, by.d)
		} else {
			n := x.big()
			x = fineFrom(n.Mul(n, by.down).Quo(n, by.up))
		}
		x.add(f.Opening)
		e.balances[e.next-1] = x
	}
}

// later returns what is owed at the end of row k, counted from 0, for everything that is
// paid after a day of it.
func (e *finer) later(k int, day int32) fine {
	f := &e.m.flows[k]
	x := e.balances[k+1]
	x.add(f.Closing)
	if f.singles == 0 {
		return x
	}
	var plain, weighted money.Amount
	for _, s := range e.m.Singles(f) {
		if s.Day > day {
			plain = plain.Add(s.Amount)
			weighted = weighted.Add(times(s.Amount, f.Days-s.Day))
		}
	}
	interest := fineOf(weighted).times(e.m.rate*uint64(f.Months), YearUnits).times(1, uint64(f.period()))
	return x.plus(fineOf(plain)).plus(interest)
}

func (e *finer) balance(k int) money.Amount {
	e.need(k)
	if cents, sure := e.balances[k].cents(); sure {
		return cents
	}
	return e.fractions().balance(k)
}

func (e *finer) scaled(k int, part, whole uint64) money.Amount {
	e.need(k)
	if cents, sure := e.balances[k].times(part, whole).cents(); sure {
		return cents
	}
	return e.fractions().scaled(k, part, whole)
}

func (e *finer) interest(k int) money.Amount {
	e.need(k - 1)
	x := e.balances[k].less(e.balances[k-1]).plus(fineOf(e.m.payment(&e.m.flows[k-1])))
	if cents, sure := x.cents(); sure {
		return cents
	}
	return e.fractions().interest(k)
}

func (e *finer) correction(k int, printed money.Amount) int64 {
	e.need(k)
	off := fineOf(printed).less(e.balances[k])
	beyond := off.abs().less(fineMove)
	distance := beyond.abs()
	switch {
	case distance.close():
		return e.fractions().correction(k, printed)
	case beyond.negative():
		return 0
	case off.negative():
		return 1
	default:
		return -1
	}
}

func (e *finer) owed(k int, day int32) bool {
	var x fine
	if day < 0 { // before the first day of the row
		e.need(k)
		x = e.balances[k]
	} else {
		e.need(k + 1)
		x = e.later(k, day)
	}
	if distance := x.abs(); distance.close() {
		return e.fractions().owed(k, day)
	}
	return !x.negative()
}

func (e *finer) share(amount money.Amount, k int, from, to int32) money.Amount {
	e.need(k)
	opened := e.balances[k].less(fineOf(e.m.flows[k].Opening)).big()
	if cents, sure := e.m.accruedBy(amount, k, from, to, opened, fineBits, fineDoubt); sure {
		return cents
	}
	return e.fractions().share(amount, k, from, to)
}
