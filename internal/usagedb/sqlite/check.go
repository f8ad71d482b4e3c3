package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/leasehold-accounting/leasehold/internal/meter"
)

// differences are the questions that have no answer in sound books. Each yields
// one sentence a row. bound has the first month of which all usage is kept.
var differences = []string{
	// Counters against the log.
	`SELECT format('key %s, %s: the counter says %d units, the usage log %d', k.id,
			substr(t.month, 1, 4) || '-' || substr(t.month, 5), sum(t.counted), sum(t.logged))
		FROM (SELECT key_ref, month, used AS counted, 0 AS logged FROM counters WHERE month >= (SELECT month FROM bound)
			UNION ALL SELECT key_ref, month, 0, units FROM usage WHERE month >= (SELECT month FROM bound) AND units <> 0) t
		JOIN keys k ON k.ref = t.key_ref
		GROUP BY t.key_ref, t.month HAVING sum(t.counted) <> sum(t.logged)`,
	// The log in itself. Beside its billed row a request may have one of
	// status 500: it was recorded, and the caller could not be told so.
	`SELECT format('request %s stands %d times in the usage log', request_id, count(*))
		FROM usage WHERE status = 200 GROUP BY request_id HAVING count(*) > 1`,
	`SELECT format('request %s: %s with status %d was logged with %d units', request_id, operation, status, units)
		FROM usage WHERE units >= 0 AND units <> (status = 200 AND replay_of IS NULL AND operation <> 'classify')`,
	`SELECT format('request %s was given units back that it was not billed', v.request_id)
		FROM usage v LEFT JOIN usage u ON u.request_id = v.request_id AND u.units > 0 AND u.key_ref = v.key_ref
			AND u.month = v.month
		WHERE v.units < 0 AND v.month >= (SELECT month FROM bound) AND u.ref IS NULL`,
	`SELECT format('request %s: status %d with code "%s"', request_id, status, code)
		FROM usage WHERE (status = 200) <> (code = '')`,
	// Replay records against the log.
	`SELECT format('replay record of request %s: %s', r.request_id,
			CASE WHEN u.ref IS NULL THEN 'the usage log has no such request'
			ELSE 'the usage log has it with another key, operation or units' END)
		FROM replays r LEFT JOIN usage u ON u.request_id = r.request_id AND u.status = 200
		WHERE r.created_at >= (SELECT since FROM bound) AND (u.ref IS NULL OR u.key_ref <> r.key_ref OR u.operation <> r.operation
			OR u.units <> r.units OR u.replay_of IS NOT NULL)`,
	`SELECT format('replay record of request %s was billed %d units for %s', request_id, units, operation)
		FROM replays WHERE units <> (operation <> 'classify')`,
	// Of a key older than the log's first month, an original may have left the
	// log before its replays.
	`SELECT format('request %s replays %s, which the usage log %s', u.request_id, u.replay_of,
			CASE WHEN o.ref IS NULL THEN 'does not have' ELSE 'has as another key''s or operation''s' END)
		FROM usage u LEFT JOIN usage o ON o.request_id = u.replay_of AND o.status = 200
		WHERE u.replay_of IS NOT NULL AND (u.key_ref <> o.key_ref OR u.operation <> o.operation OR o.replay_of IS NOT NULL
			OR (o.ref IS NULL AND (SELECT created_at FROM keys WHERE ref = u.key_ref) >= (SELECT since FROM bound)))`,
	// The file.
	`SELECT format('table %s: row %d refers to a missing row of %s', "table", rowid, parent) FROM pragma_foreign_key_check`,
	`SELECT 'file: ' || integrity_check FROM pragma_integrity_check WHERE integrity_check <> 'ok'`,
}

// Check implements [service.Store].
func (s *Store) Check(ctx context.Context, check func(stored []byte) error) (found []string, err error) {
	// One transaction, so that every question is about the same moment.
	tx, err := s.reading.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return nil, fmt.Errorf("verify: %w", err)
	}
	defer func() { err = errors.Join(err, tx.Rollback()) }()
	var keptFrom int64
	if err := tx.QueryRowContext(ctx, `SELECT kept_from FROM state`).Scan(&keptFrom); err != nil {
		return nil, fmt.Errorf("verify: %w", err)
	}
	keptSince := int64(0)
	if keptFrom > 0 {
		keptSince = meter.Month(keptFrom).Start().UnixNano()
	}
	for _, question := range differences {
		args := []any{keptFrom, keptSince}
		if err := eachText(ctx, tx, "WITH bound (month, since) AS (SELECT ?, ?) "+question, args, func(text string) { found = append(found, text) }); err != nil {
			return nil, fmt.Errorf("verify: %w", err)
		}
	}
	unreadable, err := checkStored(ctx, tx, check)
	return append(found, unreadable...), err
}

func eachText(ctx context.Context, tx *sql.Tx, query string, args []any, report func(string)) (err error) {
	rows, err := tx.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return err
		}
		report(text)
	}
	return rows.Err()
}

func checkStored(ctx context.Context, tx *sql.Tx, check func(stored []byte) error) (found []string, err error) {
	rows, err := tx.QueryContext(ctx, `SELECT request_id, stored FROM replays`)
	if err != nil {
		return nil, fmt.Errorf("verify: %w", err)
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var requestID string
		var stored sql.RawBytes
		if err := rows.Scan(&requestID, &stored); err != nil {
			return nil, err
		}
		if problem := check(stored); problem != nil {
			found = append(found, fmt.Sprintf("replay record of request %s: %v", requestID, problem))
		}
	}
	return found, rows.Err()
}
