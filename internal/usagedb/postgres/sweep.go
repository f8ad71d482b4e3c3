package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/leasehold-accounting/leasehold/internal/meter"
)

// sweepRows bounds what one step removes, and so how long it holds its locks.
const sweepRows = 500

// Sweep implements [service.Upkeep]. Replicas that sweep at once skip the rows
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
		// The database's clock decides whether a secret has ended, as it does
		// when the secret is used. A key's current secret has no end.
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
