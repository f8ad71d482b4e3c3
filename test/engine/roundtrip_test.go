package engine_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/leasehold-accounting/leasehold"
)

// A result written as JSON and read again prints the same journal, explanations and files as the
// original.
func TestAResultReadFromJSONPrintsEverything(t *testing.T) {
	t.Parallel()
	const plain = `{"commencementDate":"2025-01-31","termMonths":38,"paymentAmount":1000.005,"discountRateAnnual":0.06,"paymentFrequency":"quarterly"`
	for name, body := range map[string]string{
		"plain":      plain + `}`,
		"criteria":   plain + `,"assetFairValue":50000.12345,"assetEconomicLifeMonths":40,"purchaseOptionAmount":5}`,
		"calendar":   plain + `,"calendar":{"days":"english_quarter_days"},"irrecoverableTaxRate":0.1}`,
		"events":     plain + `,"standard":"IFRS_16","events":[{"date":"2025-06-15","type":"modification","discountRateAnnual":0.05,"retainedShare":0.7},{"date":"2026-01-01","type":"termination"}]}`,
		"exempt":     `{"commencementDate":"2025-01-31","termMonths":12,"paymentAmount":1000,"discountRateAnnual":0.06,"exemption":"short_term"}`,
		"government": plain + `,"standard":"GASB_87","fund":"both"}`,
		"components": plain + `,"currency":"JPY","components":[{"name":"Space","kind":"lease","standalonePrice":3},{"name":"Cleaning","kind":"service","standalonePrice":1}]}`,
	} {
		l, err := leasehold.Decode([]byte(body))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		r, err := leasehold.Compute(l)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		text, err := json.Marshal(r)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var back leasehold.Result
		if err := json.Unmarshal(text, &back); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got, want := leasehold.Journal(&back.Measurement), leasehold.Journal(&r.Measurement); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: journal\n%v\nwant\n%v", name, got, want)
		}
		if got, want := leasehold.Explain(&back), leasehold.Explain(r); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: explanations\n%v\nwant\n%v", name, got, want)
		}
		if got, want := string(leasehold.AppendCompute(&back, nil)), string(leasehold.AppendCompute(r, nil)); got != want {
			t.Errorf("%s: prints\n%s\nwant\n%s", name, got, want)
		}
	}
}
