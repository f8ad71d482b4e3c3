package meter

import (
	"math"
	"sync"
	"time"
)

// Window is the length of the rate limit's window.
const Window = 60 * time.Second

// window is the exact log of one key's requests within the last minute: a ring
// of their times, oldest first. A request at t counts in [t, t+60 s).
type window struct {
	times []time.Duration // since the limiter's base
	head  int
	count int
}

func (w *window) at(i int) *time.Duration { return &w.times[(w.head+i)%len(w.times)] }

// take records a request at now and returns 0, or returns how long to wait
// until one will fit.
func (w *window) take(now time.Duration, limit int) time.Duration {
	w.drop(now)
	if w.count < limit {
		w.push(now)
		return 0
	}
	if limit <= 0 {
		return Window
	}
	// After a change to a smaller plan, the window may contain more than limit requests. Wait until
	// only limit−1 of them remain.
	return *w.at(w.count - limit) + Window - now
}

// drop removes the requests that have left the window.
func (w *window) drop(now time.Duration) {
	if w.count == 0 {
		return
	}
	// The clock was set back, so the elapsed time is unknown. Assume that the newest request has
	// just arrived and that the other requests keep their distance from it. Then no caller waits
	// for more than a minute, and no more requests than the limit pass within a minute.
	if ahead := *w.at(w.count - 1) - now; ahead > 0 {
		for i := range w.count {
			*w.at(i) -= ahead
		}
	}
	for w.count > 0 && *w.at(0) <= now-Window {
		w.head = (w.head + 1) % len(w.times)
		w.count--
	}
}

func (w *window) push(t time.Duration) {
	if w.count == len(w.times) {
		grown := make([]time.Duration, max(4, 2*len(w.times)))
		for i := range w.count {
			grown[i] = *w.at(i)
		}
		w.times, w.head = grown, 0
	}
	w.count++
	*w.at(w.count - 1) = t
}

// Limiter contains the windows of all keys of a process. It is safe for concurrent use.
type Limiter struct {
	clock func() time.Time

	mu      sync.Mutex
	base    time.Time
	windows map[int64]*window
}

// NewLimiter returns a Limiter that reads the time from clock. If the times have a monotonic
// reading, like those of time.Now, changes of the wall clock have no effect.
func NewLimiter(clock func() time.Time) *Limiter {
	return &Limiter{clock: clock, base: clock(), windows: map[int64]*window{}}
}

// Take takes one slot of key and returns the time and 0. If no slot is free, it takes none and
// returns the time and the wait until a slot is free. Take reads the time under the lock, so that
// slots are ordered by time.
func (l *Limiter) Take(key int64, limit int) (now time.Time, wait time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now = l.clock()
	w := l.windows[key]
	if w == nil {
		w = &window{}
		l.windows[key] = w
	}
	return now, w.take(now.Sub(l.base), limit)
}

// Charge takes n additional slots of key, even if they are not free.
func (l *Limiter) Charge(key int64, n int) {
	for range n {
		l.Take(key, math.MaxInt)
	}
}

// Sweep removes keys without a request in the last minute.
func (l *Limiter) Sweep() {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.clock().Sub(l.base)
	for key, w := range l.windows {
		w.drop(now)
		if w.count == 0 {
			delete(l.windows, key)
		}
	}
}

// RetryAfter returns wait in whole seconds, rounded up: 1 to 60.
func RetryAfter(wait time.Duration) int {
	return int(min(max((wait+time.Second-1)/time.Second, 1), Window/time.Second))
}
