package sqlite

import (
	"context"
	"fmt"
	"iter"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/usagedb"
)

// usageColumns are the columns of a usage row u with its key k at that time. scanUsage reads them.
const usageColumns = `u.request_id, k.ref, k.id, k.name, u.plan, u.mode, u.operation, u.status, u.code, u.units, coalesce(u.replay_of, ''), u.at,
	u.duration_ns, u.ref`

// Usage implements [service.Usage].
func (s *Store) Usage(ctx context.Context, q service.UsageQuery) iter.Seq2[service.UsageRow, error] {
	limit := q.Limit
	if limit <= 0 {
		limit = -1 // all
	}
	scan := func(row scanner) (service.UsageRow, error) { return scanUsage(row, new(int64)) }
	return each(ctx, s.reading, scan, `SELECT `+usageColumns+` FROM usage u JOIN keys k ON k.ref = u.key_ref
		WHERE (?1 = '' OR u.key_ref = (SELECT ref FROM keys WHERE id = ?1)) AND (?2 = 0 OR u.month = ?2)
		ORDER BY u.ref DESC LIMIT ?3`, q.KeyID, int64(q.Month), limit)
}

// scanUsage reads usageColumns; ref gets the row's place in the log.
func scanUsage(row scanner, ref *int64) (r service.UsageRow, err error) {
	var at int64
	places := append([]any{&r.RequestID}, keyFields(&r.Key)...)
	err = row.Scan(append(places, &r.Operation, &r.Status, &r.Code, &r.Units, &r.ReplayOf, &at, &r.Duration, ref)...)
	r.Time = timeOf(at)
	return r, err
}

// chainedColumns are usageColumns with the row's place in its chain, and scanChained
// reads them; ref gets the row's place in the log.
const chainedColumns = usageColumns + `, u.month, u.number, u.hash`

func readChained(row scanner) (usagedb.ChainedRow, error) { return scanChained(row, new(int64)) }

func scanChained(row scanner, ref *int64) (r usagedb.ChainedRow, err error) {
	var at int64
	var hash []byte
	places := append([]any{&r.RequestID}, keyFields(&r.Key)...)
	places = append(places, &r.Operation, &r.Status, &r.Code, &r.Units, &r.ReplayOf, &at, &r.Duration, ref, &r.Month, &r.Number, &hash)
	err = row.Scan(places...)
	r.Time = time.Unix(0, at).UTC()
	copy(r.Hash[:], hash)
	return r, err
}

// Totals implements [service.Usage]. A refund does not count as a request.
func (s *Store) Totals(ctx context.Context, q service.UsageQuery) ([]service.Total, error) {
	from, to := q.Month.Start().Unix()/60, q.Month.End().Unix()/60
	totals, err := collect(ctx, s.reading, func(row scanner) (service.Total, error) { return scanTotal(row, q.Month) }, `WITH
		logged AS (SELECT key_ref, count(*) FILTER (WHERE units >= 0) AS requests, count(replay_of) AS replays, sum(code <> '') AS failed
			FROM usage WHERE month = ?1 GROUP BY key_ref),
		refused AS (SELECT key_ref, sum(count) AS count FROM refusals WHERE minute >= ?2 AND minute < ?3 GROUP BY key_ref)
		SELECT `+keyColumns+`, coalesce(c.used, 0), coalesce(l.requests, 0), coalesce(l.replays, 0),
			coalesce(l.failed, 0), coalesce(r.count, 0), c.head
		FROM keys k
		LEFT JOIN counters c ON c.key_ref = k.ref AND c.month = ?1
		LEFT JOIN logged l ON l.key_ref = k.ref
		LEFT JOIN refused r ON r.key_ref = k.ref
		WHERE (?4 = '' OR k.id = ?4) AND (c.used IS NOT NULL OR l.requests IS NOT NULL OR r.count IS NOT NULL)
		ORDER BY k.ref`, int64(q.Month), from, to, q.KeyID)
	if err != nil {
		return nil, fmt.Errorf("totals: %w", err)
	}
	return totals, nil
}

func scanTotal(row scanner, month meter.Month) (t service.Total, err error) {
	t.Month = month
	var head []byte
	err = row.Scan(append(keyFields(&t.Key), &t.Units, &t.Requests, &t.Replays, &t.Failed, &t.Refused, &head)...)
	copy(t.Head[:], head)
	return t, err
}
