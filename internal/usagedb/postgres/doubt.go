package postgres

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/service"
)

const (
	// closeTimeout is the time that Close has to write waiting rows.
	closeTimeout = 5 * time.Second
	// maxDoubts is the maximum number of stored entries during an outage; further ones are only
	// logged.
	maxDoubts = 50_000
	// doubtRetryDelay is the pause after a failed attempt to resolve a doubt.
	doubtRetryDelay = 100 * time.Millisecond
)

// doubts contains computations with an unknown outcome whose callers received an error. It ensures
// that they are not billed.
type doubts struct {
	store *Store
	wake  chan struct{}
	quit  chan struct{}
	ended chan struct{}

	mu   sync.Mutex
	open []*service.Computation
}

func newDoubts(s *Store) *doubts {
	d := &doubts{store: s, wake: make(chan struct{}, 1), quit: make(chan struct{}), ended: make(chan struct{})}
	go d.run()
	return d
}

func (d *doubts) add(ctx context.Context, c *service.Computation) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.open) >= maxDoubts {
		d.logUnresolved(ctx, c, errors.New("too many computations in doubt"))
		return
	}
	d.open = append(d.open, c)
	select {
	case d.wake <- struct{}{}:
	default: // a wake-up is already pending
	}
}

func (d *doubts) logUnresolved(ctx context.Context, c *service.Computation, cause error) {
	d.store.options.Log.ErrorContext(ctx, "a request stays in doubt; it may be billed without an answer",
		"request_id", c.RequestID, "key", c.Key.ID, "error", cause.Error())
}

// stop tries to resolve the remaining entries for a limited time, and ends the goroutine.
func (d *doubts) stop() {
	close(d.quit)
	<-d.ended
}

func (d *doubts) run() {
	defer close(d.ended)
	ctx := context.Background()
	for {
		select {
		case <-d.wake:
		case <-d.quit:
			d.resolveBeforeClose(ctx)
			return
		}
		for d.resolveAll(ctx) != nil {
			select {
			case <-time.After(doubtRetryDelay):
			case <-d.quit:
				d.resolveBeforeClose(ctx)
				return
			}
		}
	}
}

// resolveBeforeClose tries to resolve the remaining entries in a limited time.
func (d *doubts) resolveBeforeClose(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, closeTimeout)
	defer cancel()
	err := d.resolveAll(ctx)
	for err != nil && ctx.Err() == nil {
		time.Sleep(doubtRetryDelay)
		err = d.resolveAll(ctx)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, c := range d.open {
		d.logUnresolved(context.Background(), c, err) //nolint:contextcheck // ctx has ended
	}
}

// resolveAll resolves all entries. It stops at the first error.
func (d *doubts) resolveAll(ctx context.Context) error {
	for {
		d.mu.Lock()
		if len(d.open) == 0 {
			d.mu.Unlock()
			return nil
		}
		c := d.open[0]
		d.mu.Unlock()
		if err := d.store.resolveDoubt(ctx, c); err != nil {
			pg, ok := asServerError(err)
			if !ok || !isDataError(pg) {
				return err
			}
			d.logUnresolved(ctx, c, err) // otherwise this entry would block all later ones forever
		}
		d.mu.Lock()
		d.open = d.open[1:]
		d.mu.Unlock()
	}
}

// resolveDoubt ensures that a computation is not billed. First it logs the request as failed. If
// the computation is still being recorded, this waits. If it was never recorded, the row prevents
// it from being recorded later. If it was recorded, its row already exists, and the units are
// refunded.
func (s *Store) resolveDoubt(ctx context.Context, c *service.Computation) error {
	ctx, cancel := context.WithTimeout(ctx, statementTimeout)
	defer cancel()
	conn, err := s.acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	failed := service.UsageRow{
		RequestID: c.RequestID, Key: c.Key, Operation: c.Operation, Status: 500, Code: service.InternalError,
		Time: c.Time, Duration: c.Duration,
	}
	if _, err := conn.Exec(ctx, logStatement, logArguments([]service.UsageRow{failed})...); err != nil {
		return err
	}
	refunded, err := refund(ctx, conn, c.RequestID, s.now())
	if err != nil {
		return err
	}
	s.options.Log.InfoContext(ctx, "a request in doubt was resolved", "request_id", c.RequestID, "key", c.Key.ID, "was_recorded", refunded)
	return nil
}
