package leasehold

import (
	"math/big"
	"math/bits"

	"github.com/leasehold-accounting/leasehold/money"
)

// rough is a number that is not negative, m × 2^exp, to 256 binary digits. A rent that
// events have changed is a quotient of numbers of thousands of digits; its first digits
// decide how it is rounded, unless it lies on half a minor unit or as close to it as
// 2^−48. Then the exact rent decides.
type rough struct {
	m   [4]uint64 // least significant first; the first bit of the last is 1, but for 0
	exp int32
	off uint32 // bound of the relative error, in units of 2^−250
}

// roughDoubt is the distance from half a unit, in units of 2^−64, within which nothing
// is decided.
const roughDoubt = 1 << 16

// mostOff is the largest error, in units of 2^−250, at which a number still decides. More
// steps than a life has are needed to reach it.
const mostOff = 1 << 20

func roughOf(n uint64) (x rough) {
	if n == 0 {
		return x
	}
	zeros := bits.LeadingZeros64(n)
	x.m[3], x.exp = n<<zeros, int32(-192-zeros)
	return x
}

// roughWide returns high × 2^64 + low.
func roughWide(high, low uint64) (x rough) {
	if high == 0 {
		return roughOf(low)
	}
	zeros := bits.LeadingZeros64(high)
	x.m[3], x.m[2], x.exp = high<<zeros|low>>(64-zeros), low<<zeros, int32(-128-zeros)
	return x
}

// roughQuotient returns num / den for den positive.
func roughQuotient(num, den *big.Int) (x rough) {
	switch num.Sign() {
	case 0:
		return x
	case -1:
		return unknown
	}
	shift := 257 - num.BitLen() + den.BitLen() // for a quotient of 257 bits or 258
	n, d := num, den
	if shift >= 0 {
		n = new(big.Int).Lsh(num, uint(shift))
	} else {
		d = new(big.Int).Lsh(den, uint(-shift))
	}
	q := new(big.Int).Quo(n, d)
	beyond := q.BitLen() - 256
	q.Rsh(q, uint(beyond))
	for i := range x.m {
		x.m[i] = new(big.Int).Rsh(q, uint(64*i)).Uint64()
	}
	x.exp, x.off = int32(beyond-shift), 1
	return x
}

// unknown is off by so much that it decides nothing.
var unknown = rough{m: [4]uint64{3: 1 << 63}, off: mostOff + 1}

// roughDecimal returns d × 10^places, to so many digits after the point of d, and uses num.
func roughDecimal(d money.Decimal, digits, places int, num *big.Int) rough {
	scale := d.Fraction(num, digits) - places
	switch {
	case num.Sign() < 0:
		return unknown
	case num.IsUint64():
		return roughOf(num.Uint64()).shiftTen(-scale)
	default:
		return roughQuotient(num, unit).shiftTen(-scale)
	}
}

// shiftTen returns x × 10^n.
func (x rough) shiftTen(n int) rough {
	const word, digits = 1e19, 19
	for ; n >= digits; n -= digits {
		x = x.timesWord(word)
	}
	for ; n <= -digits; n += digits {
		x = x.over(word)
	}
	switch {
	case n > 0:
		return x.timesWord(tens(n))
	case n < 0:
		return x.over(tens(-n))
	default:
		return x
	}
}

// tens returns 10^n for n up to 19.
func tens(n int) uint64 {
	t := uint64(1)
	for range n {
		t *= 10
	}
	return t
}

func (x *rough) zero() bool { return x.m[3] == 0 }

// times returns x × y.
func (x *rough) times(y *rough) (z rough) {
	switch {
	case x.zero() || y.zero():
		return z
	case x.m[0]|x.m[1]|x.m[2] == 0: // as a rent of few digits is
		z = y.timesWord(x.m[3])
		z.exp += x.exp + 192
		z.off += x.off
		return z
	}
	var p [8]uint64
	for i, a := range x.m {
		var carry uint64
		for j, b := range y.m {
			high, low := bits.Mul64(a, b)
			var c uint64
			low, c = bits.Add64(low, carry, 0)
			high += c
			p[i+j], c = bits.Add64(p[i+j], low, 0)
			carry = high + c
		}
		p[i+4] = carry
	}
	z.exp, z.off = x.exp+y.exp+256, x.off+y.off+1
	z.m = [4]uint64{p[4], p[5], p[6], p[7]}
	if p[7]>>63 == 0 {
		z.m = [4]uint64{p[4]<<1 | p[3]>>63, p[5]<<1 | p[4]>>63, p[6]<<1 | p[5]>>63, p[7]<<1 | p[6]>>63}
		z.exp--
	}
	return z
}

// power returns x^n for n above 0.
func (x rough) power(n int) rough {
	for ; n&1 == 0; n >>= 1 {
		x = x.times(&x)
	}
	y := x
	for n >>= 1; n > 0; n >>= 1 {
		x = x.times(&x)
		if n&1 == 1 {
			y = y.times(&x)
		}
	}
	return y
}

// lead is the first word of a rough number: that is from m × 2^exp to (m + off) × 2^exp, or lower
// by so little that nothing is decided by it. Nothing is known where m is 0.
type lead struct {
	m, off uint64
	exp    int32
}

func (x *rough) lead() lead {
	if x.off > mostOff {
		return lead{}
	}
	return lead{x.m[3], 1, x.exp + 192}
}

// times returns x × y.
func (x lead) times(y lead) lead {
	high, _ := bits.Mul64(x.m, y.m)
	return lead{high, x.off + y.off + 2, x.exp + y.exp + 64}
}

// round returns x rounded to a whole number, half up. sure is false where the word does not
// decide.
func (x lead) round() (n money.Amount, sure bool) {
	beyond := -x.exp // bits after the point
	if x.m == 0 || beyond < 1 || beyond > 63 {
		return n, false
	}
	whole, half := x.m>>beyond, uint64(1)<<(beyond-1)
	part := x.m & (half<<1 - 1)
	if part > half {
		return money.FromWords(whole+1, 0, 0), part+x.off <= 2*half+half
	}
	return money.FromWords(whole, 0, 0), part+x.off < half
}

// normal returns words × 2^exp with its first 256 digits.
func normal(words *[5]uint64, exp int32, off uint32) (z rough) {
	w := words
	if w[4] == 0 {
		w = &[5]uint64{0, w[0], w[1], w[2], w[3]}
		exp -= 64
	}
	if w[4] == 0 {
		return z
	}
	zeros := bits.LeadingZeros64(w[4])
	for i := range z.m {
		z.m[i] = w[i+1]<<zeros | w[i]>>(64-zeros)
	}
	z.exp, z.off = exp+64-int32(zeros), off
	return z
}

// timesWord returns x × n.
func (x rough) timesWord(n uint64) rough {
	var p [5]uint64
	var carry uint64
	for i, a := range x.m {
		high, low := bits.Mul64(a, n)
		var c uint64
		p[i], c = bits.Add64(low, carry, 0)
		carry = high + c
	}
	p[4] = carry
	return normal(&p, x.exp, x.off+1)
}

// over returns x / n.
func (x rough) over(n uint64) rough {
	var q [5]uint64
	var rest uint64
	for i := 3; i >= 0; i-- {
		q[i+1], rest = bits.Div64(rest, x.m[i], n)
	}
	q[0], _ = bits.Div64(rest, 0, n)
	return normal(&q, x.exp-64, x.off+1)
}

// plus returns x + y.
func (x rough) plus(y rough) (z rough) {
	if x.exp < y.exp || x.zero() {
		x, y = y, x
	}
	if y.zero() {
		return x
	}
	y.m = shifted(&y.m, uint(x.exp-y.exp))
	var w [5]uint64
	var c uint64
	for i := range y.m {
		w[i], c = bits.Add64(x.m[i], y.m[i], c)
	}
	w[4] = c
	return normal(&w, x.exp, max(x.off, y.off)+1)
}

// shifted returns m / 2^n, truncated.
func shifted(m *[4]uint64, n uint) (z [4]uint64) {
	words, within := int(n/64), n%64
	for i := 0; i+words < 4; i++ {
		z[i] = m[i+words] >> within
		if i+words+1 < 4 {
			z[i] |= m[i+words+1] << (64 - within)
		}
	}
	return z
}

// round returns x rounded to a whole number, half up. sure is false where its first digits
// do not decide, or it is beyond what a rent may be.
func (x *rough) round() (n money.Amount, sure bool) {
	length := 256 + int(x.exp) // of the whole number
	switch {
	case x.off > mostOff || length > rentBits:
		return n, false
	case x.zero() || length < -1:
		return n, true
	}
	z := shifted(&x.m, uint(-x.exp-64))
	n = money.FromWords(z[1], z[2], z[3])
	const half = 1 << 63
	if z[0] >= half {
		n = n.Add(money.Cents(1))
	}
	_, _, high := n.Words()
	return n, z[0]-half+roughDoubt > 2*roughDoubt && high>>(rentBits-128) == 0
}
