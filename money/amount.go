// Package money holds the two kinds of number that lease accounting needs and
// the one rule by which one becomes the other.
//
// A [Decimal] is an exact decimal number as somebody wrote it: a payment, a
// rate, a guarantee. It never loses a digit of what it was given.
//
// An [Amount] is a whole number of cents, positive or negative: every figure
// that Leasehold prints as money. Adding and subtracting Amounts is exact.
//
// A [Currency] says how many decimals the amounts of a lease have.
//
// The rule between Decimals and Amounts is rounding half away from zero, decided on the exact
// value. Nothing in this package, and nothing that uses it to compute, passes
// through binary floating point.
package money

import (
	"math/big"
	"math/bits"
)

// Amount is a whole number of cents. It covers every figure that a legal lease
// can produce: ±2^191 cents, about 3e55 in the currency's unit, where the
// largest possible sum of payments is below 2^161 cents.
//
// The zero value is 0.00. Amounts are plain values: compare them with == and
// pass them by value.
type Amount struct {
	lo, mid, hi uint64 // two's complement, least significant word first
}

// Cents returns the amount of n cents.
func Cents(n int64) Amount {
	sign := uint64(n >> 63)
	return Amount{lo: uint64(n), mid: sign, hi: sign}
}

// FromWords returns the amount whose 192-bit two's complement value in cents
// has these words, least significant first. It is the door for arithmetic that
// works on wider numbers than an Amount.
func FromWords(lo, mid, hi uint64) Amount { return Amount{lo: lo, mid: mid, hi: hi} }

// Words is the inverse of [FromWords].
func (a Amount) Words() (lo, mid, hi uint64) { return a.lo, a.mid, a.hi }

// FromBig returns the amount of x cents. It panics if x does not fit 192 bits,
// which no figure of a legal lease does.
func FromBig(x *big.Int) Amount {
	if x.BitLen() > 191 {
		panic("money: amount beyond 2^191 cents")
	}
	var buf [24]byte
	x.FillBytes(buf[:])
	a := Amount{lo: be64(buf[16:]), mid: be64(buf[8:]), hi: be64(buf[0:])}
	if x.Sign() < 0 {
		return a.Neg()
	}
	return a
}

func be64(b []byte) uint64 {
	_ = b[7]
	return uint64(b[7]) | uint64(b[6])<<8 | uint64(b[5])<<16 | uint64(b[4])<<24 |
		uint64(b[3])<<32 | uint64(b[2])<<40 | uint64(b[1])<<48 | uint64(b[0])<<56
}

// Big returns the number of cents.
func (a Amount) Big() *big.Int {
	abs := a.Abs()
	var buf [24]byte
	for i, w := range [3]uint64{abs.hi, abs.mid, abs.lo} {
		for j := range 8 {
			buf[i*8+j] = byte(w >> (56 - 8*j))
		}
	}
	x := new(big.Int).SetBytes(buf[:])
	if a.Sign() < 0 {
		x.Neg(x)
	}
	return x
}

// Int64 returns the number of cents, and whether it fits an int64.
func (a Amount) Int64() (cents int64, ok bool) {
	sign := uint64(int64(a.lo) >> 63)
	return int64(a.lo), a.mid == sign && a.hi == sign
}

// Add returns a + b.
func (a Amount) Add(b Amount) Amount {
	lo, c := bits.Add64(a.lo, b.lo, 0)
	mid, c := bits.Add64(a.mid, b.mid, c)
	hi, _ := bits.Add64(a.hi, b.hi, c)
	return Amount{lo, mid, hi}
}

// Sub returns a − b.
func (a Amount) Sub(b Amount) Amount {
	lo, c := bits.Sub64(a.lo, b.lo, 0)
	mid, c := bits.Sub64(a.mid, b.mid, c)
	hi, _ := bits.Sub64(a.hi, b.hi, c)
	return Amount{lo, mid, hi}
}

// Neg returns −a.
func (a Amount) Neg() Amount { return Amount{}.Sub(a) }

// Abs returns a without its sign.
func (a Amount) Abs() Amount {
	if a.Sign() < 0 {
		return a.Neg()
	}
	return a
}

// Sign returns −1, 0 or 1.
func (a Amount) Sign() int {
	switch {
	case int64(a.hi) < 0:
		return -1
	case a.lo|a.mid|a.hi == 0:
		return 0
	default:
		return 1
	}
}

// IsZero reports whether a is 0.00.
func (a Amount) IsZero() bool { return a == Amount{} }

// Cmp returns −1, 0 or 1 as a is below, equal to or above b.
func (a Amount) Cmp(b Amount) int { return a.Sub(b).Sign() }

// QuoRem returns the quotient of a non-negative amount by n, truncated, and the
// remainder in cents. It panics when a is negative or n is 0.
func (a Amount) QuoRem(n uint64) (Amount, uint64) {
	if a.Sign() < 0 {
		panic("money: QuoRem of a negative amount")
	}
	hi, r := a.hi/n, a.hi%n
	mid, r := bits.Div64(r, a.mid, n)
	lo, r := bits.Div64(r, a.lo, n)
	return Amount{lo, mid, hi}, r
}

// Mul returns the product of a non-negative amount and n. It panics when the
// result does not fit.
func (a Amount) Mul(n uint64) Amount {
	if a.Sign() < 0 {
		panic("money: Mul of a negative amount")
	}
	c0, lo := bits.Mul64(a.lo, n)
	c1, mid := bits.Mul64(a.mid, n)
	c2, hi := bits.Mul64(a.hi, n)
	mid, c := bits.Add64(mid, c0, 0)
	hi, c = bits.Add64(hi, c1, c)
	if c2+c != 0 || int64(hi) < 0 {
		panic("money: product beyond 2^191 cents")
	}
	return Amount{lo, mid, hi}
}

// Append appends a with two decimals and no thousands separators, as in
// 519841.89 or -0.01: the form in which every amount stands in JSON.
func (a Amount) Append(dst []byte) []byte { return a.AppendPlaces(dst, 2) }

// appendWide prints in groups of 18 digits, so that the last two of the lowest
// group are the cents.
func (a Amount) appendWide(dst []byte) []byte {
	const group = 1_000_000_000_000_000_000
	var groups [4]uint64
	n := 0
	for !a.IsZero() {
		a, groups[n] = a.QuoRem(group)
		n++
	}
	for i := n - 1; i >= 0; i-- {
		switch {
		case i == 0 && n == 1:
			return appendCents(dst, groups[0])
		case i == n-1:
			dst = appendUint(dst, groups[i])
		case i > 0:
			dst = appendPadded(dst, groups[i], 18)
		}
	}
	dst = appendPadded(dst, groups[0]/100, 16)
	dst = append(dst, '.')
	return appendPadded(dst, groups[0]%100, 2)
}

// String returns a with two decimals, as in 519841.89.
func (a Amount) String() string { return string(a.Append(make([]byte, 0, 24))) }

// MarshalJSON prints a as a JSON number with two decimals.
func (a Amount) MarshalJSON() ([]byte, error) { return a.Append(make([]byte, 0, 24)), nil }
