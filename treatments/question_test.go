package treatments_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/treatments"
)

const running = `{"standard":"FRS_102","commencementDate":"2024-01-01","termMonths":36,"paymentAmount":100,"discountRateAnnual":0.06`

func answered(t *testing.T, body string) *treatments.Comparison {
	t.Helper()
	q, err := treatments.Decode([]byte(body))
	if err != nil {
		t.Fatal(err)
	}
	c, err := q.Answer()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// METHOD 17.2: the treatments are listed in the order of the request, and each difference is
// relative to the first treatment. By default all six treatments are listed.
func TestMethod17_2_TreatmentsInTheOrderGiven(t *testing.T) {
	t.Parallel()
	c := answered(t, running+`,"restorationCost":50,"treatments":["GASB_96","FRS_102","ASC_842_finance"]}`)
	var keys []string
	for i := range c.Treatments {
		keys = append(keys, c.Treatments[i].Key)
	}
	if strings.Join(keys, " ") != "GASB_96 FRS_102 ASC_842_finance" || len(c.Differences) != 2 || c.Differences[0].Key != "FRS_102" {
		t.Errorf("%v, %+v", keys, c.Differences)
	}
	if d := c.Differences[0].InitialRouAsset.String(); d != "50.00" {
		t.Errorf("the restoration cost is in FRS 102 alone: %s", d)
	}
	for _, usual := range []string{`}`, `,"treatments":null}`} {
		if all := answered(t, running+usual); len(all.Treatments) != 6 || all.Treatments[5].Key != "GASB_96" {
			t.Errorf("%d treatments", len(all.Treatments))
		}
	}
}

// METHOD 17.2: a request lists two to six treatments, without duplicates. A lease with an initial
// application is rejected.
func TestMethod17_2_Rejections(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		running + `,"treatments":["FRS_102"]}`:                   "treatments: has 1 elements; name 2 to 6 of ASC_842_operating",
		running + `,"treatments":["FRS_102","FRS_102"]}`:         "treatments: FRS_102 occurs twice",
		running + `,"treatments":["FRS_102","IFRS_17"]}`:         `treatments: "IFRS_17" is not a treatment`,
		running + `,"treatments":"FRS_102"}`:                     "treatments: must be an array",
		running + `,"treatments":[],"treatments":null}`:          "treatments: occurs twice",
		running + `,"initialApplication":{"date":"2026-01-01"}}`: "initialApplication: is not allowed in a comparison",
		running + `,"rent":1,"treatments":[1,2]}`:                "rent: ",
		`[1]`: "body: ",
	} {
		_, err := treatments.Decode([]byte(body))
		var invalid *leasehold.InvalidError
		if !errors.As(err, &invalid) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", body, err, want)
		}
	}
	_, err := treatments.Decode([]byte(running + `,"termYears":1,"treatments":["x","y"]}`))
	if err == nil || !strings.Contains(err.Error(), "termYears") || !strings.Contains(err.Error(), "treatments") {
		t.Errorf("faults are reported together: %v", err)
	}
}

// METHOD 17.2: fields that another standard requires or rejects are adapted, with a note.
func TestMethod17_2_EventsUnderOtherStandards(t *testing.T) {
	t.Parallel()
	c := answered(t, running+`,"residualValueGuarantee":40,"events":[{"date":"2025-01-01","type":"residual_guarantee","residualValueGuarantee":50},
		{"date":"2025-06-01","type":"modification","paymentAmount":120,"purchaseOptionAmount":9}],"treatments":["IFRS_16","GASB_96"]}`)
	hasNote := func(i int, words string) bool {
		return strings.Contains(strings.Join(c.Treatments[i].Notes, "\n"), words)
	}
	if !hasNote(0, "No rate is supplied for the event on 2025-06-01; the liability is measured at the rate in effect.") || !hasNote(1, "The event of type residual_guarantee on 2025-01-01 is omitted") ||
		!hasNote(1, "residualValueGuarantee is omitted") || !hasNote(1, "events[0].purchaseOptionAmount is omitted") {
		t.Errorf("%q\n%q", c.Treatments[0].Notes, c.Treatments[1].Notes)
	}
	if n := len(c.Treatments[1].Result.Events); n != 1 {
		t.Errorf("%d events", n)
	}
}

// METHOD 16, 20.1, 21.1: if another standard does not have the given kind of rate, the kind is
// omitted and a note is added. Exchange rates are not required, because the figures are in the
// lease's currency.
func TestMethod16_RatesForASingleStandard(t *testing.T) {
	t.Parallel()
	const all = `,"treatments":["ASC_842_operating","ASC_842_finance","IFRS_16","GASB_87","FRS_102","GASB_96"]}`
	for lease, want := range map[string][]string{
		`,"standard":"ASC_842","discountRateBasis":"risk_free"`:  {"", "", "discountRateBasis", "discountRateBasis", "discountRateBasis", "discountRateBasis"},
		`,"standard":"FRS_102","discountRateBasis":"obtainable"`: {"discountRateBasis", "discountRateBasis", "discountRateBasis", "discountRateBasis", "", "discountRateBasis"},
		`,"standard":"FRS_102","events":[{"date":"2025-06-01","type":"modification","discountRateAnnual":0.05,"discountRateBasis":"obtainable"}]`: {
			"events[0].discountRateBasis", "events[0].discountRateBasis", "events[0].discountRateBasis", "events[0].discountRateBasis", "", "events[0].discountRateBasis",
		},
		`,"standard":"IFRS_16","events":[{"date":"2025-06-01","type":"index","changePct":0.1,"discountRateAnnual":0.05,"discountRateBasis":"implicit"}]`: {
			"events[0].discountRateBasis", "events[0].discountRateBasis", "", "events[0].discountRateBasis", "", "events[0].discountRateBasis",
		},
		`,"standard":"ASC_842","currency":"USD","functionalCurrency":"EUR","exchangeRate":0.9,"prepaidRent":5,"prepaidRentFunctional":4,"events":[{"date":"2025-06-01","type":"index","changePct":0.1}]`: {"", "", "", "", "", ""},
	} {
		c := answered(t, `{"commencementDate":"2024-01-01","termMonths":36,"paymentAmount":100,"discountRateAnnual":0.05`+lease+all)
		for i, name := range want {
			notes := strings.Join(c.Treatments[i].Notes, "\n")
			if hasNote := strings.Contains(notes, "discountRateBasis is omitted: it does not apply under this treatment."); hasNote != (name != "") || !strings.Contains(notes, name) {
				t.Errorf("%s, %s: %q", lease, c.Treatments[i].Key, notes)
			}
		}
	}
}

// A normalized request decodes to an equal request.
func TestRequestsAreNormalized(t *testing.T) {
	t.Parallel()
	q, err := treatments.Decode([]byte(`{"treatments":["IFRS_16","FRS_102"],` + running[1:] + `}`))
	if err != nil {
		t.Fatal(err)
	}
	text := string(q.Append(nil))
	if !strings.HasSuffix(text, `,"treatments":["IFRS_16","FRS_102"]}`) {
		t.Error(text)
	}
	if again, err := treatments.Decode([]byte(text)); err != nil || string(again.Append(nil)) != text {
		t.Errorf("%v", err)
	}
}
