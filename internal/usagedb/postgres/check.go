package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/usagedb"
)

// differences are queries without rows in a consistent database. Each row is one sentence. Table
// bound contains the first month with complete usage, and table billed the units of each operation.
var differences = []string{
	// Counters against the log.
	`SELECT format('key %s, %s: the counter says %s units, the usage log %s', coalesce(k.id, 'unknown'),
			left(t.month::text, 4) || '-' || substr(t.month::text, 5), sum(t.counted), sum(t.logged))
		FROM (SELECT key_ref, month, used AS counted, 0 AS logged FROM counters WHERE month >= (SELECT month FROM bound)
			UNION ALL SELECT key_ref, month, 0, units FROM usage WHERE month >= (SELECT month FROM bound) AND units <> 0) t
		LEFT JOIN keys k ON k.ref = t.key_ref
		GROUP BY k.id, t.key_ref, t.month HAVING sum(t.counted) <> sum(t.logged)`,
	// The log in itself.
	`SELECT format('request %s is in the usage log %s times', request_id, count(*))
		FROM usage WHERE units >= 0 GROUP BY request_id HAVING count(*) > 1`,
	`SELECT format('request %s: %s with status %s was logged with %s units', u.request_id, u.operation, u.status, u.units)
		FROM usage u LEFT JOIN billed b ON b.operation = u.operation
		WHERE u.units >= 0 AND u.units <> CASE WHEN u.status = 200 AND u.replay_of IS NULL THEN coalesce(b.units, u.units) ELSE 0 END`,
	`SELECT format('request %s: status %s with code "%s"', request_id, status, code)
		FROM usage WHERE (status = 200) <> (code = '')`,
	`SELECT format('request %s was refunded units that it was not billed', v.request_id)
		FROM usage v LEFT JOIN usage u ON u.request_id = v.request_id AND u.units = -v.units AND u.key_ref = v.key_ref
			AND u.month = v.month
		WHERE v.units < 0 AND v.month >= (SELECT month FROM bound) AND u.ref IS NULL`,
	`SELECT format('key %s has the mode %s, and %s usage rows the mode %s', k.id, k.mode, count(*), u.mode)
		FROM usage u JOIN keys k ON k.ref = u.key_ref WHERE u.mode <> k.mode GROUP BY k.id, k.mode, u.mode`,
	// Replay records against the log.
	`SELECT format('replay record of request %s has no digests', request_id) FROM replays
		WHERE length(name) <> 32 OR length(request) <> 32 OR length(response) <> 32`,
	`SELECT format('replay record of request %s: %s', r.request_id,
			CASE WHEN u.ref IS NULL THEN 'the usage log has no such request'
			ELSE 'the usage log has it with another key, operation, status or units' END)
		FROM replays r LEFT JOIN usage u ON u.request_id = r.request_id AND u.units >= 0
		WHERE r.created_at >= (SELECT since FROM bound) AND (u.ref IS NULL OR u.key_ref <> r.key_ref OR u.operation <> r.operation
			OR u.units <> r.units OR u.status <> 200 OR u.replay_of IS NOT NULL)`,
	`SELECT format('replay record of request %s was billed %s units for %s', r.request_id, r.units, r.operation)
		FROM replays r JOIN billed b ON b.operation = r.operation WHERE r.units <> coalesce(b.units, r.units)`,
	// If the key is older than the log's first month, an original may have left
	// the log before its replays.
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

// given is the WITH clause for tables bound and billed. Its arguments are the first complete month,
// the start of that month, and the result of billedArguments.
const given = `WITH bound (month, since) AS (SELECT $1::bigint, $2::bigint),
	billed (operation, units) AS (SELECT * FROM unnest($3::text[], $4::bigint[])) `

func billedArguments() (names []string, units []*int64) {
	for _, op := range operations.All() {
		var fixed *int64 // nil for any number
		if n, ok := op.Fixed(); ok {
			fixed = &n
		}
		names, units = append(names, op.Name), append(units, fixed)
	}
	return names, units
}

// Check implements [service.Upkeep].
func (s *Store) Check(ctx context.Context, heads ...service.Head) (c service.Checked, err error) {
	conn, err := s.acquire(ctx)
	if err != nil {
		return c, err
	}
	defer conn.Release()
	// One snapshot, so that every query is about the same moment.
	options := pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}
	err = pgx.BeginTxFunc(ctx, conn, options, func(tx pgx.Tx) error {
		// Reading everything may take long.
		if _, err := tx.Exec(ctx, `SET LOCAL idle_in_transaction_session_timeout = 0`); err != nil {
			return err
		}
		c, err = check(ctx, tx, heads...)
		return err
	})
	if err != nil {
		return c, fmt.Errorf("check: %w", err)
	}
	return c, nil
}

func check(ctx context.Context, tx pgx.Tx, heads ...service.Head) (c service.Checked, err error) {
	var keptFrom int64
	err = tx.QueryRow(ctx, `SELECT kept_from, (SELECT count(*) FROM usage) FROM state`).Scan(&keptFrom, &c.Rows)
	if err != nil {
		return c, err
	}
	keptSince := int64(0)
	if c.From = meter.Month(keptFrom); keptFrom > 0 {
		keptSince = c.From.Start().UnixNano()
	}
	operations, units := billedArguments()
	for _, query := range differences {
		rows, err := tx.Query(ctx, given+query, keptFrom, keptSince, operations, units)
		if err != nil {
			return c, err
		}
		if c.Differences, err = pgx.AppendRows(c.Differences, rows, pgx.RowTo[string]); err != nil {
			return c, err
		}
	}
	end, removed, err := readAuditState(ctx, tx, "")
	if err != nil {
		return c, err
	}
	changed, proven, heads, err := usagedb.CheckAudit(eachOf(ctx, tx, readAudit, `SELECT `+auditColumns+` FROM audit ORDER BY number`), removed, end, heads)
	if err != nil {
		return c, err
	}
	c.Differences, c.Proven = append(c.Differences, changed...), proven
	broken, proven, err := checkChains(ctx, tx, keptFrom, heads)
	if err != nil {
		return c, err
	}
	c.Differences, c.Proven = append(c.Differences, broken...), append(c.Proven, proven...)
	return c, nil
}

// Ends implements [service.Upkeep].
func (s *Store) Ends(ctx context.Context) (e service.Ends, err error) {
	conn, err := s.acquire(ctx)
	if err != nil {
		return e, err
	}
	defer conn.Release()
	err = pgx.BeginTxFunc(ctx, conn, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		audit, removed, err := readAuditState(ctx, tx, "")
		if err != nil {
			return err
		}
		e.From, e.Audit.Rows, e.Audit.Head = removed.Before, audit.Rows, audit.Head
		for end, err := range eachOf(ctx, tx, func(row pgx.CollectableRow) (end service.ChainEnd, err error) {
			var month int64
			var head []byte
			err = row.Scan(&month, &end.KeyID, &end.Rows, &head)
			end.Month = meter.Month(month)
			copy(end.Head[:], head)
			return end, err
		}, `SELECT c.month, k.id, c.logged, c.head FROM counters c JOIN keys k ON k.ref = c.key_ref
			WHERE c.logged > 0 AND c.month >= $1 ORDER BY c.month, c.key_ref`, int64(removed.Before)) {
			if err != nil {
				return err
			}
			e.Chains = append(e.Chains, end)
		}
		return nil
	})
	if err != nil {
		return e, fmt.Errorf("ends: %w", err)
	}
	return e, nil
}

// checkChains reads the usage log key by key.
func checkChains(ctx context.Context, tx pgx.Tx, keptFrom int64, heads []service.Head) ([]string, []service.Proven, error) {
	rows, err := tx.Query(ctx, `SELECT c.key_ref, coalesce(k.id, 'unknown'), c.month, c.logged, c.head
		FROM counters c LEFT JOIN keys k ON k.ref = c.key_ref WHERE c.month >= $1`, keptFrom)
	if err != nil {
		return nil, nil, err
	}
	ends := map[usagedb.ChainID]usagedb.End{}
	var key, month, logged int64
	var id string
	var head []byte
	_, err = pgx.ForEachRow(rows, []any{&key, &id, &month, &logged, &head}, func() error {
		end := usagedb.End{Chain: usagedb.Chain{Rows: logged}, KeyID: id}
		copy(end.Head[:], head)
		ends[usagedb.ChainID{Key: key, Month: meter.Month(month)}] = end
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	log := eachOf(ctx, tx, readChained, `SELECT `+chainedColumns+` FROM usage u JOIN keys k ON k.ref = u.key_ref WHERE u.month >= $1
		ORDER BY u.key_ref, u.month, u.ref`, keptFrom)
	return usagedb.CheckChains(log, ends, heads)
}
