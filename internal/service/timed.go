package service

import (
	"context"
	"sync"
	"time"
)

// timed is a context with a deadline that starts no timer before somebody waits for its
// end: a plain request asks whether the time is up, and never waits.
type timed struct {
	context.Context //nolint:containedctx // it is one

	at time.Time

	mu     sync.Mutex
	waited context.Context //nolint:containedctx // whose end is waited for; nil before
	cancel context.CancelFunc
	ended  bool
}

// until returns a context that ends after so long, or with ctx. end must be called.
func until(ctx context.Context, left time.Duration) (c context.Context, end func()) {
	at := time.Now().Add(left) //nolint:forbidigo // as the timers of contexts have it
	if of, ok := ctx.Deadline(); ok && of.Before(at) {
		at = of
	}
	t := &timed{Context: ctx, at: at}
	return t, t.end
}

// Deadline implements [context.Context].
func (t *timed) Deadline() (time.Time, bool) { return t.at, true }

// Err implements [context.Context].
func (t *timed) Err() error {
	if err := t.Context.Err(); err != nil {
		return err
	}
	if !time.Now().Before(t.at) { //nolint:forbidigo // as the timers of contexts have it
		return context.DeadlineExceeded
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.ended {
		return context.Canceled
	}
	return nil
}

// Done implements [context.Context]. It starts the timer.
func (t *timed) Done() <-chan struct{} {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.waited == nil {
		t.waited, t.cancel = context.WithDeadline(t.Context, t.at)
		if t.ended {
			t.cancel()
		}
	}
	return t.waited.Done()
}

// end releases what waits for the context.
func (t *timed) end() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.ended = true
	if t.cancel != nil {
		t.cancel()
	}
}
