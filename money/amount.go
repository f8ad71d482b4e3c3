// Package money implements exact decimal numbers, money amounts, and the conversion between them.
//
// A [Decimal] is an exact decimal number as entered: a payment, a rate, a guarantee. A Decimal retains every digit.
//
// An [Amount] is a positive or negative whole number of cents. Leasehold prints every amount of
// money as an Amount. Adding and subtracting Amounts is exact.
//
// A [Currency] determines the number of decimals of a lease's amounts.
//
// Rounding a Decimal's exact value half away from zero gives an Amount. Neither this package nor
// the computations based on it use binary floating point.
package money

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/big"
	"math/bits"
	"slices"
	"strconv"
	"strings"
)

// Amount is a whole number of cents. An Amount ranges over ±2^191 cents, about 3e55 currency units.
// The largest possible sum of the payments of a valid lease is below 2^161 cents.
//
// The zero value is 0.00. Amounts are plain values: compare them with == and pass them by value.
type Amount struct {
	lo, mid, hi uint64 // two's complement, least significant word first
}

// Cents returns the amount of n cents.
func Cents(n int64) Amount {
	sign := uint64(n >> 63)
	return Amount{lo: uint64(n), mid: sign, hi: sign}
}

// FromWords returns an amount. The arguments are the words of the amount in cents, as a 192-bit number in two's
// complement. The least significant word is first. Callers use it for arithmetic on wider numbers.
func FromWords(lo, mid, hi uint64) Amount { return Amount{lo: lo, mid: mid, hi: hi} }

// Words reverses [FromWords].
func (a Amount) Words() (lo, mid, hi uint64) { return a.lo, a.mid, a.hi }

// FromBig returns the amount of x cents. FromBig panics if x does not fit in 192 bits, which is far
// beyond the amounts in any lease.
func FromBig(x *big.Int) Amount {
	if x.BitLen() > 191 {
		panic("money: amount beyond 2^191 cents")
	}
	var buf [24]byte
	x.FillBytes(buf[:])
	a := Amount{lo: binary.BigEndian.Uint64(buf[16:]), mid: binary.BigEndian.Uint64(buf[8:]), hi: binary.BigEndian.Uint64(buf[:])}
	if x.Sign() < 0 {
		return a.Neg()
	}
	return a
}

// Big returns the number of cents.
func (a Amount) Big() *big.Int {
	abs := a.Abs()
	var buf [24]byte
	for i, w := range [...]uint64{abs.hi, abs.mid, abs.lo} {
		binary.BigEndian.PutUint64(buf[8*i:], w)
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

// Abs returns the absolute value of the amount.
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

// IsZero reports whether the amount is 0.00.
func (a Amount) IsZero() bool { return a == Amount{} }

// Cmp returns −1 if a < b, 0 if a = b, and 1 if a > b.
func (a Amount) Cmp(b Amount) int { return a.Sub(b).Sign() }

// Max returns the greater of two amounts.
func Max(a, b Amount) Amount {
	if a.Cmp(b) < 0 {
		return b
	}
	return a
}

// Min returns the smaller of two amounts.
func Min(a, b Amount) Amount {
	if b.Cmp(a) < 0 {
		return b
	}
	return a
}

// NotNegative returns the amount, or 0 if it is negative.
func (a Amount) NotNegative() Amount {
	if a.Sign() < 0 {
		return Amount{}
	}
	return a
}

// QuoRem divides a non-negative amount by n. It returns the quotient, rounded down to a cent, and
// the remainder in cents. It panics if the amount is negative or n is 0.
func (a Amount) QuoRem(n uint64) (Amount, uint64) {
	if a.Sign() < 0 {
		panic("money: QuoRem of a negative amount")
	}
	hi, r := a.hi/n, a.hi%n
	mid, r := bits.Div64(r, a.mid, n)
	lo, r := bits.Div64(r, a.lo, n)
	return Amount{lo, mid, hi}, r
}

// Mul returns the product of a non-negative amount and n. Mul panics if the result does not fit.
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

// Append appends the amount with two decimals and no thousands separators, such as 519841.89 or
// -0.01. Amounts in JSON have this form.
func (a Amount) Append(dst []byte) []byte { return a.AppendPlaces(dst, 2) }

// String returns the amount with two decimals, such as 519841.89.
func (a Amount) String() string { return string(a.Append(make([]byte, 0, 24))) }

// MarshalJSON prints the amount as a JSON number with two decimals.
func (a Amount) MarshalJSON() ([]byte, error) { return a.Append(make([]byte, 0, 24)), nil }

// An [Amount] is a number of minor units. An Amount does not store its number of decimals, which depends on the
// currency and is two without a currency. The functions in this file accept the number of decimals as a parameter.

// AppendPlaces appends the amount with the given number of decimals, from 0 to 3, and no thousands
// separators: 519842, 519841.89 or 519841.887.
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

// AppendGrouped appends the amount with thousands separators and the given number of decimals, such as 519,841.89.
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
		dst = slices.Insert(dst, at, ',')
	}
	return dst
}

// Minor rounds d to [AmountPlaces] decimals, and then to minor units with the given number of
// decimals. Both roundings are half away from zero. Minor panics if d is above about 3e54, which is
// far beyond the amounts in any lease.
func (d Decimal) Minor(places int) Amount {
	if int(d.scale) <= places { // d is already a whole number of minor units
		if u, ok := d.Units64(places); ok && u < 1<<63 {
			return Cents(int64(u))
		}
	}
	return FromBig(QuoRound(d.Units(AmountPlaces), pow10Big(AmountPlaces-places)))
}

// Decimal converts the amount to a decimal number. The amount's minor unit has the given number of decimals.
func (a Amount) Decimal(places int) Decimal {
	return FromUnits(a.Big(), places)
}

// Scale returns the number of decimals of d: 2 for 1.25, 0 for a whole number.
func (d Decimal) Scale() int { return max(int(d.scale), 0) }

// MulDiv returns a × num / den, rounded to the nearest whole unit, half away from zero. The
// denominator must be positive.
func (a Amount) MulDiv(num, den *big.Int) Amount {
	x := a.Big()
	return FromBig(QuoRound(x.Mul(x, num), den))
}

// Prorate returns a × part / whole, rounded as in [Amount.MulDiv]. It does not allocate memory. The
// divisor must not be 0.
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

// UnmarshalJSON reads a JSON number exactly.
func (d *Decimal) UnmarshalJSON(text []byte) error {
	x, err := Parse(text)
	if err != nil {
		return fmt.Errorf("money: %w", err)
	}
	*d = x
	return nil
}

// errAmount is the error for a number that is not a valid amount.
var errAmount = errors.New("money: not a whole number of cents below 1e55")

// UnmarshalJSON reads an amount in the form in which Leasehold prints amounts: a JSON number that
// is a whole number of cents.
func (a *Amount) UnmarshalJSON(text []byte) error {
	var d Decimal
	if err := d.UnmarshalJSON(text); err != nil {
		return err
	}
	var buf [MaxTextLen]byte
	if d.scale > 2 || len(d.appendDigits(buf[:0]))-int(d.scale) > 55 {
		return errAmount
	}
	*a = d.Amount()
	return nil
}

// Currency is an active currency of ISO 4217 with 0, 2 or 3 decimals. The zero value means that
// there is no currency: amounts then have two decimals and no label.
type Currency struct{ code [3]byte }

// The active currency codes of ISO 4217, grouped by their number of decimals. Codes without a minor unit (gold, special
// drawing rights) and codes with four decimals are omitted, because leases are not paid in them.
const (
	codes0 = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"
	codes2 = "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY " +
		"COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR " +
		"IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD " +
		"NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP " +
		"SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG"
	codes3 = "BHD IQD JOD KWD LYD OMR TND"
)

var errCurrency = errors.New("not the code of an active ISO 4217 currency with 0, 2 or 3 decimals, such as USD, EUR or JPY")

// ParseCurrency parses an ISO 4217 code, such as EUR.
func ParseCurrency(code string) (Currency, error) {
	if placesOf(code) < 0 {
		return Currency{}, errCurrency
	}
	return Currency{[3]byte{code[0], code[1], code[2]}}, nil
}

// placesOf returns the number of decimals of a currency's minor unit, or -1 if the code does not
// name a supported currency.
func placesOf(code string) int {
	if len(code) != 3 || strings.ContainsRune(code, ' ') {
		return -1
	}
	switch {
	case strings.Contains(codes2, code):
		return 2
	case strings.Contains(codes0, code):
		return 0
	case strings.Contains(codes3, code):
		return 3
	}
	return -1
}

// String returns the code, such as EUR, or "" for the zero value.
func (c Currency) String() string {
	if c == (Currency{}) {
		return ""
	}
	return string(c.code[:])
}

// Places returns the number of decimals of the currency: 0, 2 or 3. Places returns 2 for the zero value.
func (c Currency) Places() int {
	if c == (Currency{}) {
		return 2
	}
	return max(placesOf(string(c.code[:])), 0)
}

// MarshalText returns the code.
func (c Currency) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText parses a currency code. Empty text yields the zero value.
func (c *Currency) UnmarshalText(text []byte) (err error) {
	*c = Currency{}
	if len(text) > 0 {
		*c, err = ParseCurrency(string(text))
	}
	return err
}
