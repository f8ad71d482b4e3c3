package dbtest

import (
	"time"

	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// If the clock of any process jumps, a sweep removes no data. Retries are not billed again, the quota does not
// restart, and the usage log remains. Expired data is removed after the operator has confirmed the clock, or
// after the time has really passed.
func sweepsBelieveNoLeap(f *fixture) {
	f.key("a", meter.Pro)
	first := computation(f.admit("a"), operations.Compute, "one", "body")
	f.want(f.record(first), service.Original, 1)
	_, err := f.store.Sweep(f.ctx, 24)
	f.must(err)
	start := f.clock.Now()
	for _, leap := range []time.Duration{31 * 24 * time.Hour, 3 * 366 * 24 * time.Hour} {
		f.clock.Jump(leap)
		for range 3 { // one process after another, each for a few minutes
			other := f.reopen()
			for range 3 {
				_, err := other.Sweep(f.ctx, 24)
				f.must(err)
				f.clock.Add(time.Minute)
			}
			_, err := f.store.Sweep(f.ctx, 24)
			f.must(err)
		}
		f.clock.Jump(start.Sub(f.clock.Now()))
		f.want(f.record(computation(f.admit("a"), operations.Compute, "one", "body")), service.Replay, 1)
		f.has("usage", 1)
		f.has("counters", 1)
	}
	checked, err := f.store.Check(f.ctx)
	f.must(err)
	if checked.From != 0 || checked.Rows != 1 {
		f.Errorf("the check compared %d rows from %v on", checked.Rows, checked.From)
	}
	f.clock.Jump(3 * 366 * 24 * time.Hour)
	f.must(f.store.TrustClock(f.ctx))
	for more := true; more; {
		more, err = f.store.Sweep(f.ctx, 24)
		f.must(err)
	}
	f.has("usage", 0)
	f.has("replays", 0)
	f.has("counters", 0)
	if checked, err = f.store.Check(f.ctx); err != nil || checked.From != f.month().Add(-24) {
		f.Errorf("the check compared from %v on, %v", checked.From, err)
	}
}

// While a clock was wrong, usage rows of a future month were recorded. A sweep must still remove
// rows of earlier months that were added later.
func rowsAheadKeepNoOthers(f *fixture) {
	f.key("a", meter.Pro)
	const each = step + 20 // more rows than a sweep reads in one step
	start := f.clock.Now()
	for _, at := range []time.Duration{400 * 24 * time.Hour, 0} {
		f.clock.Jump(start.Add(at).Sub(f.clock.Now()))
		a := f.admit("a")
		f.recordAll(each, func(int) *service.Computation { return computation(a, operations.Classify, "", "body") })
	}
	f.clock.Add(62 * 24 * time.Hour)
	f.must(f.store.TrustClock(f.ctx))
	for more := true; more; {
		var err error
		more, err = f.store.Sweep(f.ctx, 1)
		f.must(err)
	}
	f.has("usage", each)
}
