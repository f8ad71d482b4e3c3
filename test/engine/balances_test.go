package engine_test

import (
	"fmt"
	"testing"

	"github.com/leasehold-accounting/leasehold"
)

// METHOD 14.6: on the last day of a row, the day's balances equal the row's closing balances.
// Within a row, interest and amortization accrue in proportion to the days. Later events have no
// effect. Outside the term, all balances are 0.00.
func TestMethod14_6_BalancesAtADate(t *testing.T) {
	t.Parallel()
	const lease = `{"commencementDate":"2024-01-01","termMonths":24,"paymentAmount":1000,"discountRateAnnual":0.12,"paymentTiming":"arrears",
		"standard":"IFRS_16","at":%q%s}`
	const later = `,"events":[{"date":"2024-07-01","type":"modification","paymentAmount":1500,"discountRateAnnual":0.1}]`
	balances := func(day, events string) string {
		l, err := leasehold.Decode(fmt.Appendf(nil, lease, day, events))
		if err != nil {
			t.Fatal(err)
		}
		r, err := leasehold.Compute(l)
		if err != nil {
			t.Fatal(err)
		}
		answer := tree(t, leasehold.AppendSchedule(&r.Measurement, nil))
		text := ""
		for _, name := range []string{"liability", "accruedInterest", "rouAsset", "currentLiability", "longTermLiability"} {
			text += at(t, answer, "balances."+name) + " "
		}
		return text
	}
	// At commencement, liability and asset are 21,243.39. January's interest is 212.43, and its
	// amortization is 885.14.
	for day, want := range map[string]string{
		"2023-12-31": "0.00 0.00 0.00 0.00 0.00 ",
		"2024-01-31": "20455.82 0.00 20358.25 10088.19 10367.63 ",
		"2024-02-10": "20526.36 70.54 20053.03 10158.73 10367.63 ",
		"2025-12-31": "0.00 0.00 0.00 0.00 0.00 ",
	} {
		for _, events := range []string{"", later} {
			if events != "" && day > "2024-07-01" {
				continue
			}
			if got := balances(day, events); got != want {
				t.Errorf("%s%s: %s, want %s", day, events, got, want)
			}
		}
	}
}
