package method_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/money"
)

// cancelAfter is a context that is canceled after a number of calls to Err.
type cancelAfter struct {
	context.Context //nolint:containedctx // cancelAfter implements context.Context

	calls, most int // calls so far, and calls before cancellation
}

func (u *cancelAfter) Err() error {
	if u.calls++; u.calls > u.most {
		return context.Canceled
	}
	return nil
}

// After its context is canceled, a measurement stops before the next event.
func TestAMeasurementEndsBetweenEvents(t *testing.T) {
	t.Parallel()
	l, err := leasehold.Decode([]byte(fourEvents(60)))
	if err != nil {
		t.Fatal(err)
	}
	events := len(l.Events)
	for most := range events + 1 {
		u := &cancelAfter{Context: t.Context(), most: most}
		if _, err := leasehold.ComputeContext(u, l); !errors.Is(err, context.Canceled) || u.calls != most+1 {
			t.Errorf("asked %d times of %d: %v", u.calls, most, err)
		}
	}
	if r, err := leasehold.ComputeContext(&cancelAfter{Context: t.Context(), most: events + 1}, l); err != nil || len(r.Events) != events {
		t.Errorf("asked at each event only: %v", err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	_, spanned := leasehold.MeasureSpanContext(ended, l, leasehold.Span{From: l.CommencementDate, To: l.CommencementDate.AddMonths(12)})
	_, years := leasehold.LeaseYearsContext(ended, l)
	for _, err := range []error{spanned, years} {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("after its end: %v", err)
		}
	}
}

// The estimated effort is the number of rows measured at commencement plus the rows remeasured at each
// event. A rent step counts as one row. A one-off payment counts as several rows, and as more rows if
// interest is compounded. A calendar adds one row, and a date for balances doubles the number.
func TestEffortCountsRows(t *testing.T) {
	t.Parallel()
	plain := officeLease()
	term := plain.TermMonths
	if got, want := plain.Effort(), int64(term+1); got != want {
		t.Errorf("%d rows, want %d", got, want)
	}
	changed := func(l *leasehold.Lease) {
		l.OtherPayments = make([]leasehold.SinglePayment, 10)
		l.Events = []leasehold.Event{{Type: leasehold.Modification, Date: l.CommencementDate.AddMonths(12)}}
	}
	if got, want := officeLease(changed).Effort(), int64(term+1+10*4)+int64(term-12+1); got != want {
		t.Errorf("with an event %d rows, want %d", got, want)
	}
	powers := func(l *leasehold.Lease) { l.Basis = leasehold.Some(leasehold.Basis{Discounting: leasehold.Effective}) }
	if got, want := officeLease(changed, powers).Effort(), int64(term+1+10*10)+int64(term-12+1); got != want {
		t.Errorf("with powers %d rows, want %d", got, want)
	}
	stepped := func(l *leasehold.Lease) {
		l.RentSteps = make([]leasehold.RentStep, 3)
		l.At = leasehold.Some(l.CommencementDate)
	}
	if got, want := officeLease(stepped).Effort(), int64(2*(term+1+3)); got != want {
		t.Errorf("with steps and a date for balances %d rows, want %d", got, want)
	}
	withinMonth := func(l *leasehold.Lease) { // part of a month counts as a month
		l.Events = []leasehold.Event{{Type: leasehold.Modification, Date: l.CommencementDate.AddMonths(12).AddDays(10)}}
		l.Calendar = leasehold.Some(leasehold.Calendar{From: leasehold.Some(l.CommencementDate.AddDays(10))})
	}
	if got, want := officeLease(withinMonth).Effort(), int64(term+2)+int64(term-12+2); got != want {
		t.Errorf("with a calendar and an event within a month %d rows, want %d", got, want)
	}
}

// changedEvery returns a lease of the given term with the given number of modifications. The
// interval between modifications is the given number of months.
func changedEvery(term, months, events int) *leasehold.Lease {
	return officeLease(func(l *leasehold.Lease) {
		l.TermMonths = term
		for i := range events {
			l.Events = append(l.Events, leasehold.Event{
				Type: leasehold.Modification, Date: l.CommencementDate.AddMonths(months * (i + 1)),
				PaymentAmount: leasehold.Some(money.Int(int64(1000 + i))), DiscountRateAnnual: leasehold.Some(money.New(50+uint64(i), 3)),
			})
		}
	})
}

// Leases that occur in practice are accepted: 99 years with an annual review, ten years with a
// monthly change, or 40 years with quarterly one-off payments.
func TestRealLeasesAreWithinTheLimits(t *testing.T) {
	t.Parallel()
	quarterly := changedEvery(480, 12, 39)
	for month := 1; month < 480; month += 3 {
		quarterly.OtherPayments = append(quarterly.OtherPayments, leasehold.SinglePayment{Date: quarterly.CommencementDate.AddMonths(month), Amount: money.Int(500)})
	}
	quarterly.Basis = leasehold.Some(leasehold.Basis{Discounting: leasehold.Actual365})
	for name, l := range map[string]*leasehold.Lease{
		"99 years, reviewed annually":          changedEvery(99*12, 12, 98),
		"10 years, changed monthly":            changedEvery(121, 1, 120),
		"40 years, quarterly one-off payments": quarterly,
	} {
		if r, err := leasehold.Compute(l); err != nil || len(r.Events) != len(l.Events) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The error for a lease beyond the limits names the field, the limit and the remedy.
func TestLeasesBeyondTheLimitsAreRejected(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		lease *leasehold.Lease
		says  []string
	}{
		{changedEvery(1200, 1, 120), []string{"events", "at most 70000 are allowed", "openingRouAsset"}},
		{changedEvery(360, 1, 121), []string{"events", "at most 120"}},
		{officeLease(func(l *leasehold.Lease) {
			for i := range 251 {
				l.OtherPayments = append(l.OtherPayments, leasehold.SinglePayment{Date: l.CommencementDate.AddDays(i), Amount: money.Int(1)})
			}
		}), []string{"otherPayments", "at most 250"}},
	} {
		_, err := leasehold.Compute(c.lease)
		for _, says := range c.says {
			if err == nil || !strings.Contains(err.Error(), says) {
				t.Errorf("%v does not say %q", err, says)
			}
		}
	}
}
