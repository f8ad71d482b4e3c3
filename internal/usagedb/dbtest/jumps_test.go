package dbtest

import (
	"context"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/account"
	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/usagedb"
	"github.com/leasehold-accounting/leasehold/internal/usagedb/sqlite"
)

// believer is a store with one deliberate error in its use of the clock. All other methods are
// correct.
type believer struct {
	service.Store
	uptime func(c *Clock) func() time.Duration // returns the uptime by which sweeps detect jumps of the clock
	admit  func(a service.Admission) service.Admission
	record func(c service.Computation) service.Computation
}

func (b *believer) Admit(ctx context.Context, key apikey.Hash, limits meter.Plans) (service.Admission, error) {
	a, err := b.Store.Admit(ctx, key, limits)
	if b.admit == nil || err != nil {
		return a, err
	}
	// Admit is repeated with a higher limit, so that only the function admit limits the requests.
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

// slotsByTheirTimes returns a store that compares the times of earlier requests with the clock.
// After the clock is set back, these times are in the future, and the slots remain occupied.
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

// slotsThatStay returns a store that never releases a slot.
func slotsThatStay() *believer {
	taken := 0
	return &believer{admit: func(a service.Admission) service.Admission {
		if taken++; taken > fewSlots[meter.Pro].PerMinute {
			a.Wait = meter.Window
		}
		return a
	}}
}

// timesThatOnlyGrow returns a store with a clock that never goes back: it repeats its latest time
// instead.
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

// monthsThatOnlyGrow returns a store that counts every request in the latest month of any request
// so far.
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

// answersThatStay returns a store that replays expired responses.
func answersThatStay() *believer {
	return &believer{record: func(c service.Computation) service.Computation {
		claim := *c.Claim
		claim.Expires = claim.Expires.AddDate(1, 0, 0)
		c.Claim = &claim
		return c
	}}
}

// answersThatGo returns a store that never replays a response.
func answersThatGo() *believer {
	return &believer{record: func(c service.Computation) service.Computation {
		claim := *c.Claim
		claim.Expires = c.Time
		c.Claim = &claim
		return c
	}}
}

// sweepsByTheClock returns a store with sweeps that treat a jump of the clock as elapsed time.
func sweepsByTheClock() *believer {
	return &believer{uptime: func(c *Clock) func() time.Duration { return usagedb.UptimeOf(c.Now) }}
}

// The test of clock jumps detects each store that has an error in its use of the clock, by the
// promise that the store breaks.
func TestClockJumpsFindStoresThatBelieveTheClock(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		store   *believer
		promise string
	}{
		"slots by their times":  {slotsByTheirTimes(), "a wait of "},
		"slots that stay":       {slotsThatStay(), "after the reported wait"},
		"times that only grow":  {timesThatOnlyGrow(), "admitted at "},
		"months that only grow": {monthsThatOnlyGrow(), "used in "},
		"answers that stay":     {answersThatStay(), "outcome "},
		"answers that go":       {answersThatGo(), "outcome "},
		"sweeps by the clock":   {sweepsByTheClock(), "outcome "},
		"none of it":            {&believer{}, ""}, // the store without an error must pass
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
			defer store.Close() //nolint:errcheck // the store is used until the test ends
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

// The model detects stores that bill twice, forget claims or replay responses for too long.
func TestHistoriesFindOtherOutcomes(t *testing.T) {
	t.Parallel()
	claimOf := func(change func(c *service.Computation)) *believer {
		return &believer{record: func(c service.Computation) service.Computation {
			if c.Claim != nil {
				claim := *c.Claim
				c.Claim = &claim
				change(&c)
			}
			return c
		}}
	}
	for name, tt := range map[string]struct {
		store *believer
		finds bool
	}{
		"units twice":      {&believer{record: func(c service.Computation) service.Computation { c.Units *= 2; return c }}, true},
		"claims forgotten": {claimOf(func(c *service.Computation) { c.Claim = nil }), true},
		"claims too long":  {claimOf(func(c *service.Computation) { c.Claim.Expires = c.Claim.Expires.AddDate(1, 0, 0) }), true},
		"no defect":        {&believer{}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t, nil)
			path := filepath.Join(t.TempDir(), "history.db")
			f.database = opened(func() service.Store {
				store, err := sqlite.Open(t.Context(), sqlite.Options{Path: path, Clock: f.clock.Now, Uptime: f.clock.Uptime, Log: slog.New(slog.DiscardHandler)})
				if err != nil {
					t.Fatal(err)
				}
				return &believer{Store: store, record: tt.store.record}
			})
			f.store, _ = f.open()
			if found := follow(f, 1, 150); (len(found) > 0) != tt.finds {
				t.Errorf("found %q", found)
			}
		})
	}
}

// opened is a [Database] that only provides a function for opening its store.
type opened func() service.Store

func (o opened) Open(*testing.T, *Clock) (service.Store, account.Store) { return o(), nil }
func (o opened) Rows(*testing.T, string) int                            { return 0 }
func (o opened) Exec(*testing.T, string)                                {}
