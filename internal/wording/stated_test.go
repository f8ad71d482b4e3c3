package wording_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/internal/wording"
)

// All inputs of an event are listed with their labels, so that a reader of a workpaper can repeat
// the computation.
func TestTheInputsOfAnEventAreListed(t *testing.T) {
	t.Parallel()
	r := compute(t, `{"commencementDate":"2026-01-01","termMonths":60,"paymentAmount":1000,"discountRateAnnual":0.06,"currency":"EUR","events":[
		{"date":"2027-01-01","type":"index","changePct":0.02},
		{"date":"2028-07-01","type":"modification","discountRateAnnual":0.065,"retainedShare":0.5,"paymentAmount":9500,"termMonths":48,"proportion":"liability",
			"rentSteps":[{"from":"2029-01-01","paymentAmount":600}],"rentFree":[]}]}`)
	want := []string{
		"New rent 9,500.00", "Rent steps from 2029-01-01: 600.00", "Rent-free months none from this date", "New lease term 48 months (4.0 years)",
		"New discount rate 6.5%", "Portion retained 50%", "Reduction of the asset By the change in the liability",
	}
	var got []string
	for _, in := range wording.StatedBy(&r.Lease, 1) {
		got = append(got, in.Label+" "+in.Value)
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if list := wording.StatedBy(&r.Lease, 0); len(list) != 1 || list[0].Value != "2%" {
		t.Errorf("%v", list)
	}
	if done := wording.DoneBy(&r.Events[1]); !strings.HasPrefix(done, "partial termination: liability and asset reduced") {
		t.Error(done)
	}
}
