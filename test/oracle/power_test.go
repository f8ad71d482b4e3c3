package oracle

import (
	"fmt"
	"math/big"
	"testing"
)

// precise is the largest permitted error of irrational powers.
var precise = new(big.Rat).SetFrac(big.NewInt(1), pow10(200))

func near(f fraction, want *big.Rat) bool {
	off := new(big.Rat).Sub(new(big.Rat).SetFrac(f.num, f.den), want)
	return off.Abs(off).Cmp(precise) < 0
}

// METHOD 12.4: a fractional power, raised to the inverse exponent, gives the base with a much
// smaller error than the permitted 10⁻⁴⁰.
func TestMethod12_4_PowersAreExactBeyondTheRule(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"0", "1", "0.05", "0.21", "0.00000000000000001", "0.99999999999999999", "0.1268250301319698"} {
		rate := rational(t, text)
		p := newPowers(rate)
		base := new(big.Rat).Add(rate, big.NewRat(1, 1))
		for _, n := range []int{1, 2, 4, 12, 365} {
			product := whole(big.NewInt(1))
			for range n {
				product = fraction{fixed(product.times(p.raised(1, n))), fixedOne}
			}
			if !near(product, base) {
				t.Errorf("(1 + %s)^(1/%d), %d times, is not %s", text, n, n, base.FloatString(20))
			}
		}
		sum := p.raised(7, 31).times(p.raised(24, 31))
		if !near(sum, base) {
			t.Errorf("(1 + %s)^(7/31) × (1 + %s)^(24/31) is not %s", text, text, base.FloatString(20))
		}
	}
	if growth := newPowers(rational(t, "0.0609")).raised(1, 2); !near(growth, rational(t, "1.03")) {
		t.Error("1.0609^(1/2) is not 1.03")
	}
}

// METHOD 12.4: a value within 10⁻⁴⁰ of a tie is rounded like the tie.
func TestMethod12_4_NearATieCountsAsOne(t *testing.T) {
	t.Parallel()
	scale := pow10(50)
	half := new(big.Int).Quo(scale, big.NewInt(2))
	off := func(n int64, exponent int) *big.Int { return new(big.Int).Mul(big.NewInt(n), pow10(50-exponent)) }
	for _, c := range []struct {
		from, off *big.Int
		want      int64
	}{
		{half, off(0, 40), 1},
		{half, off(-9, 41), 1},
		{half, off(-11, 41), 0},
		{half, off(1, 41), 1},
		{new(big.Int).Neg(half), off(9, 41), -1},
		{new(big.Int).Neg(half), off(11, 41), 0},
	} {
		if got := nearlyRounded(new(big.Int).Add(c.from, c.off), scale); got.Int64() != c.want {
			t.Errorf("(%s + %s)/10^50 = %s, want %d", c.from, c.off, got, c.want)
		}
	}
	limit := new(big.Int).Quo(new(big.Int).Mul(scale, big.NewInt(999_999)), big.NewInt(1_000_000))
	for _, c := range []struct {
		off  *big.Int
		want int64
	}{{off(0, 40), -1}, {off(-9, 41), -1}, {off(-11, 41), 0}, {off(1, 40), -1}} {
		at := new(big.Int).Add(limit, c.off)
		if got := nearlyMoved(at, scale); got != c.want {
			t.Errorf("%s off the threshold moves %d, want %d", c.off, got, c.want)
		}
		if got := nearlyMoved(at.Neg(at), scale); got != -c.want {
			t.Errorf("%s off the threshold, below, moves %d, want %d", c.off, got, -c.want)
		}
	}
}

// METHOD 12.4: the discounting conventions give the same figures if their formulas are equal: all
// three at a rate of 0, and effective and nominal discounting if periods are annual.
func TestMethod12_4_ConventionsMeet(t *testing.T) {
	t.Parallel()
	const lease = `{"commencementDate":"2024-01-31","termMonths":60,"paymentAmount":1234.56,"discountRateAnnual":%s,"paymentFrequency":%q,
		"paymentTiming":%q,"residualValueGuarantee":777.77,"basis":{"discounting":%q}}`
	for _, timing := range []string{"advance", "arrears"} {
		for _, c := range []struct{ rate, frequency, other string }{
			{"0", "monthly", "effective"}, {"0", "quarterly", "actual_365"}, {"0.0437", "annual", "effective"},
		} {
			nominal := solve(t, fmt.Sprintf(lease, c.rate, c.frequency, timing, "nominal")).Compute()
			other := solve(t, fmt.Sprintf(lease, c.rate, c.frequency, timing, c.other)).Compute()
			for i, f := range nominal {
				if g := other[i]; f != g && f.Text != `"nominal"` {
					t.Errorf("%v %s: %s = %s, want %s", c, timing, f.Path, g.Text, f.Text)
				}
			}
		}
	}
}
