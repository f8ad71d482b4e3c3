package reperform_test

import (
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/reperform"
)

// BenchmarkVerify verifies a schedule of 60 months that another convention made,
// beside one computation of the lease.
func BenchmarkVerify(b *testing.B) {
	theirs, err := leasehold.Decode([]byte(office[:len(office)-1] + `,"basis":{"discounting":"effective"}}`))
	if err != nil {
		b.Fatal(err)
	}
	other, err := leasehold.Compute(theirs)
	if err != nil {
		b.Fatal(err)
	}
	schedule := `{"schedule":[`
	for i := range other.Schedule {
		if i > 0 {
			schedule += ","
		}
		p := &other.Schedule[i]
		schedule += `{"date":"` + p.Date.String() + `","payment":` + p.Payment.String() + `,"interest":` + p.Interest.String() + `,"liabilityClose":` + p.LiabilityClose.String() + `}`
	}
	question, err := reperform.Decode([]byte(`{"lease":` + office + `,"theirs":` + schedule + `]}}`))
	if err != nil {
		b.Fatal(err)
	}
	b.Run("verify", func(b *testing.B) {
		for b.Loop() {
			a, err := reperform.Verify(question)
			if err != nil || a.Explanation == nil {
				b.Fatal(a, err)
			}
		}
	})
	b.Run("compute", func(b *testing.B) {
		for b.Loop() {
			if _, err := leasehold.Compute(&question.Lease); err != nil {
				b.Fatal(err)
			}
		}
	})
}
