package pv

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// errorPlaces is the number of trailing binary places that may be wrong.
const errorPlaces = 32

// METHOD 12.4: base^(num / den), raised to the power den, equals base^num within the error of the
// last places.
func TestMethod12_4_PowersAreExactToTheirLastPlaces(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		rate := rapid.OneOf(rapid.Uint64Range(1, 1e17), rapid.SampledFrom([]uint64{1, 2, 6e15, 1e17})).Draw(t, "rate")
		num, den := rapid.Int32Range(0, 400).Draw(t, "num"), rapid.SampledFrom([]int32{1, 12, 365, 12 * 31, 12 * 366}).Draw(t, "den")
		num = min(num, den+2)
		convention := rapid.SampledFrom([]Convention{Effective, Monthly}).Draw(t, "convention")
		unit := uint64(rateUnits)
		d := discount{convention: convention, rate: rate}
		got := d.power(years{num, den})
		raised := int64(num)
		if convention == Monthly {
			unit, raised = YearUnits, 12*raised
		}
		expectPower(t, got, rate, unit, raised, int64(den))
	})
}

// expectPower checks that got is (1 + rate / unit)^(num / den). The exact power must differ from
// got by at most 2^errorPlaces. The comparison raises all values to the power den.
func expectPower(t *rapid.T, got *big.Int, rate, unit uint64, num, den int64) {
	exact := new(big.Int).Exp(new(big.Int).SetUint64(unit+rate), big.NewInt(num), nil)
	exact.Lsh(exact, places*uint(den))
	exact.Quo(exact, new(big.Int).Exp(new(big.Int).SetUint64(unit), big.NewInt(num), nil))
	slack := new(big.Int).Lsh(bigOne, errorPlaces)
	below := new(big.Int).Exp(new(big.Int).Sub(got, slack), big.NewInt(den), nil)
	above := new(big.Int).Exp(new(big.Int).Add(got, slack), big.NewInt(den), nil)
	if below.Cmp(exact) > 0 || above.Cmp(exact) < 0 {
		t.Fatalf("(1 + %d/%d)^(%d/%d) is not %v / 2^%d", rate, unit, num, den, got, places)
	}
}

func BenchmarkPowers(b *testing.B) {
	b.Run("log", func(b *testing.B) {
		for b.Loop() {
			d := discount{convention: Effective, rate: 6e15}
			d.logarithm()
		}
	})
	b.Run("exp", func(b *testing.B) {
		d := discount{convention: Effective, rate: 6e15}
		x := new(big.Int).Quo(d.logarithm(), big.NewInt(12))
		for b.Loop() {
			exponential(new(big.Int).Set(x))
		}
	})
}
