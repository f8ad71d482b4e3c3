package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/usagedb"
)

// differences are queries without rows in a consistent database. Each row is one sentence. Table
// bound contains the first month with complete usage, and table billed the units of each operation.
var differences = []string{
	// Counters against the log.
	`SELECT format('key %s, %s: the counter says %d units, the usage log %d', k.id,
			substr(t.month, 1, 4) || '-' || substr(t.month, 5), sum(t.counted), sum(t.logged))
		FROM (SELECT key_ref, month, used AS counted, 0 AS logged FROM counters WHERE month >= (SELECT month FROM bound)
			UNION ALL SELECT key_ref, month, 0, units FROM usage WHERE month >= (SELECT month FROM bound) AND units <> 0) t
		JOIN keys k ON k.ref = t.key_ref
		GROUP BY t.key_ref, t.month HAVING sum(t.counted) <> sum(t.logged)`,
	// The usage log. In addition to its billed row, a request may have one of status 500: it was
	// recorded, but the caller received no response.
	`SELECT format('request %s is in the usage log %d times', request_id, count(*))
		FROM usage WHERE status = 200 GROUP BY request_id HAVING count(*) > 1`,
	`SELECT format('request %s: %s with status %d was logged with %d units', u.request_id, u.operation, u.status, u.units)
		FROM usage u LEFT JOIN billed b ON b.operation = u.operation
		WHERE u.units >= 0 AND u.units <> CASE WHEN u.status = 200 AND u.replay_of IS NULL THEN coalesce(b.units, u.units) ELSE 0 END`,
	`SELECT format('request %s was refunded units that it was not billed', v.request_id)
		FROM usage v LEFT JOIN usage u ON u.request_id = v.request_id AND u.units = -v.units AND u.key_ref = v.key_ref
			AND u.month = v.month
		WHERE v.units < 0 AND v.month >= (SELECT month FROM bound) AND u.ref IS NULL`,
	`SELECT format('request %s: status %d with code "%s"', request_id, status, code)
		FROM usage WHERE (status = 200) <> (code = '')`,
	`SELECT format('key %s has the mode %s, and %d usage rows the mode %s', k.id, k.mode, count(*), u.mode)
		FROM usage u JOIN keys k ON k.ref = u.key_ref WHERE u.mode <> k.mode GROUP BY k.ref, u.mode`,
	// Replay records against the log.
	`SELECT format('replay record of request %s has no digests', request_id) FROM replays
		WHERE length(name) <> 32 OR length(request) <> 32 OR length(response) <> 32`,
	`SELECT format('replay record of request %s: %s', r.request_id,
			CASE WHEN u.ref IS NULL THEN 'the usage log has no such request'
			ELSE 'the usage log has it with another key, operation or units' END)
		FROM replays r LEFT JOIN usage u ON u.request_id = r.request_id AND u.status = 200
		WHERE r.created_at >= (SELECT since FROM bound) AND (u.ref IS NULL OR u.key_ref <> r.key_ref OR u.operation <> r.operation
			OR u.units <> r.units OR u.replay_of IS NOT NULL)`,
	`SELECT format('replay record of request %s was billed %d units for %s', r.request_id, r.units, r.operation)
		FROM replays r JOIN billed b ON b.operation = r.operation WHERE r.units <> coalesce(b.units, r.units)`,
	// If the key is older than the log's first month, an original may have left
	// the log before its replays.
	`SELECT format('request %s replays %s, which the usage log %s', u.request_id, u.replay_of,
			CASE WHEN o.ref IS NULL THEN 'does not have' ELSE 'has as another key''s or operation''s' END)
		FROM usage u LEFT JOIN usage o ON o.request_id = u.replay_of AND o.status = 200
		WHERE u.replay_of IS NOT NULL AND (u.key_ref <> o.key_ref OR u.operation <> o.operation OR o.replay_of IS NOT NULL
			OR (o.ref IS NULL AND (SELECT created_at FROM keys WHERE ref = u.key_ref) >= (SELECT since FROM bound)))`,
	// The file.
	`SELECT format('table %s: row %d refers to a missing row of %s', "table", rowid, parent) FROM pragma_foreign_key_check`,
	`SELECT 'file: ' || integrity_check FROM pragma_integrity_check WHERE integrity_check <> 'ok'`,
}

// given returns the WITH clause for tables bound and billed. Its arguments are the first complete
// month and the start of that month.
func given() string {
	var billed []string
	for _, op := range operations.All() {
		units := "NULL" // any number
		if n, ok := op.Fixed(); ok {
			units = strconv.FormatInt(n, 10)
		}
		billed = append(billed, fmt.Sprintf("('%s', %s)", op.Name, units))
	}
	return `WITH bound (month, since) AS (SELECT ?, ?), billed (operation, units) AS (VALUES ` + strings.Join(billed, ", ") + `) `
}

// Check implements [service.Upkeep].
func (s *Store) Check(ctx context.Context, heads ...service.Head) (c service.Checked, err error) {
	// One transaction, so that every query is about the same moment.
	tx, err := s.reading.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return c, fmt.Errorf("check: %w", err)
	}
	defer func() { err = errors.Join(err, tx.Rollback()) }()
	var keptFrom int64
	err = tx.QueryRowContext(ctx, `SELECT kept_from, (SELECT count(*) FROM usage) FROM state`).Scan(&keptFrom, &c.Rows)
	if err != nil {
		return c, fmt.Errorf("check: %w", err)
	}
	keptSince := int64(0)
	if c.From = meter.Month(keptFrom); keptFrom > 0 {
		keptSince = c.From.Start().UnixNano()
	}
	for _, query := range differences {
		sentences, err := collect(ctx, tx, scanText, given()+query, keptFrom, keptSince)
		if err != nil {
			return c, fmt.Errorf("check: %w", err)
		}
		c.Differences = append(c.Differences, sentences...)
	}
	end, removed, err := readAuditState(ctx, tx)
	if err != nil {
		return c, fmt.Errorf("check: %w", err)
	}
	changed, proven, heads, err := usagedb.CheckAudit(each(ctx, tx, readAudit, `SELECT `+auditColumns+` FROM audit ORDER BY number`), removed, end, heads)
	if err != nil {
		return c, fmt.Errorf("check: %w", err)
	}
	c.Differences, c.Proven = append(c.Differences, changed...), proven
	unmarked, err := checkMark(ctx, tx, s.options.Path)
	if err != nil {
		return c, fmt.Errorf("check: %w", err)
	}
	c.Differences = append(c.Differences, unmarked...)
	broken, proven, err := checkChains(ctx, tx, keptFrom, heads)
	if err != nil {
		return c, fmt.Errorf("check: %w", err)
	}
	c.Differences, c.Proven = append(c.Differences, broken...), append(c.Proven, proven...)
	return c, nil
}

// Ends implements [service.Upkeep].
func (s *Store) Ends(ctx context.Context) (e service.Ends, err error) {
	tx, err := s.reading.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return e, fmt.Errorf("ends: %w", err)
	}
	defer func() { err = errors.Join(err, tx.Rollback()) }()
	audit, removed, err := readAuditState(ctx, tx)
	if err != nil {
		return e, err
	}
	e.From, e.Audit.Rows, e.Audit.Head = removed.Before, audit.Rows, audit.Head
	for end, err := range each(ctx, tx, func(row scanner) (end service.ChainEnd, err error) {
		var head []byte
		err = row.Scan(&end.Month, &end.KeyID, &end.Rows, &head)
		copy(end.Head[:], head)
		return end, err
	}, `SELECT c.month, k.id, c.logged, c.head FROM counters c JOIN keys k ON k.ref = c.key_ref
		WHERE c.logged > 0 AND c.month >= ? ORDER BY c.month, c.key_ref`, int64(removed.Before)) {
		if err != nil {
			return e, fmt.Errorf("ends: %w", err)
		}
		e.Chains = append(e.Chains, end)
	}
	return e, nil
}

// checkChains reads the usage log key by key, by its index.
func checkChains(ctx context.Context, tx *sql.Tx, keptFrom int64, heads []service.Head) ([]string, []service.Proven, error) {
	ends := map[usagedb.ChainID]usagedb.End{}
	for end, err := range each(ctx, tx, func(row scanner) (end usagedb.End, err error) {
		var id usagedb.ChainID
		var head []byte
		err = row.Scan(&id.Key, &end.KeyID, &id.Month, &end.Rows, &head)
		copy(end.Head[:], head)
		ends[id] = end
		return end, err
	}, `SELECT c.key_ref, k.id, c.month, c.logged, c.head FROM counters c JOIN keys k ON k.ref = c.key_ref WHERE c.month >= ?`, keptFrom) {
		if err != nil {
			return nil, nil, fmt.Errorf("counter of %s: %w", end.KeyID, err)
		}
	}
	rows := each(ctx, tx, readChained, `SELECT `+chainedColumns+` FROM keys k CROSS JOIN usage u INDEXED BY usage_by_key
		ON u.key_ref = k.ref AND u.month >= ? ORDER BY u.key_ref, u.month, u.ref`, keptFrom)
	return usagedb.CheckChains(rows, ends, heads)
}
