package account

import (
	"sync"
	"time"
)

// throttle allows a burst of attempts under one name, and then one attempt per interval. Each attempt
// advances the time stored for the name by one interval. Further attempts must wait while that time is
// further in the future than one burst's worth of intervals.
type throttle struct {
	burst int
	every time.Duration

	mu      sync.Mutex
	counted map[string]time.Time // the time stored for each name
	cleaned time.Time            // time of the last removal of idle names
}

// If a throttle stores more than maxNames names, it removes the names that need not wait. It does so at most once in
// each interval of forgetEvery. To bound its memory, a throttle removes all names when their number reaches mostNames.
const (
	maxNames    = 4096
	forgetEvery = time.Second
	mostNames   = 1 << 18
)

func newThrottle(burst int, every time.Duration) *throttle {
	return &throttle{burst: burst, every: every, counted: map[string]time.Time{}}
}

// take counts an attempt under a name at a given time and returns 0. An attempt that must wait is not counted;
// for such an attempt, take returns how long to wait.
func (t *throttle) take(name string, now time.Time) time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.forget(now)
	next, wait := t.next(name, now)
	if wait > 0 {
		return wait
	}
	t.counted[name] = next
	return 0
}

// check is like [throttle.take], but returns a *[TooOftenError] if the attempt must wait.
func (t *throttle) check(name string, now time.Time) error {
	if wait := t.take(name, now); wait > 0 {
		return &TooOftenError{wait}
	}
	return nil
}

// wait returns how long the next attempt under the given name must wait, without counting an attempt.
func (t *throttle) wait(name string, now time.Time) time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	_, wait := t.next(name, now)
	return wait
}

// next returns the time that [throttle.take] would store for a name after one more attempt, and how long that
// attempt must wait. The caller holds the lock.
func (t *throttle) next(name string, now time.Time) (next time.Time, wait time.Duration) {
	until := t.counted[name]
	if until.Before(now) {
		until = now
	}
	next = until.Add(t.every)
	return next, max(0, next.Sub(now)-time.Duration(t.burst)*t.every)
}

// forget removes idle names if too many names are stored. The caller holds the lock.
func (t *throttle) forget(now time.Time) {
	if len(t.counted) >= mostNames {
		clear(t.counted)
	}
	if len(t.counted) < maxNames || now.Sub(t.cleaned) < forgetEvery && !now.Before(t.cleaned) {
		return
	}
	t.cleaned = now
	for name, until := range t.counted {
		if !until.After(now) {
			delete(t.counted, name)
		}
	}
}

func (t *throttle) reset(name string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.counted, name)
}

// familiar is a bounded set of names. Each name consists of a network address and an account. A user has
// signed in to that account from that address since the program started.
type familiar struct {
	mu    sync.Mutex
	names map[string]struct{}
}

// add adds a name to the set, after emptying the set if it is full.
func (f *familiar) add(name string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.names == nil || len(f.names) >= mostNames {
		f.names = map[string]struct{}{}
	}
	f.names[name] = struct{}{}
}

func (f *familiar) has(name string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	_, ok := f.names[name]
	return ok
}
