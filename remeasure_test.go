package leasehold_test

import (
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/money"
)

// A workspace that measures the same payments again gives what a new measurement
// gives, whatever it measured before.
func TestRemeasureIsMeasure(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		l, err := leasehold.Decode([]byte(genRequest().Draw(t, "request")))
		if err != nil {
			t.Fatal(err)
		}
		w := new(leasehold.Workspace)
		w.ClosingDayEarlier = rapid.Bool().Draw(t, "earlier")
		before := *l
		if rapid.Bool().Draw(t, "ended") {
			before.Events = []leasehold.Event{{Date: l.CommencementDate.AddMonths(1), Type: leasehold.Termination}}
		}
		_, _ = w.Measure(&before)
		for range 3 {
			other := *l
			other.Basis = leasehold.Some(leasehold.Basis{
				Discounting:         rapid.SampledFrom([]leasehold.Discounting{leasehold.Nominal, leasehold.Effective, leasehold.Actual365}).Draw(t, "discounting"),
				CommencementPayment: l.Basis.Value.CommencementPayment,
			})
			other.DiscountRateAnnual = money.New(rapid.Uint64Range(0, 100).Draw(t, "rate"), 2)
			if rapid.Bool().Draw(t, "without incentives") {
				other.LeaseIncentives = leasehold.Optional[money.Decimal]{}
			}
			fresh := leasehold.Workspace{ClosingDayEarlier: w.ClosingDayEarlier}
			want, wantErr := fresh.Measure(&other)
			got, err := w.Remeasure(&other)
			if !reflect.DeepEqual(err, wantErr) || err == nil && !reflect.DeepEqual(shown(got), shown(want)) {
				t.Fatalf("measured again: %v, %+v\nmeasured: %v, %+v", err, got, wantErr, want)
			}
		}
	})
}

// A lease with other payments than the one before is measured anew, whatever its
// difference.
func TestRemeasureNoticesOtherPayments(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		w := new(leasehold.Workspace)
		for range 3 {
			l, err := leasehold.Decode([]byte(genRequest().Draw(t, "request")))
			if err != nil {
				t.Fatal(err)
			}
			want, wantErr := new(leasehold.Workspace).Measure(l)
			got, err := w.Remeasure(l)
			if !reflect.DeepEqual(err, wantErr) || err == nil && !reflect.DeepEqual(shown(got), shown(want)) {
				t.Fatalf("measured again: %v, %+v\nmeasured: %v, %+v", err, got, wantErr, want)
			}
		}
	})
}

// shown returns a measurement without the difference between no elements and none.
func shown(m *leasehold.Measurement) leasehold.Measurement {
	c := *m
	if len(c.Events) == 0 {
		c.Events = nil
	}
	return c
}
