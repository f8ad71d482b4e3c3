package treatments_test

import (
	"bytes"
	"context"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/treatments"
)

// METHOD 16: over the life every treatment costs the same, year by year the sums
// are the totals, and each difference is the treatment less the first.
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
	if len(c.Treatments) != 4 || len(c.Differences) != 3 {
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

// A comparison does not depend on earlier comparisons: not if a lease has other events in the same
// list, other payments or rates, if the caller has changed an event's list, or if an earlier
// comparison was canceled.
func TestComparisonsHaveNothingOfThoseBefore(t *testing.T) {
	l, err := leasehold.Decode([]byte(`{"commencementDate":"2024-01-01","termMonths":60,"paymentAmount":1000,"discountRateAnnual":0.06,"events":[
		{"type":"contingency_resolved","date":"2025-01-01","rentSteps":[{"from":"2026-01-01","paymentAmount":1100}]},
		{"type":"modification","date":"2026-02-15","termMonths":72,"paymentAmount":1200,"discountRateAnnual":0.07},
		{"type":"impairment","date":"2027-01-01","impairmentLoss":700}]}`))
	if err != nil {
		t.Fatal(err)
	}
	asAlone := func(of *leasehold.Lease) {
		c, err := (&treatments.Question{Lease: of, Treatments: []string{"asc842_operating", "asc842_finance"}}).Answer()
		if err != nil {
			t.Fatal(err)
		}
		for i := range c.Treatments {
			x := c.Treatments[i].Result
			alone, err := leasehold.Compute(&x.Lease)
			if err != nil {
				t.Fatal(err)
			}
			if got, want := x.AppendCompute(nil), alone.AppendCompute(nil); !bytes.Equal(got, want) {
				t.Errorf("%s: the answer of %d bytes differs from that of the lease alone, of %d bytes", c.Treatments[i].Key, len(got), len(want))
			}
		}
	}
	for _, change := range slices.Repeat([]func(l *leasehold.Lease){
		func(*leasehold.Lease) {},
		func(l *leasehold.Lease) { l.Currency, _ = money.ParseCurrency("JPY") },
		func(l *leasehold.Lease) { l.DiscountRateAnnual = money.New(5, 2) },
		func(l *leasehold.Lease) { l.Events = l.Events[:2] },
		func(l *leasehold.Lease) { l.PaymentTiming = leasehold.Arrears },
		func(l *leasehold.Lease) { l.TermMonths = 59 },
		func(l *leasehold.Lease) { l.Basis = leasehold.Some(leasehold.Basis{Discounting: leasehold.Effective}) },
		func(l *leasehold.Lease) { l.Events[0].RentSteps[0].PaymentAmount = money.Int(1150 + rand.Int64N(1000)) },
	}, 4) { // a pool may have other memory
		asAlone(l)
		ended, end := context.WithCancel(t.Context())
		end()
		_, _ = treatments.CompareContext(ended, l)
		other := *l
		change(&other)
		asAlone(&other)
	}
}
