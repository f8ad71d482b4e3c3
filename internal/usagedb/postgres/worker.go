package postgres

import (
	"context"
	"time"
)

const (
	// closeTimeout is the maximum time that one worker's remaining work may take during Close.
	closeTimeout = 5 * time.Second
	retryDelay   = 200 * time.Millisecond
)

// worker runs steps of background work in one goroutine.
type worker struct {
	wake, quit, ended chan struct{}
}

// startWorker starts a goroutine. After each wake-up and the given delay, the goroutine runs steps until no work
// remains. If work remains after closeTimeout, the worker passes the error to the function lost.
func startWorker(delay time.Duration, step func(context.Context) (more bool, err error), lost func(error)) *worker {
	w := &worker{wake: make(chan struct{}, 1), quit: make(chan struct{}), ended: make(chan struct{})}
	go func() {
		defer close(w.ended)
		for w.wait(delay) {
			for more := true; more; {
				delay, err := time.Duration(0), error(nil)
				if more, err = step(context.Background()); err != nil {
					more, delay = true, retryDelay
				}
				if more && !w.pause(delay) {
					break
				}
			}
		}
		ctx, cancel := context.WithTimeout(context.Background(), closeTimeout)
		defer cancel()
		more, err := step(ctx)
		for (more || err != nil) && ctx.Err() == nil {
			if err != nil {
				time.Sleep(retryDelay)
			}
			more, err = step(ctx)
		}
		if err == nil && more {
			err = ctx.Err()
		}
		if err != nil {
			lost(err)
		}
	}()
	return w
}

// wait waits for work and then for the given delay. It returns false if the worker is being stopped.
func (w *worker) wait(delay time.Duration) bool {
	select {
	case <-w.wake:
		return w.pause(delay)
	case <-w.quit:
		return false
	}
}

// pause waits for d. It returns false if the worker is being stopped.
func (w *worker) pause(d time.Duration) bool {
	select {
	case <-time.After(d):
		return true
	case <-w.quit:
		return false
	}
}

func (w *worker) signal() {
	select {
	case w.wake <- struct{}{}:
	default: // a wake-up is already pending
	}
}

// stop finishes the remaining work within a limited time and ends the goroutine.
func (w *worker) stop() {
	close(w.quit)
	<-w.ended
}
