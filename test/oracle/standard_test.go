package oracle

import (
	"errors"
	"fmt"
	"testing"
)

func reported(t *testing.T, question string) []Figure {
	t.Helper()
	q, err := ReadReport([]byte(question))
	if err != nil {
		t.Fatal(err)
	}
	r, err := Tell(q)
	if err != nil {
		t.Fatalf("%v in %s", err, question)
	}
	wantEngineToAgree(t, ReportAgainstEngine, question)
	return r.Figures()
}

// wantRefusal checks that a lease is rejected and that the error names the field.
func wantRefusal(t *testing.T, lease, field string) {
	t.Helper()
	r, err := Read([]byte(lease))
	if err != nil {
		t.Fatal(err)
	}
	_, err = Solve(r)
	var refusal *Refusal
	if !errors.As(err, &refusal) || refusal.Field != field {
		t.Errorf("%s: refused with %v, want %s", lease, err, field)
	}
}

// METHOD 17.1: a lease under FRS 102 is modified without a new rate, so the current rate of 12%
// still applies. Payments are in arrears, and 6 of 12 payments of 100 have been made. Six payments
// of 200 remain: 200 × (1 − 1.01⁻⁶) / 0.01 = 1,159.0953.
func TestMethod17_1_TheRateInForceStays(t *testing.T) {
	t.Parallel()
	a := solve(t, `{"standard":"FRS_102","commencementDate":"2026-01-01","termMonths":12,"paymentAmount":100,"paymentTiming":"arrears",
		"discountRateAnnual":0.12,"grantElement":60,"events":[{"date":"2026-07-01","type":"modification","paymentAmount":200}]}`)
	wantFigures(t, "kept", a.Compute(), map[string]string{
		"result.initialLiability":                     "1125.51",
		"result.initialRouAsset":                      "1185.51",
		"result.schedule.0.rouAmortization":           "98.79",
		"result.events.0.discountRateAnnual":          "0.12",
		"result.events.0.liabilityAfter":              "1159.10",
		"journalEntries.0.lines.Deferred income":      "-60.00",
		"journalEntries.0.lines.Right-of-use asset":   "1185.51",
		"journalEntries.1.lines.Depreciation expense": "98.79",
	})
	wantRefusal(t, `{"standard":"IFRS_16","commencementDate":"2026-01-01","termMonths":12,"paymentAmount":100,"discountRateAnnual":0.12,
		"events":[{"date":"2026-07-01","type":"modification","paymentAmount":200}]}`, "events[0].discountRateAnnual")
}

// METHOD 17.1: a grant element is rejected for a lease that cannot have one.
func TestMethod17_1_GrantElement(t *testing.T) {
	t.Parallel()
	const lease = `{"standard":%q,"commencementDate":"2026-01-01","termMonths":12,"paymentAmount":100,"discountRateAnnual":0.12,"grantElement":60%s}`
	wantRefusal(t, fmt.Sprintf(lease, "IFRS_16", ""), "grantElement")
	wantRefusal(t, fmt.Sprintf(lease, "FRS_102", `,"exemption":"short_term"`), "grantElement")
	wantRefusal(t, fmt.Sprintf(lease, "FRS_102", `,"openingRouAsset":1`), "openingRouAsset")
}

// METHOD 18.2: a software subscription has payments of 1,000 per year in arrears for three years,
// at a rate of 0. Another 90 is paid to the vendor in advance, and direct costs are 60.
func TestMethod18_2_Titles(t *testing.T) {
	t.Parallel()
	const subscription = `{"standard":"GASB_96","commencementDate":"2024-01-01","termMonths":36,"paymentAmount":1000,"paymentFrequency":"annual",
		"paymentTiming":"arrears","discountRateAnnual":0,"prepaidRent":90,"initialDirectCosts":60%s}`
	wantFigures(t, "subscription", solve(t, fmt.Sprintf(subscription, "")).Compute(), map[string]string{
		"result.initialRouAsset":                        "3150.00",
		"classification.single_model":                   "true",
		"journalEntries.0.lines.Subscription asset":     "3150.00",
		"journalEntries.0.lines.Subscription liability": "-3000.00",
		"journalEntries.0.lines.Prepaid subscription":   "-90.00",
		"journalEntries.1.lines.Subscription asset":     "-1050.00",
		"journalEntries.1.lines.Amortization expense":   "1050.00",
	})
	wantFigures(t, "fund", solve(t, fmt.Sprintf(subscription, `,"fund":"governmental"`)).Compute(), map[string]string{
		"journalEntries.0.lines.Other financing sources - subscriptions": "-3000.00",
		"journalEntries.0.lines.Expenditures - capital outlay":           "3150.00",
	})
	for member, value := range map[string]string{
		"residualValueGuarantee": "1", "purchaseOptionAmount": "1", "purchaseOptionReasonablyCertain": "true", "transfersOwnership": "true",
	} {
		wantRefusal(t, fmt.Sprintf(subscription, fmt.Sprintf(`,%q:%s`, member, value)), member)
	}
	wantRefusal(t, fmt.Sprintf(subscription, `,"events":[{"date":"2025-01-01","type":"purchase","price":1}]`), "events[0].type")
}

// METHOD 17.2: a comparison contains the treatments in the requested order, and the differences are
// relative to the first treatment.
func TestMethod17_2_TreatmentsInTheirOrder(t *testing.T) {
	t.Parallel()
	r, err := Read([]byte(`{"commencementDate":"2024-01-01","termMonths":24,"paymentAmount":100,"paymentTiming":"arrears","discountRateAnnual":0,
		"residualValueGuarantee":240,"treatments":["GASB_96","FRS_102"]}`))
	if err != nil {
		t.Fatal(err)
	}
	figures, err := Compare(r)
	if err != nil {
		t.Fatal(err)
	}
	wantFigures(t, "treatments", figures, map[string]string{
		"treatments.0.key":                    `"GASB_96"`,
		"treatments.0.initialRouAsset":        "2400.00",
		"treatments.1.key":                    `"FRS_102"`,
		"treatments.1.initialRouAsset":        "2640.00",
		"differences.0.initialRouAsset":       "240.00",
		"differences.0.years.0.rouAssetClose": "120.00",
	})
}
