package pv

import (
	"encoding/binary"
	"math/big"
	"math/bits"
	"slices"

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

// rung is a factor with one word less: with so many places, amounts of a word times the
// factors of a row's 366 days lose less than 2^−100 of a cent. It is a structure because
// the compiler keeps no arrays in registers.
type rung struct{ w0, w1, w2, whole uint64 }

// rung returns f with one word less, truncated.
func (f *factor) rung() rung { return rung{f[1], f[2], f[3], f[4]} }

// next returns f × day, which is below 2, off by less than 8 last places.
func (f rung) next(day rung) rung {
	// f × (day − 1), without the columns that do not reach a last place.
	h02, _ := bits.Mul64(f.w0, day.w2)
	h11, _ := bits.Mul64(f.w1, day.w1)
	h20, _ := bits.Mul64(f.w2, day.w0)
	h12, l12 := bits.Mul64(f.w1, day.w2)
	h21, l21 := bits.Mul64(f.w2, day.w1)
	h30, l30 := bits.Mul64(f.whole, day.w0)
	h22, l22 := bits.Mul64(f.w2, day.w2)
	h31, l31 := bits.Mul64(f.whole, day.w1)
	h32, l32 := bits.Mul64(f.whole, day.w2)
	z0, c := bits.Add64(f.w0, h02, 0)
	z1, c := bits.Add64(f.w1, h12, c)
	z2, c := bits.Add64(f.w2, h22, c)
	z3 := f.whole + h32 + c
	z0, c = bits.Add64(z0, h11, 0)
	z1, c = bits.Add64(z1, h21, c)
	z2, c = bits.Add64(z2, h31, c)
	z3 += c
	z0, c = bits.Add64(z0, h20, 0)
	z1, c = bits.Add64(z1, h30, c)
	z2, c = bits.Add64(z2, l32, c)
	z3 += c
	z0, c = bits.Add64(z0, l12, 0)
	z1, c = bits.Add64(z1, l22, c)
	z2, c = bits.Add64(z2, 0, c)
	z3 += c
	z0, c = bits.Add64(z0, l21, 0)
	z1, c = bits.Add64(z1, l31, c)
	z2, c = bits.Add64(z2, 0, c)
	z3 += c
	z0, c = bits.Add64(z0, l30, 0)
	z1, c = bits.Add64(z1, 0, c)
	z2, c = bits.Add64(z2, 0, c)
	return rung{z0, z1, z2, z3 + c}
}

// ladder has what a cent grows to over 0, 1, 2 and more days.
type ladder struct {
	num, den int64    // the exponent of a day
	squares  []factor // of 1, 2, 4 and more days
	rungs    []rung   // of every number of days, each found from the one before
}

// over returns the factor of some days, for amounts of a word: a multiplication takes a
// hundredth of what a power takes.
func (l *ladder) over(days int32) *rung {
	if n := len(l.rungs); n <= int(days) {
		l.rungs = slices.Grow(l.rungs, int(days)+1-n)[:days+1]
		day, last := l.rungs[1], l.rungs[n-1]
		for ; n <= int(days); n++ {
			last = last.next(day)
			l.rungs[n] = last
		}
	}
	return &l.rungs[days]
}

// power returns the factor of some days with all its places.
func (l *ladder) power(days int32) (f factor) {
	f[4] = 1
	one := true
	for i := 0; days>>i > 0; i++ {
		if i == len(l.squares) {
			last := &l.squares[i-1]
			l.squares = append(l.squares, last.times(last))
		}
		switch square := &l.squares[i]; {
		case days>>i&1 == 0:
		case one:
			f, one = *square, false
		default:
			f = f.times(square)
		}
	}
	return f
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
	var growth big.Int
	p.compute(&growth, num, den)
	day := factorOf(&growth, p.bits)
	l.squares = append(l.squares[:0], day)
	l.rungs = append(l.rungs[:0], rung{whole: 1}, day.rung())
	return l
}

// accumulator is a sum of amounts times factors, two's complement, with the places of a
// factor.
type accumulator [8]uint64

// grow adds what an amount grows to over some days.
func (t *accumulator) grow(amount money.Amount, by *ladder, days int32) {
	switch lo, mid, hi := amount.Words(); {
	case mid|hi == 0: // as nearly always
		t.addWord(lo, by.over(days))
	case mid&hi == ^uint64(0): // lo − 2^64
		growth := by.over(days)
		t.addWord(lo, growth)
		t.subWide(growth)
	default:
		growth := by.power(days)
		t.add(amount, &growth)
	}
}

// add adds an amount times a factor.
func (t *accumulator) add(amount money.Amount, by *factor) {
	lo, mid, hi := amount.Abs().Words()
	var product accumulator
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
func (t *accumulator) addWord(word uint64, by *rung) {
	h0, p0 := bits.Mul64(word, by.w0)
	h1, p1 := bits.Mul64(word, by.w1)
	h2, p2 := bits.Mul64(word, by.w2)
	p4, p3 := bits.Mul64(word, by.whole)
	var c uint64
	p1, c = bits.Add64(p1, h0, 0)
	p2, c = bits.Add64(p2, h1, c)
	p3, c = bits.Add64(p3, h2, c)
	p4 += c
	t[1], c = bits.Add64(t[1], p0, 0)
	t[2], c = bits.Add64(t[2], p1, c)
	t[3], c = bits.Add64(t[3], p2, c)
	t[4], c = bits.Add64(t[4], p3, c)
	t[5], c = bits.Add64(t[5], p4, c)
	t[6], c = bits.Add64(t[6], 0, c)
	t[7] += c
}

// subWide takes a factor times 2^64 away.
func (t *accumulator) subWide(f *rung) {
	var c uint64
	t[2], c = bits.Sub64(t[2], f.w0, 0)
	t[3], c = bits.Sub64(t[3], f.w1, c)
	t[4], c = bits.Sub64(t[4], f.w2, c)
	t[5], c = bits.Sub64(t[5], f.whole, c)
	t[6], c = bits.Sub64(t[6], 0, c)
	t[7] -= c
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
