package leaseform

import (
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/money"
)

// A currency sign in an amount determines the lease's currency. If the user entered a currency, an ambiguous
// sign means that currency, and another currency's sign is an error.
func TestACurrencySignSetsTheCurrency(t *testing.T) {
	t.Parallel()
	for rent, want := range map[string]string{"£10,000": "GBP", "10,000 €": "EUR", "$10,000": "USD", "¥10,000": "JPY", "10,000": ""} {
		v := Values{"commencementDate": "2026-01-01", "termMonths": "36", "paymentAmount": rent, "discountRatePercent": "5"}
		lease, faults, understood := v.Decode()
		if lease == nil || lease.Currency.String() != want || strings.Contains(understood["currency"], want) != (want != "") && want != "" {
			t.Errorf("%s: %v, %v, %v", rent, lease, faults, understood)
		}
	}
	typed := Values{"commencementDate": "2026-01-01", "termMonths": "36", "paymentAmount": "$10,000", "discountRatePercent": "5", "currency": "aud", "prepaidRent": "£5"}
	_, faults, _ := typed.Decode()
	if len(faults) != 1 || !strings.Contains(faults["prepaidRent"], "£ is not a symbol for AUD") {
		t.Error(faults)
	}
	delete(typed, "prepaidRent")
	if lease, faults, _ := typed.Decode(); lease == nil || lease.Currency.String() != "AUD" {
		t.Error(faults)
	}
}

// Every currency code in the table of signs is the code of an existing currency.
func TestTheCurrenciesOfSignsExist(t *testing.T) {
	t.Parallel()
	for c, codes := range signs {
		for _, code := range codes {
			if _, err := money.ParseCurrency(code); err != nil {
				t.Errorf("%c: %v", c, err)
			}
		}
	}
}
