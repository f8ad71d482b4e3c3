package main

import (
	"testing"

	"github.com/leasehold-accounting/leasehold/ratetable"
)

// A lease that is sent to a server includes the --rates table, unless the lease already contains one. Invalid
// lease text is sent unchanged, so that the server reports the error.
func TestALeaseIsSentToAServerWithItsRates(t *testing.T) {
	t.Parallel()
	const table = `[{"validFrom":"2026-01-01","termMonths":60,"discountRateAnnual":0.055}]`
	rates, err := ratetable.Decode([]byte(`{"discountRates":` + table + `}`))
	if err != nil {
		t.Fatal(err)
	}
	for sent, want := range map[string]string{
		`{"commencementDate":"2026-03-01","termMonths":48,"paymentAmount":1}` + "\n": `{"commencementDate":"2026-03-01","termMonths":48,"paymentAmount":1,"discountRates":` + table + `}`,
		`{"termMonths":48,"discountRates":[]}`:                                       `{"termMonths":48,"discountRates":[]}`,
		`{"termMonths":48`:                                                           `{"termMonths":48`,
		`{ }`:                                                                        `{"discountRates":` + table + `}`,
	} {
		if got := string(withRates([]byte(sent), rates)); got != want {
			t.Errorf("%s is sent as %s, want %s", sent, got, want)
		}
		if got := string(withRates([]byte(sent), nil)); got != sent {
			t.Errorf("without rates %s is sent as %s", sent, got)
		}
	}
}
