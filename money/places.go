package money

import (
	"math/big"
	"math/bits"
	"strconv"
)

// An [Amount] counts minor units and does not store their number of decimals. The currency
// determines the number; without a currency it is two. The functions in this file receive it as
// an argument.

// AppendPlaces appends a with the given number of decimals, from 0 to 3, and no
// thousands separators: 519842, 519841.89 or 519841.887.
func (a Amount) AppendPlaces(dst []byte, places int) []byte {
	if a.Sign() < 0 {
		dst = append(dst, '-')
		a = a.Neg()
	}
	unit := pow10[places]
	var rest uint64
	if a.mid|a.hi == 0 {
		dst, rest = strconv.AppendUint(dst, a.lo/unit, 10), a.lo%unit
	} else {
		var whole Amount
		whole, rest = a.QuoRem(unit)
		dst = whole.Big().Append(dst, 10)
	}
	if places == 0 {
		return dst
	}
	dst = append(dst, '.')
	for unit > 1 {
		unit /= 10
		dst = append(dst, '0'+byte(rest/unit%10))
	}
	return dst
}

// AppendGrouped appends a with thousands separators, as in 519,841.89.
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

// Minor rounds d to [AmountPlaces] decimals and then to minor units with the given number of
// decimals, both half away from zero. It panics if d is above about 3e54, far beyond the amounts
// of a lease.
func (d Decimal) Minor(places int) Amount {
	if int(d.scale) <= places { // d is already a whole number of minor units
		if u, ok := d.Units64(places); ok && u < 1<<63 {
			return Cents(int64(u))
		}
	}
	return FromBig(QuoRound(d.Units(AmountPlaces), pow10Big(AmountPlaces-places)))
}

// Decimal returns a as a number, given the number of decimals of its minor unit.
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

// Scale returns the number of decimals of d: 2 for 1.25, 0 for a whole number.
func (d Decimal) Scale() int { return max(int(d.scale), 0) }

// MulDiv returns a × num / den rounded to the nearest whole unit, half away
// from zero. den is positive.
func (a Amount) MulDiv(num, den *big.Int) Amount {
	x := a.Big()
	return FromBig(QuoRound(x.Mul(x, num), den))
}

// Prorate returns a × part / whole, rounded as in [Amount.MulDiv], without allocation. whole must
// not be 0.
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
