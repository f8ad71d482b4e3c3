package money_test

import (
	"encoding/json"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"github.com/leasehold-accounting/leasehold/money"
)

// genBig generates integers of every size within the range of an Amount.
func genBig() *rapid.Generator[*big.Int] {
	return rapid.Custom(func(t *rapid.T) *big.Int {
		n := rapid.IntRange(0, 23).Draw(t, "bytes")
		x := new(big.Int).SetBytes(rapid.SliceOfN(rapid.Byte(), n, n).Draw(t, "magnitude"))
		if rapid.Bool().Draw(t, "negative") {
			x.Neg(x)
		}
		return x
	})
}

// An Amount is an integer: every operation agrees with math/big over the whole range, including
// carries and borrows.
func TestAmountArithmeticIsExact(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		x, y := genBig().Draw(t, "x"), genBig().Draw(t, "y")
		a, b := money.FromBig(x), money.FromBig(y)
		for name, pair := range map[string][2]*big.Int{
			"Big":    {a.Big(), x},
			"Add":    {a.Add(b).Big(), new(big.Int).Add(x, y)},
			"Sub":    {a.Sub(b).Big(), new(big.Int).Sub(x, y)},
			"Neg":    {a.Neg().Big(), new(big.Int).Neg(x)},
			"Abs":    {a.Abs().Big(), new(big.Int).Abs(x)},
			"Cmp":    {big.NewInt(int64(a.Cmp(b))), big.NewInt(int64(x.Cmp(y)))},
			"Sign":   {big.NewInt(int64(a.Sign())), big.NewInt(int64(x.Sign()))},
			"Words":  {money.FromWords(a.Words()).Big(), x},
			"IsZero": {big.NewInt(b2i(a.IsZero())), big.NewInt(b2i(x.Sign() == 0))},
		} {
			if pair[0].Cmp(pair[1]) != 0 {
				t.Fatalf("%s of %v and %v is %v, want %v", name, x, y, pair[0], pair[1])
			}
		}
	})
}

func b2i(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// Multiplication and division by a machine word are exact, including the remainder.
func TestAmountProductsAndQuotientsAreExact(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		x := new(big.Int).Abs(genBig().Draw(t, "x"))
		x.Rsh(x, 40) // leave space for the product
		n := rapid.Uint64Range(1, 1<<40).Draw(t, "n")
		nb := new(big.Int).SetUint64(n)
		if got, want := money.FromBig(x).Mul(n).Big(), new(big.Int).Mul(x, nb); got.Cmp(want) != 0 {
			t.Fatalf("%v × %d is %v, want %v", x, n, got, want)
		}
		quo, rem := money.FromBig(x).QuoRem(n)
		wantQuo, wantRem := new(big.Int).QuoRem(x, nb, new(big.Int))
		if quo.Big().Cmp(wantQuo) != 0 || new(big.Int).SetUint64(rem).Cmp(wantRem) != 0 {
			t.Fatalf("%v / %d is %v rest %d, want %v rest %v", x, n, quo.Big(), rem, wantQuo, wantRem)
		}
	})
}

// METHOD 1: an amount of any size is printed with two decimals and without an exponent.
func TestMethod1_LargeAmountsPrintTwoDecimals(t *testing.T) {
	t.Parallel()
	for cents, want := range map[string]string{
		"0": "0.00", "1": "0.01", "-1": "-0.01", "10": "0.10", "99": "0.99", "100": "1.00", "-12345": "-123.45",
		"51984189":              "519841.89",
		"9223372036854775807":   "92233720368547758.07",
		"9223372036854775808":   "92233720368547758.08",
		"18446744073709551615":  "184467440737095516.15",
		"18446744073709551616":  "184467440737095516.16",
		"-18446744073709551616": "-184467440737095516.16",
		"1000000000000000000":   "10000000000000000.00",
		"100000000000000000000000000000000000000000000000005":      "1000000000000000000000000000000000000000000000000.05",
		"-3138550867693340381917894711603833208051177722232017255": "-31385508676933403819178947116038332080511777222320172.55",
	} {
		x, _ := new(big.Int).SetString(cents, 10)
		if got := money.FromBig(x).String(); got != want {
			t.Errorf("%s cents print %s, want %s", cents, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		x := genBig().Draw(t, "x")
		got := money.FromBig(x).String()
		back, ok := new(big.Rat).SetString(got)
		if !ok || back.Mul(back, big.NewRat(100, 1)).Cmp(new(big.Rat).SetInt(x)) != 0 || got[len(got)-3] != '.' {
			t.Fatalf("%v cents print %s", x, got)
		}
	})
}

// Int64 reports whether a number of cents fits in an int64, also at both limits of the range.
func TestInt64ReportsOverflow(t *testing.T) {
	t.Parallel()
	for cents, want := range map[string]bool{
		"0": true, "-1": true, "9223372036854775807": true, "-9223372036854775808": true,
		"9223372036854775808": false, "-9223372036854775809": false, "18446744073709551616": false,
	} {
		x, _ := new(big.Int).SetString(cents, 10)
		if n, ok := money.FromBig(x).Int64(); ok != want || ok && n != x.Int64() {
			t.Errorf("Int64 of %s is %d, %v", cents, n, ok)
		}
	}
}

// An amount out of range causes a panic and is never truncated.
func TestAmountsOutOfRangePanic(t *testing.T) {
	t.Parallel()
	limit := new(big.Int).Lsh(big.NewInt(1), 191)
	for name, f := range map[string]func(){
		"FromBig above":   func() { money.FromBig(limit) },
		"Mul above":       func() { money.FromBig(new(big.Int).Rsh(limit, 1)).Mul(2) },
		"Mul far above":   func() { money.FromBig(new(big.Int).Rsh(limit, 1)).Mul(1 << 63) },
		"Mul negative":    func() { money.Cents(-1).Mul(2) },
		"Prorate above":   func() { money.FromBig(new(big.Int).Rsh(limit, 1)).Prorate(2, 1) },
		"Prorate far":     func() { money.FromBig(new(big.Int).Rsh(limit, 1)).Prorate(1<<63, 1) },
		"QuoRem negative": func() { money.Cents(-1).QuoRem(2) },
		"MustParse wrong": func() { money.MustParse("1,5") },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			f()
		}()
	}
}

// encoding/json also writes amounts and decimals as JSON numbers.
func TestNumbersMarshalAsTheyPrint(t *testing.T) {
	t.Parallel()
	got, err := json.Marshal(map[string]any{"a": money.Cents(-5), "d": money.MustParse("6.0e1")})
	if err != nil || string(got) != `{"a":-0.05,"d":60}` {
		t.Errorf("marshalled %s, %v", got, err)
	}
}
