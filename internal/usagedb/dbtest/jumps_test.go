package dbtest

import (
	"context"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/usagedb"
	"github.com/leasehold-accounting/leasehold/internal/usagedb/sqlite"
)

// believer is a store that believes the clock too much, or too little. Whatever
// it has no opinion of is done by a real one.
type believer struct {
	service.Store
	uptime func(c *Clock) func() time.Duration // by which its sweeps know a leap
	admit  func(a service.Admission) service.Admission
	record func(c service.Computation) service.Computation
}

func (b *believer) Admit(ctx context.Context, key apikey.Hash, limits meter.Plans) (service.Admission, error) {
	a, err := b.Store.Admit(ctx, key, limits)
	if b.admit == nil || err != nil {
		return a, err
	}
	// Its own slots are the ones that count.
	for a.Wait > 0 && err == nil {
		a, err = b.Store.Admit(ctx, key, everybody(meter.Limits{PerMinute: 1 << 20, PerMonth: limits[meter.Pro].PerMonth}))
	}
	return b.admit(a), err
}

func (b *believer) Record(ctx context.Context, c *service.Computation) (service.Recorded, error) {
	if b.record == nil {
		return b.Store.Record(ctx, c)
	}
	own := b.record(*c)
	return b.Store.Record(ctx, &own)
}

// slotsByTheirTimes never doubts the time of an earlier request: after the clock
// was set back, it is still ahead.
func slotsByTheirTimes() *believer {
	var times []time.Time
	return &believer{admit: func(a service.Admission) service.Admission {
		limit := fewSlots[meter.Pro].PerMinute
		times = slices.DeleteFunc(times, func(t time.Time) bool { return a.Time.Sub(t) >= meter.Window })
		if len(times) >= limit {
			a.Wait = times[len(times)-limit].Add(meter.Window).Sub(a.Time)
		} else {
			times = append(times, a.Time)
		}
		return a
	}}
}

// slotsThatStay never gives a slot back.
func slotsThatStay() *believer {
	taken := 0
	return &believer{admit: func(a service.Admission) service.Admission {
		if taken++; taken > fewSlots[meter.Pro].PerMinute {
			a.Wait = meter.Window
		}
		return a
	}}
}

// timesThatOnlyGrow takes the latest time that it has seen for the time.
func timesThatOnlyGrow() *believer {
	var latest time.Time
	return &believer{admit: func(a service.Admission) service.Admission {
		if a.Time.After(latest) {
			latest = a.Time
		}
		a.Time = latest
		return a
	}}
}

// monthsThatOnlyGrow counts what comes late in the latest month.
func monthsThatOnlyGrow() *believer {
	var latest time.Time
	return &believer{record: func(c service.Computation) service.Computation {
		if meter.MonthOf(c.Time) > meter.MonthOf(latest) {
			latest = c.Time
		}
		c.Time = latest
		return c
	}}
}

// answersThatStay replays what has expired.
func answersThatStay() *believer {
	return &believer{record: func(c service.Computation) service.Computation {
		claim := *c.Claim
		claim.Expires = claim.Expires.AddDate(1, 0, 0)
		c.Claim = &claim
		return c
	}}
}

// answersThatGo keeps no answer for a moment.
func answersThatGo() *believer {
	return &believer{record: func(c service.Computation) service.Computation {
		claim := *c.Claim
		claim.Expires = c.Time
		c.Claim = &claim
		return c
	}}
}

// sweepsByTheClock takes the clock's time for time that has passed.
func sweepsByTheClock() *believer {
	return &believer{uptime: func(c *Clock) func() time.Duration { return usagedb.UptimeOf(c.Now) }}
}

// The controls: stores that take the clock's word for it are found, each for
// the promise that it breaks.
func TestClockJumpsFindStoresThatBelieveTheClock(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		store   *believer
		promise string
	}{
		"slots by their times":  {slotsByTheirTimes(), "a wait of "},
		"slots that stay":       {slotsThatStay(), "after the wait that was told"},
		"times that only grow":  {timesThatOnlyGrow(), "admitted at "},
		"months that only grow": {monthsThatOnlyGrow(), "used in "},
		"answers that stay":     {answersThatStay(), "outcome "},
		"answers that go":       {answersThatGo(), "outcome "},
		"sweeps by the clock":   {sweepsByTheClock(), "outcome "},
		"none of it":            {&believer{}, ""}, // so that the findings are the beliefs'
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t, nil)
			uptime := f.clock.Uptime
			if tt.store.uptime != nil {
				uptime = tt.store.uptime(f.clock)
			}
			store, err := sqlite.Open(t.Context(), sqlite.Options{
				Path: filepath.Join(t.TempDir(), "jumps.db"), Clock: f.clock.Now, Uptime: uptime, Log: slog.New(slog.DiscardHandler),
			})
			if err != nil {
				t.Fatal(err)
			}
			defer store.Close() //nolint:errcheck // the test's end
			tt.store.Store = store
			f.store = tt.store
			broken := jump(f, 50)
			at := slices.IndexFunc(broken, func(fault string) bool { return strings.Contains(fault, tt.promise) })
			if (at >= 0) != (tt.promise != "") {
				t.Errorf("of what breaks %q it finds %q", tt.promise, broken)
			}
			if at >= 0 {
				t.Logf("%d broken promises: %s", len(broken), broken[at])
			}
		})
	}
}
