package oracle

import (
	"fmt"
	"testing"
)

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
