package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/usagedb"
)

// sweepRows bounds the rows that one transaction removes, and so how long computations
// wait for it.
const sweepRows = 500

// Sweep implements [service.Upkeep].
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
	err = s.writer.submit(&job{change: func(ctx context.Context, tx *sql.Conn) error {
		err := execSteps(ctx, tx,
			addDays,
			step{`UPDATE state SET days_to = min(days_to + ?, (SELECT coalesce(max(ref), 0) FROM usage))`, []any{daysRows}},
			step{`UPDATE state SET swept_at = ?1 WHERE swept_at < ?1`, []any{now.UnixNano()}})
		if err != nil {
			return err
		}
		n, err := affected(tx.ExecContext(ctx, `DELETE FROM replays WHERE ref IN
			(SELECT ref FROM replays WHERE expires_at <= ? ORDER BY expires_at LIMIT ?)`, now.UnixNano(), sweepRows))
		if err != nil {
			return err
		}
		var behind bool
		err = tx.QueryRowContext(ctx, `SELECT days_to < (SELECT coalesce(max(ref), 0) FROM usage) FROM state`).Scan(&behind)
		more = more || n == sweepRows || behind
		return err
	}})
	return more, err
}

// dayOfRow is the day on which rows of a month count, from 1, given the day of
// their time since 1970, in UTC. A refund counts in the month of its request.
const dayOfRow = `u.since - CAST(strftime('%s', printf('%04d-%02d-01', u.month / 100, u.month % 100)) AS INTEGER) / 86400 + 1`

// nanosOfDay is a day as a number in statements.
const nanosOfDay = `86400000000000`

// daysRows bounds the rows of the usage log that one step adds to the daily totals.
const daysRows = 500

// addDays adds the next rows of the usage log to the daily totals.
var addDays = step{`INSERT INTO usage_days (key_ref, month, day, requests, units)
	SELECT u.key_ref, u.month, ` + dayOfRow + `, u.requests, u.units FROM (
		SELECT l.key_ref, l.month, l.at / ` + nanosOfDay + ` AS since, count(*) FILTER (WHERE l.units >= 0) AS requests, sum(l.units) AS units
		FROM usage l, state WHERE l.ref > state.days_to AND l.ref <= state.days_to + ? GROUP BY l.key_ref, l.month, since) AS u WHERE true
	ON CONFLICT DO UPDATE SET requests = requests + excluded.requests, units = units + excluded.units`, []any{daysRows}}

// believe returns the trusted time for sweeps, and warns if the clock is far ahead of it.
func (s *Store) believe(ctx context.Context) (time.Time, error) {
	now, uptime := s.options.Clock(), s.options.Uptime()
	var kept, newest int64
	err := s.reading.QueryRowContext(ctx, `SELECT swept_at, coalesce((SELECT at FROM usage ORDER BY ref DESC LIMIT 1), 0)
		FROM state`).Scan(&kept, &newest)
	if err != nil {
		return now, fmt.Errorf("state: %w", err)
	}
	believed := s.pace.Believe(timeOf(kept), timeOf(newest), now, uptime)
	usagedb.WarnOfLeap(ctx, s.options.Log, now, believed)
	return believed, nil
}

// TrustClock implements [service.Upkeep].
func (s *Store) TrustClock(context.Context) error {
	now := s.options.Clock().UnixNano()
	return s.writer.submit(&job{change: func(ctx context.Context, tx *sql.Conn) error {
		_, err := tx.ExecContext(ctx, `UPDATE state SET swept_at = ?`, now)
		return err
	}})
}

// sweepMonths removes data of one month before keepFrom, and later calls the remaining months.
// Tables without an index by month are searched only while such months exist: usage by a read per
// key, the others completely.
func (s *Store) sweepMonths(ctx context.Context, keepFrom meter.Month) (more bool, err error) {
	var emptied int64
	if err := s.reading.QueryRowContext(ctx, `SELECT emptied FROM state`).Scan(&emptied); err != nil || emptied >= int64(keepFrom) {
		return false, err
	}
	old, err := collect(ctx, s.reading, func(row scanner) (ref int64, err error) {
		err = row.Scan(&ref)
		return ref, err
	}, `SELECT u.ref FROM keys k CROSS JOIN usage u INDEXED BY usage_by_key ON u.key_ref = k.ref AND u.month < ? LIMIT ?`, int64(keepFrom), sweepRows)
	if err != nil {
		return false, err
	}
	more = len(old) > 0
	err = s.writer.submit(&job{change: func(ctx context.Context, tx *sql.Conn) error {
		_, was, err := readAuditState(ctx, tx)
		if err != nil {
			return err
		}
		for _, ref := range old {
			if _, err := tx.ExecContext(ctx, `DELETE FROM usage WHERE ref = ?`, ref); err != nil {
				return err
			}
		}
		for _, step := range []step{
			{`DELETE FROM refusals WHERE (key_ref, minute) IN
				(SELECT key_ref, minute FROM refusals WHERE minute < ? LIMIT ?)`, []any{keepFrom.Start().Unix() / 60, sweepRows}},
			{`DELETE FROM counters WHERE (key_ref, month) IN
				(SELECT key_ref, month FROM counters WHERE month < ? LIMIT ?)`, []any{int64(keepFrom), sweepRows}},
			{`DELETE FROM usage_days WHERE (key_ref, month, day) IN
				(SELECT key_ref, month, day FROM usage_days WHERE month < ? LIMIT ?)`, []any{int64(keepFrom), sweepRows}},
		} {
			n, err := affected(tx.ExecContext(ctx, step.text, step.args...))
			if err != nil {
				return err
			}
			more = more || n == sweepRows
		}
		moreEntries, err := removeAudit(ctx, tx, keepFrom.Start())
		if err != nil {
			return err
		}
		if more = more || moreEntries; !more {
			if _, err := tx.ExecContext(ctx, `UPDATE state SET emptied = ?`, int64(keepFrom)); err != nil {
				return err
			}
			return s.noteRemoval(ctx, tx, was)
		}
		err = execSteps(ctx, tx,
			step{`UPDATE state SET kept_from = max(kept_from, ?)`, []any{int64(keepFrom)}}, // Check looks no moreEntries back from the first removal on
			// Numbers of the newest rows, once removed, are used again.
			step{`UPDATE state SET days_to = min(days_to, (SELECT coalesce(max(ref), 0) FROM usage))`, nil})
		if err != nil {
			return err
		}
		return s.noteRemoval(ctx, tx, was)
	}})
	return more, err
}

// noteRemoval writes an audit entry about removals by sweeps, if they have changed.
func (s *Store) noteRemoval(ctx context.Context, tx *sql.Conn, was usagedb.Removed) error {
	_, now, err := readAuditState(ctx, tx)
	if err != nil || now == was {
		return err
	}
	entry := now.Entry()
	entry.Time = s.options.Clock()
	return insertAudit(ctx, tx, []service.AuditEntry{entry})
}

// sweepSecrets removes secrets after their grace period. They are few and have no index, so a read
// finds them, and the writer is used only if there are any.
func (s *Store) sweepSecrets(ctx context.Context, now time.Time) (more bool, err error) {
	ended, err := collect(ctx, s.reading, func(row scanner) (hash []byte, err error) {
		err = row.Scan(&hash)
		return hash, err
	}, `SELECT hash FROM secrets WHERE expires_at <= ? LIMIT ?`, now.UnixNano(), sweepRows)
	if err != nil || len(ended) == 0 {
		return false, err
	}
	err = s.changeKeys(ctx, func(ctx context.Context, tx *sql.Conn) error {
		for _, hash := range ended {
			if _, err := tx.ExecContext(ctx, `DELETE FROM secrets WHERE hash = ? AND expires_at <= ?`, hash, now.UnixNano()); err != nil {
				return err
			}
		}
		return nil
	})
	return len(ended) == sweepRows, err
}
