// Package pv measures present values: flows to balances and their interest, exact to
// the cent. It knows nothing of leases.
package pv

import (
	"encoding/binary"
	"math/big"
	"math/bits"

	"github.com/leasehold-accounting/leasehold/money"
)

// Liability balances are found backward from 0 after the last period:
//
//	L(k−1) = opening(k) + (L(k) + closing(k)) / (1 + r(k))
//
// because backward every error shrinks by 1 + r, while the usual forward
// recursion multiplies it. The balances are kept in fixed point with 64 binary
// places of a cent. A division is exact or off by half a last place, by three
// under a convention of powers, and so are the single payments of a row; over
// at most 1,201 rows a balance is off by at most 1,201 last places, or 4,400
// under powers, and no rounding is decided within [doubt] of its threshold: there
// the balances of exact.go decide. So the figures are those of exact arithmetic,
// at the price of a few multiplications a period.

// fixed is a two's complement number of cents with 64 binary places. Its range
// is that of [money.Amount]. It is a structure and no array because the
// compiler keeps only structures in registers.
type fixed struct{ frac, lo, mid, hi uint64 }

func (x fixed) sub(y fixed) (z fixed) {
	var b uint64
	z.frac, b = bits.Sub64(x.frac, y.frac, 0)
	z.lo, b = bits.Sub64(x.lo, y.lo, b)
	z.mid, b = bits.Sub64(x.mid, y.mid, b)
	z.hi, _ = bits.Sub64(x.hi, y.hi, b)
	return z
}

// plus returns x + a.
func (x fixed) plus(a money.Amount) fixed {
	lo, mid, hi := a.Words()
	var c uint64
	x.lo, c = bits.Add64(x.lo, lo, 0)
	x.mid, c = bits.Add64(x.mid, mid, c)
	x.hi, _ = bits.Add64(x.hi, hi, c)
	return x
}

func (x fixed) negative() bool { return int64(x.hi) < 0 }

// add returns x + y.
func (x fixed) add(y fixed) (z fixed) {
	var c uint64
	z.frac, c = bits.Add64(x.frac, y.frac, 0)
	z.lo, c = bits.Add64(x.lo, y.lo, c)
	z.mid, c = bits.Add64(x.mid, y.mid, c)
	z.hi, _ = bits.Add64(x.hi, y.hi, c)
	return z
}

// big returns x × 2^64.
func (x fixed) big() *big.Int {
	negative := x.negative()
	if negative {
		x = fixed{}.sub(x)
	}
	var b [32]byte
	binary.BigEndian.PutUint64(b[0:], x.hi)
	binary.BigEndian.PutUint64(b[8:], x.mid)
	binary.BigEndian.PutUint64(b[16:], x.lo)
	binary.BigEndian.PutUint64(b[24:], x.frac)
	n := new(big.Int).SetBytes(b[:])
	if negative {
		n.Neg(n)
	}
	return n
}

// fixedOf returns the number that is n / 2^64.
func fixedOf(n *big.Int) fixed {
	var b [32]byte
	n.FillBytes(b[:]) // of the magnitude
	x := fixed{
		hi: binary.BigEndian.Uint64(b[0:]), mid: binary.BigEndian.Uint64(b[8:]),
		lo: binary.BigEndian.Uint64(b[16:]), frac: binary.BigEndian.Uint64(b[24:]),
	}
	if n.Sign() < 0 {
		return fixed{}.sub(x)
	}
	return x
}

// half is the fraction of half a cent.
const half = 1 << 63

// doubt is how many last places around a threshold the fixed-point balances do
// not decide: more than the 9,000 by which the difference of two can be off.
const doubt = 1 << 14

// round returns the whole cents nearest to x, half a cent away from zero, for x
// that is not below −half a cent; sure is false where x lies so close to half
// a cent that an error in it could decide.
func (x fixed) round() (cents money.Amount, sure bool) {
	cents = money.FromWords(x.lo, x.mid, x.hi)
	if x.frac >= half {
		cents = cents.Add(money.Cents(1))
	}
	return cents, x.frac-half+doubt > 2*doubt
}

// discount divides by what a balance grows by over a row, G. Under the nominal
// convention 1 / G is q / d; the division multiplies by the reciprocal
// f = 1 / G, kept to 256 places, and corrects the product by its remainder,
// which fits one word: the result is that of a division, without the chain of
// dependent steps that makes a division slow. A power has no such remainder, and
// its quotient is off by up to three last places. The rest of a row that an
// event cut may have a quotient of big numbers.
type discount struct {
	q, d           uint64   // 0 where G is no quotient of words
	f3, f2, f1, f0 uint64   // ⌊(2^256 − 1) / G⌋, most significant word first
	up, down       *big.Int // G = up / down, where the words are too short for it
}

// rateUnits is a rate of 1, and YearUnits a year of months at rate 1, in units of 10^−17 per month.
const (
	rateUnits = 1e17
	YearUnits = 12 * rateUnits
)

// newDiscount returns the divisor for periods of the given months. rate is the
// annual rate in units of 10^−17, at most 10^17.
func newDiscount(rate uint64, months int) discount {
	return newQuotient(YearUnits, YearUnits+rate*uint64(months))
}

// mostQuotient bounds d: the correction of a product takes four times as much.
const mostQuotient = 1<<62 - 1

// newQuotient returns the divisor of a growth d / q, where q is at most d and d
// at most mostQuotient.
func newQuotient(q, d uint64) discount {
	c := discount{q: q, d: d}
	var rem uint64
	c.f3, rem = bits.Div64(c.q-1, ^uint64(0), c.d)
	c.f2, rem = bits.Div64(rem, ^uint64(0), c.d)
	c.f1, rem = bits.Div64(rem, ^uint64(0), c.d)
	c.f0, _ = bits.Div64(rem, ^uint64(0), c.d)
	return c
}

// newPowerDiscount returns the divisor of a growth that is given times 2^places.
func newPowerDiscount(growth *big.Int, places uint) (c discount) {
	f := new(big.Int).Lsh(bigOne, 256+places)
	f.Sub(f, bigOne).Quo(f, growth)
	if f.BitLen() > 256 { // growth is 1
		f.Sub(new(big.Int).Lsh(bigOne, 256), bigOne)
	}
	var b [32]byte
	f.FillBytes(b[:])
	c.f3, c.f2 = binary.BigEndian.Uint64(b[0:]), binary.BigEndian.Uint64(b[8:])
	c.f1, c.f0 = binary.BigEndian.Uint64(b[16:]), binary.BigEndian.Uint64(b[24:])
	return c
}

// of returns x / G to the nearest last place, or within three of it where G is
// a power, for x not negative and below 2^165 cents, which is more than the
// payments of any lease sum to, and whether that is exact.
func (c *discount) of(x fixed) (y fixed, exact bool) {
	if c.d == 0 {
		return c.wordless(x)
	}
	if x.mid|x.hi == 0 {
		y = c.narrow(x.frac, x.lo)
	} else {
		y = c.wide(x)
	}
	// y is the quotient or one place below it, so the remainder is below 2d.
	rem := x.frac*c.q - y.frac*c.d
	_, under1 := bits.Sub64(2*rem, c.d, 0)
	_, under3 := bits.Sub64(2*rem, 3*c.d, 0)
	var carry uint64
	y.frac, carry = bits.Add64(y.frac, 2-under1-under3, 0)
	y.lo, carry = bits.Add64(y.lo, 0, carry)
	y.mid, carry = bits.Add64(y.mid, 0, carry)
	y.hi += carry
	return y, rem == 0 || rem == c.d
}

// wordless divides by a G that is no quotient of words.
func (c *discount) wordless(x fixed) (y fixed, exact bool) {
	switch {
	case c.up != nil:
		return c.big(x)
	case x.mid|x.hi == 0:
		return c.narrow(x.frac, x.lo), false
	default:
		return c.wide(x), false
	}
}

// big divides big numbers.
func (c *discount) big(x fixed) (y fixed, exact bool) {
	num := x.big()
	quo, rem := num.QuoRem(num.Mul(num, c.down), c.up, new(big.Int))
	exact = rem.Sign() == 0
	if rem.Lsh(rem, 1).Cmp(c.up) >= 0 {
		quo.Add(quo, bigOne)
	}
	return fixedOf(quo), exact
}

// narrow returns x × f, truncated, for the two words that an ordinary balance
// fills: the high half of the product with the upper half of f.
func (c *discount) narrow(x0, x1 uint64) (y fixed) {
	h00, _ := bits.Mul64(x0, c.f2)
	h01, l01 := bits.Mul64(x0, c.f3)
	h10, l10 := bits.Mul64(x1, c.f2)
	h11, l11 := bits.Mul64(x1, c.f3)
	s, k := bits.Add64(l01, l10, 0)
	_, m := bits.Add64(s, h00, 0)
	y.frac, k = bits.Add64(h01, l11, k)
	y.lo = h11 + k
	y.frac, k = bits.Add64(y.frac, h10, m)
	y.lo += k
	return y
}

// wide returns x × f, truncated. The lowest columns of the product, which
// cannot reach its high half by more than 2^−60 of a last place, are left out.
func (c *discount) wide(x fixed) (y fixed) {
	var s columns
	h, _ := bits.Mul64(x.frac, c.f2)
	s.add(h, 0)
	h, _ = bits.Mul64(x.lo, c.f1)
	s.add(h, 0)
	h, _ = bits.Mul64(x.mid, c.f0)
	s.add(h, 0)
	s.product(x.frac, c.f3)
	s.product(x.lo, c.f2)
	s.product(x.mid, c.f1)
	s.product(x.hi, c.f0)
	s.shift()
	s.product(x.lo, c.f3)
	s.product(x.mid, c.f2)
	s.product(x.hi, c.f1)
	y.frac = s.shift()
	s.product(x.mid, c.f3)
	s.product(x.hi, c.f2)
	y.lo = s.shift()
	s.product(x.hi, c.f3)
	y.mid = s.shift()
	y.hi = s.shift()
	return y
}

// columns sums the products of one column of a multiplication by hand.
type columns struct{ s0, s1, s2 uint64 }

func (s *columns) add(lo, hi uint64) {
	var k uint64
	s.s0, k = bits.Add64(s.s0, lo, 0)
	s.s1, k = bits.Add64(s.s1, hi, k)
	s.s2 += k
}

func (s *columns) product(a, b uint64) {
	hi, lo := bits.Mul64(a, b)
	s.add(lo, hi)
}

// shift returns the word of this column and carries on to the next.
func (s *columns) shift() uint64 {
	w := s.s0
	s.s0, s.s1, s.s2 = s.s1, s.s2, 0
	return w
}

// appendBalances appends the balances after 0, 1, … n rows to dst, which is
// empty, and returns how many of the first ones are not exact.
func (m *Liability) appendBalances(dst []fixed) (balances []fixed, inexact int) {
	flows := m.flows
	n := len(flows)
	if cap(dst) < n+1 {
		dst = make([]fixed, n+1)
	}
	dst = dst[:n+1]
	balance := fixed{}
	dst[n] = balance
	growth := int16(-1)
	var by discount
	var byDays *ladder // of every row
	if m.discounting == Actual365 && len(m.singles) > 0 {
		byDays = m.powers.ladder(m.exponent(&flows[0], 1))
	}
	if len(m.singles) > 0 {
		m.within = m.knownWithin(n)
	}
	for k := n - 1; k >= 0; k-- {
		f := &flows[k]
		if f.growth != growth {
			growth = f.growth
			by = m.growths[growth].by
		}
		balance = balance.plus(f.Closing)
		if f.singles > 0 {
			w := &m.within[k]
			if !w.known {
				w.sum, w.exact = m.grownWithin(f, byDays)
				w.known = true
			}
			balance = balance.add(w.sum)
			if inexact == 0 && !w.exact {
				inexact = k + 1
			}
		}
		quotient, exact := by.of(balance)
		balance = quotient.plus(f.Opening)
		if inexact == 0 && !exact {
			inexact = k + 1
		}
		dst[k] = balance
	}
	return dst, inexact
}
