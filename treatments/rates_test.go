package treatments_test

import (
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/treatments"
)

// METHOD 16, 20.1: if an event takes its rate from a table, it takes the table's rate under every
// treatment, and does not keep the preceding rate.
func TestMethod20_1_AnEventsRateComesFromTheTableUnderEveryTreatment(t *testing.T) {
	t.Parallel()
	const lease = `{"commencementDate":"2026-01-01","termMonths":60,"paymentAmount":1000,
		"discountRates":[{"validFrom":"2026-01-01","termMonths":60,"discountRateAnnual":0.05},{"validFrom":"2028-01-01","termMonths":60,"discountRateAnnual":0.09}],
		"events":[{"date":"2028-01-01","type":"modification","termMonths":84}]}`
	l, err := leasehold.Decode([]byte(lease))
	if err != nil {
		t.Fatal(err)
	}
	c, err := treatments.Compare(l)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range c.Treatments {
		if got := x.Result.Events[0].DiscountRateAnnual.String(); got != "0.09" {
			t.Errorf("%s: the event is measured at %s", x.Key, got)
		}
	}
}
