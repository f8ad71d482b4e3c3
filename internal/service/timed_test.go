package service

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// A timed context is as one of the standard library: it ends at its deadline, with its
// parent and where its end is called, whether somebody waits for it or asks.
func TestTimedContext(t *testing.T) {
	type ending struct {
		name string
		end  func(parent, end func())
		want error
	}
	for _, e := range []ending{
		{"deadline", func(_, _ func()) { time.Sleep(time.Minute) }, context.DeadlineExceeded},
		{"parent", func(parent, _ func()) { parent() }, context.Canceled},
		{"end", func(_, end func()) { end() }, context.Canceled},
	} {
		for _, waits := range []bool{false, true} {
			synctest.Test(t, func(t *testing.T) {
				ctx, parent := context.WithCancel(t.Context())
				defer parent()
				c, end := until(ctx, time.Minute)
				defer end()
				if at, ok := c.Deadline(); !ok || time.Until(at) != time.Minute {
					t.Errorf("%s: deadline in %v, %v", e.name, time.Until(at), ok)
				}
				if err := c.Err(); err != nil {
					t.Errorf("%s: %v at the beginning", e.name, err)
				}
				if waits {
					c.Done()
				}
				e.end(parent, end)
				<-c.Done()
				if err := c.Err(); !errors.Is(err, e.want) {
					t.Errorf("%s, waited for: %v: %v, want %v", e.name, waits, err, e.want)
				}
			})
		}
	}
}

// A context keeps the deadline of its parent where that is earlier.
func TestTimedContextOfAnEarlierDeadline(t *testing.T) {
	parent, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	c, end := until(parent, time.Minute)
	defer end()
	want, _ := parent.Deadline()
	if at, _ := c.Deadline(); !at.Equal(want) {
		t.Errorf("deadline %v, want %v", at, want)
	}
}

// Asking whether a request's time is up starts no timer and takes little memory.
func TestTimedContextAllocations(t *testing.T) {
	if got := testing.AllocsPerRun(100, func() {
		c, end := until(context.Background(), time.Minute)
		if c.Err() != nil {
			t.Error("ended")
		}
		end()
	}); got > 2 {
		t.Errorf("%v allocations, want 2", got)
	}
}
