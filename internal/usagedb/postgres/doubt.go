package postgres

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

const (
	// lastTries is how long Close waits for doubts to be settled.
	lastTries = 5 * time.Second
	// maxDoubts bounds what an outage can pile up; the log has the rest.
	maxDoubts = 50_000
	doubtRest = 100 * time.Millisecond
)

// doubts settles charges whose commit may or may not have happened and that
// were answered with an error: they shall cost nothing.
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
		d.giveUp(ctx, c, errors.New("too many charges in doubt"))
		return
	}
	d.open = append(d.open, c)
	select {
	case d.wake <- struct{}{}:
	default: // it is awake already
	}
}

func (d *doubts) giveUp(ctx context.Context, c *service.Computation, cause error) {
	d.store.options.Log.ErrorContext(ctx, "a charge is left in doubt; if 'leasehold usage refund' finds it, it takes it back",
		"request_id", c.RequestID, "key", c.Key.ID, "error", cause.Error())
}

// stop tries for a little longer and ends the goroutine.
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
			d.finish(ctx)
			return
		}
		for d.round(ctx) != nil {
			select {
			case <-time.After(doubtRest):
			case <-d.quit:
				d.finish(ctx)
				return
			}
		}
	}
}

// finish is the last attempt, for a bounded time.
func (d *doubts) finish(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, lastTries)
	defer cancel()
	err := d.round(ctx)
	for err != nil && ctx.Err() == nil {
		time.Sleep(doubtRest)
		err = d.round(ctx)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, c := range d.open {
		d.giveUp(context.Background(), c, err) //nolint:contextcheck // ctx has ended
	}
}

// round settles what is open and returns why it could not go on.
func (d *doubts) round(ctx context.Context) error {
	for {
		d.mu.Lock()
		if len(d.open) == 0 {
			d.mu.Unlock()
			return nil
		}
		c := d.open[0]
		d.mu.Unlock()
		if err := d.store.disown(ctx, c); err != nil {
			pg, ok := refused(err)
			if !ok || !ownFault(pg) {
				return err
			}
			d.giveUp(ctx, c, err) // it would hold up all others for good
		}
		d.mu.Lock()
		d.open = d.open[1:]
		d.mu.Unlock()
	}
}

// disown sees to it that a charge costs nothing. First the request is logged as
// failed. Where its charge is still under way, this waits for the end of it;
// where it was never recorded, the row keeps it out for good; and where it was
// recorded, the row finds its place taken, and the units are given back.
func (s *Store) disown(ctx context.Context, c *service.Computation) error {
	ctx, cancel := context.WithTimeout(ctx, within)
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
	if _, err := conn.Exec(ctx, logStatement, columnsOf([]service.UsageRow{failed})...); err != nil {
		return err
	}
	var voided bool
	if err := conn.QueryRow(ctx, `SELECT take_back($1, $2)`, c.RequestID, s.now()).Scan(&voided); err != nil {
		return err
	}
	s.options.Log.InfoContext(ctx, "a charge in doubt was settled", "request_id", c.RequestID, "key", c.Key.ID, "was_recorded", voided)
	return nil
}

// Refund implements [service.Store].
func (s *Store) Refund(ctx context.Context, requestID string) error {
	return s.transact(ctx, func(tx pgx.Tx) error {
		var voided bool
		if err := tx.QueryRow(ctx, `SELECT take_back($1, $2)`, requestID, s.now()).Scan(&voided); err != nil {
			return err
		}
		if !voided {
			return service.ErrNotRefundable
		}
		return nil
	})
}

// columnsOf returns rows as the arrays that logStatement takes.
func columnsOf(rows []service.UsageRow) []any {
	n := len(rows)
	ids, operations, codes := make([]string, n), make([]string, n), make([]string, n)
	keys, times, durations := make([]int64, n), make([]int64, n), make([]int64, n)
	statuses, months := make([]int32, n), make([]int32, n)
	originals := make([]*string, n)
	for i := range rows {
		r := &rows[i]
		ids[i], operations[i], codes[i] = r.RequestID, r.Operation.String(), string(r.Code)
		keys[i], times[i], durations[i] = r.Key.Ref, r.Time.UnixNano(), int64(r.Duration)
		statuses[i], months[i] = int32(r.Status), int32(meter.MonthOf(r.Time))
		if r.ReplayOf != "" {
			originals[i] = &r.ReplayOf
		}
	}
	return []any{ids, keys, operations, statuses, codes, originals, months, times, durations}
}
