package engine_test

import (
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold"
)

// METHOD 24: a request's evidence is an object that maps the paths of supplied fields to quotes
// from the contract. Each error names the path.
func TestMethod24_EvidenceOfALease(t *testing.T) {
	t.Parallel()
	const lease = `{"commencementDate":"2026-01-01","termMonths":60,"paymentAmount":10000,"discountRateAnnual":0.06,"tags":{"entity":"E"},` +
		`"rentSteps":[{"from":"2027-01-01","paymentAmount":2}],"evidence":`
	for evidence, want := range map[string]string{
		`{"termMonths":{"quote":"a\tb\nc","page":3},"rentSteps[0].from":{"quote":"x","document":"d"}}`: "",
		`{"paymentFrequency":{"quote":"each month"},"tags.entity":{"quote":"E Ltd"}}`:                  "", // a quote can support a default value

		`{}`:   "",
		`null`: "",
		`[]`:   "evidence: must be an object with a quote for each field",

		`{"rentSteps":{"quote":"x"}}`:              "evidence.rentSteps: is not a field of this request",
		`{"rentSteps[1].from":{"quote":"x"}}`:      "evidence.rentSteps[1].from: is not a field of this request",
		`{"evidence":{"quote":"x"}}`:               "evidence.evidence: is not a field of this request",
		`{"termMonths":"60"}`:                      "evidence.termMonths: must be an object that describes a quote",
		`{"termMonths":{"page":"3"}}`:              "evidence.termMonths.quote: is required",
		`{"termMonths":{"quote":" \n"}}`:           "evidence.termMonths.quote: must not be empty",
		`{"termMonths":{"quote":"a\u0007"}}`:       "evidence.termMonths.quote: contains a control character",
		`{"termMonths":{"quote":"x","page":true}}`: "evidence.termMonths.page: must be a string",

		`{"termMonths":{"quote":"x"},"termMonths":{"quote":"y"}}`:                      "evidence.termMonths: appears more than once",
		`{"termMonths":{"quote":"` + strings.Repeat("é", 2001) + `"}}`:                 "evidence.termMonths.quote: is too long: at most 2000 characters are allowed",
		`{` + strings.TrimSuffix(strings.Repeat(`"x":{"quote":"x"},`, 501), ",") + `}`: "evidence: has too many entries: at most 500 are allowed",
	} {
		l, err := leasehold.Decode([]byte(lease + evidence + "}"))
		switch {
		case want == "" && err != nil:
			t.Errorf("%s: %v", evidence, err)
		case want == "":
			again, err := leasehold.Decode(l.Append(nil))
			if err != nil || string(again.Append(nil)) != string(l.Append(nil)) || l.Validate() != nil {
				t.Errorf("%s: %v, %s", evidence, err, l.Append(nil))
			}
		case err == nil || !strings.Contains(err.Error(), want):
			t.Errorf("%.80s: %v, want %s", evidence, err, want)
		}
	}
}
