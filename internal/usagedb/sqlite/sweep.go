package sqlite

import (
	"context"

	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/usagedb"
)

// sweepMonths removes the daily totals of old months. SQLite reuses the numbers of the newest usage rows after those
// rows are removed. The stored number of the last added row is therefore reduced if necessary.
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

// addDays adds the next usage rows to the daily totals, and reports whether more rows remain.
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

// dayOfRow is an expression for a usage row's day of the month, from 1. u.since is the row's time in days since
// 1970 (UTC). A refund is counted in the refunded request's month.
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
