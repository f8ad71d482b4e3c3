package money_test

import (
	"errors"
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/leasehold-accounting/leasehold/money"
)

// METHOD 1: a number is read exactly from its text. The exact value of the number is printed in the
// shortest plain decimal notation.
func TestMethod1_NumbersPrintTheirExactValueInShortestPlainDecimal(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"0": "0", "-0": "0", "0.000": "0", "0e999": "0", "60": "60", "60.0": "60", "6e1": "60", "6E+1": "60", "0.6e2": "60",
		"1e3": "1000", "1e-3": "0.001", "-12.50": "-12.5", "0.05": "0.05", "100": "100", "1.0e0": "1",
		"12345678901234567890123":      "12345678901234567890123",
		"0.10000000000000000555111512": "0.10000000000000000555111512",
		"12345678901234567890e-20":     "0.1234567890123456789",
		"1e20":                         "100000000000000000000",
		"18446744073709551616":         "18446744073709551616",
		"1e-999":                       "0." + strings.Repeat("0", 998) + "1",
	} {
		d, err := money.Parse(text)
		if err != nil || d.String() != want {
			t.Errorf("%s prints %s (%v), want %s", text, d, err, want)
		}
	}
}

// Parse accepts only numbers in the JSON grammar, within the limits on length and exponent.
func TestMethod1_NumberTextIsBoundedBeforeAnyArithmetic(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]error{
		"": money.ErrSyntax, "-": money.ErrSyntax, "+1": money.ErrSyntax, "01": money.ErrSyntax, "-01": money.ErrSyntax,
		".5": money.ErrSyntax, "5.": money.ErrSyntax, "1e": money.ErrSyntax, "1e+": money.ErrSyntax, "1x": money.ErrSyntax,
		"1.5.5": money.ErrSyntax, "1e5x": money.ErrSyntax, "NaN": money.ErrSyntax, "0x10": money.ErrSyntax, "1 ": money.ErrSyntax,
		"1e999": nil, "1e-999": nil, "1e1000": money.ErrExponent, "1e-1000": money.ErrExponent,
		"1e999999999":                         money.ErrExponent,
		"1e" + strings.Repeat("9", 398):       money.ErrExponent,
		"1e" + strings.Repeat("0", 397) + "5": nil,
		strings.Repeat("9", 400):              nil,
		strings.Repeat("9", 401):              money.ErrTooLong,
		"0." + strings.Repeat("1", 398):       nil,
		"0." + strings.Repeat("1", 399):       money.ErrTooLong,
	} {
		if _, err := money.Parse(text); !errors.Is(err, want) {
			t.Errorf("%.40s…: %v, want %v", text, err, want)
		}
		if _, err := money.Parse([]byte(text)); !errors.Is(err, want) {
			t.Errorf("bytes of %.40s…: %v, want %v", text, err, want)
		}
	}
}

// genNumber generates the text of a number.
func genNumber() *rapid.Generator[string] {
	return rapid.StringMatching(`-?(0|[1-9][0-9]{0,24})(\.[0-9]{1,50})?([eE][+-]?[0-9]{1,2})?`)
}

func ratOf(text string) *big.Rat {
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		panic(text)
	}
	return r
}

// Numbers of equal value are equal under ==. Comparison, sign, IsInteger and printing follow the
// exact value.
func TestDecimalsAreTheirExactValues(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s, u := genNumber().Draw(t, "s"), genNumber().Draw(t, "u")
		d, e := money.MustParse(s), money.MustParse(u)
		x, y := ratOf(s), ratOf(u)
		if d.Cmp(e) != x.Cmp(y) || (d == e) != (x.Cmp(y) == 0) || d.Sign() != x.Sign() || d.IsInteger() != x.IsInt() {
			t.Fatalf("%s and %s: Cmp %d, == %v, Sign %d, IsInteger %v", s, u, d.Cmp(e), d == e, d.Sign(), d.IsInteger())
		}
		plain := d.String()
		if ratOf(plain).Cmp(x) != 0 || money.MustParse(plain) != d || strings.ContainsAny(plain, "eE+") {
			t.Fatalf("%s prints %s", s, plain)
		}
		if n, ok := d.Int64(); ok != (x.IsInt() && x.Num().IsInt64()) && x.Num().BitLen() != 64 || ok && x.Num().Int64() != n {
			t.Fatalf("%s: Int64 %d %v", s, n, ok)
		}
	})
}

// round rounds a fraction according to the method's rounding rule: half away from zero.
func round(x *big.Rat, places int) *big.Int {
	x = new(big.Rat).Mul(x, new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(places)), nil)))
	n := new(big.Int).Lsh(new(big.Int).Abs(x.Num()), 1)
	n.Add(n, x.Denom()).Quo(n, new(big.Int).Lsh(x.Denom(), 1))
	if x.Sign() < 0 {
		n.Neg(n)
	}
	return n
}

// METHOD 1: amounts are rounded to 40 decimals and rates to 17, half away from zero. A payment or
// component is then rounded to cents.
func TestMethod1_NumbersAreRoundedHalfAwayFromZeroAt40And17Decimals(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"0.005": "0.01", "0.004": "0.00", "-0.005": "-0.01", "1.115": "1.12", "999999999999999.99": "999999999999999.99",
		"0.0049999999999999999999999999999999999999":  "0.00", // 40 decimals: not rounded before the rounding to cents
		"0.00499999999999999999999999999999999999999": "0.01", // 41 decimals: rounded to 40, which gives 0.005, and then to cents
		"1e-999": "0.00",
	} {
		if got := money.MustParse(text).Amount().String(); got != want {
			t.Errorf("%s is %s, want %s", text, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		s := genNumber().Draw(t, "s")
		d, x := money.MustParse(s), ratOf(s)
		places := rapid.SampledFrom([]int{0, 2, 17, 40}).Draw(t, "places")
		if got, want := d.Units(places), round(x, places); got.Cmp(want) != 0 {
			t.Fatalf("%s at %d places: %v, want %v", s, places, got, want)
		}
		if got, ok := d.Units64(places); ok && new(big.Int).SetUint64(got).Cmp(round(x, places)) != 0 {
			t.Fatalf("%s at %d places: %d, want %v", s, places, got, round(x, places))
		}
		num := new(big.Int)
		scale := d.Fraction(num, places)
		at := new(big.Rat).SetFrac(round(x, places), new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(places)), nil))
		if got := new(big.Rat).SetFrac(num, new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(scale)), nil)); got.Cmp(at) != 0 {
			t.Fatalf("%s at %d places: %v / 10^%d", s, places, num, scale)
		}
		forty := new(big.Rat).SetFrac(round(x, 40), new(big.Int).Exp(big.NewInt(10), big.NewInt(40), nil))
		if x.Cmp(ratOf("1e55")) > 0 || x.Cmp(ratOf("-1e55")) < 0 {
			return // beyond the range of an Amount
		}
		if got := d.Amount().Big(); got.Cmp(round(forty, 2)) != 0 {
			t.Fatalf("%s in cents: %v, want %v", s, got, round(forty, 2))
		}
	})
}

// Units64 reports a number that does not fit, instead of wrapping around.
func TestUnits64ReportsOverflow(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{"1": true, "184": true, "185": false, "-1": false, "0": true, "1e-30": true, "99999999999999999999": false} {
		if _, ok := money.MustParse(text).Units64(17); ok != want {
			t.Errorf("%s fits: %v, want %v", text, ok, want)
		}
	}
}

// Int and New return the same decimals as Parse does for the number's text.
func TestConstructorsAgreeWithParse(t *testing.T) {
	t.Parallel()
	for d, text := range map[money.Decimal]string{
		money.Int(0): "0", money.Int(-120): "-120", money.Int(1 << 62): "4611686018427387904", money.Int(-1 << 63): "-9223372036854775808",
		money.New(500, 5): "0.005", money.New(5, -3): "5000", money.New(0, 7): "0",
	} {
		if d != money.MustParse(text) || d.String() != text {
			t.Errorf("%v, want %s", d, text)
		}
	}
}

// FuzzParse checks that Parse does not panic, and that printing the value of an accepted text
// preserves that value.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"0", "-0.0", "6e1", "1e-999", "999999999999999.99", "1e999999999", "0.1000000000000000055511151231257827"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		d, err := money.Parse(s)
		if err != nil {
			return
		}
		if back, err := money.Parse(d.String()); len(d.String()) <= money.MaxTextLen && (err != nil || back != d) {
			t.Fatalf("%q prints %q, which reads %v, %v", s, d, back, err)
		}
	})
}
