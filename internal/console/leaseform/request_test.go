package leaseform

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold"
)

// A request converted to a form and back stays the same, so every example can be opened on the workbench
// without a change.
func TestFromRequestIsTheRequest(t *testing.T) {
	t.Parallel()
	names, err := filepath.Glob("../../../docs/examples/*.json")
	if err != nil || len(names) < 9 {
		t.Fatal(names, err)
	}
	bodies := map[string]string{
		"lists": `{"standard":"IFRS_16","commencementDate":"2026-01-01","termMonths":60,"paymentAmount":20000,"discountRateAnnual":0.0525,
			"tags":{"entity":"US"},"rentSteps":[{"from":"2027-01-01","paymentAmount":21000.50}],
			"events":[{"type":"index","date":"2027-06-01","changePct":0.028},
			{"type":"modification","date":"2028-07-01","retainedShare":0.6,"discountRateAnnual":0.0575,"rentSteps":[{"from":"2029-01-01","paymentAmount":13000}]}]}`,
		"objects": `{"commencementDate":"2026-01-01","termMonths":60,"paymentAmount":100,"discountRateAnnual":0.06,"tags":{"entity":"US","site":"Harbour"},
			"rentSteps":[{"from":"2027-01-01","paymentAmount":110}],"evidence":{"paymentAmount":{"quote":"a rent of 100","page":2},
			"rentSteps[0].paymentAmount":{"quote":"rising to 110"}}}`,
		"choices": `{"commencementDate":"2026-01-01","termMonths":60,"paymentAmount":100,"discountRateAnnual":0.06,"basis":{"discounting":"nominal"},
			"components":[{"name":"Floor","kind":"lease","standalonePrice":900},{"name":"Cleaning","kind":"service","standalonePrice":100}],
			"otherPayments":[{"date":"2026-02-01","amount":5,"kind":"payment"}]}`,
		"application": `{"standard":"FRS_102","commencementDate":"2024-01-15","termMonths":60,"paymentAmount":6000,"discountRateAnnual":0.06,
			"paymentFrequency":"quarterly","calendar":{"days":"english_quarter_days"},"irrecoverableTaxRate":0.2,
			"initialApplication":{"date":"2026-01-01","prepaidOrAccruedRent":-3600,"onerousProvision":1000},
			"variablePayments":[{"date":"2026-02-01","amount":-5}],"subleaseIncome":[{"date":"2026-02-01","amount":5}],
			"discountRates":[{"validFrom":"2026-01-01","termMonths":12,"discountRateAnnual":0.05,"tags":{"entity":"UK"}}]}`,
		"flags": `{"commencementDate":"2026-01-01","termMonths":60,"paymentAmount":100,"discountRateAnnual":0.06,"transfersOwnership":false,"specializedAsset":true}`,
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		bodies[filepath.Base(name)] = string(text)
	}
	for name, body := range bodies {
		want, err := leasehold.Decode([]byte(body))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		values, err := FromRequest([]byte(body))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got, faults, _ := values.Decode()
		if got == nil {
			t.Errorf("%s: %v", name, faults)
			continue
		}
		if got, want := string(got.Append(nil)), string(want.Append(nil)); got != want {
			t.Errorf("%s: got  %s\nwant %s", name, got, want)
		}
	}
}

// The error for a request field that has no input in the form contains the field's name.
func TestFromRequestNamesFieldsWithoutInput(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		`{"termMonths":60,"mystery":1}`:      "mystery: has no input in the form",
		`{"rentSteps":{}}`:                   "rentSteps: must be a list",
		`{"rentSteps":[1]}`:                  "rentSteps[0]: must be an object",
		`{"tags":[]}`:                        "tags: must be an object",
		`{"evidence":{"termMonths":"five"}}`: "evidence.termMonths: must be an object",
		`{"paymentAmount":[1]}`:              "paymentAmount: no input holds",
		`{"rentSteps":[{"colour":"green"}]}`: "rentSteps[0].colour: has no input in the form",
	} {
		if _, err := FromRequest([]byte(body)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", body, err, want)
		}
	}
}

// A message that begins with a quotation mark of several bytes is valid UTF-8.
func TestMessagesBeginWithWholeCharacters(t *testing.T) {
	t.Parallel()
	if got, want := Words("“Reversal of an impairment” is not allowed"), "“Reversal of an impairment” is not allowed."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
