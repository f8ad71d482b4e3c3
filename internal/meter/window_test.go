package meter

import (
	"flag"
	"math/rand/v2"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

var arrivals = flag.Int("arrivals", 200_000, "random arrivals for the sliding window against its model")

// model defines the expected behavior: a request passes if fewer requests than the limit have passed
// in the preceding 60 seconds.
type model struct{ passed []time.Duration }

func (m *model) take(now time.Duration, limit int) time.Duration {
	within := 0
	for i := len(m.passed) - 1; i >= 0 && m.passed[i] > now-Window; i-- {
		within++
	}
	if within < limit {
		m.passed = append(m.passed, now)
		return 0
	}
	return m.passed[len(m.passed)-limit] + Window - now
}

// Every decision and every wait agrees with a brute-force model, for bursts, pauses, exact boundaries and
// changes of plan.
func TestWindowEqualsItsModel(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(1, 2))
	passed := 0
	for done := 0; done < *arrivals; {
		w, m := &window{}, &model{}
		limit, now := 1+rnd.IntN(130), time.Duration(0)
		// The rate varies from a third of the limit to three times the limit.
		span := 2 * int64(Window) / int64(limit) * 3 / (1 + rnd.Int64N(9))
		for range min(20_000, *arrivals-done) {
			done++
			switch rnd.IntN(40) {
			case 0: // the next request is at the same instant
			case 1:
				now += Window * time.Duration(rnd.IntN(100)/99)
			case 2: // exactly when a slot is free, or a nanosecond before
				if len(m.passed) > 0 {
					edge := m.passed[max(0, len(m.passed)-limit)] + Window - time.Duration(rnd.IntN(2))
					now = max(now, edge)
				}
			case 3:
				if rnd.IntN(50) == 0 {
					limit = 1 + rnd.IntN(130)
				}
			default:
				now += time.Duration(rnd.Int64N(span))
			}
			got, want := w.take(now, limit), m.take(now, limit)
			if got != want {
				t.Fatalf("arrival %d at %v, limit %d: got %v, want %v", done, now, limit, got, want)
			}
			if got == 0 {
				passed++
			}
		}
	}
	if share := passed * 100 / *arrivals; share < 20 || share > 80 {
		t.Errorf("%d %% of the arrivals passed: the test does not stress the limit", share)
	}
}

// No period of 60 seconds contains more requests than the limit, and a request after the reported
// wait is admitted.
func TestLimiterNeverPassesMoreThanTheLimit(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const limit = 10
		l := NewLimiter(time.Now)
		for i := range limit {
			if _, wait := l.Take(1, limit); wait != 0 {
				t.Fatalf("request %d of %d waits %v", i+1, limit, wait)
			}
			time.Sleep(100 * time.Millisecond)
		}
		_, wait := l.Take(1, limit)
		if want := 59; RetryAfter(wait) != want {
			t.Fatalf("retry after %d s, want %d", RetryAfter(wait), want)
		}
		if _, wait := l.Take(2, limit); wait != 0 {
			t.Error("another key is limited")
		}
		time.Sleep(time.Duration(RetryAfter(wait)) * time.Second)
		if _, wait := l.Take(1, limit); wait != 0 {
			t.Errorf("after the told wait: %v more", wait)
		}
	})
}

// Of many simultaneous requests, exactly the permitted number is admitted.
func TestLimiterIsExactUnderConcurrency(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const limit = 120
		l := NewLimiter(time.Now)
		var wg sync.WaitGroup
		passed := make(chan struct{}, 2000)
		for range 2000 {
			wg.Go(func() {
				if _, wait := l.Take(7, limit); wait == 0 {
					passed <- struct{}{}
				}
			})
		}
		wg.Wait()
		if len(passed) != limit {
			t.Errorf("%d passed, want %d", len(passed), limit)
		}
	})
}

// Times without a monotonic reading may jump when the wall clock is changed. Even then, no key waits for more
// than a minute, and no more requests pass at the new time than the limit allows.
func TestLimiterSurvivesClockJumps(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(3, 4))
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	l := NewLimiter(func() time.Time { return now })
	for jump := range 200 {
		const limit = 10
		passed := 0
		for range 30 {
			_, wait := l.Take(1, limit)
			if wait == 0 {
				passed++
				continue
			}
			if wait > Window {
				t.Fatalf("jump %d: wait of %v", jump, wait)
			}
		}
		if passed > limit {
			t.Fatalf("jump %d: %d passed at one instant", jump, passed)
		}
		now = now.Add(time.Duration(rnd.Int64N(int64(4*time.Hour))) - 2*time.Hour)
		_, wait := l.Take(1, limit)
		now = now.Add(time.Duration(RetryAfter(wait)) * time.Second)
		if _, wait = l.Take(1, limit); wait != 0 {
			t.Fatalf("jump %d: waiting as told does not pass, %v more", jump, wait)
		}
		now = now.Add(2 * Window)
	}
}

// Idle keys cost no memory.
func TestLimiterDropsIdleKeys(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := NewLimiter(time.Now)
		for key := range int64(1000) {
			l.Take(key, 10)
		}
		time.Sleep(Window - time.Nanosecond)
		l.Take(5000, 10)
		l.Sweep()
		if len(l.windows) != 1001 {
			t.Errorf("%d keys within the minute, want 1001", len(l.windows))
		}
		time.Sleep(time.Nanosecond)
		l.Sweep()
		if len(l.windows) != 1 {
			t.Errorf("%d keys after it, want 1", len(l.windows))
		}
	})
}

func TestRetryAfterIsOneToSixtyWholeSeconds(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		wait time.Duration
		want int
	}{{1, 1}, {time.Second, 1}, {time.Second + 1, 2}, {59*time.Second + 1, 60}, {Window, 60}} {
		if got := RetryAfter(tt.wait); got != tt.want {
			t.Errorf("RetryAfter(%v) = %d, want %d", tt.wait, got, tt.want)
		}
	}
}
