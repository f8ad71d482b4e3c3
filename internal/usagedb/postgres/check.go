package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/leasehold-accounting/leasehold/internal/meter"
)

// differences are the questions that have no answer in sound books. Each yields
// one sentence a row. bound has the first month of which all usage is kept.
var differences = []string{
	// Counters against the log.
	`SELECT format('key %s, %s: the counter says %s units, the usage log %s', coalesce(k.id, 'unknown'),
			left(t.month::text, 4) || '-' || substr(t.month::text, 5), sum(t.counted), sum(t.logged))
		FROM (SELECT key_ref, month, used AS counted, 0 AS logged FROM counters WHERE month >= (SELECT month FROM bound)
			UNION ALL SELECT key_ref, month, 0, units FROM usage WHERE month >= (SELECT month FROM bound) AND units <> 0) t
		LEFT JOIN keys k ON k.ref = t.key_ref
		GROUP BY k.id, t.key_ref, t.month HAVING sum(t.counted) <> sum(t.logged)`,
	// The log in itself.
	`SELECT format('request %s stands %s times in the usage log', request_id, count(*))
		FROM usage WHERE units >= 0 GROUP BY request_id HAVING count(*) > 1`,
	`SELECT format('request %s: %s with status %s was logged with %s units', request_id, operation, status, units)
		FROM usage WHERE units >= 0
			AND units <> (status = 200 AND replay_of IS NULL AND operation <> 'classify')::integer`,
	`SELECT format('request %s: status %s with code "%s"', request_id, status, code)
		FROM usage WHERE (status = 200) <> (code = '')`,
	`SELECT format('request %s was given units back that it was not billed', v.request_id)
		FROM usage v LEFT JOIN usage u ON u.request_id = v.request_id AND u.units > 0 AND u.key_ref = v.key_ref
			AND u.month = v.month
		WHERE v.units < 0 AND v.month >= (SELECT month FROM bound) AND u.ref IS NULL`,
	// Replay records against the log.
	`SELECT format('replay record of request %s: %s', r.request_id,
			CASE WHEN u.ref IS NULL THEN 'the usage log has no such request'
			ELSE 'the usage log has it with another key, operation, status or units' END)
		FROM replays r LEFT JOIN usage u ON u.request_id = r.request_id AND u.units >= 0
		WHERE r.created_at >= (SELECT since FROM bound) AND (u.ref IS NULL OR u.key_ref <> r.key_ref OR u.operation <> r.operation
			OR u.units <> r.units OR u.status <> 200 OR u.replay_of IS NOT NULL)`,
	`SELECT format('replay record of request %s was billed %s units for %s', request_id, units, operation)
		FROM replays WHERE units <> (operation <> 'classify')::integer`,
	// Of a key older than the log's first month, an original may have left the
	// log before its replays.
	`SELECT format('request %s replays %s, which the usage log %s', u.request_id, u.replay_of,
			CASE WHEN o.ref IS NULL THEN 'does not have' ELSE 'has as another key''s or operation''s' END)
		FROM usage u LEFT JOIN usage o ON o.request_id = u.replay_of AND o.units >= 0
		WHERE u.replay_of IS NOT NULL AND (u.key_ref <> o.key_ref OR u.operation <> o.operation OR o.status <> 200 OR o.replay_of IS NOT NULL
			OR (o.ref IS NULL AND (SELECT created_at FROM keys WHERE ref = u.key_ref) >= (SELECT since FROM bound)))`,
	// References that are not checked as rows are written.
	`SELECT format('%s of key %s, which does not exist', t.name, t.key_ref)
		FROM (SELECT 'usage' AS name, key_ref FROM usage UNION SELECT 'counter', key_ref FROM counters
			UNION SELECT 'replay record', key_ref FROM replays) t
		WHERE NOT EXISTS (SELECT FROM keys k WHERE k.ref = t.key_ref)`,
}

// Check implements [service.Store].
func (s *Store) Check(ctx context.Context, check func(stored []byte) error) (found []string, err error) {
	conn, err := s.acquire(ctx)
	if err != nil {
		return nil, err
	}
	defer conn.Release()
	// One snapshot, so that every question is about the same moment.
	options := pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}
	err = pgx.BeginTxFunc(ctx, conn, options, func(tx pgx.Tx) error {
		// Reading all books takes as long as it takes.
		if _, err := tx.Exec(ctx, `SET LOCAL idle_in_transaction_session_timeout = 0`); err != nil {
			return err
		}
		found, err = verify(ctx, tx, check)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("verify: %w", err)
	}
	return found, nil
}

func verify(ctx context.Context, tx pgx.Tx, check func(stored []byte) error) (found []string, err error) {
	var keptFrom int64
	if err := tx.QueryRow(ctx, `SELECT kept_from FROM state`).Scan(&keptFrom); err != nil {
		return nil, err
	}
	keptSince := int64(0)
	if keptFrom > 0 {
		keptSince = meter.Month(keptFrom).Start().UnixNano()
	}
	for _, question := range differences {
		rows, err := tx.Query(ctx, "WITH bound (month, since) AS (SELECT $1::bigint, $2::bigint) "+question, keptFrom, keptSince)
		if err != nil {
			return nil, err
		}
		if found, err = pgx.AppendRows(found, rows, pgx.RowTo[string]); err != nil {
			return nil, err
		}
	}
	rows, err := tx.Query(ctx, `SELECT request_id, stored FROM replays`)
	if err != nil {
		return nil, err
	}
	var requestID string
	var stored []byte
	_, err = pgx.ForEachRow(rows, []any{&requestID, &stored}, func() error {
		if problem := check(stored); problem != nil {
			found = append(found, fmt.Sprintf("replay record of request %s: %v", requestID, problem))
		}
		return nil
	})
	return found, err
}
