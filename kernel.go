package leasehold

import (
	"math/bits"

	"github.com/leasehold-accounting/leasehold/money"
)

// Liability balances are found backward from 0 after the last period:
//
//	L(k−1) = opening(k) + (L(k) + closing(k)) / (1 + r(k))
//
// because backward every error shrinks by 1 + r, while the usual forward
// recursion multiplies it. The balances are kept in fixed point with 64 binary
// places of a cent. A division is exact or off by half a last place; over at
// most 1,200 periods a balance is off by at most 600 last places, and no
// rounding is decided within [doubt] of its threshold: there the exact rational
// balances of exact.go decide. So the figures are those of exact arithmetic at
// the price of four multiplications a period.

// fixed is a two's complement number of cents with 64 binary places, least
// significant word first. Its range is that of [money.Amount].
type fixed [4]uint64

func (x fixed) sub(y fixed) fixed {
	var z fixed
	var b uint64
	z[0], b = bits.Sub64(x[0], y[0], 0)
	z[1], b = bits.Sub64(x[1], y[1], b)
	z[2], b = bits.Sub64(x[2], y[2], b)
	z[3], _ = bits.Sub64(x[3], y[3], b)
	return z
}

// plus returns x + a.
func (x fixed) plus(a money.Amount) fixed {
	lo, mid, hi := a.Words()
	var c uint64
	x[1], c = bits.Add64(x[1], lo, 0)
	x[2], c = bits.Add64(x[2], mid, c)
	x[3], _ = bits.Add64(x[3], hi, c)
	return x
}

// half is the fraction of half a cent.
const half = 1 << 63

// doubt is how many last places around a threshold the fixed-point balances do
// not decide: more than the 1,200 by which the difference of two can be off.
const doubt = 1 << 11

// round returns the whole cents nearest to x, half a cent away from zero, for x
// that is not below −half a cent; sure is false where x lies so close to half
// a cent that an error in it could decide.
func (x fixed) round() (cents money.Amount, sure bool) {
	cents = money.FromWords(x[1], x[2], x[3])
	if x[0] >= half {
		cents = cents.Add(money.Cents(1))
	}
	return cents, x[0]-half+doubt > 2*doubt
}

// discount divides by 1 + r for one length of period. 1 + r is d / q, both
// shifted so that d fills its word, and v is d's reciprocal: two
// multiplications and a correction replace the machine's division, after
// N. Möller and T. Granlund, "Improved division by invariant integers", 2011.
type discount struct{ q, d, v uint64 }

// yearUnits is a year of months at rate 1, in units of 10^−17 per month.
const yearUnits = 12 * 1e17

// newDiscount returns the divisor for periods of the given months. rate is the
// annual rate in units of 10^−17.
func newDiscount(rate uint64, months int) discount {
	q, d := uint64(yearUnits), yearUnits+rate*uint64(months) // below 2^62
	s := bits.LeadingZeros64(d)
	q, d = q<<s, d<<s
	v, _ := bits.Div64(^d, ^uint64(0), d)
	return discount{q, d, v}
}

// of returns x / (1 + r) to the nearest last place, for x not negative, and
// whether that is exact.
func (c *discount) of(x fixed) (y fixed, exact bool) {
	q := c.q
	h0, p0 := bits.Mul64(x[0], q)
	h1, p1 := bits.Mul64(x[1], q)
	p1, carry := bits.Add64(p1, h0, 0)
	var p2, p3, rem uint64
	if x[2]|x[3] == 0 {
		p2 = h1 + carry
	} else {
		h2, l2 := bits.Mul64(x[2], q)
		h3, l3 := bits.Mul64(x[3], q)
		p2, carry = bits.Add64(l2, h1, carry)
		p3, carry = bits.Add64(l3, h2, carry)
		rem = h3 + carry
		y[3], rem = c.quoRem(rem, p3)
	}
	if rem|p2 != 0 {
		y[2], rem = c.quoRem(rem, p2)
	}
	y[1], rem = c.quoRem(rem, p1)
	y[0], rem = c.quoRem(rem, p0)
	exact = rem == 0
	if rem >= c.d-rem {
		var one uint64 = 1
		for i := 0; one != 0; i++ { // the quotient is below x: no word is left over
			y[i], one = bits.Add64(y[i], 0, one)
		}
	}
	return y, exact
}

// quoRem divides the two words hi, lo by d; hi is below d.
func (c *discount) quoRem(hi, lo uint64) (quo, rem uint64) {
	q1, q0 := bits.Mul64(c.v, hi)
	q0, carry := bits.Add64(q0, lo, 0)
	q1, _ = bits.Add64(q1, hi, carry)
	q1++
	r := lo - q1*c.d
	if r > q0 {
		q1--
		r += c.d
	}
	if r >= c.d {
		q1++
		r -= c.d
	}
	return q1, r
}

// appendBalances appends the balances after 0, 1, … n periods to dst, which is
// empty, and returns how many of the first ones are not exact.
func appendBalances(dst []fixed, flows []flow, rate uint64) (balances []fixed, inexact int) {
	n := len(flows)
	if cap(dst) < n+1 {
		dst = make([]fixed, n+1)
	}
	dst = dst[:n+1]
	balance := fixed{}
	dst[n] = balance
	months := 0
	var by discount
	for k := n - 1; k >= 0; k-- {
		f := &flows[k]
		if f.months != months {
			months = f.months
			by = newDiscount(rate, months)
		}
		var exact bool
		balance, exact = by.of(balance.plus(f.closing))
		balance = balance.plus(f.opening)
		if !exact && inexact == 0 {
			inexact = k + 1
		}
		dst[k] = balance
	}
	return dst, inexact
}
