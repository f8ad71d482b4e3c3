package method_test

import (
	"fmt"
	"testing"

	"github.com/leasehold-accounting/leasehold"
)

// BenchmarkLives computes a lease of 60 months under each discounting convention, and with four
// events. No case may take longer than a fixed multiple of the first case's time.
func BenchmarkLives(b *testing.B) {
	const open = `{"commencementDate":"2024-01-01","termMonths":60,"paymentAmount":10000,"discountRateAnnual":0.06,"standard":"IFRS_16"`
	for _, c := range []struct{ name, lease string }{
		{"plain", open + `}`},
		{"effective", open + `,"basis":{"discounting":"effective"}}`},
		{"actual-365", open + `,"basis":{"discounting":"actual_365"}}`},
		{"four-events", fourEvents(60)},
	} {
		l, err := leasehold.Decode([]byte(c.lease))
		if err != nil {
			b.Fatal(err)
		}
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := leasehold.Compute(l); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// fourEvents returns the lease of [BenchmarkLives] with four events, including an extension by one
// year.
func fourEvents(months int) string {
	return fmt.Sprintf(`{"commencementDate":"2024-01-01","termMonths":%d,"paymentAmount":10000,"discountRateAnnual":0.06,"standard":"IFRS_16","events":[`+
		`{"date":"2025-01-01","type":"index","changePct":0.03},`+
		`{"date":"2026-02-15","type":"modification","discountRateAnnual":0.05,"retainedShare":0.8,"paymentAmount":8000},`+
		`{"date":"2027-01-01","type":"reassessment","discountRateAnnual":0.055,"termMonths":%d},`+
		`{"date":"2028-01-01","type":"impairment","impairmentLoss":1000}]}`, months, months+12)
}
