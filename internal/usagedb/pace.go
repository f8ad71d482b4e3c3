package usagedb

import (
	"sync"
	"time"
)

// Pace determines the trusted time, by which a sweep decides whether data has expired. The database stores it.
// A sweep cannot be undone, so a clock that jumps forward is not trusted. The trusted time advances at most
// twice as fast as the process uptime, and never exceeds the clock. The zero value of Pace is ready for use.
type Pace struct {
	mu     sync.Mutex
	known  bool
	last   time.Time     // trusted time of this process at the recorded uptime
	uptime time.Duration // process uptime at the last change of the trusted time
}

// UptimeOf returns a function that returns the time since UptimeOf was called. With a monotonic clock such as
// [time.Now], wall clock changes have no effect.
func UptimeOf(clock func() time.Time) func() time.Duration {
	started := clock()
	return func() time.Duration { return clock().Sub(started) }
}

// Lag is how far the clock may be ahead of the trusted time before a sweep logs a warning.
const Lag = 24 * time.Hour

// catchUp is the maximum speed of the trusted time relative to the uptime.
const catchUp = 2

// Believe returns the trusted time. This is the clock's time if the database or the uptime confirms it, and otherwise
// an earlier time. The caller passes the last sweep's trusted time and the newest usage row's time. Both may be zero.
func (p *Pace) Believe(kept, newest, now time.Time, uptime time.Duration) time.Time {
	p.mu.Lock()
	defer p.mu.Unlock()
	limit := kept
	switch {
	case !kept.IsZero():
	case newest.IsZero():
		limit = now // the database contains no records that could be lost
	default:
		limit = newest.Add(Lag)
	}
	if p.known {
		if own := p.last.Add(catchUp * (uptime - p.uptime)); own.After(limit) {
			limit = own
		}
	}
	believed := now
	if limit.Before(now) {
		believed = limit
	}
	p.known, p.last, p.uptime = true, believed, uptime
	if kept.After(believed) { // the clock was set back: continue from the stored trusted time
		p.last = kept
	}
	return believed
}
