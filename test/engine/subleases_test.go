package engine_test

import (
	"fmt"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/schedule"
)

// METHOD 25.8: in PwC's example 4-15, the receipts are 500, 550 and 600 per month, each for a year.
// The income is 550 per month. The receivable at the end of each year is 600, 600 and 0.
func TestMethod25_8_SubleaseIncomeIsStraightLine(t *testing.T) {
	t.Parallel()
	receipts := ""
	for month := range 36 {
		receipts += fmt.Sprintf(`,{"date":"%d-%02d-01","amount":%d}`, 2024+month/12, month%12+1, 500+month/12*50)
	}
	l, err := leasehold.Decode([]byte(`{"id":"A","commencementDate":"2024-01-01","termMonths":36,"paymentAmount":1000,"discountRateAnnual":0.05,
		"subleases":[{"from":"2024-01-01","to":"2026-12-31","receipts":[` + receipts[1:] + `]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	for year, want := range map[int16]string{2024: "600.00", 2025: "600.00", 2026: "0.00"} {
		f, err := leasehold.MeasureSpan(l, leasehold.Span{From: civil.New(year, 1, 1), To: civil.New(year, 12, 31), Monthly: true})
		if err != nil {
			t.Fatal(err)
		}
		if got := f.Of(figure.RentReceivable).String() + " " + f.Of(figure.CostSublease).String(); got != want+" -6600.00" {
			t.Errorf("%d: receivable and income of %s, want %s and -6600.00", year, got, want)
		}
		for i := range f.Entries {
			if e := &f.Entries[i]; e.Kind == schedule.EntryMonth && e.Net("Sublease income").String() != "-550.00" {
				t.Errorf("%s: sublease income of %s, want -550.00", e.Date, e.Net("Sublease income"))
			}
		}
	}
}

// METHOD 25.8: a sublease is rejected for a government, if it has no receipts, or if its dates are
// out of order.
func TestMethod25_8_SubleasesAreChecked(t *testing.T) {
	t.Parallel()
	const lease = `{%s"commencementDate":"2024-01-01","termMonths":36,"paymentAmount":1000,"discountRateAnnual":0.05,"subleases":[%s]}`
	const good = `{"from":"2024-01-01","to":"2024-12-31","receipts":[{"date":"2024-01-01","amount":1}]}`
	if _, err := leasehold.Decode(fmt.Appendf(nil, lease, "", good)); err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{
		fmt.Sprintf(lease, `"standard":"GASB_87",`, good),
		fmt.Sprintf(lease, "", `{"from":"2024-02-01","to":"2024-01-31","receipts":[{"date":"2024-01-01","amount":1}]}`),
		fmt.Sprintf(lease, "", `{"from":"2024-01-01","to":"2024-12-31","receipts":[]}`),
		fmt.Sprintf(lease, "", `{"from":"2024-01-01","to":"2024-12-31","receipts":[{"date":"2024-02-01","amount":1},{"date":"2024-01-01","amount":1}]}`),
	} {
		if _, err := leasehold.Decode([]byte(bad)); err == nil {
			t.Errorf("accepted: %s", bad)
		}
	}
}
