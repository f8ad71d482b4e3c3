package beam

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/figure"
)

// TestMethod21_4_APipelineTranslates checks that leases with several functional currencies are
// translated into one currency, and that the error names missing exchange rates.
func TestMethod21_4_APipelineTranslates(t *testing.T) {
	t.Parallel()
	const lease = `"standard":"IFRS_16","commencementDate":"2026-01-01","termMonths":36,"paymentAmount":100,"paymentFrequency":"annual","paymentTiming":"arrears","discountRateAnnual":0`
	dir := t.TempDir()
	file := filepath.Join(dir, "leases.ndjson")
	text := `{"id":"A",` + lease + `,"currency":"USD","functionalCurrency":"EUR","exchangeRate":0.9}` + "\n" + `{"id":"B",` + lease + `,"currency":"GBP"}` + "\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	q := Question{From: "2026-01-01", To: "2026-12-31", Output: dir, Presentation: "GBP", ExchangeRates: `{"exchangeRates":[
		{"currency":"USD","into":"EUR","date":"2025-12-31","closing":0.95},{"currency":"USD","into":"EUR","date":"2026-12-31","closing":0.7,"average":0.8},
		{"currency":"EUR","into":"GBP","date":"2025-12-31","closing":0.4},{"currency":"EUR","into":"GBP","date":"2026-12-31","closing":0.6,"average":0.5}]}`}
	var sums []Total
	add := func(s Total) { sums = append(sums, s) }
	chunk := Chunk{File: file, End: int64(len(text))}
	if err := (&reportFn{Question: q}).ProcessElement(t.Context(), chunk, add, func(line string) { t.Error(line) }); err != nil {
		t.Fatal(err)
	}
	total, one := sums[0].Sum.Total()
	if !one || total.Currency.String() != "GBP" || total.Of(figure.LiabilityClosing).String() != "284.00" || total.Of(figure.LiabilityTranslation).String() != "41.00" {
		t.Errorf("got %+v", total)
	}
	q.ExchangeRates = ""
	err := (&reportFn{Question: q}).ProcessElement(t.Context(), chunk, add, func(string) {})
	if err == nil || !strings.Contains(err.Error(), "USD into EUR has no rate of 2025-12-31") || !strings.Contains(err.Error(), "EUR into GBP has no rate of 2026-12-31") {
		t.Errorf("got %v", err)
	}
	for _, wrong := range []Question{{From: q.From, To: q.To, Presentation: "POUND"}, {From: q.From, To: q.To, ExchangeRates: "{"}} {
		if _, _, err := wrong.read(); err == nil {
			t.Errorf("%+v is read", wrong)
		}
	}
}
