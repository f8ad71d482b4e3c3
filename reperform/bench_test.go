package reperform_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/reperform"
)

// BenchmarkVerify verifies 60-month schedules and, for comparison, computes each lease once. One
// schedule reports three columns under a different convention. The other schedule belongs to a
// lease with many candidates, and reports every column at another rate.
func BenchmarkVerify(b *testing.B) {
	const costly = `{"commencementDate":"2025-01-01","termMonths":60,"paymentAmount":10000,"discountRateAnnual":0.06,` +
		`"annualEscalationPct":0.03,"leaseIncentives":5000,"initialDirectCosts":2000}`
	for _, c := range []struct {
		name, lease, theirs string
		row                 func(*leasehold.Period) string
	}{
		{"verify", officeLease, officeLease[:len(officeLease)-1] + `,"basis":{"discounting":"effective"}}`, func(p *leasehold.Period) string {
			return fmt.Sprintf(`{"date":%q,"payment":%s,"interest":%s,"liabilityClose":%s}`, p.Date, p.Payment, p.Interest, p.LiabilityClose)
		}},
		{"worst", costly, strings.Replace(costly, "0.06", "0.0575", 1), func(p *leasehold.Period) string {
			return fmt.Sprintf(`{"date":%q,"payment":%s,"interest":%s,"principal":%s,"liabilityClose":%s,"rouAmortization":%s,"rouAssetClose":%s,"leaseExpense":%s}`,
				p.Date, p.Payment, p.Interest, p.Principal, p.LiabilityClose, p.RouAmortization, p.RouAssetClose, p.LeaseExpense)
		}},
	} {
		q := questionOf(b, c.lease, c.theirs, c.row)
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				a, err := reperform.Verify(q)
				if err != nil || a.Explanation == nil {
					b.Fatal(a, err)
				}
			}
		})
		b.Run(c.name+"-compute", func(b *testing.B) {
			for b.Loop() {
				if _, err := leasehold.Compute(&q.Lease); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// questionOf returns a request that verifies one lease against another lease's schedule.
func questionOf(tb testing.TB, lease, other string, row func(*leasehold.Period) string) *reperform.Question {
	tb.Helper()
	theirs, err := leasehold.Decode([]byte(other))
	if err != nil {
		tb.Fatal(err)
	}
	m, err := leasehold.Measure(theirs)
	if err != nil {
		tb.Fatal(err)
	}
	rows := make([]string, len(m.Schedule))
	for i := range m.Schedule {
		rows[i] = row(&m.Schedule[i])
	}
	q, err := reperform.Decode([]byte(`{"lease":` + lease + `,"theirs":{"schedule":[` + strings.Join(rows, ",") + `]}}`))
	if err != nil {
		tb.Fatal(err)
	}
	return q
}
