package reperform_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/reperform"
)

// boundQuestion returns a verification of a lease with the given number of months, one-off payments
// and events.
func boundQuestion(t *testing.T, months, singles, events int) *reperform.Question {
	t.Helper()
	start, err := civil.Parse("2025-01-01")
	if err != nil {
		t.Fatal(err)
	}
	var payments, changes []string
	for i := range singles {
		payments = append(payments, fmt.Sprintf(`{"date":"%s","amount":1}`, start.AddMonths(12+i)))
	}
	day := start
	for i := range events {
		day = day.Next()
		changes = append(changes, fmt.Sprintf(`{"type":"modification","date":"%s","discountRateAnnual":0.%04d}`, day, 500+i))
	}
	q, err := reperform.Decode(fmt.Appendf(nil, `{"lease":{"commencementDate":"2025-01-01","termMonths":%d,"paymentAmount":100,"annualEscalationPct":0.01,`+
		`"discountRateAnnual":0.06,"leaseIncentives":5,"initialDirectCosts":7,"otherPayments":[%s],"events":[%s]},"theirs":{"initialLiability":1}}`,
		months, strings.Join(payments, ","), strings.Join(changes, ",")))
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// The work for one verification is limited. If the search ends early, a note reports it.
func TestCandidatesAreBounded(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		months, singles, events int
		noted                   bool
	}{
		{12, 0, 0, false}, {1200, 250, 0, false}, {1200, 250, 20, true},
	} {
		q := boundQuestion(t, tt.months, tt.singles, tt.events)
		a, err := reperform.Verify(q)
		if err != nil {
			t.Fatal(err)
		}
		if (len(a.Notes) > 0) != tt.noted {
			t.Errorf("%+v: notes %q", tt, a.Notes)
		}
		for l, times := range q.Measured() {
			if l != &q.Lease || times < 1 || int64(times-1)*l.Effort() > 260_000 {
				t.Errorf("%+v: measured %d times", tt, times)
			}
		}
	}
}
