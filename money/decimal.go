package money

import (
	"bytes"
	"cmp"
	"errors"
	"math/big"
	"math/bits"
	"strconv"
	"unique"
)

// Limits on the text of a number. Parse checks them before any arithmetic, so that the time to read
// a number is proportional to its length.
const (
	MaxTextLen  = 400 // maximum number of characters in the text of a number
	MaxExponent = 999 // maximum absolute value of a written exponent
)

// Errors of [Parse].
var (
	ErrSyntax   = errors.New("not a decimal number")
	ErrTooLong  = errors.New("a number must have at most 400 characters")
	ErrExponent = errors.New("the exponent must be between -999 and 999")
)

// Decimal is an exact decimal number: coefficient × 10^−scale. The zero value is 0. Every number has one canonical
// form, without trailing zeros. The numbers 60, 60.0 and 6e1 are therefore equal under ==.
type Decimal struct {
	coef  uint64                // the digits, if they fit
	long  unique.Handle[string] // the digits, if they do not fit in coef; this field is half as large as a string
	scale int16                 // decimals after the point; negative if zeros before the point were removed
	neg   bool
}

// Parse reads a number in JSON notation. An error wraps [ErrSyntax], [ErrTooLong] or [ErrExponent].
func Parse[T string | []byte](text T) (Decimal, error) {
	if len(text) > MaxTextLen {
		return Decimal{}, ErrTooLong
	}
	i := 0
	neg := i < len(text) && text[i] == '-'
	if neg {
		i++
	}
	var digits [MaxTextLen]byte
	n, scale := 0, 0
	start := i
	for ; i < len(text) && isDigit(text[i]); i++ {
		digits[n] = text[i]
		n++
	}
	if n == 0 || n > 1 && text[start] == '0' {
		return Decimal{}, ErrSyntax
	}
	if i < len(text) && text[i] == '.' {
		i++
		for ; i < len(text) && isDigit(text[i]); i++ {
			digits[n] = text[i]
			n++
			scale++
		}
		if scale == 0 {
			return Decimal{}, ErrSyntax
		}
	}
	if i < len(text) {
		exp, err := parseExponent(text[i:])
		if err != nil {
			return Decimal{}, err
		}
		scale -= exp
	}
	return canonical(neg, digits[:n], scale), nil
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// parseExponent reads an exponent at the end of a number: e, an optional sign and digits.
func parseExponent[T string | []byte](text T) (int, error) {
	if text[0] != 'e' && text[0] != 'E' {
		return 0, ErrSyntax
	}
	i, neg := 1, false
	if i < len(text) && (text[i] == '+' || text[i] == '-') {
		neg = text[i] == '-'
		i++
	}
	if i == len(text) {
		return 0, ErrSyntax
	}
	exp := 0
	for ; i < len(text); i++ {
		if !isDigit(text[i]) {
			return 0, ErrSyntax
		}
		exp = min(exp*10+int(text[i]-'0'), MaxExponent+1)
	}
	if exp > MaxExponent {
		return 0, ErrExponent
	}
	if neg {
		return -exp, nil
	}
	return exp, nil
}

// The canonical form of a number has no leading or trailing zeros, and stores the digits in the field
// coef or the field long.
func canonical(neg bool, digits []byte, scale int) Decimal {
	digits = bytes.TrimLeft(digits, "0")
	scale -= len(digits)
	digits = bytes.TrimRight(digits, "0")
	scale += len(digits)
	if len(digits) == 0 {
		return Decimal{}
	}
	d := Decimal{neg: neg, scale: int16(scale)} // within ±(MaxTextLen + MaxExponent)
	if len(digits) > 19 {
		d.long = unique.Make(string(digits))
		return d
	}
	for _, c := range digits {
		d.coef = d.coef*10 + uint64(c-'0')
	}
	return d
}

// FromUnits returns n × 10^−scale.
func FromUnits(n *big.Int, scale int) Decimal {
	return canonical(n.Sign() < 0, new(big.Int).Abs(n).Append(nil, 10), scale)
}

// MustParse is [Parse] for text that is known to be valid. MustParse panics on an error.
func MustParse(text string) Decimal {
	d, err := Parse(text)
	if err != nil {
		panic("money: " + text + ": " + err.Error())
	}
	return d
}

// Int returns n as a decimal.
func Int(n int64) Decimal {
	d := New(uint64(max(n, -n)), 0)
	d.neg = n < 0
	return d
}

// New returns coef × 10^−scale. The scale must be between −1000 and 1400.
func New(coef uint64, scale int) Decimal {
	var buf [20]byte
	return canonical(false, strconv.AppendUint(buf[:0], coef, 10), scale)
}

// The result is true if coef holds the digits.
func (d Decimal) fits() bool { return d.long == unique.Handle[string]{} }

// Sign returns −1, 0 or 1.
func (d Decimal) Sign() int {
	switch {
	case d == (Decimal{}):
		return 0
	case d.neg:
		return -1
	default:
		return 1
	}
}

// appendDigits appends the significant digits, without zeros at either end.
func (d Decimal) appendDigits(dst []byte) []byte {
	if d.fits() {
		return strconv.AppendUint(dst, d.coef, 10)
	}
	return append(dst, d.long.Value()...)
}

// Append appends the exact value in the shortest plain decimal notation: 1e3 as 1000, 60.0 as 60, and 1e-3 as 0.001.
func (d Decimal) Append(dst []byte) []byte {
	if d.Sign() == 0 {
		return append(dst, '0')
	}
	if d.neg {
		dst = append(dst, '-')
	}
	var buf [MaxTextLen]byte
	digits := d.appendDigits(buf[:0])
	point := len(digits) - int(d.scale) // digits before the point
	switch {
	case point <= 0:
		dst = append(append(dst, "0."...), bytes.Repeat([]byte{'0'}, -point)...)
		return append(dst, digits...)
	case point >= len(digits):
		dst = append(dst, digits...)
		return append(dst, bytes.Repeat([]byte{'0'}, point-len(digits))...)
	default:
		dst = append(append(dst, digits[:point]...), '.')
		return append(dst, digits[point:]...)
	}
}

// String returns the exact value in the shortest plain decimal notation.
func (d Decimal) String() string { return string(d.Append(nil)) }

// MarshalJSON prints the exact value as a JSON number in plain notation.
func (d Decimal) MarshalJSON() ([]byte, error) { return d.Append(nil), nil }

// Cmp returns −1 if d < e, 0 if d = e, and 1 if d > e.
func (d Decimal) Cmp(e Decimal) int {
	s, t := d.Sign(), e.Sign()
	if s != t || s == 0 {
		return cmp.Compare(s, t)
	}
	return s * d.cmpAbs(e)
}

// cmpAbs compares the absolute values of two nonzero numbers: first the positions of their leading
// digits, then digit by digit.
func (d Decimal) cmpAbs(e Decimal) int {
	var a, b [MaxTextLen]byte
	x, y := d.appendDigits(a[:0]), e.appendDigits(b[:0])
	return cmp.Or(cmp.Compare(len(x)-int(d.scale), len(y)-int(e.scale)), bytes.Compare(x, y)) // without trailing zeros, a number that is a prefix of another is smaller
}

// Int64 returns d as an integer, and reports whether d is an integer that fits in an int64.
func (d Decimal) Int64() (n int64, ok bool) {
	if d.scale > 0 || !d.fits() || d.scale < -18 {
		return 0, d.Sign() == 0
	}
	hi, lo := bits.Mul64(d.coef, pow10[-d.scale])
	if hi != 0 || lo > 1<<63-1 {
		return 0, false
	}
	if d.neg {
		return -int64(lo), true
	}
	return int64(lo), true
}

// IsInteger reports whether d is a whole number of any size.
func (d Decimal) IsInteger() bool { return d.scale <= 0 }

// pow10 holds the powers of ten that fit in 64 bits.
var pow10 = [20]uint64{
	1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9,
	1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
}

// Units returns d × 10^places, rounded half away from zero.
func (d Decimal) Units(places int) *big.Int {
	var buf [MaxTextLen]byte
	x, ok := new(big.Int).SetString(string(d.appendDigits(buf[:0])), 10)
	if !ok {
		panic("money: every digit of a decimal must be from 0 to 9")
	}
	if shift := places - int(d.scale); shift >= 0 {
		x.Mul(x, pow10Big(shift))
	} else {
		x = QuoRound(x, pow10Big(-shift))
	}
	if d.neg {
		x.Neg(x)
	}
	return x
}

func pow10Big(n int) *big.Int {
	return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil)
}

// Units64 is [Decimal.Units] for a number that is not negative. It also reports whether the result fits in 64 bits.
// Units64 does not allocate memory if the digits also fit in 64 bits, as the digits of a rate do.
func (d Decimal) Units64(places int) (units uint64, ok bool) {
	shift := places - int(d.scale)
	switch {
	case d.neg:
		return 0, false
	case d.fits() && 0 <= shift && shift < len(pow10):
		hi, lo := bits.Mul64(d.coef, pow10[shift])
		return lo, hi == 0
	case d.fits() && shift < 0 && -shift < len(pow10):
		q, r := d.coef/pow10[-shift], d.coef%pow10[-shift]
		if r >= pow10[-shift]-r {
			q++
		}
		return q, true
	}
	x := d.Units(places)
	return x.Uint64(), x.IsUint64()
}

// AmountPlaces and RatePlaces are the maximum numbers of decimals of amounts and of rates. Numbers
// with more decimals, such as those printed from binary floating point, are rounded.
const (
	AmountPlaces = 40
	RatePlaces   = 17
)

// Amount returns d in cents: [Decimal.Minor] with two decimals.
func (d Decimal) Amount() Amount { return d.Minor(2) }

// Fraction sets num so that num / 10^scale is d, rounded half away from zero to the given number of
// decimals. It returns the smallest possible scale that is not negative.
func (d Decimal) Fraction(num *big.Int, places int) (scale int) {
	if d.fits() && -len(pow10) < int(d.scale) && int(d.scale) <= places {
		scale = max(int(d.scale), 0)
		if hi, lo := bits.Mul64(d.coef, pow10[scale-int(d.scale)]); hi == 0 {
			num.SetUint64(lo)
			if d.neg {
				num.Neg(num)
			}
			return scale
		}
	}
	scale = min(max(int(d.scale), 0), places)
	num.Set(d.Units(scale))
	return scale
}

// QuoRound returns x / y, rounded to the nearest integer, half away from zero. The divisor y must be positive.
func QuoRound(x, y *big.Int) *big.Int { return QuoRoundTo(new(big.Int), new(big.Int), x, y) }

var bigOne = big.NewInt(1)

// QuoRoundTo is [QuoRound] with memory supplied by the caller. It sets q to the result, overwrites
// r and returns q. Neither q nor r may be x or y.
func QuoRoundTo(q, r, x, y *big.Int) *big.Int {
	q.QuoRem(x, y, r)
	r.Abs(r).Lsh(r, 1)
	switch {
	case r.Cmp(y) < 0:
	case x.Sign() < 0:
		q.Sub(q, bigOne)
	default:
		q.Add(q, bigOne)
	}
	return q
}

// Shift returns d × 10^places, exactly.
func (d Decimal) Shift(places int) Decimal {
	if d.Sign() != 0 {
		d.scale -= int16(places)
	}
	return d
}

// Neg returns −d.
func (d Decimal) Neg() Decimal {
	if d.Sign() != 0 {
		d.neg = !d.neg
	}
	return d
}
