package postgres

import (
	"context"
	"fmt"
	"iter"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// Usage implements [service.Store].
func (s *Store) Usage(ctx context.Context, q service.UsageQuery) iter.Seq2[service.UsageRow, error] {
	return func(yield func(service.UsageRow, error) bool) {
		conn, err := s.acquire(ctx)
		if err != nil {
			yield(service.UsageRow{}, err)
			return
		}
		defer conn.Release()
		var limit *int64 // nil: all
		if q.Limit > 0 {
			n := int64(q.Limit)
			limit = &n
		}
		rows, err := conn.Query(ctx, `SELECT u.request_id, k.ref, k.id, k.name, k.plan, k.mode, u.operation, u.status,
			u.code, u.units, coalesce(u.replay_of, ''), u.at, u.duration_ns
			FROM usage u JOIN keys k ON k.ref = u.key_ref
			WHERE ($1 = '' OR u.key_ref = (SELECT ref FROM keys WHERE id = $1)) AND ($2 = 0 OR u.month = $2)
			ORDER BY u.ref DESC LIMIT $3`, q.KeyID, int64(q.Month), limit)
		if err != nil {
			yield(service.UsageRow{}, fmt.Errorf("usage: %w", err))
			return
		}
		yieldUsage(rows, yield)
	}
}

func yieldUsage(rows pgx.Rows, yield func(service.UsageRow, error) bool) {
	defer rows.Close()
	for rows.Next() {
		row, err := scanUsage(rows)
		if !yield(row, err) || err != nil {
			return
		}
	}
	if err := rows.Err(); err != nil {
		yield(service.UsageRow{}, fmt.Errorf("usage: %w", err))
	}
}

// scanUsage reads the columns of a usage row and what follows them.
func scanUsage(rows pgx.CollectableRow, more ...any) (row service.UsageRow, err error) {
	var operation string
	var at int64
	k := &row.Key
	err = rows.Scan(append([]any{
		&row.RequestID, &k.Ref, &k.ID, &k.Name, &k.Plan, &k.Mode, &operation, &row.Status, &row.Code,
		&row.Units, &row.ReplayOf, &at, (*int64)(&row.Duration),
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
func (s *Store) Totals(ctx context.Context, q service.UsageQuery) ([]service.Total, error) {
	conn, err := s.acquire(ctx)
	if err != nil {
		return nil, err
	}
	defer conn.Release()
	from, to := q.Month.Start().Unix()/60, q.Month.End().Unix()/60
	rows, err := conn.Query(ctx, `WITH
		logged AS (SELECT key_ref, count(*) FILTER (WHERE units >= 0) AS requests, count(replay_of) AS replays,
			count(*) FILTER (WHERE code <> '') AS failed FROM usage WHERE month = $1 GROUP BY key_ref),
		refused AS (SELECT key_ref, sum(count)::bigint AS count FROM refusals WHERE minute >= $2 AND minute < $3 GROUP BY key_ref)
		SELECT k.ref, k.id, k.name, k.plan, k.mode, coalesce(c.used, 0), coalesce(l.requests, 0), coalesce(l.replays, 0),
			coalesce(l.failed, 0), coalesce(r.count, 0)
		FROM keys k
		LEFT JOIN counters c ON c.key_ref = k.ref AND c.month = $1
		LEFT JOIN logged l ON l.key_ref = k.ref
		LEFT JOIN refused r ON r.key_ref = k.ref
		WHERE ($4 = '' OR k.id = $4) AND (c.used IS NOT NULL OR l.requests IS NOT NULL OR r.count IS NOT NULL)
		ORDER BY k.ref`, int64(q.Month), from, to, q.KeyID)
	if err != nil {
		return nil, fmt.Errorf("totals: %w", err)
	}
	return pgx.AppendRows([]service.Total{}, rows, func(row pgx.CollectableRow) (service.Total, error) {
		t := service.Total{Month: q.Month}
		err := row.Scan(&t.Key.Ref, &t.Key.ID, &t.Key.Name, &t.Key.Plan, &t.Key.Mode, &t.Units, &t.Requests, &t.Replays,
			&t.Failed, &t.Refused)
		return t, err
	})
}

// sweepRows bounds what one step removes, and so how long it holds its locks.
const sweepRows = 500

// Sweep implements [service.Store]. Replicas that sweep at once skip the rows
// of each other.
func (s *Store) Sweep(ctx context.Context, now time.Time, keepFrom meter.Month) (more bool, err error) {
	s.limiter.Sweep()
	minute := now.Add(-meter.Window).UnixNano()
	if more, err = s.Accounts().Clear(ctx); err != nil {
		return false, err
	}
	err = s.transact(ctx, func(tx pgx.Tx) error {
		// Check looks no further back from the first removal on.
		if _, err := tx.Exec(ctx, `UPDATE state SET kept_from = $1 WHERE kept_from < $1`, int64(keepFrom)); err != nil {
			return err
		}
		for _, step := range []struct {
			text string
			arg  int64
		}{
			{`DELETE FROM replays WHERE ref IN (SELECT ref FROM replays WHERE expires_at <= $1
				ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)`, now.UnixNano()},
			// Rows are in the order of their time, so that only the first
			// ones need be looked at.
			{`DELETE FROM usage WHERE ref IN (SELECT ref FROM (SELECT ref, month FROM usage ORDER BY ref LIMIT $2) AS first
				WHERE month < $1)`, int64(keepFrom)},
			{`DELETE FROM refusals WHERE ctid IN (SELECT ctid FROM refusals WHERE minute < $1
				LIMIT $2 FOR UPDATE SKIP LOCKED)`, keepFrom.Start().Unix() / 60},
			{`DELETE FROM counters WHERE ctid IN (SELECT ctid FROM counters WHERE month < $1
				LIMIT $2 FOR UPDATE SKIP LOCKED)`, int64(keepFrom)},
			{`DELETE FROM slots WHERE key_ref IN (SELECT key_ref FROM slots WHERE times[cardinality(times)] <= $1
				LIMIT $2 FOR UPDATE SKIP LOCKED)`, minute},
		} {
			tag, err := tx.Exec(ctx, step.text, step.arg, sweepRows)
			if err != nil {
				return err
			}
			more = more || tag.RowsAffected() == sweepRows
		}
		// Whether a secret has ended is the database's word, as where it is
		// used. A key's current one has no end.
		tag, err := tx.Exec(ctx, `DELETE FROM secrets WHERE hash IN (SELECT hash FROM secrets
			WHERE expires_at <= coalesce($1, now_ns()) LIMIT $2 FOR UPDATE SKIP LOCKED)`, s.now(), sweepRows)
		if err != nil {
			return err
		}
		more = more || tag.RowsAffected() == sweepRows
		return nil
	})
	return more, err
}
