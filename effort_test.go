package leasehold

import (
	"context"
	"errors"
	"testing"
)

// until is a context that ends after it was asked so often.
type until struct{ asked, most int }

func (u *until) Err() error {
	if u.asked++; u.asked > u.most {
		return context.Canceled
	}
	return nil
}

// A measurement ends before the event at which nobody wants it any more, with the
// error that said so, and the memory serves the next one.
func TestAMeasurementEndsBetweenEvents(t *testing.T) {
	t.Parallel()
	l, err := Decode([]byte(fourEvents(60)))
	if err != nil {
		t.Fatal(err)
	}
	w := new(Workspace)
	want, err := w.Measure(l)
	if err != nil {
		t.Fatal(err)
	}
	events := len(want.Events)
	for most := range events + 1 {
		u := &until{most: most}
		w.Stop = u
		if _, err := w.Measure(l); !errors.Is(err, context.Canceled) || u.asked != most+1 {
			t.Errorf("asked %d times of %d: %v", u.asked, most, err)
		}
	}
	w.Stop = &until{most: events + 1}
	if m, err := w.Measure(l); err != nil || len(m.Events) != events {
		t.Errorf("asked at each event only: %v", err)
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	span := Span{From: l.CommencementDate, To: l.CommencementDate.AddMonths(12)}
	_, computed := ComputeContext(ended, l)
	_, spanned := MeasureSpanContext(ended, l, span)
	_, years := LeaseYearsContext(ended, l)
	for _, err := range []error{computed, spanned, years} {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("after its end: %v", err)
		}
	}
	if _, err := Compute(l); err != nil {
		t.Errorf("the next one: %v", err)
	}
}

// The estimate counts the rows that are measured at commencement and again at each
// event, and more for powers.
func TestEffortCountsRows(t *testing.T) {
	t.Parallel()
	plain := office()
	term := plain.TermMonths
	if got, want := plain.Effort(), int64(term+1); got != want {
		t.Errorf("%d rows, want %d", got, want)
	}
	powers := office(func(l *Lease) { l.Basis = Optional[Basis]{Value: Basis{Discounting: Effective}, Set: true} })
	if got, want := powers.Effort(), 2*plain.Effort(); got != want {
		t.Errorf("with powers %d, want %d", got, want)
	}
	changed := office(func(l *Lease) {
		l.OtherPayments = make([]SinglePayment, 10)
		l.Events = []Event{{Type: Modification, Date: l.CommencementDate.AddMonths(12)}}
	})
	if got, want := changed.Effort(), int64(term+1+10)+int64(term-12+1+10); got != want {
		t.Errorf("with an event %d rows, want %d", got, want)
	}
}
