package reperform_test

import (
	"encoding/json"
	"testing"

	"github.com/leasehold-accounting/leasehold/reperform"
)

const officeLease = `{"commencementDate":"2025-01-01","termMonths":60,"paymentAmount":10000,"discountRateAnnual":0.06}`

func ask(body string) (*reperform.Answer, error) {
	q, err := reperform.Decode([]byte(body))
	if err != nil {
		return nil, err
	}
	return reperform.Verify(q)
}

func verify(t *testing.T, body string) *reperform.Answer {
	t.Helper()
	a, err := ask(body)
	if err != nil {
		t.Fatal(err)
	}
	if printed := a.Append(nil); !json.Valid(printed) {
		t.Fatalf("not JSON: %s", printed)
	}
	return a
}

// METHOD 15.3: the search finds the conventions that produce 521,765.63 and 521,803.83. The
// explanation is a sentence that an accountant can file.
func TestMethod15_3_TheConventionIsFound(t *testing.T) {
	t.Parallel()
	for liability, want := range map[string]string{
		"519841.89": "The schedule agrees within 0.01.",
		"521765.63": "The schedule agrees within 0.01 if the rate is applied as an effective annual rate.",
		"511765.63": "The schedule agrees within 0.01 if the rate is applied as an effective annual rate and the payment at commencement is omitted from the liability.",
		"517255.61": "The schedule agrees within 0.01 if payments are made in arrears.",
		"519275.22": "The schedule agrees within 0.01 if the rate is applied as an effective annual rate over actual days / 365 and payments are made in arrears.",
	} {
		a := verify(t, `{"lease":`+officeLease+`,"theirs":{"initialLiability":`+liability+`}}`)
		if a.Explanation == nil || a.Explanation.Sentence != want {
			t.Errorf("%s: %+v, want %q", liability, a.Explanation, want)
		}
	}
}

// METHOD 15.3: if a payment in arrears is dated on the last day of its period, the spreadsheet
// function XNPV discounts the payment by one day less. This schedule contains such dates. The
// expected present values were computed with 60 digits, independently of the engine.
func TestMethod15_3_PaymentsInArrearsDatedOnTheirDay(t *testing.T) {
	t.Parallel()
	for lease, liability := range map[string]string{
		`"paymentAmount":1000,"discountRateAnnual":0.06`:                                  "22605.85",
		`"paymentAmount":5000,"discountRateAnnual":0.0725,"paymentFrequency":"quarterly"`: "37014.25",
	} {
		a := verify(t, `{"lease":{"commencementDate":"2026-01-01","termMonths":24,"paymentTiming":"arrears","basis":{"discounting":"actual_365"},`+lease+
			`},"theirs":{"initialLiability":`+liability+`}}`)
		const want = "The schedule agrees within 0.01 if payments at the end of a period are discounted for one day less."
		if a.Explanation == nil || a.Explanation.Sentence != want {
			t.Errorf("%s: %+v, want %q", lease, a.Explanation, want)
		}
	}
}

// METHOD 15.3: omitted incentives and direct costs are tried only if an asset figure is reported.
// Twelve payments of 1,000 in advance at 0% give a liability of 12,000. With costs of 300 less
// incentives of 500, the asset is 11,800.
func TestMethod15_3_ForgottenCostsNeedAnAssetFigure(t *testing.T) {
	t.Parallel()
	const lease = `{"lease":{"commencementDate":"2026-01-01","termMonths":12,"paymentAmount":1000,"discountRateAnnual":0,
		"initialDirectCosts":300,"leaseIncentives":500},"theirs":`
	for theirs, want := range map[string]string{
		`{"initialRouAsset":11800}`:                                             "The schedule agrees within 0.01.",
		`{"initialRouAsset":12300}`:                                             "The schedule agrees within 0.01 if the lease incentives are omitted.",
		`{"initialRouAsset":11500}`:                                             "The schedule agrees within 0.01 if the initial direct costs are omitted.",
		`{"initialLiability":12000,"totalLeaseCost":12300}`:                     "",
		`{"totalLeaseCost":12300,"schedule":[{"period":12,"rouAssetClose":0}]}`: "The schedule agrees within 0.01 if the lease incentives are omitted.",
	} {
		a := verify(t, lease+theirs+"}")
		got := ""
		if a.Explanation != nil {
			got = a.Explanation.Sentence
		}
		if got != want {
			t.Errorf("%s: %q, want %q", theirs, got, want)
		}
	}
}
