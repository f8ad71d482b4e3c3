package pdf

import (
	"bytes"
	"testing"

	"github.com/leasehold-accounting/leasehold"
)

// A first application, FRS 102 and GASB 96 have a memo.
func TestMemosOfTheNewStandards(t *testing.T) {
	t.Parallel()
	for _, body := range []string{
		`{"standard":"FRS_102","commencementDate":"2024-01-01","termMonths":36,"paymentAmount":100,"discountRateAnnual":0.05,"initialApplication":{"date":"2026-01-11"}}`,
		`{"standard":"FRS_102","commencementDate":"2026-01-01","termMonths":36,"paymentAmount":100,"discountRateAnnual":0.05,"grantElement":50}`,
		`{"standard":"GASB_96","commencementDate":"2026-01-01","termMonths":36,"paymentAmount":100,"discountRateAnnual":0.05}`,
	} {
		l, err := leasehold.Decode([]byte(body))
		if err != nil {
			t.Fatal(err)
		}
		r, err := leasehold.Compute(l)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := Write(&b, r, Options{Currency: "GBP"}); err != nil || !bytes.HasPrefix(b.Bytes(), []byte("%PDF")) {
			t.Errorf("%s: %v", body, err)
		}
	}
}
