package money_test

import (
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/leasehold-accounting/leasehold/money"
)

// METHOD 12.9: an amount is a whole number of its currency's minor units and is printed with the
// currency's decimals.
func TestMethod12_9_AmountsPrintWithTheirCurrencysDecimals(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		units   int64
		places  int
		plain   string
		grouped string
	}{
		{0, 0, "0", "0"},
		{0, 2, "0.00", "0.00"},
		{0, 3, "0.000", "0.000"},
		{-1, 0, "-1", "-1"},
		{-1, 2, "-0.01", "-0.01"},
		{-1, 3, "-0.001", "-0.001"},
		{12, 3, "0.012", "0.012"},
		{999, 0, "999", "999"},
		{1000, 0, "1000", "1,000"},
		{1234567, 3, "1234.567", "1,234.567"},
		{-123456789, 2, "-1234567.89", "-1,234,567.89"},
		{100000, 2, "1000.00", "1,000.00"},
		{99999, 2, "999.99", "999.99"},
	} {
		a := money.Cents(c.units)
		if got := string(a.AppendPlaces([]byte("x"), c.places)); got != "x"+c.plain {
			t.Errorf("%d with %d decimals is %s, want %s", c.units, c.places, got, c.plain)
		}
		if got := string(a.AppendGrouped([]byte("x"), c.places)); got != "x"+c.grouped {
			t.Errorf("%d with %d decimals for people is %s, want %s", c.units, c.places, got, c.grouped)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		a, places := money.FromBig(genBig().Draw(t, "units")), rapid.SampledFrom([]int{0, 2, 3}).Draw(t, "places")
		text := string(a.AppendPlaces(nil, places))
		if back := money.MustParse(text); back.Minor(places) != a || back != a.Decimal(places) {
			t.Fatalf("%v prints %s", a.Big(), text)
		}
		if got := string(a.AppendGrouped(nil, places)); strings.ReplaceAll(got, ",", "") != text {
			t.Fatalf("%s is %s for people", text, got)
		}
	})
}

// METHOD 12.9: an amount with more decimals than its currency is rounded to 40 decimals and then to
// the minor unit, half away from zero.
func TestMethod12_9_AmountsAreRoundedToTheMinorUnit(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text   string
		places int
		want   string
	}{
		{"0.5", 0, "1"},
		{"0.49", 0, "0"},
		{"-0.5", 0, "-1"},
		{"1234.5675", 3, "1234.568"},
		{"1234.5674", 3, "1234.567"},
		{"999999999999999.99", 0, "1000000000000000"},
		{"999999999999999.99", 3, "999999999999999.990"},
	} {
		if got := string(money.MustParse(c.text).Minor(c.places).AppendPlaces(nil, c.places)); got != c.want {
			t.Errorf("%s in %d decimals is %s, want %s", c.text, c.places, got, c.want)
		}
	}
}

// MulDiv rounds only once, after the multiplication and the division.
func TestMulDivRoundsOnce(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a := money.Cents(rapid.Int64().Draw(t, "a"))
		num, den := rapid.Int64().Draw(t, "num"), rapid.Int64Range(1, 1<<62).Draw(t, "den")
		exact := new(big.Rat).SetFrac(new(big.Int).Mul(a.Big(), big.NewInt(num)), big.NewInt(den))
		if got := a.MulDiv(big.NewInt(num), big.NewInt(den)).Big(); got.Cmp(round(exact, 0)) != 0 {
			t.Fatalf("%v × %d / %d is %v", a.Big(), num, den, got)
		}
	})
}

// Prorate and MulDiv return the same amounts over the whole range.
func TestProrateIsMulDiv(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		x := genBig().Draw(t, "a")
		whole := rapid.Uint64Min(1).Draw(t, "whole")
		part := rapid.Uint64Range(0, whole).Draw(t, "part")
		want := money.FromBig(x).MulDiv(new(big.Int).SetUint64(part), new(big.Int).SetUint64(whole))
		if got := money.FromBig(x).Prorate(part, whole); got != want {
			t.Fatalf("%v × %d / %d is %v, want %v", x, part, whole, got, want)
		}
	})
}
