package postgres

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/usagedb"
)

// Sweep implements [service.Store]. Replicas that sweep simultaneously skip rows that another
// replica has locked. All times come from the database's clock.
func (s *Store) Sweep(ctx context.Context, keepMonths int) (more bool, err error) {
	s.limiter.Sweep()
	now, clock, err := s.believe(ctx)
	if err != nil {
		return false, err
	}
	keepFrom := meter.MonthOf(now).Add(-keepMonths)
	if more, err = s.Accounts().Clear(ctx); err != nil {
		return false, err
	}
	older, err := s.sweepUsage(ctx, keepFrom, clock)
	if err != nil {
		return false, err
	}
	more = more || older
	err = s.transact(ctx, func(tx pgx.Tx) error {
		for _, step := range []struct {
			text string
			arg  int64
		}{
			{`DELETE FROM replays WHERE ref IN (SELECT ref FROM replays WHERE expires_at <= $1
				ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)`, now.UnixNano()},
			{`DELETE FROM refusals WHERE ctid IN (SELECT ctid FROM refusals WHERE minute < $1
				LIMIT $2 FOR UPDATE SKIP LOCKED)`, keepFrom.Start().Unix() / 60},
			{`DELETE FROM counters WHERE ctid IN (SELECT ctid FROM counters WHERE month < $1
				LIMIT $2 FOR UPDATE SKIP LOCKED)`, int64(keepFrom)},
			{`DELETE FROM slots WHERE key_ref IN (SELECT key_ref FROM slots WHERE times[cardinality(times)] <= $1
				LIMIT $2 FOR UPDATE SKIP LOCKED)`, clock.Add(-meter.Window).UnixNano()},
			// The current secret of a key has no expiry, so the secret remains.
			{`DELETE FROM secrets WHERE hash IN (SELECT hash FROM secrets WHERE expires_at <= $1
				LIMIT $2 FOR UPDATE SKIP LOCKED)`, now.UnixNano()},
		} {
			tag, err := tx.Exec(ctx, step.text, step.arg, usagedb.SweepRows)
			if err != nil {
				return err
			}
			more = more || tag.RowsAffected() == usagedb.SweepRows
		}
		_, was, err := usagedb.AuditState(ctx, queries{tx})
		if err != nil {
			return err
		}
		moreEntries, err := usagedb.RemoveAudit(ctx, queries{tx}, keepFrom.Start())
		if err != nil {
			return err
		}
		more = more || moreEntries
		return usagedb.NoteRemoval(ctx, queries{tx}, was, clock)
	})
	return more, err
}

// believe returns the trusted time for sweeps and the time of the database's clock. If the clock is
// far ahead of the trusted time, a warning is logged. A separate statement stores the trusted time
// for all replicas.
func (s *Store) believe(ctx context.Context) (believed, clock time.Time, err error) {
	var kept, newest, now int64
	err = s.DB.Read().QueryRow(ctx, `SELECT swept_at, coalesce((SELECT at FROM usage ORDER BY ref DESC LIMIT 1), 0), coalesce($1, now_ns())
		FROM state`, s.now()).Scan(&kept, &newest, &now)
	if err != nil {
		return believed, clock, fmt.Errorf("state: %w", err)
	}
	clock = usagedb.TimeOf(now)
	believed = s.pace.Believe(usagedb.TimeOf(kept), usagedb.TimeOf(newest), clock, s.options.Uptime())
	usagedb.WarnOfLeap(ctx, s.options.Log, clock, believed)
	_, err = s.DB.Read().Exec(ctx, `UPDATE state SET swept_at = $1 WHERE swept_at < $1`, believed.UnixNano())
	return believed, clock, err
}

// TrustClock implements [service.Store].
func (s *Store) TrustClock(ctx context.Context) error {
	_, err := s.DB.Read().Exec(ctx, `UPDATE state SET swept_at = coalesce($1, now_ns())`, s.now())
	return err
}

// sweepUsage removes a limited number of usage rows that precede the month keepFrom.
func (s *Store) sweepUsage(ctx context.Context, keepFrom meter.Month, clock time.Time) (more bool, err error) {
	err = s.transact(ctx, func(tx pgx.Tx) error {
		var emptied int64
		if err := tx.QueryRow(ctx, `SELECT emptied FROM state`).Scan(&emptied); err != nil || emptied >= int64(keepFrom) {
			return err
		}
		tag, err := tx.Exec(ctx, `DELETE FROM usage WHERE ref IN (SELECT ref FROM usage WHERE month < $1 LIMIT $2 FOR UPDATE SKIP LOCKED)`,
			int64(keepFrom), usagedb.SweepRows)
		if err != nil {
			return err
		}
		more = tag.RowsAffected() > 0
		mark := `UPDATE state SET emptied = $1`
		if more { // from the first removal on, Check ignores earlier months
			mark = `UPDATE state SET kept_from = greatest(kept_from, $1)`
		}
		_, was, err := usagedb.AuditState(ctx, queries{tx})
		if err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, mark, int64(keepFrom)); err != nil {
			return err
		}
		return usagedb.NoteRemoval(ctx, queries{tx}, was, clock)
	})
	return more, err
}
