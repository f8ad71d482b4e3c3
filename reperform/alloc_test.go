package reperform_test

import (
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/reperform"
)

// A verification tries its candidates in the same memory: what it allocates grows
// neither with their number nor with the rows that agree.
func TestVerifyAllocations(t *testing.T) {
	for _, months := range []string{"60", "600"} {
		lease := `{"commencementDate":"2025-01-01","termMonths":` + months + `,"paymentAmount":10000,"discountRateAnnual":0.06}`
		q := questionOf(t, lease, lease, func(p *leasehold.Period) string {
			return `{"date":"` + p.Date.String() + `","liabilityClose":` + p.LiabilityClose.String() + `}`
		})
		allocations := testing.AllocsPerRun(3, func() {
			if a, err := reperform.Verify(q); err != nil || !a.Agrees {
				t.Fatal(a, err)
			}
		})
		if allocations > 6000 {
			t.Errorf("%s months: %v allocations", months, allocations)
		}
	}
}
