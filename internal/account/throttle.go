package account

import (
	"sync"
	"time"
)

// throttle allows a burst of attempts by one name, and then one attempt per interval. Each attempt
// costs one interval; throttle stores, for each name, the time until which the attempts are paid
// for.
type throttle struct {
	burst int
	every time.Duration

	mu     sync.Mutex
	paid   map[string]time.Time
	forgot time.Time // when idle names were last forgotten
}

// Above maxNames, idle names are removed, at most once per forgetEvery. Above
// mostNames, all names are removed, so that memory is bounded under any load.
const (
	maxNames    = 4096
	forgetEvery = time.Second
	mostNames   = 1 << 18
)

func newThrottle(burst int, every time.Duration) *throttle {
	return &throttle{burst: burst, every: every, paid: map[string]time.Time{}}
}

// take counts an attempt by name at now and returns 0, or returns how long name must wait.
func (t *throttle) take(name string, now time.Time) time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.forget(now)
	next, wait := t.next(name, now)
	if wait > 0 {
		return wait
	}
	t.paid[name] = next
	return 0
}

// wait returns how long name must wait. It counts no attempt.
func (t *throttle) wait(name string, now time.Time) time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	_, wait := t.next(name, now)
	return wait
}

// next returns the time until which the attempts by name would be paid for after one more attempt,
// and how long name must wait before that attempt. The caller holds the lock.
func (t *throttle) next(name string, now time.Time) (next time.Time, wait time.Duration) {
	until := t.paid[name]
	if until.Before(now) {
		until = now
	}
	next = until.Add(t.every)
	return next, max(0, next.Sub(now)-time.Duration(t.burst)*t.every)
}

// forget removes idle names. The caller holds the lock.
func (t *throttle) forget(now time.Time) {
	if len(t.paid) >= mostNames {
		clear(t.paid)
	}
	if len(t.paid) < maxNames || now.Sub(t.forgot) < forgetEvery && !now.Before(t.forgot) {
		return
	}
	t.forgot = now
	for name, until := range t.paid {
		if !until.After(now) {
			delete(t.paid, name)
		}
	}
}

// reset clears the attempts of name.
func (t *throttle) reset(name string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.paid, name)
}

// familiar stores a bounded number of names that have succeeded since the program started.
type familiar struct {
	mu    sync.Mutex
	names map[string]struct{}
}

// add remembers name.
func (f *familiar) add(name string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.names == nil || len(f.names) >= mostNames {
		f.names = map[string]struct{}{}
	}
	f.names[name] = struct{}{}
}

// has reports whether name is remembered.
func (f *familiar) has(name string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	_, ok := f.names[name]
	return ok
}
