package reperform_test

import (
	"testing"

	"github.com/leasehold-accounting/leasehold/reperform"
)

// Equal requests are printed as the same bytes, which decode to an equal request.
func TestEqualRequestsPrintTheSame(t *testing.T) {
	t.Parallel()
	const want = `{"lease":{"standard":"ASC_842","commencementDate":"2026-01-01","termMonths":12,"paymentAmount":1000,"discountRateAnnual":0.06,` +
		`"paymentFrequency":"monthly","paymentTiming":"advance"},` +
		`"theirs":{"initialLiability":11677.03,"schedule":[{"period":1,"payment":1000,"liabilityClose":10730.42}]}}`
	for _, text := range []string{
		`{"lease":{"commencementDate":"2026-01-01","termMonths":12,"paymentAmount":1000,"discountRateAnnual":0.06},
			"theirs":{"initialLiability":11677.03,"schedule":[{"period":1,"payment":1000,"liabilityClose":10730.42}]}}`,
		`{"theirs":{"schedule":[{"liabilityClose":10730.420,"payment":1e3,"period":1}],"initialLiability":11677.030},
			"lease":{"discountRateAnnual":0.060,"paymentAmount":1000.0,"termMonths":12,"commencementDate":"2026-01-01","standard":"ASC_842"}}`,
		want,
	} {
		q, err := reperform.Decode([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if got := string(q.Append(nil)); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
	// A request that supplies a tolerance is not equal to a request without one.
	q, err := reperform.Decode([]byte(want[:len(want)-1] + `,"tolerance":0.010}`))
	if err != nil {
		t.Fatal(err)
	}
	if got := string(q.Append(nil)); got != want[:len(want)-1]+`,"tolerance":0.01}` {
		t.Errorf("got %s", got)
	}
}

// Figures and tolerances of any size are compared exactly, down to the last decimal.
func TestHugeFiguresAreCompared(t *testing.T) {
	t.Parallel()
	q, err := reperform.Decode([]byte(`{"lease":{"commencementDate":"2026-01-01","termMonths":12,"paymentAmount":1000,"discountRateAnnual":0.06},
		"theirs":{"totalUndiscountedPayments":-1e40,"initialLiability":11677.03},"tolerance":1e-20}`))
	if err != nil {
		t.Fatal(err)
	}
	a, err := reperform.Verify(q)
	if err != nil {
		t.Fatal(err)
	}
	if got := a.LargestDifference.String(); got != "10000000000000000000000000000000000012000" || a.Outside != 1 || a.Agrees {
		t.Errorf("largest difference %s, %d outside", got, a.Outside)
	}
}
