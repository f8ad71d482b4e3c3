package sqlite

import (
	"context"
	"database/sql"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/meter"
)

// sweepRows bounds what one transaction removes, and so how long computations
// wait for it.
const sweepRows = 500

// Sweep implements [service.Upkeep].
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
	err = s.writer.submit(&job{change: func(ctx context.Context, tx *sql.Conn) error {
		for _, step := range []step{
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
			n, err := affected(tx.ExecContext(ctx, step.text, step.args...))
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
// end. They are few and have no index, so they are found by a read, and the
// writer has work only where there are some.
func (s *Store) sweepSecrets(ctx context.Context, now time.Time) (more bool, err error) {
	ended, err := collect(ctx, s.reading, func(row scanner) (hash []byte, err error) {
		err = row.Scan(&hash)
		return hash, err
	}, `SELECT hash FROM secrets WHERE expires_at <= ? LIMIT ?`, now.UnixNano(), sweepRows)
	if err != nil || len(ended) == 0 {
		return false, err
	}
	err = s.changeKeys(func(ctx context.Context, tx *sql.Conn) error {
		for _, hash := range ended {
			if _, err := tx.ExecContext(ctx, `DELETE FROM secrets WHERE hash = ? AND expires_at <= ?`, hash, now.UnixNano()); err != nil {
				return err
			}
		}
		return nil
	})
	return len(ended) == sweepRows, err
}
