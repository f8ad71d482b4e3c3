package postgres

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

const (
	// flushDelay is the time during which background rows are collected before they are written.
	flushDelay = 20 * time.Millisecond
	// maxWaitingRows is the maximum number of background rows in memory while writes to the
	// database fail.
	maxWaitingRows = 50_000
	maxRowsAtOnce  = 1000
)

// logStatement writes rows for requests that are not billed, except for requests already in the log.
const logStatement = `SELECT log_requests($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`

const refusalStatement = `INSERT INTO refusals AS r (key_ref, minute, count)
	SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) ORDER BY 1, 2
	ON CONFLICT (key_ref, minute) DO UPDATE SET count = r.count + excluded.count`

type refusalID struct {
	key    int64
	minute int64
}

type usageLog struct {
	*worker

	store *Store

	mu       sync.Mutex
	rows     []service.UsageRow
	refusals map[refusalID]int64
	stopping bool
}

func newUsageLog(s *Store) *usageLog {
	l := &usageLog{store: s, refusals: map[refusalID]int64{}}
	l.worker = startWorker(flushDelay, l.flush, l.giveUp)
	return l
}

// Log implements [service.Store].
func (s *Store) Log(_ context.Context, row service.UsageRow) error {
	l := s.log
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.stopping:
		return service.ErrClosed
	case len(l.rows) >= maxWaitingRows:
		return fmt.Errorf("%d usage rows are already waiting to be written", len(l.rows))
	}
	l.rows = append(l.rows, row)
	l.signal()
	return nil
}

func (l *usageLog) countRefusal(key int64, at time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.stopping || len(l.refusals) >= maxWaitingRows {
		return
	}
	l.refusals[refusalID{key, at.Unix() / 60}]++
	l.signal()
}

// stop writes the waiting rows within a limited time, and ends the goroutine.
func (l *usageLog) stop() {
	l.mu.Lock()
	l.stopping = true
	l.mu.Unlock()
	l.worker.stop()
}

func (l *usageLog) giveUp(cause error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.store.options.Log.Error("usage rows were not written", "rows", len(l.rows), "refusals", len(l.refusals), "error", cause.Error())
}

// flush writes one batch and reports whether more rows are waiting. Rows remain in the queue if the
// write fails.
func (l *usageLog) flush(ctx context.Context) (more bool, err error) {
	l.mu.Lock()
	rows := l.rows[:min(len(l.rows), maxRowsAtOnce)]
	refusals := l.refusals
	l.refusals = map[refusalID]int64{}
	l.mu.Unlock()
	limited, cancel := context.WithTimeout(ctx, statementTimeout)
	defer cancel()
	if err = l.writeRefusals(limited, refusals); err != nil {
		l.mu.Lock()
		for r, n := range refusals {
			l.refusals[r] += n
		}
		l.mu.Unlock()
	} else {
		err = l.writeRows(limited, rows)
	}
	if err != nil {
		l.store.options.Log.WarnContext(ctx, "usage rows are waiting for the database", "error", err.Error())
		return true, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.rows = l.rows[len(rows):]
	if len(l.rows) == 0 {
		l.rows = nil // frees the memory of the written rows
	}
	return len(l.rows)+len(l.refusals) > 0, nil
}

func (l *usageLog) writeRefusals(ctx context.Context, refusals map[refusalID]int64) error {
	if len(refusals) == 0 {
		return nil
	}
	var keys, minutes, counts []int64
	for r, n := range refusals {
		keys, minutes, counts = append(keys, r.key), append(minutes, r.minute), append(counts, n)
	}
	_, err := l.store.DB.Read().Exec(ctx, refusalStatement, keys, minutes, counts)
	return err
}

// writeRows writes rows in one statement. If a row is invalid, it writes each row in a separate statement, so
// that the invalid row does not delay the others. The database ignores a row that is already written, so a
// batch with an unknown outcome can be repeated.
func (l *usageLog) writeRows(ctx context.Context, rows []service.UsageRow) error {
	if len(rows) == 0 {
		return nil
	}
	_, err := l.store.DB.Read().Exec(ctx, logStatement, logArguments(rows)...)
	if pg, ok := asServerError(err); !ok || !isDataError(pg) {
		return err
	}
	for _, row := range rows {
		_, err := l.store.DB.Read().Exec(ctx, logStatement, logArguments([]service.UsageRow{row})...)
		if pg, ok := asServerError(err); ok && isDataError(pg) {
			l.store.options.Log.ErrorContext(ctx, "a usage row was not written", "request_id", row.RequestID, "error", err.Error())
		} else if err != nil {
			return err
		}
	}
	return nil
}

// logArguments returns the rows' columns as arrays for logStatement.
func logArguments(rows []service.UsageRow) []any {
	n := len(rows)
	ids, modes, plans, operations, codes := make([]string, n), make([]string, n), make([]string, n), make([]string, n), make([]string, n)
	keys, times, durations := make([]int64, n), make([]int64, n), make([]int64, n)
	statuses, months := make([]int32, n), make([]int32, n)
	originals := make([]*string, n)
	for i := range rows {
		r := &rows[i]
		ids[i], operations[i], codes[i] = r.RequestID, r.Operation, string(r.Code)
		modes[i], plans[i] = string(r.Key.Mode), string(r.Key.Plan)
		keys[i], times[i], durations[i] = r.Key.Ref, r.Time.UnixNano(), int64(r.Duration)
		statuses[i], months[i] = int32(r.Status), int32(meter.MonthOf(r.Time))
		if r.ReplayOf != "" {
			originals[i] = &r.ReplayOf
		}
	}
	return []any{ids, keys, modes, plans, operations, statuses, codes, originals, months, times, durations}
}
