package money

import (
	"math/big"
	"math/bits"
)

// The number of decimals of an [Amount] is not part of it: it is that of the
// currency's minor unit, two where nothing else is said. An Amount counts minor
// units, whatever they are; the functions here take their decimals.

// AppendPlaces appends a with the given number of decimals, from 0 to 3, and no
// thousands separators: 519842, 519841.89 or 519841.887.
func (a Amount) AppendPlaces(dst []byte, places int) []byte {
	if a.mid|a.hi == 0 && places == 2 { // as most are
		return appendCents(dst, a.lo)
	}
	if a.Sign() < 0 {
		dst = append(dst, '-')
		a = a.Neg()
	}
	if places != 2 {
		return a.appendOther(dst, places)
	}
	if a.mid|a.hi != 0 {
		return a.appendWide(dst)
	}
	return appendCents(dst, a.lo)
}

// appendOther appends an amount that is not negative with other decimals than two.
func (a Amount) appendOther(dst []byte, places int) []byte {
	start := len(dst)
	dst = a.appendDigits(dst)
	if places == 0 {
		return dst
	}
	for len(dst)-start <= places {
		dst = append(dst, '0')
		copy(dst[start+1:], dst[start:])
		dst[start] = '0'
	}
	dst = append(dst, 0)
	point := len(dst) - 1 - places
	copy(dst[point+1:], dst[point:])
	dst[point] = '.'
	return dst
}

// appendDigits appends an amount that is not negative as a whole number.
func (a Amount) appendDigits(dst []byte) []byte {
	if a.mid|a.hi == 0 {
		return appendUint(dst, a.lo)
	}
	return a.Big().Append(dst, 10)
}

// AppendGrouped appends a for people to read, with thousands separators:
// 519,841.89.
func (a Amount) AppendGrouped(dst []byte, places int) []byte {
	start := len(dst)
	dst = a.AppendPlaces(dst, places)
	if dst[start] == '-' {
		start++
	}
	end := len(dst)
	if places > 0 {
		end -= places + 1
	}
	for at := end - 3; at > start; at -= 3 {
		dst = append(dst, 0)
		copy(dst[at+1:], dst[at:])
		dst[at] = ','
	}
	return dst
}

// Minor returns d in minor units of the given decimals, rounded half away from
// zero after d was taken to [AmountPlaces]. It panics from about 3e54, far
// beyond what a lease may state.
func (d Decimal) Minor(places int) Amount {
	if int(d.scale) <= places { // already whole minor units
		if u, ok := d.Units64(places); ok && u < 1<<63 {
			return Cents(int64(u))
		}
	}
	return FromBig(QuoRound(d.Units(AmountPlaces), pow10Big(AmountPlaces-places)))
}

// Decimal returns a as a number, given its decimals.
func (a Amount) Decimal(places int) Decimal {
	if n, ok := a.Int64(); ok {
		if n < 0 {
			d := New(uint64(-n), places)
			d.neg = true
			return d
		}
		return New(uint64(n), places)
	}
	return MustParse(string(a.AppendPlaces(nil, places)))
}

// Scale returns the decimals that d needs to be written in full: 2 for 1.25, 0
// for a whole number.
func (d Decimal) Scale() int { return max(int(d.scale), 0) }

// MulDiv returns a × num / den rounded to the nearest whole unit, half away
// from zero. den is positive.
func (a Amount) MulDiv(num, den *big.Int) Amount {
	x := a.Big()
	return FromBig(QuoRound(x.Mul(x, num), den))
}

// Prorate is [Amount.MulDiv] of two words, which allocates nothing. whole is not 0.
func (a Amount) Prorate(part, whole uint64) Amount {
	if a.Sign() < 0 {
		return a.Neg().Prorate(part, whole).Neg()
	}
	top, lo := bits.Mul64(a.lo, part)
	c1, mid := bits.Mul64(a.mid, part)
	c2, hi := bits.Mul64(a.hi, part)
	mid, c := bits.Add64(mid, top, 0)
	hi, c = bits.Add64(hi, c1, c)
	top = c2 + c
	if top >= whole {
		panic("money: product beyond 2^191 cents")
	}
	hi, r := bits.Div64(top, hi, whole)
	mid, r = bits.Div64(r, mid, whole)
	lo, r = bits.Div64(r, lo, whole)
	if int64(hi) < 0 {
		panic("money: product beyond 2^191 cents")
	}
	quotient := Amount{lo, mid, hi}
	if r >= whole-r {
		quotient = quotient.Add(Cents(1))
	}
	return quotient
}
