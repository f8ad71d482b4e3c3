package pv

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// METHOD 12.4: a power is right to its last guard bits: raised to the
// denominator it gives the numerator's power of 1 + rate / per.
func TestMethod12_4_PowersAreExactToTheirGuardBits(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		rate := rapid.OneOf(rapid.Uint64Range(1, 1e17), rapid.SampledFrom([]uint64{1, 2, 6e15, 1e17})).Draw(t, "rate")
		num, den := rapid.Int64Range(0, 400).Draw(t, "num"), rapid.SampledFrom([]int64{1, 12, 365, 12 * 31, 12 * 366}).Draw(t, "den")
		num = min(num, den+2)
		bits := rapid.SampledFrom([]uint{320, 576}).Draw(t, "bits")
		of := rapid.SampledFrom([]uint64{rateUnits, YearUnits}).Draw(t, "of")
		var p powers
		p.start(rate, of, bits)
		got := p.of(new(big.Int), num, den)
		// The neighbours got ± 2^guardBits, raised to den, enclose (1 + rate)^num.
		exact := new(big.Int).Exp(new(big.Int).SetUint64(of+rate), big.NewInt(num), nil)
		exact.Lsh(exact, bits*uint(den))
		exact.Quo(exact, new(big.Int).Exp(new(big.Int).SetUint64(of), big.NewInt(num), nil))
		slack := new(big.Int).Lsh(bigOne, guardBits)
		below := new(big.Int).Exp(new(big.Int).Sub(got, slack), big.NewInt(den), nil)
		above := new(big.Int).Exp(new(big.Int).Add(got, slack), big.NewInt(den), nil)
		if below.Cmp(exact) > 0 || above.Cmp(exact) < 0 {
			t.Fatalf("(1 + %d/%d)^(%d/%d) is not %v / 2^%d", rate, of, num, den, got, bits)
		}
	})
}

func BenchmarkPowers(b *testing.B) {
	var p powers
	z := new(big.Int)
	b.Run("start", func(b *testing.B) {
		for b.Loop() {
			p.rate = 0
			p.start(6e15, rateUnits, 320)
		}
	})
	b.Run("of", func(b *testing.B) {
		p.start(6e15, rateUnits, 320)
		for b.Loop() {
			p.compute(z, 1, 12)
		}
	})
}
