package portfolio_test

import (
	"fmt"
	"strings"
	"testing"
)

// METHOD 21.2: if the rate given in a lease or event differs by more than 0.1% from the table's
// rate for the same day, a note names both rates.
func TestMethod21_2_ANoteNamesConflictingRates(t *testing.T) {
	t.Parallel()
	const request = `{"from":"2024-01-01","to":"2024-12-31","exchangeRates":[{"currency":"USD","into":"EUR","date":"2023-12-31","closing":0.9},
		{"currency":"USD","into":"EUR","date":"2024-03-01","spot":%s},{"currency":"USD","into":"EUR","date":"2024-12-31","closing":0.9,"average":0.9}],
		"leases":[{"id":"A","standard":"IFRS_16","commencementDate":"2024-03-01","termMonths":24,"paymentAmount":100,"discountRateAnnual":0.05,
		"currency":"USD","functionalCurrency":"EUR","exchangeRate":0.9}]}`
	for spot, want := range map[string]bool{"0.9": false, "0.9009": false, "0.901": true, "0.8": true} {
		notes := strings.Join(answeredTo(t, fmt.Sprintf(request, spot)).Leases[0].Notes, " ")
		if got := strings.Contains(notes, "2024-03-01: 0.9 in the lease, "+spot+" in the report's table"); got != want {
			t.Errorf("spot rate of %s: named %t, want %t: %s", spot, got, want, notes)
		}
	}
}
