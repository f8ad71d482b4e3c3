package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// Usage implements [service.Store].
func (s *Store) Usage(ctx context.Context, q service.UsageQuery) iter.Seq2[service.UsageRow, error] {
	return func(yield func(service.UsageRow, error) bool) {
		limit := q.Limit
		if limit <= 0 {
			limit = -1 // all
		}
		rows, err := s.reading.QueryContext(ctx, `SELECT u.request_id, k.ref, k.id, k.name, k.plan, k.mode, u.operation, u.status,
			u.code, u.units, coalesce(u.replay_of, ''), u.at, u.duration_ns
			FROM usage u JOIN keys k ON k.ref = u.key_ref
			WHERE (?1 = '' OR u.key_ref = (SELECT ref FROM keys WHERE id = ?1)) AND (?2 = 0 OR u.month = ?2)
			ORDER BY u.ref DESC LIMIT ?3`, q.KeyID, int64(q.Month), limit)
		if err != nil {
			yield(service.UsageRow{}, fmt.Errorf("usage: %w", err))
			return
		}
		defer func() { _ = rows.Close() }() // rows.Err has the error
		for rows.Next() {
			row, err := scanUsage(rows)
			if !yield(row, err) || err != nil {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(service.UsageRow{}, err)
		}
	}
}

// scanUsage reads the columns of a usage row and what follows them.
func scanUsage(rows *sql.Rows, more ...any) (row service.UsageRow, err error) {
	var operation string
	var at int64
	k := &row.Key
	err = rows.Scan(append([]any{
		&row.RequestID, &k.Ref, &k.ID, &k.Name, &k.Plan, &k.Mode, &operation, &row.Status, &row.Code,
		&row.Units, &row.ReplayOf, &at, &row.Duration,
	}, more...)...)
	if err != nil {
		return row, err
	}
	row.Time = timeOf(at)
	row.Operation, err = service.ParseOperation(operation)
	return row, err
}

// Totals implements [service.Store]. The row that takes a charge back is no
// request of its own.
func (s *Store) Totals(ctx context.Context, q service.UsageQuery) (_ []service.Total, err error) {
	from, to := q.Month.Start().Unix()/60, q.Month.End().Unix()/60
	rows, err := s.reading.QueryContext(ctx, `WITH
		logged AS (SELECT key_ref, count(*) FILTER (WHERE units >= 0) AS requests, count(replay_of) AS replays, sum(code <> '') AS failed
			FROM usage WHERE month = ?1 GROUP BY key_ref),
		refused AS (SELECT key_ref, sum(count) AS count FROM refusals WHERE minute >= ?2 AND minute < ?3 GROUP BY key_ref)
		SELECT k.ref, k.id, k.name, k.plan, k.mode, coalesce(c.used, 0), coalesce(l.requests, 0), coalesce(l.replays, 0),
			coalesce(l.failed, 0), coalesce(r.count, 0)
		FROM keys k
		LEFT JOIN counters c ON c.key_ref = k.ref AND c.month = ?1
		LEFT JOIN logged l ON l.key_ref = k.ref
		LEFT JOIN refused r ON r.key_ref = k.ref
		WHERE (?4 = '' OR k.id = ?4) AND (c.used IS NOT NULL OR l.requests IS NOT NULL OR r.count IS NOT NULL)
		ORDER BY k.ref`, int64(q.Month), from, to, q.KeyID)
	if err != nil {
		return nil, fmt.Errorf("totals: %w", err)
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	totals := []service.Total{}
	for rows.Next() {
		t := service.Total{Month: q.Month}
		err := rows.Scan(&t.Key.Ref, &t.Key.ID, &t.Key.Name, &t.Key.Plan, &t.Key.Mode, &t.Units, &t.Requests, &t.Replays,
			&t.Failed, &t.Refused)
		if err != nil {
			return nil, err
		}
		totals = append(totals, t)
	}
	return totals, rows.Err()
}

// sweepRows bounds what one transaction removes, and so how long charges wait
// for it.
const sweepRows = 500

// Sweep implements [service.Store].
func (s *Store) Sweep(ctx context.Context, now time.Time, keepFrom meter.Month) (more bool, err error) {
	s.limiter.Sweep()
	cleared, err := s.Accounts().Clear(ctx)
	if err != nil {
		return false, err
	}
	ended, err := s.sweepSecrets(ctx, now)
	if err != nil {
		return false, err
	}
	more = cleared || ended
	err = s.writer.do(&job{change: func(ctx context.Context, tx *sql.Conn) error {
		for _, step := range []struct {
			text string
			args []any
		}{
			{`DELETE FROM replays WHERE ref IN
				(SELECT ref FROM replays WHERE expires_at <= ? ORDER BY expires_at LIMIT ?)`, []any{now.UnixNano(), sweepRows}},
			// Check looks no further back from the first removal on.
			{`UPDATE state SET kept_from = ?1 WHERE kept_from < ?1`, []any{int64(keepFrom)}},
			// Rows are in the order of their time, so that only the first
			// ones need be looked at.
			{`DELETE FROM usage WHERE ref IN (SELECT ref FROM (SELECT ref, month FROM usage ORDER BY ref LIMIT ?2)
				WHERE month < ?1)`, []any{int64(keepFrom), sweepRows}},
			{`DELETE FROM refusals WHERE (key_ref, minute) IN
				(SELECT key_ref, minute FROM refusals WHERE minute < ? LIMIT ?)`, []any{keepFrom.Start().Unix() / 60, sweepRows}},
			{`DELETE FROM counters WHERE (key_ref, month) IN
				(SELECT key_ref, month FROM counters WHERE month < ? LIMIT ?)`, []any{int64(keepFrom), sweepRows}},
		} {
			result, err := tx.ExecContext(ctx, step.text, step.args...)
			if err != nil {
				return err
			}
			n, err := result.RowsAffected()
			if err != nil {
				return err
			}
			more = more || n == sweepRows
		}
		return nil
	}})
	return more, err
}

// sweepSecrets removes secrets whose grace has ended; a key's current one has no
// end. They are few and have no index, so they are looked for beside the
// writer, which takes its turn only where there are some.
func (s *Store) sweepSecrets(ctx context.Context, now time.Time) (more bool, err error) {
	ended, err := collect(ctx, s.reading, func(rows *sql.Rows) (hash []byte, err error) {
		err = rows.Scan(&hash)
		return hash, err
	}, `SELECT hash FROM secrets WHERE expires_at <= ? LIMIT ?`, now.UnixNano(), sweepRows)
	if err != nil || len(ended) == 0 {
		return false, err
	}
	err = s.change(func(ctx context.Context, tx *sql.Conn) error {
		for _, hash := range ended {
			if _, err := tx.ExecContext(ctx, `DELETE FROM secrets WHERE hash = ? AND expires_at <= ?`, hash, now.UnixNano()); err != nil {
				return err
			}
		}
		return nil
	})
	return len(ended) == sweepRows, err
}
