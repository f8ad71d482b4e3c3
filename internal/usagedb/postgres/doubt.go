package postgres

import (
	"context"
	"errors"
	"sync"

	"github.com/leasehold-accounting/leasehold/internal/service"
)

// maxDoubts is the maximum number of entries during an outage. Further entries are only logged.
const maxDoubts = 50_000

// doubts contains computations with unknown outcomes. Their callers received errors, so they must not be billed.
type doubts struct {
	*worker

	store *Store

	mu   sync.Mutex
	open []*service.Computation
}

func newDoubts(s *Store) *doubts {
	d := &doubts{store: s}
	d.worker = startWorker(0, d.resolve, d.giveUp)
	return d
}

func (d *doubts) add(ctx context.Context, c *service.Computation) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.open) >= maxDoubts {
		d.logUnresolved(ctx, c, errors.New("too many computations with an unknown outcome"))
		return
	}
	d.open = append(d.open, c)
	d.signal()
}

func (d *doubts) logUnresolved(ctx context.Context, c *service.Computation, cause error) {
	d.store.options.Log.ErrorContext(ctx, "it is unknown whether a request was recorded; the request may be billed without a response",
		"request_id", c.RequestID, "key", c.Key.ID, "error", cause.Error())
}

func (d *doubts) giveUp(cause error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, c := range d.open {
		d.logUnresolved(context.Background(), c, cause)
	}
}

func (d *doubts) resolve(ctx context.Context) (more bool, err error) {
	d.mu.Lock()
	if len(d.open) == 0 {
		d.mu.Unlock()
		return false, nil
	}
	c := d.open[0]
	d.mu.Unlock()
	if err := d.store.resolveDoubt(ctx, c); err != nil {
		pg, ok := asServerError(err)
		if !ok || !isDataError(pg) {
			return true, err
		}
		d.logUnresolved(ctx, c, err) // otherwise the entry would block all later entries
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.open = d.open[1:]
	return len(d.open) > 0, nil
}

// resolveDoubt ensures that a computation is not billed, by recording its request as failed. The statement
// waits while the computation is still being recorded. If it was never recorded, the new row prevents a later
// recording. If it was recorded, a row already exists, and the units are refunded.
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
	s.options.Log.InfoContext(ctx, "a request with an unknown outcome was resolved", "request_id", c.RequestID, "key", c.Key.ID, "was_recorded", refunded)
	return nil
}
