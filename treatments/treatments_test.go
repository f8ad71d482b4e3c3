package treatments_test

import (
	"encoding/json"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/treatments"
)

// METHOD 16: the lifetime cost is the same under every treatment. The amounts of the lease years
// add up to the totals. Each difference is the treatment less the first treatment.
func TestMethod16_EveryTreatmentCostsTheSame(t *testing.T) {
	t.Parallel()
	l, err := leasehold.Decode([]byte(`{"commencementDate":"2025-03-15","termMonths":50,"paymentAmount":10000,"discountRateAnnual":0.06,
		"initialDirectCosts":900,"annualEscalationPct":0.03,"exemption":null,"classification":"finance"}`))
	if err != nil {
		t.Fatal(err)
	}
	c, err := treatments.Compare(l)
	if err != nil {
		t.Fatal(err)
	}
	if body := c.Append(nil); !json.Valid(body) {
		t.Fatalf("not JSON: %s", body)
	}
	if len(c.Treatments) != 6 || len(c.Differences) != 5 {
		t.Fatalf("%d treatments, %d differences", len(c.Treatments), len(c.Differences))
	}
	for i := range c.Treatments {
		x := &c.Treatments[i]
		var cost, paid money.Amount
		for _, y := range x.Years {
			cost, paid = cost.Add(y.LeaseExpense), paid.Add(y.Payments)
		}
		if cost != x.Result.TotalLeaseCost || cost != c.Treatments[0].Result.TotalLeaseCost || paid != x.Result.TotalUndiscountedPayments {
			t.Errorf("%s costs %s, pays %s", x.Key, cost, paid)
		}
		if last := x.Years[len(x.Years)-1]; len(x.Years) != 5 || !last.LiabilityClose.IsZero() || !last.RouAssetClose.IsZero() {
			t.Errorf("%s ends with %+v after %d years", x.Key, last, len(x.Years))
		}
	}
	for i, d := range c.Differences {
		for j, y := range d.Years {
			if want := c.Treatments[i+1].Years[j].LeaseExpense.Sub(c.Treatments[0].Years[j].LeaseExpense); y.LeaseExpense != want {
				t.Errorf("%s, year %d: %s, want %s", d.Key, y.Year, y.LeaseExpense, want)
			}
		}
	}
}
