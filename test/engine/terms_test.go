package engine_test

import (
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/schedule"
)

// METHOD 13.2: from an event's date onward, the terms that it supplies replace the earlier ones.
// Omitted terms continue to apply. An expensed index change affects only the payments.
func TestMethod13_2_TermsAfterEachEvent(t *testing.T) {
	t.Parallel()
	l, err := leasehold.Decode([]byte(`{"commencementDate":"2026-01-01","termMonths":36,"paymentAmount":1000,"discountRateAnnual":0.06,"annualEscalationPct":0.02,
		"rentSteps":[{"from":"2027-01-01","paymentAmount":1100}],"rentFree":[{"from":"2026-03-01","months":2,"share":0.5}],
		"otherPayments":[{"date":"2026-05-10","amount":70,"kind":"incentive"}],
		"events":[{"date":"2026-07-01","type":"index","changePct":0.1},{"date":"2027-06-15","type":"modification","discountRateAnnual":0.07,"termMonths":48}]}`))
	if err != nil {
		t.Fatal(err)
	}
	list, err := leasehold.TermsInForce(l)
	if err != nil {
		t.Fatal(err)
	}
	if len(list) != 3 || len(list[0].Rents) != 2 || list[0].Owed != nil || len(list[0].Rows) != 36 || len(list[0].Free) != 1 || list[0].Singles[0].Amount.String() != "-70.00" {
		t.Fatalf("at commencement: %+v", list[0])
	}
	// In July 2026, the index changes the base rent and the next rent step. Both changes affect the
	// payments and the next remeasurement.
	for i, rents := range [][]schedule.StatedRent{list[1].Owed, list[2].Rents} {
		if len(rents) != 3 || rents[1].Month != 6 || rents[1].Rent.RatString() != "110000" || rents[2].Rent.RatString() != "121000" || rents[2].Pct.String() != "0.02" {
			t.Errorf("%d: rents after the index are %+v", i, rents)
		}
	}
	if len(list[1].Rents) != 2 {
		t.Errorf("the index changes the rents measured: %+v", list[1].Rents)
	}
	if after := list[2]; after.Owed == nil || len(after.Rows) != 31 || after.Rows[0].First.String() != "2027-06-15" || after.Amortized.FloatString(4) != "30.5333" {
		t.Errorf("after the modification: %d rows from %s over %s months", len(after.Rows), after.Rows[0].First, after.Amortized.FloatString(4))
	}
}
