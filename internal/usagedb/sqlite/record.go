package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/leasehold-accounting/leasehold/internal/fault"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// statements are prepared on the writing connection.
type statements struct {
	begin, commit, rollback  *sql.Stmt
	marker                   *sql.Stmt
	savepoint, release, undo *sql.Stmt
	version, own, revise     *sql.Stmt
	moved                    *sql.Stmt
	claim, first, expire     *sql.Stmt
	usage, counter, charge   *sql.Stmt
	refusal                  *sql.Stmt

	all []*sql.Stmt
}

func (st *statements) prepare(ctx context.Context, conn *sql.Conn) error {
	for _, s := range []struct {
		stmt **sql.Stmt
		text string
	}{
		{&st.begin, `BEGIN IMMEDIATE`},
		{&st.commit, `COMMIT`},
		{&st.marker, `COMMIT`},
		{&st.rollback, `ROLLBACK`},
		{&st.savepoint, `SAVEPOINT member`},
		{&st.release, `RELEASE member`},
		{&st.undo, `ROLLBACK TO member`},
		{&st.version, `PRAGMA data_version`},
		{&st.moved, `SELECT moved_to FROM state`},
		{&st.own, `UPDATE state SET counters_owner = ?`},
		{&st.revise, `UPDATE state SET keys_revision = keys_revision + 1`},
		{&st.claim, `INSERT INTO replays (key_ref, operation, idempotency_key, request_id, version, fingerprint,
			lease, stored, units, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (key_ref, operation, idempotency_key) DO NOTHING`},
		{&st.first, `SELECT ref, request_id, version, fingerprint, lease, stored, expires_at FROM replays
			WHERE key_ref = ? AND operation = ? AND idempotency_key = ?`},
		{&st.expire, `DELETE FROM replays WHERE ref = ?`},
		{&st.usage, `INSERT INTO usage (request_id, key_ref, operation, status, code, units, replay_of, month, at,
			duration_ns) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`},
		{&st.counter, readCounter},
		{&st.charge, `INSERT INTO counters (key_ref, month, used) VALUES (?, ?, ?)
			ON CONFLICT (key_ref, month) DO UPDATE SET used = excluded.used`},
		{&st.refusal, `INSERT INTO refusals (key_ref, minute, count) VALUES (?, ?, ?)
			ON CONFLICT (key_ref, minute) DO UPDATE SET count = count + excluded.count`},
	} {
		stmt, err := conn.PrepareContext(ctx, s.text) //nolint:sqlclosecheck // close does
		if err != nil {
			st.close()
			return fmt.Errorf("prepare %s: %w", s.text, err)
		}
		*s.stmt = stmt
		st.all = append(st.all, stmt)
	}
	return nil
}

func (st *statements) close() {
	for _, stmt := range st.all {
		_ = stmt.Close() // nothing depends on it any more
	}
}

func exec(ctx context.Context, stmt *sql.Stmt, args ...any) error {
	_, err := stmt.ExecContext(ctx, args...)
	return err
}

// Record implements [service.Store].
func (s *Store) Record(_ context.Context, c *service.Computation) (service.Recorded, error) {
	j := &job{charge: c}
	if err := s.writer.do(j); err != nil {
		return service.Recorded{}, err
	}
	return j.settled, nil
}

// Log implements [service.Store].
func (s *Store) Log(_ context.Context, row service.UsageRow) error { return s.writer.log(row) }

// member records one charge of a group in a savepoint: all of it or nothing. A
// fatal error is one of the transaction as a whole.
func (w *writer) member(ctx context.Context, c *service.Computation) (settled service.Recorded, err, fatal error) {
	if fatal := exec(ctx, w.st.savepoint); fatal != nil {
		return settled, nil, fatal
	}
	id := counterID{c.Key.Ref, meter.MonthOf(c.Time)}
	used, err := w.used(ctx, id)
	if err == nil {
		settled, err = w.record(ctx, c, used)
	}
	if err != nil || settled.Outcome != service.Original {
		if fatal := exec(ctx, w.st.undo); fatal != nil {
			return settled, nil, errors.Join(err, fatal)
		}
	}
	if fatal := exec(ctx, w.st.release); fatal != nil {
		return settled, nil, fatal
	}
	if err == nil && settled.Outcome == service.Original && c.Units > 0 {
		w.changed[id] = settled.Used // flush writes it, in this transaction
	}
	return settled, err, nil
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
	var used int64
	err := w.st.counter.QueryRowContext(ctx, id.key, int64(id.month)).Scan(&used)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return 0, fmt.Errorf("counter: %w", err)
	}
	return used, nil
}

// record claims the idempotency key, checks the quota and writes the usage row.
func (w *writer) record(ctx context.Context, c *service.Computation, used int64) (service.Recorded, error) {
	if c.Claim != nil {
		first, err := w.claim(ctx, c)
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
	err := w.row(ctx, service.UsageRow{
		RequestID: c.RequestID, Key: c.Key, Operation: c.Operation, Status: 200, Units: c.Units,
		Time: c.Time, Duration: c.Duration,
	})
	if err != nil {
		return service.Recorded{}, err
	}
	return service.Recorded{Outcome: service.Original, Used: used + c.Units}, nil
}

// claim takes the idempotency key, or returns the record that holds it. What
// has expired by the request's time holds nothing.
func (w *writer) claim(ctx context.Context, c *service.Computation) (*service.StoredAnswer, error) {
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
		err := w.st.first.QueryRowContext(ctx, c.Key.Ref, c.Operation.String(), c.Claim.IdempotencyKey).Scan(
			&ref, &first.RequestID, &first.Fingerprint.Version, &sum, &first.Lease, &first.Stored, &expires)
		if err != nil {
			return nil, err
		}
		copy(first.Fingerprint.Sum[:], sum)
		if expires > c.Time.UnixNano() {
			return &first, nil
		}
		if err := exec(ctx, w.st.expire, ref); err != nil {
			return nil, err
		}
		if claimed, err = w.insertClaim(ctx, c); err != nil {
			return nil, err
		}
		if !claimed {
			return nil, errors.New("an expired record did not make room")
		}
	}
	return nil, fault.Point(fault.ClaimAfter)
}

func (w *writer) insertClaim(ctx context.Context, c *service.Computation) (bool, error) {
	k := c.Claim
	result, err := w.st.claim.ExecContext(ctx, c.Key.Ref, c.Operation.String(), k.IdempotencyKey, c.RequestID,
		k.Fingerprint.Version, k.Fingerprint.Sum[:], k.Lease, k.Stored, c.Units, c.Time.UnixNano(), k.Expires.UnixNano())
	if err != nil {
		return false, err
	}
	n, err := result.RowsAffected()
	return n == 1, err
}

// row writes a usage row.
func (w *writer) row(ctx context.Context, r service.UsageRow) error {
	if err := fault.Point(fault.UsageBefore); err != nil {
		return err
	}
	var replayOf any
	if r.ReplayOf != "" {
		replayOf = r.ReplayOf
	}
	err := exec(ctx, w.st.usage, r.RequestID, r.Key.Ref, r.Operation.String(), r.Status, string(r.Code), r.Units,
		replayOf, int64(meter.MonthOf(r.Time)), r.Time.UnixNano(), int64(r.Duration))
	if err != nil {
		return fmt.Errorf("usage row: %w", err)
	}
	return fault.Point(fault.UsageAfter)
}

// flush writes the counters that the members of the group have changed: one
// statement a key, however many of its charges share the transaction.
func (w *writer) flush(ctx context.Context) error {
	if len(w.changed) == 0 {
		return nil
	}
	if err := fault.Point(fault.CounterBefore); err != nil {
		return err
	}
	if !w.owned {
		if err := exec(ctx, w.st.own, w.store.owner); err != nil {
			return fmt.Errorf("counters owner: %w", err)
		}
		w.owned = true
	}
	for id, used := range w.changed {
		if err := exec(ctx, w.st.charge, id.key, int64(id.month), used); err != nil {
			return fmt.Errorf("counter: %w", err)
		}
	}
	return fault.Point(fault.CounterAfter)
}

// quiet writes the rows that nobody waits for. A row that cannot be written is
// lost with a word in the log; it spoils nothing else.
func (w *writer) quiet(ctx context.Context, b *batch) error {
	if len(b.rows)+len(b.refusals) == 0 {
		return nil
	}
	for _, row := range b.rows {
		err := w.guarded(ctx, func() error { return w.row(ctx, row) })
		if err != nil {
			return err
		}
	}
	for r, n := range b.refusals {
		err := w.guarded(ctx, func() error { return exec(ctx, w.st.refusal, r.key, r.minute, n) })
		if err != nil {
			return err
		}
	}
	return nil
}

// guarded runs body in a savepoint. The error it returns is one of the
// transaction as a whole.
func (w *writer) guarded(ctx context.Context, body func() error) error {
	if err := exec(ctx, w.st.savepoint); err != nil {
		return err
	}
	if err := body(); err != nil {
		w.store.options.Log.ErrorContext(ctx, "usage row lost", "error", err.Error())
		if err := exec(ctx, w.st.undo); err != nil {
			return err
		}
	}
	return exec(ctx, w.st.release)
}
