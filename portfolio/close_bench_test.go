package portfolio_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/portfolio"
)

// closeBodies returns two requests for the same leases. The first asks for a plain report. The
// second adds a comparative period, a previous closing, and a trial balance that disagrees with the
// leases.
func closeBodies(tb testing.TB, n int) (plain, reconciled []byte) {
	tb.Helper()
	var leases []string
	for i := range n {
		leases = append(leases, fmt.Sprintf(`{"id":"L-%05d","tags":{"entity":"E%d"},"standard":%q,"commencementDate":"2025-%02d-%02d","termMonths":%d,"paymentAmount":%d.%02d,"discountRateAnnual":0.0%d}`,
			i, i%7, []string{"ASC_842", "IFRS_16", "FRS_102"}[i%3], i%12+1, i%28+1, 24+i%90, 1000+i, i%100, 100+i%899))
	}
	list := strings.Join(leases, ",")
	before, err := portfolio.Decode([]byte(`{"from":"2025-12-01","to":"2025-12-31","leases":[` + list + `]}`))
	if err != nil {
		tb.Fatal(err)
	}
	december, err := portfolio.Answer(before)
	if err != nil {
		tb.Fatal(err)
	}
	var signed, ledger []string
	for i := range december.Leases {
		l := &december.Leases[i]
		text := strings.Split(strings.TrimSpace(string(l.AppendSigned(nil))), "\t")
		if len(text) < 7 {
			continue
		}
		signed = append(signed, fmt.Sprintf(`{"id":%q,"standard":%q,"liability":%s,"rouAsset":%s,"accumulatedAmortization":%s,"prepaidRent":%s}`, text[0], text[1], text[3], text[4], text[5], text[6]))
	}
	for i := range 7 {
		for _, account := range []string{"Right-of-use asset", "Lease liability", "Interest expense", "Amortization expense", "Depreciation expense", "Lease expense"} {
			ledger = append(ledger, fmt.Sprintf(`{"account":%q,"balance":%d,"key":{"tag:entity":"E%d"}}`, account, 1000*i, i))
		}
	}
	const span = `{"from":"2026-01-01","to":"2026-01-31","groupBy":["tag:entity"],"journal":"monthly","leases":[`
	return []byte(span + list + `]}`), []byte(span + list + `],"comparative":{"from":"2025-01-01","to":"2025-01-31"},"previous":{"digest":"` + december.Digest + `","leases":[` +
		strings.Join(signed, ",") + `]},"ledger":[` + strings.Join(ledger, ",") + `]}`)
}

// BenchmarkClose reports on 5,000 leases with and without reconciliation. docs/RELIABILITY.md
// limits the ratio of the two times.
func BenchmarkClose(b *testing.B) {
	plain, tied := closeBodies(b, 5000)
	for _, test := range []struct {
		name string
		body []byte
	}{{"plain", plain}, {"tied", tied}} {
		b.Run(test.name, func(b *testing.B) {
			for b.Loop() {
				q, err := portfolio.Decode(test.body)
				if err != nil {
					b.Fatal(err)
				}
				r, err := portfolio.Answer(q)
				if err != nil {
					b.Fatal(err)
				}
				if len(r.Append(nil)) == 0 {
					b.Fatal("no answer")
				}
			}
		})
	}
}
