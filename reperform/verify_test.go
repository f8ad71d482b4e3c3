package reperform_test

import (
	"encoding/json"
	"testing"

	"github.com/leasehold-accounting/leasehold/reperform"
)

const office = `{"commencementDate":"2025-01-01","termMonths":60,"paymentAmount":10000,"discountRateAnnual":0.06}`

func verify(t *testing.T, body string) *reperform.Answer {
	t.Helper()
	q, err := reperform.Decode([]byte(body))
	if err != nil {
		t.Fatal(err)
	}
	a, err := reperform.Verify(q)
	if err != nil {
		t.Fatal(err)
	}
	if printed := a.Append(nil); !json.Valid(printed) {
		t.Fatalf("not JSON: %s", printed)
	}
	return a
}

// METHOD 15.3: the convention behind 521,765.63 and 521,803.83 is found, in a
// sentence that an accountant can put into the file.
func TestMethod15_3_TheConventionIsFound(t *testing.T) {
	t.Parallel()
	for liability, want := range map[string]string{
		"519841.89": "Agrees within 0.01.",
		"521765.63": "Agrees within 0.01 if the rate is applied as an effective annual rate.",
		"511765.63": "Agrees within 0.01 if the rate is applied as an effective annual rate and the payment at commencement is omitted from the liability.",
		"517255.61": "Agrees within 0.01 if payments are made in arrears.",
		"519275.22": "Agrees within 0.01 if the rate is applied as an effective annual rate over actual days / 365 and payments are made in arrears.",
	} {
		a := verify(t, `{"lease":`+office+`,"theirs":{"initialLiability":`+liability+`}}`)
		if a.Explanation == nil || a.Explanation.Sentence != want {
			t.Errorf("%s: %+v, want %q", liability, a.Explanation, want)
		}
	}
}
