package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/usagedb"
)

// sweepMonths removes the daily totals of old months. SQLite reuses the numbers of the newest rows
// after their removal, so the number of the last added row is reduced if necessary.
func sweepMonths(keepFrom meter.Month) []usagedb.SweepStep {
	return []usagedb.SweepStep{
		usagedb.Remove(`DELETE FROM usage_days WHERE (key_ref, month, day) IN
			(SELECT key_ref, month, day FROM usage_days WHERE month < $1 LIMIT $2)`, int64(keepFrom)),
		func(ctx context.Context, tx usagedb.Queries) (more bool, err error) {
			_, err = tx.Exec(ctx, `UPDATE state SET days_to = min(days_to, (SELECT coalesce(max(ref), 0) FROM usage))`)
			return false, err
		},
	}
}

// addDays adds the next rows of the usage log to the daily totals, and reports whether more rows
// remain.
func addDays(ctx context.Context, tx usagedb.Queries) (more bool, err error) {
	if _, err := tx.Exec(ctx, addToDays, daysRows); err != nil {
		return false, err
	}
	_, err = tx.Exec(ctx, `UPDATE state SET days_to = min(days_to + ?, (SELECT coalesce(max(ref), 0) FROM usage))`, daysRows)
	if err != nil {
		return false, err
	}
	err = tx.QueryRow(ctx, `SELECT days_to < (SELECT coalesce(max(ref), 0) FROM usage) FROM state`).Scan(&more)
	return more, err
}

// dayOfRow computes the day of the month, from 1, on which a usage row counts. u.since is the time
// of the row in days since 1970, in UTC. A refund counts in the month of the refunded request.
const dayOfRow = `u.since - CAST(strftime('%s', printf('%04d-%02d-01', u.month / 100, u.month % 100)) AS INTEGER) / 86400 + 1`

// nanosOfDay is the number of nanoseconds in a day, as text for statements.
const nanosOfDay = `86400000000000`

// daysRows is the maximum number of usage rows that one step adds to the daily totals.
const daysRows = 500

const addToDays = `INSERT INTO usage_days (key_ref, month, day, requests, units)
	SELECT u.key_ref, u.month, ` + dayOfRow + `, u.requests, u.units FROM (
		SELECT l.key_ref, l.month, l.at / ` + nanosOfDay + ` AS since, count(*) FILTER (WHERE l.units >= 0) AS requests, sum(l.units) AS units
		FROM usage l, state WHERE l.ref > state.days_to AND l.ref <= state.days_to + ? GROUP BY l.key_ref, l.month, since) AS u WHERE true
	ON CONFLICT DO UPDATE SET requests = requests + excluded.requests, units = units + excluded.units`

// Refund implements [service.Store].
func (s *Store) Refund(ctx context.Context, requestID string) error {
	// The log has no index on request_id, so the log is searched before the write lock is taken.
	// Billed rows never change, so the result remains valid.
	var ref int64
	err := s.reading.QueryRowContext(ctx, `SELECT ref FROM usage WHERE request_id = ? AND units > 0`, requestID).Scan(&ref)
	if errors.Is(err, sql.ErrNoRows) {
		return service.ErrNotRefundable
	}
	if err != nil {
		return fmt.Errorf("usage row: %w", err)
	}
	return s.writer.submit(&job{change: func(ctx context.Context, tx usagedb.Queries) error { return s.refundRow(ctx, tx, ref) }})
}

// refundRow adds a usage row with negative units for the billed row with number ref.
func (s *Store) refundRow(ctx context.Context, tx usagedb.Queries, ref int64) error {
	billed, err := usagedb.ScanChained(tx.QueryRow(ctx, `SELECT `+usagedb.ChainedColumns+` FROM usage u JOIN keys k ON k.ref = u.key_ref WHERE u.ref = $1`, ref), &ref)
	if errors.Is(err, sql.ErrNoRows) {
		return service.ErrNotRefundable
	}
	if err != nil {
		return fmt.Errorf("usage row: %w", err)
	}
	id := counterID{billed.Key.Ref, billed.Month}
	now, err := readCounter(ctx, s.writer.st.counter, id)
	if err != nil {
		return err
	}
	row := chained(&now, service.UsageRow{
		RequestID: billed.RequestID, Key: billed.Key, Operation: billed.Operation, Status: 500, Code: service.InternalError,
		Units: -billed.Units, Time: s.options.Clock(),
	}, billed.Month)
	n, err := tx.Exec(ctx, insertUsage+rowsOf(1, usageFields)+` ON CONFLICT DO NOTHING`, appendUsage(nil, &row)...)
	if err == nil && n == 0 {
		return service.ErrNotRefundable
	}
	if err == nil {
		err = usagedb.Exec(ctx, tx,
			usagedb.Do(`UPDATE counters SET used = ?, logged = ?, head = ? WHERE key_ref = ? AND month = ?`,
				now.used, now.chain.Rows, now.chain.Head[:], id.key, int64(id.month)),
			// Delete the replay record, so that a repeated request is billed again.
			usagedb.Do(`DELETE FROM replays WHERE key_ref = ? AND operation = ? AND request_id = ?`, id.key, row.Operation, row.RequestID))
	}
	if err != nil {
		return fmt.Errorf("refund: %w", err)
	}
	// All cached counters are outdated, in this process and in others.
	s.writer.version = 0
	return exec(ctx, s.writer.st.ownCounters, newOwner())
}
