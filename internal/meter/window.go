// Package meter implements plans' limits on requests within a sliding minute and on units within a UTC month.
// Results depend only on the times that the caller passes.
package meter

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"
	"time"
)

// Window is the period of the rate limit.
const Window = 60 * time.Second

// window records the exact times of one key's requests within the last minute, in a ring with the
// oldest time first. A request at time t counts toward the limit during [t, t+60 s).
type window struct {
	times []time.Duration // request times since the limiter's base
	head  int
	count int
}

func (w *window) at(i int) *time.Duration { return &w.times[(w.head+i)%len(w.times)] }

// take records a request at the given time and returns 0. If the limit is reached, it records nothing and
// returns the time until a request is possible.
func (w *window) take(now time.Duration, limit int) time.Duration {
	w.drop(now)
	if w.count < limit {
		w.push(now)
		return 0
	}
	if limit <= 0 {
		return Window
	}
	// After a change to a smaller plan, the window may contain more requests than the limit. The
	// caller must wait until only limit−1 of them remain.
	return *w.at(w.count - limit) + Window - now
}

// drop removes the requests that have left the window.
func (w *window) drop(now time.Duration) {
	if w.count == 0 {
		return
	}
	// The clock was set back, so the elapsed time is unknown. Assume that the newest request has just arrived,
	// and keep the intervals between requests. Then no caller waits for more than a minute, and the requests
	// that pass within a minute do not exceed the limit.
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

// NewLimiter returns a Limiter that reads the time from the given clock. If the times have a monotonic
// reading, as those of time.Now do, wall clock changes have no effect.
func NewLimiter(clock func() time.Time) *Limiter {
	return &Limiter{clock: clock, base: clock(), windows: map[int64]*window{}}
}

// Take takes one of the key's slots and returns the time and 0. If no slot is free, it returns the time and the
// wait until a slot becomes free. It reads the time under the lock, so that slots are ordered by time.
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

// Charge takes n more of the key's slots, even if fewer are free.
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

// RetryAfter returns the wait in whole seconds, rounded up, but at least 1 and at most 60.
func RetryAfter(wait time.Duration) int {
	return int(min(max((wait+time.Second-1)/time.Second, 1), Window/time.Second))
}

// Plan names a set of limits.
type Plan string

// The plans.
const (
	Free Plan = "free"
	Pro  Plan = "pro"
)

// Has reports whether the plan includes another plan's operations.
func (p Plan) Has(least Plan) bool { return p == least || least == Free }

// Limits contains a plan's limits per key and per account.
type Limits struct {
	PerMinute    int   // maximum number of requests for all operations within 60 seconds
	PerMonth     int64 // maximum units in a UTC calendar month, or Unlimited
	KeysPerMonth int   // maximum number of keys that an account may create in a UTC calendar month
}

// Unlimited is the PerMonth of a plan without a quota. The value is too large to be reached, but
// small enough that sums do not overflow.
const Unlimited = 1 << 62

// Plans contains every plan's limits.
type Plans map[Plan]Limits

// Names lists the plans, the smallest first.
func (p Plans) Names() []Plan {
	return slices.SortedFunc(maps.Keys(p), func(a, b Plan) int {
		return cmp.Or(cmp.Compare(p[a].PerMonth, p[b].PerMonth), cmp.Compare(a, b))
	})
}

// String lists the names, as in "free and pro".
func (p Plans) String() string {
	var text strings.Builder
	names := p.Names()
	for i, name := range names {
		switch {
		case i > 0 && i == len(names)-1:
			text.WriteString(" and ")
		case i > 0:
			text.WriteString(", ")
		}
		text.WriteString(string(name))
	}
	return text.String()
}

// Default returns the plan of new accounts and of keys without an explicit plan: free, or the
// smallest plan if there is no free one.
func (p Plans) Default() Plan {
	if _, ok := p[Free]; ok {
		return Free
	}
	return p.Names()[0]
}

// Standard returns the published limits.
func Standard() Plans {
	return Plans{
		Free: {PerMinute: 10, PerMonth: 25, KeysPerMonth: 3},
		Pro:  {PerMinute: 120, PerMonth: 5000, KeysPerMonth: 20},
	}
}

// Month is a UTC calendar month, the period of the quota, as a number yyyymm such as 202611.
type Month int

// MonthOf returns the month in which t falls.
func MonthOf(t time.Time) Month {
	year, month, _ := t.UTC().Date()
	return monthOf(year, month)
}

func monthOf(year int, month time.Month) Month { return Month(year*100 + int(month)) }

// ParseMonth parses a month of the form yyyy-mm.
func ParseMonth(text string) (Month, error) {
	t, err := time.Parse("2006-01", text)
	if err != nil {
		return 0, fmt.Errorf("%q is not a month in the form yyyy-mm", text)
	}
	return MonthOf(t), nil
}

// Start returns the first instant of the month.
func (m Month) Start() time.Time { return m.start(0) }

// start returns the first instant of the month n months later.
func (m Month) start(n int) time.Time {
	return time.Date(int(m)/100, time.Month(int(m)%100+n), 1, 0, 0, 0, 0, time.UTC)
}

// Add returns the month n months later, or earlier for a negative n.
func (m Month) Add(n int) Month {
	return MonthOf(m.start(n))
}

// End returns the first instant after the month, at which the next quota begins.
func (m Month) End() time.Time { return m.start(1) }

// String returns m as yyyy-mm.
func (m Month) String() string { return fmt.Sprintf("%04d-%02d", int(m)/100, int(m)%100) }
