package engine_test

import (
	"fmt"
	"testing"

	"github.com/leasehold-accounting/leasehold"
)

// METHOD 25.8: a sublease is rejected if the lessee is a government, if it has no receipts, or if
// its dates are out of order.
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
