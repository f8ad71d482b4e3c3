package portfolio_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/portfolio"
)

// benchQuestion returns a request with 200 leases under three standards. One lease in four has
// events.
func benchQuestion(b *testing.B, more string) *portfolio.Question {
	b.Helper()
	var leases []string
	for i := range 200 {
		events := ""
		if i%4 == 0 {
			events = `,"events":[{"date":"2026-02-15","type":"modification","discountRateAnnual":0.05,"paymentAmount":8000},` +
				`{"date":"2026-08-01","type":"impairment","impairmentLoss":1000}]`
		}
		leases = append(leases, fmt.Sprintf(`{"id":"L-%d","tags":{"entity":"E%d"},"standard":%q,"commencementDate":"2024-01-15",`+
			`"termMonths":%d,"paymentAmount":10000,"discountRateAnnual":0.06%s}`, i, i%5, []string{"ASC_842", "IFRS_16", "GASB_87"}[i%3], 60+i, events))
	}
	q, err := portfolio.Decode(fmt.Appendf(nil, `{"from":"2026-01-01","to":"2026-12-31","groupBy":["standard","tag:entity"],"leases":[%s]%s}`, strings.Join(leases, ","), more))
	if err != nil {
		b.Fatal(err)
	}
	return q
}

// BenchmarkReport computes and prints a report for one year, with and without monthly entries.
func BenchmarkReport(b *testing.B) {
	for _, c := range []struct{ name, more string }{{"year", ""}, {"monthly", `,"journal":"monthly"`}} {
		b.Run(c.name, func(b *testing.B) {
			q := benchQuestion(b, c.more)
			b.ReportAllocs()
			var buf []byte
			for b.Loop() {
				r, err := portfolio.Answer(q)
				if err != nil {
					b.Fatal(err)
				}
				buf = r.Append(buf[:0])
			}
		})
	}
}
