package postgres

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/service"
)

const (
	// lull is how long rows that nobody waits for may wait for company.
	lull = 20 * time.Millisecond
	// maxRows bounds the rows that wait while the database does not take them.
	maxRows = 50_000
	// maxBatch bounds the rows of one statement.
	maxBatch = 1000
	// journalRest is the pause after a failure.
	journalRest = 200 * time.Millisecond
)

// logStatement writes rows that cost nothing. A request that stands in the log
// already keeps its first row.
const logStatement = `INSERT INTO usage (request_id, key_ref, operation, status, code, units, replay_of, month, at, duration_ns)
	SELECT request_id, key_ref, operation, status, code, 0, replay_of, month, at, duration_ns
	FROM unnest($1::text[], $2::bigint[], $3::text[], $4::int[], $5::text[], $6::text[], $7::int[], $8::bigint[], $9::bigint[])
		AS t (request_id, key_ref, operation, status, code, replay_of, month, at, duration_ns)
	ON CONFLICT DO NOTHING`

const refusalStatement = `INSERT INTO refusals AS r (key_ref, minute, count)
	SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) ORDER BY 1, 2
	ON CONFLICT (key_ref, minute) DO UPDATE SET count = r.count + excluded.count`

// refusal names a row of refusals.
type refusal struct {
	key    int64
	minute int64
}

// journal writes, in batches, the rows that nobody waits for.
type journal struct {
	store *Store
	wake  chan struct{}
	quit  chan struct{}
	ended chan struct{}

	mu       sync.Mutex
	rows     []service.UsageRow
	refusals map[refusal]int64
	stopping bool
}

func newJournal(s *Store) *journal {
	j := &journal{
		store: s, refusals: map[refusal]int64{},
		wake: make(chan struct{}, 1), quit: make(chan struct{}), ended: make(chan struct{}),
	}
	go j.run()
	return j
}

// Log implements [service.Store].
func (s *Store) Log(_ context.Context, row service.UsageRow) error {
	j := s.journal
	j.mu.Lock()
	defer j.mu.Unlock()
	switch {
	case j.stopping:
		return service.ErrClosed
	case len(j.rows) >= maxRows:
		return fmt.Errorf("%d rows wait already", len(j.rows))
	}
	j.rows = append(j.rows, row)
	j.signal()
	return nil
}

// refuse counts a refusal.
func (j *journal) refuse(key int64, at time.Time) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.stopping || len(j.refusals) >= maxRows {
		return
	}
	j.refusals[refusal{key, at.Unix() / 60}]++
	j.signal()
}

func (j *journal) signal() {
	select {
	case j.wake <- struct{}{}:
	default: // it is awake already
	}
}

// stop writes what waits, for a bounded time, and ends the goroutine.
func (j *journal) stop() {
	j.mu.Lock()
	j.stopping = true
	j.mu.Unlock()
	close(j.quit)
	<-j.ended
}

func (j *journal) run() {
	defer close(j.ended)
	ctx := context.Background()
	for {
		select {
		case <-j.wake:
		case <-j.quit:
			j.finish(ctx)
			return
		}
		rest := lull
		for more := true; more; {
			select {
			case <-time.After(rest):
			case <-j.quit:
				j.finish(ctx)
				return
			}
			var err error
			if more, err = j.flush(ctx); err != nil {
				j.store.options.Log.WarnContext(ctx, "usage rows wait for the database", "error", err.Error())
				more, rest = true, journalRest
			} else {
				rest = 0
			}
		}
	}
}

func (j *journal) finish(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, lastTries)
	defer cancel()
	more, err := j.flush(ctx)
	for (more || err != nil) && ctx.Err() == nil {
		if err != nil {
			time.Sleep(doubtRest)
		}
		more, err = j.flush(ctx)
	}
	if more || err != nil {
		j.mu.Lock()
		defer j.mu.Unlock()
		j.store.options.Log.ErrorContext(ctx, "usage rows lost", "rows", len(j.rows), "refusals", len(j.refusals), "error", fmt.Sprint(err))
	}
}

// flush writes one batch and reports whether more waits. Rows that it cannot
// write stay.
func (j *journal) flush(ctx context.Context) (more bool, err error) {
	j.mu.Lock()
	rows := j.rows[:min(len(j.rows), maxBatch)]
	refusals := j.refusals
	j.refusals = map[refusal]int64{}
	j.mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	if err = j.writeRefusals(ctx, refusals); err != nil {
		j.mu.Lock()
		for r, n := range refusals {
			j.refusals[r] += n
		}
		j.mu.Unlock()
		return true, err
	}
	if err = j.writeRows(ctx, rows); err != nil {
		return true, err
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	j.rows = j.rows[len(rows):]
	if len(j.rows) == 0 {
		j.rows = nil // lets the written ones go
	}
	return len(j.rows)+len(j.refusals) > 0, nil
}

func (j *journal) writeRefusals(ctx context.Context, refusals map[refusal]int64) error {
	if len(refusals) == 0 {
		return nil
	}
	var keys, minutes, counts []int64
	for r, n := range refusals {
		keys, minutes, counts = append(keys, r.key), append(minutes, r.minute), append(counts, n)
	}
	return j.exec(ctx, refusalStatement, keys, minutes, counts)
}

// writeRows writes rows in one statement, or, where one of them makes that
// fail, each on its own: one that the database cannot take spoils no other. A row is never
// written twice, so that a batch of unknown outcome may simply be repeated.
func (j *journal) writeRows(ctx context.Context, rows []service.UsageRow) error {
	if len(rows) == 0 {
		return nil
	}
	err := j.exec(ctx, logStatement, columnsOf(rows)...)
	if pg, ok := refused(err); !ok || !ownFault(pg) {
		return err
	}
	for _, row := range rows {
		err := j.exec(ctx, logStatement, columnsOf([]service.UsageRow{row})...)
		if pg, ok := refused(err); ok && ownFault(pg) {
			j.store.options.Log.ErrorContext(ctx, "usage row lost", "request_id", row.RequestID, "error", err.Error())
		} else if err != nil {
			return err
		}
	}
	return nil
}

func (j *journal) exec(ctx context.Context, statement string, args ...any) error {
	conn, err := j.store.acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	_, err = conn.Exec(ctx, statement, args...)
	return err
}
