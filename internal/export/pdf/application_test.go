package pdf

import (
	"bytes"
	"slices"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export/paper"
)

// METHOD 18.2: there are memos for an initial application, for FRS 102 and for GASB 96. A
// subscription's memo identifies the subscription and the vendor.
func TestMethod18_2_AMemoIsFiledUnderTheVendor(t *testing.T) {
	t.Parallel()
	l := &leasehold.Lease{Standard: leasehold.GASB96, ID: "S1", Tags: map[string]string{"vendor": "Acme"}}
	got := Identity(l)
	for _, want := range [][2]string{{"Subscription", ""}, {"Subscription ID", "S1"}, {"Vendor", "Acme"}} {
		if !slices.Contains(got, want) {
			t.Errorf("no %q in %q", want, got)
		}
	}
	l.Standard, l.Tags = leasehold.FRS102, map[string]string{"lessor": "Acme"}
	if got := Identity(l); !slices.Contains(got, [2]string{"Lessor", "Acme"}) || !slices.Contains(got, [2]string{"Lease ID", "S1"}) {
		t.Errorf("%q", got)
	}
}

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
		if err := Write(&b, r, paper.Options{Currency: "GBP"}); err != nil || !bytes.HasPrefix(b.Bytes(), []byte("%PDF")) {
			t.Errorf("%s: %v", body, err)
		}
	}
}
