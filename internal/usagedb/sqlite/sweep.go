package sqlite

import (
	"context"
	"fmt"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/usagedb"
)

// Sweep implements [service.Store].
func (s *Store) Sweep(ctx context.Context, keepMonths int) (more bool, err error) {
	s.limiter.Sweep()
	now, err := s.believe(ctx)
	if err != nil {
		return false, err
	}
	keepFrom := meter.MonthOf(now).Add(-keepMonths)
	cleared, err := s.Accounts().Clear(ctx)
	if err != nil {
		return false, err
	}
	ended, err := s.sweepSecrets(ctx, now)
	if err != nil {
		return false, err
	}
	older, err := s.sweepMonths(ctx, keepFrom)
	if err != nil {
		return false, err
	}
	more = cleared || ended || older
	err = s.writer.submit(&job{change: func(ctx context.Context, tx usagedb.Queries) error {
		err := usagedb.Exec(ctx, tx,
			addDays,
			usagedb.Do(`UPDATE state SET days_to = min(days_to + ?, (SELECT coalesce(max(ref), 0) FROM usage))`, daysRows),
			usagedb.Do(`UPDATE state SET swept_at = ?1 WHERE swept_at < ?1`, now.UnixNano()))
		if err != nil {
			return err
		}
		n, err := tx.Exec(ctx, `DELETE FROM replays WHERE ref IN
			(SELECT ref FROM replays WHERE expires_at <= ? ORDER BY expires_at LIMIT ?)`, now.UnixNano(), usagedb.SweepRows)
		if err != nil {
			return err
		}
		var behind bool
		err = tx.QueryRow(ctx, `SELECT days_to < (SELECT coalesce(max(ref), 0) FROM usage) FROM state`).Scan(&behind)
		more = more || n == usagedb.SweepRows || behind
		return err
	}})
	return more, err
}

// dayOfRow computes the day of the month, from 1, on which a usage row counts. u.since is the time
// of the row in days since 1970, in UTC. A refund counts in the month of the refunded request.
const dayOfRow = `u.since - CAST(strftime('%s', printf('%04d-%02d-01', u.month / 100, u.month % 100)) AS INTEGER) / 86400 + 1`

// nanosOfDay is the number of nanoseconds in a day, as text for statements.
const nanosOfDay = `86400000000000`

// daysRows is the maximum number of usage rows that one step adds to the daily totals.
const daysRows = 500

// addDays adds the next rows of the usage log to the daily totals.
var addDays = usagedb.Do(`INSERT INTO usage_days (key_ref, month, day, requests, units)
	SELECT u.key_ref, u.month, `+dayOfRow+`, u.requests, u.units FROM (
		SELECT l.key_ref, l.month, l.at / `+nanosOfDay+` AS since, count(*) FILTER (WHERE l.units >= 0) AS requests, sum(l.units) AS units
		FROM usage l, state WHERE l.ref > state.days_to AND l.ref <= state.days_to + ? GROUP BY l.key_ref, l.month, since) AS u WHERE true
	ON CONFLICT DO UPDATE SET requests = requests + excluded.requests, units = units + excluded.units`, daysRows)

// believe returns the trusted time for sweeps, and warns if the clock is far ahead of it.
func (s *Store) believe(ctx context.Context) (time.Time, error) {
	now, uptime := s.options.Clock(), s.options.Uptime()
	var kept, newest int64
	err := s.reading.QueryRowContext(ctx, `SELECT swept_at, coalesce((SELECT at FROM usage ORDER BY ref DESC LIMIT 1), 0)
		FROM state`).Scan(&kept, &newest)
	if err != nil {
		return now, fmt.Errorf("state: %w", err)
	}
	believed := s.pace.Believe(usagedb.TimeOf(kept), usagedb.TimeOf(newest), now, uptime)
	usagedb.WarnOfLeap(ctx, s.options.Log, now, believed)
	return believed, nil
}

// TrustClock implements [service.Store].
func (s *Store) TrustClock(context.Context) error {
	now := s.options.Clock().UnixNano()
	return s.writer.submit(&job{change: func(ctx context.Context, tx usagedb.Queries) error {
		_, err := tx.Exec(ctx, `UPDATE state SET swept_at = ?`, now)
		return err
	}})
}

// sweepMonths removes a limited number of rows of months before keepFrom, and reports whether more
// rows may remain. After the last row, the month is stored in column emptied, so that later calls
// search no tables until keepFrom advances. Usage rows are found through the index by key, because
// most tables have no index by month.
func (s *Store) sweepMonths(ctx context.Context, keepFrom meter.Month) (more bool, err error) {
	var emptied int64
	if err := s.reading.QueryRowContext(ctx, `SELECT emptied FROM state`).Scan(&emptied); err != nil || emptied >= int64(keepFrom) {
		return false, err
	}
	old, err := usagedb.Collect(ctx, s.DB.Read(), usagedb.ScanOne[int64], `SELECT u.ref FROM keys k CROSS JOIN usage u INDEXED BY usage_by_key ON u.key_ref = k.ref AND u.month < ? LIMIT ?`, int64(keepFrom), usagedb.SweepRows)
	if err != nil {
		return false, err
	}
	more = len(old) > 0
	err = s.writer.submit(&job{change: func(ctx context.Context, tx usagedb.Queries) error {
		_, was, err := usagedb.AuditState(ctx, tx)
		if err != nil {
			return err
		}
		for _, ref := range old {
			if _, err := tx.Exec(ctx, `DELETE FROM usage WHERE ref = ?`, ref); err != nil {
				return err
			}
		}
		for _, step := range []usagedb.Step{
			usagedb.Do(`DELETE FROM refusals WHERE (key_ref, minute) IN
				(SELECT key_ref, minute FROM refusals WHERE minute < ? LIMIT ?)`, keepFrom.Start().Unix()/60, usagedb.SweepRows),
			usagedb.Do(`DELETE FROM counters WHERE (key_ref, month) IN
				(SELECT key_ref, month FROM counters WHERE month < ? LIMIT ?)`, int64(keepFrom), usagedb.SweepRows),
			usagedb.Do(`DELETE FROM usage_days WHERE (key_ref, month, day) IN
				(SELECT key_ref, month, day FROM usage_days WHERE month < ? LIMIT ?)`, int64(keepFrom), usagedb.SweepRows),
		} {
			n, err := step(ctx, tx)
			if err != nil {
				return err
			}
			more = more || n == usagedb.SweepRows
		}
		moreEntries, err := usagedb.RemoveAudit(ctx, tx, keepFrom.Start())
		if err != nil {
			return err
		}
		if more = more || moreEntries; !more {
			if _, err := tx.Exec(ctx, `UPDATE state SET emptied = ?`, int64(keepFrom)); err != nil {
				return err
			}
			return usagedb.NoteRemoval(ctx, tx, was, s.options.Clock())
		}
		err = usagedb.Exec(ctx, tx,
			usagedb.Do(`UPDATE state SET kept_from = max(kept_from, ?)`, int64(keepFrom)), // from the first removal on, Check ignores earlier months
			// SQLite reuses the numbers of the newest rows after their removal.
			usagedb.Do(`UPDATE state SET days_to = min(days_to, (SELECT coalesce(max(ref), 0) FROM usage))`))
		if err != nil {
			return err
		}
		return usagedb.NoteRemoval(ctx, tx, was, s.options.Clock())
	}})
	return more, err
}

// sweepSecrets removes secrets after their grace period. A read finds the few expired secrets
// without an index. The writer is used only if there are any.
func (s *Store) sweepSecrets(ctx context.Context, now time.Time) (more bool, err error) {
	ended, err := usagedb.Collect(ctx, s.DB.Read(), usagedb.ScanOne[[]byte], `SELECT hash FROM secrets WHERE expires_at <= ? LIMIT ?`, now.UnixNano(), usagedb.SweepRows)
	if err != nil || len(ended) == 0 {
		return false, err
	}
	err = s.DB.ChangeKeys(ctx, func(ctx context.Context, tx usagedb.Queries) error {
		for _, hash := range ended {
			if _, err := tx.Exec(ctx, `DELETE FROM secrets WHERE hash = ? AND expires_at <= ?`, hash, now.UnixNano()); err != nil {
				return err
			}
		}
		return nil
	})
	return len(ended) == usagedb.SweepRows, err
}
