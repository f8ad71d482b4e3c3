package usagedb

import (
	"context"
	"fmt"
	"iter"

	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// UsageColumns lists the columns of a usage row u with its key k at the time of the request.
// [ScanUsage] reads these columns.
const UsageColumns = `u.request_id, k.ref, k.id, k.name, u.plan, u.mode, u.operation, u.status, u.code, u.units, coalesce(u.replay_of, ''), u.at,
	u.duration_ns, u.ref`

// Usage implements [service.Store].
func (c Common) Usage(ctx context.Context, q service.UsageQuery) iter.Seq2[service.UsageRow, error] {
	scan := func(row Row) (service.UsageRow, error) { return ScanUsage(row, new(int64)) }
	return Each(ctx, c.DB.Read(), scan, `SELECT `+UsageColumns+` FROM usage u JOIN keys k ON k.ref = u.key_ref
		WHERE ($1 = '' OR u.key_ref = (SELECT ref FROM keys WHERE id = $1)) AND ($2 = 0 OR u.month = $2)
		ORDER BY u.ref DESC LIMIT $3`, q.KeyID, int64(q.Month), limitOf(q.Limit))
}

// ScanUsage reads UsageColumns and the columns for more. ref receives the row number in table
// usage.
func ScanUsage(row Row, ref *int64, more ...any) (r service.UsageRow, err error) {
	places := append([]any{&r.RequestID}, keyFields(&r.Key)...)
	places = append(places, &r.Operation, &r.Status, &r.Code, &r.Units, &r.ReplayOf, (*Nanos)(&r.Time), (*int64)(&r.Duration), ref)
	err = row.Scan(append(places, more...)...)
	return r, err
}

// ChainedColumns lists UsageColumns and the position of the row in its chain. [ScanChained] reads
// these columns.
const ChainedColumns = UsageColumns + `, u.month, u.number, u.hash`

// ScanChained reads ChainedColumns. ref receives the row number in table usage, and r.Number is the
// position of the row in its chain.
func ScanChained(row Row, ref *int64) (r ChainedRow, err error) {
	r.UsageRow, err = ScanUsage(row, ref, &r.Month, &r.Number, Bytes(r.Hash[:]))
	return r, err
}

// Totals implements [service.Store]. A refund does not count as a request.
func (c Common) Totals(ctx context.Context, q service.UsageQuery) ([]service.Total, error) {
	from, to := q.Month.Start().Unix()/60, q.Month.End().Unix()/60
	totals, err := Collect(ctx, c.DB.Read(), func(row Row) (service.Total, error) { return scanTotal(row, q.Month) }, `WITH
		logged AS (SELECT key_ref, count(*) FILTER (WHERE units >= 0) AS requests, count(replay_of) AS replays,
			count(*) FILTER (WHERE code <> '') AS failed FROM usage WHERE month = $1 GROUP BY key_ref),
		refused AS (SELECT key_ref, CAST(sum(count) AS bigint) AS count FROM refusals WHERE minute >= $2 AND minute < $3 GROUP BY key_ref)
		SELECT `+KeyColumns+`, coalesce(c.used, 0), coalesce(l.requests, 0), coalesce(l.replays, 0),
			coalesce(l.failed, 0), coalesce(r.count, 0), c.head
		FROM keys k
		LEFT JOIN counters c ON c.key_ref = k.ref AND c.month = $1
		LEFT JOIN logged l ON l.key_ref = k.ref
		LEFT JOIN refused r ON r.key_ref = k.ref
		WHERE ($4 = '' OR k.id = $4) AND (c.used IS NOT NULL OR l.requests IS NOT NULL OR r.count IS NOT NULL)
		ORDER BY k.ref`, int64(q.Month), from, to, q.KeyID)
	if err != nil {
		return nil, fmt.Errorf("totals: %w", err)
	}
	return totals, nil
}

func scanTotal(row Row, month meter.Month) (t service.Total, err error) {
	t.Month = month
	err = row.Scan(append(keyFields(&t.Key), &t.Units, &t.Requests, &t.Replays, &t.Failed, &t.Refused, Bytes(t.Head[:]))...)
	return t, err
}
