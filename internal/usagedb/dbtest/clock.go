package dbtest

import (
	"sync"
	"time"
)

// Clock is a clock that only its methods change.
type Clock struct {
	mu     sync.Mutex
	now    time.Time
	uptime time.Duration
}

// NewClock returns a clock that shows now.
func NewClock(now time.Time) *Clock { return &Clock{now: now} }

// Now returns the time.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Uptime returns how much time has passed.
func (c *Clock) Uptime() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.uptime
}

// Set lets time pass until now, or sets the clock back.
func (c *Clock) Set(now time.Time) { c.Add(now.Sub(c.Now())) }

// Add lets d pass, or sets the clock back.
func (c *Clock) Add(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
	c.uptime += max(0, d)
}

// Jump sets the clock forward or back by d, without any time passing.
func (c *Clock) Jump(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}
