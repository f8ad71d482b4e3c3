package usagedb

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

// Pace decides up to which time a sweep removes what has expired. A sweep cannot
// be undone, so it believes no clock that leaps: the time that it goes by is kept
// in the database and advances at most twice as fast as the process's uptime, and
// never beyond the clock. After a leap, or after a pause of the whole server, it
// follows the clock slowly. The zero value is ready for use.
type Pace struct {
	mu     sync.Mutex
	known  bool
	last   time.Time     // that was believed by this process
	uptime time.Duration // at that moment
}

// UptimeOf returns how long ago it was called, by the monotonic reading of a clock
// that has one, as [time.Now] does: whatever the clock was set to since.
func UptimeOf(clock func() time.Time) func() time.Duration {
	started := clock()
	return func() time.Duration { return clock().Sub(started) }
}

// Lag is how far the clock may be ahead of the time that is believed before an
// operator is told.
const Lag = 24 * time.Hour

// catchUp is how fast the time that is believed may advance.
const catchUp = 2

// Believe returns the time to sweep by: the clock's, unless that is further ahead
// than the database and this process can know. kept is what the database keeps of
// the last sweep, or the zero time; newest is the time of its newest usage row, or
// the zero time.
func (p *Pace) Believe(kept, newest, now time.Time, uptime time.Duration) time.Time {
	p.mu.Lock()
	defer p.mu.Unlock()
	limit := kept
	switch {
	case !kept.IsZero():
	case newest.IsZero():
		limit = now // nothing was recorded that could be lost
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
	if kept.After(believed) { // the clock was set back: the rest keeps its place
		p.last = kept
	}
	return believed
}

// WarnOfLeap logs that a clock is ahead of the time that a sweep goes by.
func WarnOfLeap(ctx context.Context, log *slog.Logger, now, believed time.Time) {
	if now.Sub(believed) > Lag {
		log.WarnContext(ctx, "the clock is ahead of the time that the database has seen pass; what has expired since is kept for now",
			"clock", now.UTC(), "removed_until", believed.UTC(), "if_the_clock_is_right", "leasehold usage trust-clock")
	}
}
