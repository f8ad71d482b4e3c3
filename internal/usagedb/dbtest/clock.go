package dbtest

import (
	"sync"
	"time"
)

// Clock is a time that only moves when it is told to.
type Clock struct {
	mu  sync.Mutex
	now time.Time
}

// NewClock returns a clock that shows now.
func NewClock(now time.Time) *Clock { return &Clock{now: now} }

// Now returns the time.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Set moves the clock to now, forward or back.
func (c *Clock) Set(now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = now
}

// Add moves the clock by d.
func (c *Clock) Add(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}
