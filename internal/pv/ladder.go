package pv

import (
	"encoding/binary"
	"math/big"
	"math/bits"

	"github.com/leasehold-accounting/leasehold/money"
)

// factorBits are the binary places of a factor. The 366 days of the longest period
// lose fewer than 12 of them.
const factorBits = 256

// factor is what a cent grows to over some days, in words of [factorBits] places,
// least significant first, and one of the whole.
type factor [5]uint64

// times returns f × g, truncated.
func (f *factor) times(g *factor) factor {
	var product [10]uint64
	for i, word := range f {
		h0, p0 := bits.Mul64(word, g[0])
		h1, p1 := bits.Mul64(word, g[1])
		h2, p2 := bits.Mul64(word, g[2])
		h3, p3 := bits.Mul64(word, g[3])
		p5, p4 := bits.Mul64(word, g[4])
		var c uint64
		p1, c = bits.Add64(p1, h0, 0)
		p2, c = bits.Add64(p2, h1, c)
		p3, c = bits.Add64(p3, h2, c)
		p4, c = bits.Add64(p4, h3, c)
		p5 += c
		t := product[i : i+6]
		t[0], c = bits.Add64(t[0], p0, 0)
		t[1], c = bits.Add64(t[1], p1, c)
		t[2], c = bits.Add64(t[2], p2, c)
		t[3], c = bits.Add64(t[3], p3, c)
		t[4], c = bits.Add64(t[4], p4, c)
		t[5] = p5 + c
	}
	return factor(product[4:9])
}

// big returns f × 2^factorBits.
func (f *factor) big() *big.Int {
	var b [40]byte
	for i, word := range f {
		binary.BigEndian.PutUint64(b[32-8*i:], word)
	}
	return new(big.Int).SetBytes(b[:])
}

// factorOf returns the factor that is x / 2^places, and changes x.
func factorOf(x *big.Int, places uint) (f factor) {
	var b [40]byte
	x.Rsh(x, places-factorBits).FillBytes(b[:])
	for i := range f {
		f[i] = binary.BigEndian.Uint64(b[32-8*i:])
	}
	return f
}

// ladder lists what a cent grows to over 0, 1, 2 and more days, each found from the
// one before: a multiplication takes a hundredth of what a power takes.
type ladder struct {
	num, den int64 // the exponent of a day
	rungs    []factor
}

// over returns the factor of some days.
func (l *ladder) over(days int32) *factor {
	for len(l.rungs) <= int(days) {
		l.rungs = append(l.rungs, l.rungs[len(l.rungs)-1].times(&l.rungs[1]))
	}
	return &l.rungs[days]
}

// ladder returns the ladder of days with an exponent of num / den each.
func (p *powers) ladder(num, den int64) *ladder {
	for i := range p.ladders {
		if l := &p.ladders[i]; l.num == num && l.den == den {
			return l
		}
	}
	n := len(p.ladders)
	if n < cap(p.ladders) {
		p.ladders = p.ladders[:n+1]
	} else {
		p.ladders = append(p.ladders, ladder{})
	}
	l := &p.ladders[n]
	l.num, l.den = num, den
	var day big.Int
	p.compute(&day, num, den)
	l.rungs = append(l.rungs[:0], factor{4: 1}, factorOf(&day, p.bits))
	return l
}

// accumulator is a sum of amounts times factors, two's complement, with the places of a
// factor.
type accumulator [8]uint64

// add adds an amount times a factor.
func (t *accumulator) add(amount money.Amount, by *factor) {
	lo, mid, hi := amount.Words()
	if mid|hi == 0 { // as nearly always
		t.addWord(lo, by)
		return
	}
	var product accumulator
	lo, mid, hi = amount.Abs().Words()
	for i, word := range [...]uint64{lo, mid, hi} {
		if word == 0 {
			continue
		}
		var carry uint64
		for j, digit := range by {
			high, low := bits.Mul64(word, digit)
			var c uint64
			low, c = bits.Add64(low, carry, 0)
			high += c
			product[i+j], c = bits.Add64(product[i+j], low, 0)
			carry = high + c
		}
		for j := i + len(by); j < len(product) && carry > 0; j++ {
			product[j], carry = bits.Add64(product[j], carry, 0)
		}
	}
	var c uint64
	if amount.Sign() < 0 {
		for i := range t {
			t[i], c = bits.Sub64(t[i], product[i], c)
		}
		return
	}
	for i := range t {
		t[i], c = bits.Add64(t[i], product[i], c)
	}
}

// addWord adds a word times a factor.
func (t *accumulator) addWord(word uint64, by *factor) {
	h0, p0 := bits.Mul64(word, by[0])
	h1, p1 := bits.Mul64(word, by[1])
	h2, p2 := bits.Mul64(word, by[2])
	h3, p3 := bits.Mul64(word, by[3])
	p5, p4 := bits.Mul64(word, by[4])
	var c uint64
	p1, c = bits.Add64(p1, h0, 0)
	p2, c = bits.Add64(p2, h1, c)
	p3, c = bits.Add64(p3, h2, c)
	p4, c = bits.Add64(p4, h3, c)
	p5 += c
	t[0], c = bits.Add64(t[0], p0, 0)
	t[1], c = bits.Add64(t[1], p1, c)
	t[2], c = bits.Add64(t[2], p2, c)
	t[3], c = bits.Add64(t[3], p3, c)
	t[4], c = bits.Add64(t[4], p4, c)
	t[5], c = bits.Add64(t[5], p5, c)
	t[6], c = bits.Add64(t[6], 0, c)
	t[7] += c
}

// round returns the sum to the nearest last place.
func (t *accumulator) round() (x fixed) {
	var c uint64
	x.frac, c = bits.Add64(t[3], t[2]>>63, 0)
	x.lo, c = bits.Add64(t[4], 0, c)
	x.mid, c = bits.Add64(t[5], 0, c)
	x.hi, _ = bits.Add64(t[6], 0, c)
	return x
}
