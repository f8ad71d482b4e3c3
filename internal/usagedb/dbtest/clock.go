package dbtest

import (
	"sync"
	"time"
)

// Clock is a clock whose time changes only through its methods.
type Clock struct {
	mu     sync.Mutex
	now    time.Time
	uptime time.Duration
}

// NewClock returns a clock that shows the given time until one of its methods changes it.
func NewClock(now time.Time) *Clock { return &Clock{now: now} }

// Now returns the time that the clock shows.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Uptime returns the time that has passed since the clock was created, without jumps.
func (c *Clock) Uptime() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.uptime
}

// Set sets the clock to the given time. If that is later than the clock's time, the uptime increases by the difference.
func (c *Clock) Set(now time.Time) { c.Add(now.Sub(c.Now())) }

// Add sets the clock forward by d and increases the uptime by d. If d is negative, only the clock
// is set back.
func (c *Clock) Add(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
	c.uptime += max(0, d)
}

// Jump sets the clock forward or back by d. The uptime does not change.
func (c *Clock) Jump(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}
