package reperform_test

import (
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/reperform"
)

// A rent may have the maximum number of decimals. The explanation of a different rent prints all of
// them.
func TestRentsWithManyDecimalsAreVerified(t *testing.T) {
	t.Parallel()
	for _, decimals := range []string{"5", "25", "125", strings.Repeat("1", 60), strings.Repeat("7", 380)} {
		q, err := reperform.Decode([]byte(`{"lease":{"standard":"IFRS_16","commencementDate":"2026-01-01","termMonths":12,"paymentAmount":12345.` + decimals +
			`,"discountRateAnnual":0.05},"theirs":{"schedule":[{"period":1,"payment":9000},{"period":2,"payment":9000}]}}`))
		if err != nil {
			t.Fatal(err)
		}
		a, err := reperform.Verify(q)
		if err != nil {
			t.Fatal(err)
		}
		want := "12,345." + decimals
		if len(decimals) == 1 {
			want += "0"
		}
		if text := string(a.Append(nil)); !strings.Contains(text, "9,000.00, not "+want) {
			t.Errorf("%s is not in %s", want, text)
		}
	}
}
