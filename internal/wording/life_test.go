package wording_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/schedule"
)

const eventful = `{"id":"L-1","name":"Office","tags":{"lessor":"L","entity":"E"},"currency":"EUR","commencementDate":"2026-01-01","termMonths":60,
	"paymentAmount":5000,"discountRateAnnual":0.05,"rentSteps":[{"from":"2028-01-01","paymentAmount":6000}],
	"rentFree":[{"from":"2026-01-01","months":1},{"from":"2027-01-01","months":2,"share":0.5}],
	"otherPayments":[{"date":"2026-05-10","amount":1000},{"date":"2026-06-10","amount":250,"kind":"incentive"}],
	"basis":{"discounting":"actual_365","commencementPayment":"settled"},"initialDirectCosts":700,"leaseIncentives":20,
	"events":[{"date":"2027-01-15","type":"index","changePct":0.04},{"date":"2027-06-10","type":"impairment","impairmentLoss":10000},
	{"date":"2029-02-15","type":"termination","penalty":8000}]}`

// A list is shown with one line per element. A rarely used input is shown only if it is supplied.
func TestListsAreShownLineByLine(t *testing.T) {
	t.Parallel()
	got := map[string]string{}
	for _, in := range wording.Inputs(&compute(t, eventful).Lease) {
		got[in.Field] = in.Value
	}
	for field, want := range map[string]string{
		"id": "L-1", "name": "Office", "tags": "entity: E\nlessor: L", "currency": "EUR",
		"rentSteps":     "from 2028-01-01: 6,000.00",
		"rentFree":      "from 2026-01-01: 1 month\nfrom 2027-01-01: 2 months, 50% of the rent",
		"otherPayments": "2026-05-10: 1,000.00\n2026-06-10: 250.00 received",
		"basis":         "effective rate, by days / 365\npayment at commencement excluded from the liability",
		"events":        "2027-01-15: change in an index or rate\n2027-06-10: impairment\n2029-02-15: termination",
	} {
		if got[field] != want {
			t.Errorf("%s is shown as %q, want %q", field, got[field], want)
		}
	}
	for _, field := range []string{"exemption", "fund", "restorationCost", "openingRouAsset", "annualEscalationAmount"} {
		if value, shown := got[field]; shown {
			t.Errorf("%s is shown as %q though it was not provided", field, value)
		}
	}
}

// The leases are published examples with unequal payments and events, plus additional leases.
func lives(t *testing.T) []*leasehold.Result {
	t.Helper()
	file, err := os.ReadFile("../doctor/testdata/lives.json")
	if err != nil {
		t.Fatal(err)
	}
	var published []struct{ Request json.RawMessage }
	if err := json.Unmarshal(file, &published); err != nil {
		t.Fatal(err)
	}
	all := []*leasehold.Result{
		compute(t, eventful),
		compute(t, `{"exemption":"short_term","commencementDate":"2026-01-01","termMonths":12,"paymentAmount":100,"discountRateAnnual":0.03,"initialDirectCosts":5}`),
		compute(t, `{"currency":"JPY","commencementDate":"2026-01-01","termMonths":24,"paymentAmount":100,"discountRateAnnual":0.03,"openingRouAsset":1500}`),
	}
	for _, p := range published {
		all = append(all, compute(t, string(p.Request)))
	}
	return all
}

// The liability plus the amounts that ToAsset lists equals the asset.
func TestTheAssetReconciliationAddsUp(t *testing.T) {
	t.Parallel()
	for _, r := range lives(t) {
		sum := r.InitialLiability
		for _, f := range wording.ToAsset(&r.Measurement) {
			sum = sum.Add(f.Amount)
		}
		if sum != r.InitialRouAsset {
			t.Errorf("%s: the lines add up to %s, the asset is %s", r.Lease.Append(nil), sum, r.InitialRouAsset)
		}
	}
}

// Periods and events are in an order that makes their balances continuous. Each event starts with the closing
// balances of the preceding period. Each period starts with the balances after the preceding event.
func TestTheScheduleShowsEventsInOrder(t *testing.T) {
	t.Parallel()
	events := 0
	for _, r := range lives(t) {
		liability, asset := r.InitialLiability, r.InitialRouAsset
		if r.Lease.Exemption != leasehold.NoExemption {
			continue // the lease is not on the balance sheet
		}
		lines := wording.Schedule(&r.Measurement)
		if len(lines) != len(r.Schedule)+len(r.Events) {
			t.Fatalf("%s: %d lines", r.Lease.Append(nil), len(lines))
		}
		for _, line := range lines {
			var before, after [2]money.Amount
			if e := line.Event; e != nil {
				events++
				if e.Treatment == schedule.Expensed {
					continue
				}
				before, after = [2]money.Amount{e.LiabilityBefore, e.RouAssetBefore}, [2]money.Amount{e.LiabilityAfter, e.RouAssetAfter}
			} else {
				p := line.Period
				before, after = [2]money.Amount{p.LiabilityOpen(), p.RouAssetOpen()}, [2]money.Amount{p.LiabilityClose, p.RouAssetClose}
			}
			if before != [2]money.Amount{liability, asset} {
				t.Errorf("%s: a line starts from %v, the one before it ends at %s and %s", r.Lease.Append(nil), before, liability, asset)
			}
			liability, asset = after[0], after[1]
		}
	}
	if events < 10 {
		t.Errorf("only %d events: the test shows little", events)
	}
}

// If a lease's class changes, the headings are correct for both classes.
func TestHeadingsFitTheWholeLife(t *testing.T) {
	t.Parallel()
	impaired := wording.Headings(&compute(t, eventful).Measurement)
	before, _, _ := strings.Cut(eventful, ",\n\t\"events\"")
	plain := wording.Headings(&compute(t, before+"}").Measurement)
	if impaired.Amortization != "Amortization" || plain.Amortization != "Asset reduction" {
		t.Errorf("the headings are %v and %v", impaired.List(), plain.List())
	}
}

// The figures of an event include its balances and its effects, except effects of 0.
func TestEventsListWhatTheyDid(t *testing.T) {
	t.Parallel()
	r := compute(t, eventful)
	var labels []string
	for _, f := range wording.OfEvent(r.Lease.Standard, &r.Events[2]) {
		labels = append(labels, f.Label)
	}
	want := []string{
		"Lease liability before", "Lease liability after", "Right-of-use asset before", "Right-of-use asset after", "Penalty paid", "Gain (loss)",
	}
	if !slices.Equal(labels, want) {
		t.Errorf("got %q, want %q", labels, want)
	}
}

// The entry of an event is balanced and agrees with the change in the balances. An index change
// that was expensed has no entry.
func TestTheEntryOfAnEventIsListed(t *testing.T) {
	t.Parallel()
	r := compute(t, eventful)
	entries := leasehold.Journal(&r.Measurement)
	if list := wording.EntryOf(entries, 0); len(list) != 0 {
		t.Errorf("an expensed index has the entry %v", list)
	}
	for i, want := range map[int][]string{
		1: {"Credit Right-of-use asset", "Debit Impairment loss"},
		2: {"Debit Lease liability", "Credit Right-of-use asset", "Credit Cash", "Credit Gain on lease change"},
	} {
		var labels []string
		balance := money.Amount{}
		for _, f := range wording.EntryOf(entries, i) {
			labels = append(labels, f.Label)
			if strings.HasPrefix(f.Label, "Debit") {
				balance = balance.Add(f.Amount)
			} else {
				balance = balance.Sub(f.Amount)
			}
		}
		if !slices.Equal(labels, want) || !balance.IsZero() {
			t.Errorf("event %d: %q, off by %s; want %q", i, labels, balance, want)
		}
	}
}
