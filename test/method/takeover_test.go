package method_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/money"
)

// An event that omits the payments gives the same results as an event that repeats the current
// payments.
func TestOmittedPaymentsEqualRepeatedPayments(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(3, 4))
	measured := 0
	for range 400 {
		l := withRandomEvents(rnd)
		again := *l
		again.Events = slices.Clone(l.Events)
		for i := range again.Events {
			e := &again.Events[i]
			e.OtherPayments = []leasehold.SinglePayment{}
			for _, p := range l.OtherPayments {
				if !p.Date.Before(e.Date) && p.Date.Before(l.CommencementDate.AddMonths(termAfter(l, i))) {
					e.OtherPayments = append(e.OtherPayments, p)
				}
			}
		}
		left, err := leasehold.Measure(l)
		stated, other := leasehold.Measure(&again)
		if fmt.Sprint(err) != fmt.Sprint(other) {
			t.Fatalf("%v, stated again %v\n%s", err, other, l.Append(nil))
		}
		if err != nil {
			continue
		}
		measured++
		if !slices.EqualFunc(left.Schedule, stated.Schedule, func(a, b leasehold.Period) bool { a.NonLease, b.NonLease = nil, nil; return a == b }) {
			t.Fatalf("%s", l.Append(nil))
		}
		for i := range left.Events {
			a, b := left.Events[i], stated.Events[i]
			if a.LiabilityAfter != b.LiabilityAfter || a.RouAssetAfter != b.RouAssetAfter || a.GainOrLoss != b.GainOrLoss {
				t.Fatalf("event %d\n%s", i, l.Append(nil))
			}
		}
	}
	if measured < 200 {
		t.Errorf("%d leases have an answer", measured)
	}
}

// termAfter returns the shortest term that a lease can have from its commencement to event i.
func termAfter(l *leasehold.Lease, i int) int {
	term := l.TermMonths
	for _, e := range l.Events[:i+1] {
		if e.TermMonths.Set {
			term = min(term, e.TermMonths.Value)
		}
	}
	return term
}

// withRandomEvents returns a lease with random events that change the rate, the term and the
// amounts due at the end.
func withRandomEvents(rnd *rand.Rand) *leasehold.Lease {
	frequency := []leasehold.Frequency{leasehold.Monthly, leasehold.Quarterly, leasehold.Annual}[rnd.IntN(3)]
	l := officeLease(func(l *leasehold.Lease) {
		l.Standard = []leasehold.Standard{leasehold.ASC842, leasehold.IFRS16}[rnd.IntN(2)]
		l.PaymentFrequency, l.PaymentTiming = frequency, []leasehold.Timing{leasehold.Advance, leasehold.Arrears}[rnd.IntN(2)]
		l.TermMonths = 24 + rnd.IntN(60)
		l.Basis = leasehold.Optional[leasehold.Basis]{Value: leasehold.Basis{Discounting: []leasehold.Discounting{leasehold.Nominal, leasehold.Effective, leasehold.Actual365}[rnd.IntN(3)]}, Set: true}
		if rnd.IntN(3) == 0 {
			l.Calendar = leasehold.Optional[leasehold.Calendar]{Value: leasehold.Calendar{From: leasehold.Optional[civil.Date]{Value: l.CommencementDate.AddDays(1 + rnd.IntN(25)), Set: true}}, Set: true}
		}
	})
	day, last := l.CommencementDate, l.CommencementDate.AddMonths(l.TermMonths).Prev()
	for day = day.AddDays(rnd.IntN(40)); day.Before(last) && len(l.OtherPayments) < 20; day = day.AddDays(1 + rnd.IntN(90)) {
		kind := leasehold.Paid
		if rnd.IntN(5) == 0 {
			kind = leasehold.Incentive
		}
		l.OtherPayments = append(l.OtherPayments, leasehold.SinglePayment{Date: day, Amount: money.Int(rnd.Int64N(3000) + 1), Kind: kind})
	}
	day, term := l.CommencementDate, l.TermMonths
	for range 1 + rnd.IntN(6) {
		day = day.AddDays(rnd.IntN(130))
		e := leasehold.Event{Type: leasehold.Modification, Date: day, DiscountRateAnnual: leasehold.Optional[money.Decimal]{Value: money.Int(rnd.Int64N(12)).Shift(-2), Set: true}}
		switch rnd.IntN(4) {
		case 0:
			term = max(term+rnd.IntN(30)-15, 1)
			e.TermMonths = leasehold.Optional[int]{Value: term, Set: true}
		case 1:
			e.ResidualValueGuarantee = leasehold.Optional[money.Decimal]{Value: money.Int(rnd.Int64N(900)), Set: true}
		}
		if !day.Before(l.CommencementDate.AddMonths(term)) {
			break
		}
		l.Events = append(l.Events, e)
	}
	return l
}
