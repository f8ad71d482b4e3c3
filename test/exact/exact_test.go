// Package exact checks that the service and its embedded database count exactly under concurrency.
// The tests control the clock and the limits.
package exact

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/admission"
	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/usagedb/sqlite"
)

var runs = flag.Int("runs", 20, "how often a quota is fought over")

const (
	quota    = 25
	requests = 500
)

// clock is a clock whose time the tests set.
type clock struct{ now atomic.Pointer[time.Time] }

func (c *clock) set(now time.Time) { c.now.Store(&now) }
func (c *clock) read() time.Time   { return *c.now.Load() }

// newService returns a service with an empty database. The free plan of the service has the
// published quota and a rate limit that no test reaches. The timeouts are long, because on a slow
// machine the last of 500 requests may wait long.
func newService(t *testing.T, c *clock) *service.Service {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	store, err := sqlite.Open(t.Context(), sqlite.Options{Path: filepath.Join(t.TempDir(), "exact.db"), Clock: c.read, Log: log, QueueTimeout: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	s := service.New(service.Config{
		Store: store, Clock: c.read, Log: log,
		Limits: admission.Options{OwnerAtOnce: requests, LongestWait: time.Minute, Deadline: 2 * time.Minute},
		Plans: meter.Plans{
			meter.Free: {PerMinute: 1_000_000, PerMonth: quota},
			meter.Pro:  {PerMinute: 1_000_000, PerMonth: 1_000_000},
		},
	})
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func newKey(t *testing.T, s *service.Service, plan meter.Plan) string {
	t.Helper()
	keys, err := s.CreateKeys(t.Context(), service.KeySpec{Name: t.Name(), Plan: plan, Mode: apikey.Test})
	if err != nil {
		t.Fatal(err)
	}
	return keys[0].Secret
}

// answer is the outcome of one call.
type answer struct {
	code      service.Code // "" for a success
	remaining int64
	replay    bool
}

// call sends a lease with the given payment through the whole service. Leases with different
// payments are different requests. The term is short, because the test checks counts and not
// schedules.
func call(ctx context.Context, s *service.Service, secret string, payment int, idempotencyKey ...string) (answer, error) {
	body := fmt.Sprintf(`{"commencementDate":"2025-01-01","termMonths":12,"paymentAmount":%d,"discountRateAnnual":0.06}`, payment)
	got, quota, err := s.Do(ctx, service.Request{
		ID: service.NewRequestID(), Operation: operations.Compute, Secret: secret, IdempotencyKey: idempotencyKey,
		Read: func() (service.Input, error) { return service.Input{Body: strings.NewReader(body)}, nil },
	})
	if refused, ok := errors.AsType[*service.Error](err); ok && refused.Code != service.InternalError {
		return answer{code: refused.Code, remaining: quota.Remaining}, nil
	}
	if err != nil {
		return answer{}, err
	}
	defer got.Release()
	return answer{remaining: quota.Remaining, replay: got.Replay}, nil
}

// atOnce makes n calls simultaneously.
func atOnce(t *testing.T, n int, f func(i int) (answer, error)) []answer {
	t.Helper()
	answers, errs := make([]answer, n), make([]error, n)
	start := make(chan struct{})
	var group sync.WaitGroup
	for i := range n {
		group.Go(func() {
			<-start
			answers[i], errs[i] = f(i)
		})
	}
	close(start)
	group.Wait()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
	return answers
}

// A quota of 25 is used by 500 different simultaneous requests. Exactly 25 succeed, with each
// remaining quota from 24 to 0 once, and all others get quota_exceeded with a remaining quota of 0.
func TestAQuotaIsUsedUpExactly(t *testing.T) {
	t.Parallel()
	c := &clock{}
	c.set(time.Date(2026, 2, 28, 23, 59, 59, 999_999_999, time.UTC))
	s := newService(t, c)
	var want []int64
	for i := range int64(quota) {
		want = append(want, i)
	}
	for run := range *runs {
		secret := newKey(t, s, meter.Free)
		var left []int64
		for _, a := range atOnce(t, requests, func(i int) (answer, error) { return call(t.Context(), s, secret, i+1) }) {
			switch {
			case a.code == "" && !a.replay:
				left = append(left, a.remaining)
			case a.code != service.QuotaExceeded || a.remaining != 0:
				t.Fatalf("run %d: %+v", run, a)
			}
		}
		slices.Sort(left)
		if !slices.Equal(left, want) {
			t.Fatalf("run %d: the successes left %v, want each of %v once", run, left, want)
		}
	}
}

// TestTheMonthRollsOverToTheNanosecond checks that the full quota is available from the first
// nanosecond of a month. If the clock is set back to the preceding month, the usage of that month
// still counts.
func TestTheMonthRollsOverToTheNanosecond(t *testing.T) {
	t.Parallel()
	c := &clock{}
	c.set(time.Date(2028, 1, 1, 0, 0, 0, 0, time.UTC))
	s := newService(t, c)
	for month := time.January; month <= time.December; month++ {
		rollover := time.Date(2028, month+1, 1, 0, 0, 0, 0, time.UTC)
		secret := newKeyAt(t, s, c, rollover.Add(-time.Hour))
		for _, step := range []struct {
			after time.Duration
			left  int64
		}{{-1, quota - 1}, {0, quota - 1}, {1, quota - 2}, {-1, quota - 2}, {1, quota - 3}} {
			c.set(rollover.Add(step.after))
			a, err := call(t.Context(), s, secret, 12)
			if err != nil || a.code != "" || a.remaining != step.left {
				t.Errorf("%v%+d ns: %+v, %v; want %d left", rollover, step.after, a, err, step.left)
			}
		}
	}
}

func newKeyAt(t *testing.T, s *service.Service, c *clock, now time.Time) string {
	t.Helper()
	c.set(now)
	return newKey(t, s, meter.Free)
}

// Of simultaneous copies of a request, one is computed and the other copies get replays. Together
// they cost one unit, even if it is the last unit of the quota.
func TestConcurrentCopiesBillTheLastUnitOnce(t *testing.T) {
	t.Parallel()
	c := &clock{}
	c.set(time.Date(2026, 6, 15, 12, 0, 0, 0, time.UTC))
	s := newService(t, c)
	secret := newKey(t, s, meter.Free)
	for unit := range int64(quota) {
		key := fmt.Sprintf("unit-%d", unit)
		originals := 0
		for _, a := range atOnce(t, 16, func(int) (answer, error) { return call(t.Context(), s, secret, 24, key) }) {
			if a.code != "" || a.remaining != quota-1-unit {
				t.Fatalf("unit %d: %+v", unit, a)
			}
			if !a.replay {
				originals++
			}
		}
		if originals != 1 {
			t.Fatalf("unit %d: %d originals", unit, originals)
		}
	}
	for _, a := range atOnce(t, 16, func(int) (answer, error) { return call(t.Context(), s, secret, 24, "one-too-many") }) {
		if a.code != service.QuotaExceeded {
			t.Errorf("beyond the quota: %+v", a)
		}
	}
}
