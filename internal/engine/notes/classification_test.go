package notes

import (
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/leasehold-accounting/leasehold/internal/engine/measure"
	"github.com/leasehold-accounting/leasehold/money"
)

// METHOD 6: ratios are compared exactly and printed truncated. A printed ratio never contradicts
// its verdict.
func TestMethod6_ShownRatioNeverContradictsVerdict(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		basis := money.FromBig(new(big.Int).Lsh(
			big.NewInt(rapid.Int64().Draw(t, "basis")), uint(rapid.IntRange(0, 90).Draw(t, "shift"))))
		var fair money.Decimal
		if rapid.Bool().Draw(t, "near") { // a ratio within a few units of 90%
			units := new(big.Int).Mul(basis.Abs().Big(), big.NewInt(10))
			units.Quo(units, big.NewInt(9)).Add(units, big.NewInt(rapid.Int64Range(-3, 3).Draw(t, "off")))
			fair = money.MustParse(units.Abs(units).String() + "e-2")
		} else {
			fair = money.New(rapid.Uint64().Draw(t, "coef"), rapid.IntRange(-3, 45).Draw(t, "scale"))
		}
		q := measure.RatioOf(basis, fair, 2)
		ok := q != nil
		units := fair.Units(money.AmountPlaces)
		if ok != (units.Sign() != 0) {
			t.Fatalf("%s of %s: ok %v", basis, fair, ok)
		}
		if !ok {
			return
		}
		dividend := new(big.Int).Mul(basis.Big(), new(big.Int).Exp(big.NewInt(10), big.NewInt(38), nil))
		exact := new(big.Rat).SetFrac(dividend, units)
		if met := exact.Cmp(big.NewRat(9, 10)) >= 0; met != (q.Cmp(big.NewInt(9000)) >= 0) {
			t.Fatalf("%s of %s is %s: met %v", basis, fair, exact.FloatString(50), !met)
		}
		shown := strings.ReplaceAll(strings.TrimSuffix(hundredths(q), "%"), ",", "")
		want := new(big.Int).Quo(new(big.Int).Mul(dividend, big.NewInt(10_000)), units)
		if got := strings.Replace(shown, ".", "", 1); bigOf(t, got).Cmp(want) != 0 || len(shown) < 4 || shown[len(shown)-3] != '.' {
			t.Fatalf("%s of %s: shown %s, want %s hundredths", basis, fair, shown, want)
		}
		if want.Sign() == 0 && shown != "0.00" {
			t.Fatalf("zero shown as %s", shown)
		}
	})
}

func bigOf(t *rapid.T, digits string) *big.Int {
	x, ok := new(big.Int).SetString(digits, 10)
	if !ok {
		t.Fatalf("%q is no number", digits)
	}
	return x
}
