package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/fault"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// Record implements [service.Meter].
func (s *Store) Record(_ context.Context, c *service.Computation) (service.Recorded, error) {
	j := &job{computation: c}
	if err := s.writer.submit(j); err != nil {
		return service.Recorded{}, err
	}
	return j.recorded, nil
}

// Claimed implements [service.Meter].
func (s *Store) Claimed(ctx context.Context, key service.Key, operation, idempotencyKey string, at time.Time) (claimed bool, err error) {
	err = s.reading.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM replays
		WHERE key_ref = ? AND operation = ? AND idempotency_key = ? AND expires_at > ?)`,
		key.Ref, operation, idempotencyKey, at.UnixNano()).Scan(&claimed)
	return claimed, err
}

// Log implements [service.Meter].
func (s *Store) Log(_ context.Context, row service.UsageRow) error { return s.writer.logRow(row) }

// recordOne records one computation of a group in a savepoint: all of it or
// nothing. A fatal error is one of the transaction as a whole.
func (w *writer) recordOne(ctx context.Context, c *service.Computation) (recorded service.Recorded, err, fatal error) {
	if c.Claim == nil {
		return w.recordUnclaimed(ctx, c)
	}
	if fatal := exec(ctx, w.st.savepoint); fatal != nil {
		return recorded, nil, fatal
	}
	id := counterID{c.Key.Ref, meter.MonthOf(c.Time)}
	used, err := w.used(ctx, id)
	if err == nil {
		recorded, err = w.insertComputation(ctx, c, used)
	}
	if err != nil || recorded.Outcome != service.Original {
		if fatal := exec(ctx, w.st.undo); fatal != nil {
			return recorded, nil, errors.Join(err, fatal)
		}
	}
	if fatal := exec(ctx, w.st.release); fatal != nil {
		return recorded, nil, fatal
	}
	if err == nil && recorded.Outcome == service.Original && c.Units > 0 {
		w.changed[id] = recorded.Used // writeCounters writes it, in this transaction
	}
	return recorded, err, nil
}

// recordUnclaimed records a computation without an Idempotency-Key. It writes one
// row, which SQLite writes or not, so that it needs no savepoint; if that fails,
// the computations of the group are tried one by one.
func (w *writer) recordUnclaimed(ctx context.Context, c *service.Computation) (recorded service.Recorded, err, fatal error) {
	id := counterID{c.Key.Ref, meter.MonthOf(c.Time)}
	used, fatal := w.used(ctx, id)
	if fatal == nil {
		recorded, fatal = w.insertComputation(ctx, c, used)
	}
	if fatal == nil && recorded.Outcome == service.Original && c.Units > 0 {
		w.changed[id] = recorded.Used // writeCounters writes it, in this transaction
	}
	return recorded, nil, fatal
}

// used returns a counter as of this point of the transaction.
func (w *writer) used(ctx context.Context, id counterID) (int64, error) {
	if used, ok := w.changed[id]; ok {
		return used, nil
	}
	if w.owned {
		if used, _, ok := w.store.tally.get(id); ok {
			return used, nil
		}
	}
	return readCounter(ctx, w.st.counter, id)
}

// readCounter reads a counter; no row means that nothing was used.
func readCounter(ctx context.Context, stmt *sql.Stmt, id counterID) (used int64, err error) {
	err = stmt.QueryRowContext(ctx, id.key, int64(id.month)).Scan(&used)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return 0, fmt.Errorf("counter: %w", err)
	}
	return used, nil
}

// insertComputation claims the idempotency key, checks the quota and writes the
// usage row.
func (w *writer) insertComputation(ctx context.Context, c *service.Computation, used int64) (service.Recorded, error) {
	if c.Claim != nil {
		first, err := w.claimKey(ctx, c)
		if err != nil {
			return service.Recorded{}, fmt.Errorf("claim: %w", err)
		}
		if first != nil {
			outcome := service.Mismatch
			if first.Fingerprint == c.Claim.Fingerprint {
				outcome = service.Replay
			}
			return service.Recorded{Outcome: outcome, Used: used, First: first}, nil
		}
	}
	if c.Units > 0 && used+c.Units > c.Quota {
		return service.Recorded{Outcome: service.OverQuota, Used: used}, nil
	}
	err := w.insertRow(ctx, service.UsageRow{
		RequestID: c.RequestID, Key: c.Key, Operation: c.Operation, Status: 200, Units: c.Units,
		Time: c.Time, Duration: c.Duration,
	})
	if err != nil {
		return service.Recorded{}, err
	}
	return service.Recorded{Outcome: service.Original, Used: used + c.Units}, nil
}

// claimKey claims the idempotency key, or returns the stored answer that holds
// it. An answer that has expired by the request's time holds nothing.
func (w *writer) claimKey(ctx context.Context, c *service.Computation) (*service.StoredAnswer, error) {
	if err := fault.Point(fault.ClaimBefore); err != nil {
		return nil, err
	}
	claimed, err := w.insertClaim(ctx, c)
	if err != nil {
		return nil, err
	}
	if !claimed {
		var first service.StoredAnswer
		var ref, expires int64
		var sum []byte
		err := w.st.storedAnswer.QueryRowContext(ctx, c.Key.Ref, c.Operation, c.Claim.IdempotencyKey).Scan(
			&ref, &first.RequestID, &first.Fingerprint.Version, &sum, &first.Request, &first.Format, &first.Stored, &expires)
		if err != nil {
			return nil, err
		}
		copy(first.Fingerprint.Sum[:], sum)
		if expires > c.Time.UnixNano() {
			return &first, nil
		}
		if err := exec(ctx, w.st.deleteAnswer, ref); err != nil {
			return nil, err
		}
		if claimed, err = w.insertClaim(ctx, c); err != nil {
			return nil, err
		}
		if !claimed {
			return nil, errors.New("an expired answer still holds the key")
		}
	}
	return nil, fault.Point(fault.ClaimAfter)
}

func (w *writer) insertClaim(ctx context.Context, c *service.Computation) (bool, error) {
	k := c.Claim
	result, err := w.st.claim.ExecContext(ctx, c.Key.Ref, c.Operation, k.IdempotencyKey, c.RequestID, k.Fingerprint.Version,
		k.Fingerprint.Sum[:], k.Request, k.Format, k.Stored, c.Units, c.Time.UnixNano(), k.Expires.UnixNano())
	if err != nil {
		return false, err
	}
	n, err := result.RowsAffected()
	return n == 1, err
}

// insertRow writes a usage row.
func (w *writer) insertRow(ctx context.Context, r service.UsageRow) error {
	if err := fault.Point(fault.UsageBefore); err != nil {
		return err
	}
	var replayOf any
	if r.ReplayOf != "" {
		replayOf = r.ReplayOf
	}
	err := exec(ctx, w.st.usage, r.RequestID, r.Key.Ref, r.Operation, r.Status, string(r.Code), r.Units,
		replayOf, int64(meter.MonthOf(r.Time)), r.Time.UnixNano(), int64(r.Duration))
	if err != nil {
		return fmt.Errorf("usage row: %w", err)
	}
	return fault.Point(fault.UsageAfter)
}

// writeCounters writes the counters that the group has changed: one statement a
// key, however many of its computations share the transaction.
func (w *writer) writeCounters(ctx context.Context) error {
	if len(w.changed) == 0 {
		return nil
	}
	if err := fault.Point(fault.CounterBefore); err != nil {
		return err
	}
	if !w.owned {
		if err := exec(ctx, w.st.ownCounters, w.store.owner); err != nil {
			return fmt.Errorf("counters owner: %w", err)
		}
		w.owned = true
	}
	for id, used := range w.changed {
		if err := exec(ctx, w.st.setCounter, id.key, int64(id.month), used); err != nil {
			return fmt.Errorf("counter: %w", err)
		}
	}
	return fault.Point(fault.CounterAfter)
}

// insertBackgroundRows writes the rows that nobody waits for. A row that cannot
// be written is dropped and logged; the others are unaffected.
func (w *writer) insertBackgroundRows(ctx context.Context, b *batch) error {
	for _, row := range b.rows {
		if err := w.insertOrDrop(ctx, func() error { return w.insertRow(ctx, row) }); err != nil {
			return err
		}
	}
	for r, n := range b.refusals {
		if err := w.insertOrDrop(ctx, func() error { return exec(ctx, w.st.refusal, r.key, r.minute, n) }); err != nil {
			return err
		}
	}
	return nil
}

// insertOrDrop runs insert in a savepoint. The error it returns is one of the
// transaction as a whole.
func (w *writer) insertOrDrop(ctx context.Context, insert func() error) error {
	if err := exec(ctx, w.st.savepoint); err != nil {
		return err
	}
	if err := insert(); err != nil {
		w.store.options.Log.ErrorContext(ctx, "usage row lost", "error", err.Error())
		if err := exec(ctx, w.st.undo); err != nil {
			return err
		}
	}
	return exec(ctx, w.st.release)
}
