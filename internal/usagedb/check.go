package usagedb

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold/internal/lists"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// differences lists the consistency queries for both databases. In these queries, the "bound" table contains
// the first month with complete usage, and the "billed" table contains each operation's units. The "requests"
// table contains the usage rows that [Dialect.Requests] selects.
var differences = []string{
	// Compare the counters with the usage log.
	`SELECT format('key %s, %s: the counter has %s units, and the usage log has %s', coalesce(k.id, 'unknown'),
			substr(CAST(t.month AS text), 1, 4) || '-' || substr(CAST(t.month AS text), 5), sum(t.counted), sum(t.logged))
		FROM (SELECT key_ref, month, used AS counted, 0 AS logged FROM counters WHERE month >= (SELECT month FROM bound)
			UNION ALL SELECT key_ref, month, 0, units FROM usage WHERE month >= (SELECT month FROM bound) AND units <> 0) t
		LEFT JOIN keys k ON k.ref = t.key_ref
		GROUP BY k.id, t.key_ref, t.month HAVING sum(t.counted) <> sum(t.logged)`,
	// Check the rows of the usage log.
	`SELECT format('request %s is in the usage log %s times', request_id, count(*)) FROM requests GROUP BY request_id HAVING count(*) > 1`,
	`SELECT format('request %s: %s with status %s was logged with %s units', u.request_id, u.operation, u.status, u.units)
		FROM usage u LEFT JOIN billed b ON b.operation = u.operation
		WHERE u.units >= 0 AND u.units <> CASE WHEN u.status = 200 AND u.replay_of IS NULL THEN coalesce(b.units, u.units) ELSE 0 END`,
	`SELECT format('request %s was refunded units that it was not billed', v.request_id)
		FROM usage v LEFT JOIN usage u ON u.request_id = v.request_id AND u.units = -v.units AND u.key_ref = v.key_ref
			AND u.month = v.month
		WHERE v.units < 0 AND v.month >= (SELECT month FROM bound) AND u.ref IS NULL`,
	`SELECT format('request %s: status %s with code "%s"', request_id, status, code)
		FROM usage WHERE (status = 200) <> (code = '')`,
	`SELECT format('key %s has the mode %s, and %s usage rows the mode %s', k.id, k.mode, count(*), u.mode)
		FROM usage u JOIN keys k ON k.ref = u.key_ref WHERE u.mode <> k.mode GROUP BY k.id, k.mode, u.mode`,
	// Compare the replay records with the usage log.
	`SELECT format('replay record of request %s has no digests', request_id) FROM replays
		WHERE length(name) <> 32 OR length(request) <> 32 OR length(response) <> 32`,
	`SELECT format('replay record of request %s: %s', r.request_id,
			CASE WHEN u.ref IS NULL THEN 'the usage log has no such request'
			ELSE 'the usage log has it with another key, operation, status or units' END)
		FROM replays r LEFT JOIN requests u ON u.request_id = r.request_id
		WHERE r.created_at >= (SELECT since FROM bound) AND (u.ref IS NULL OR u.key_ref <> r.key_ref OR u.operation <> r.operation
			OR u.units <> r.units OR u.status <> 200 OR u.replay_of IS NOT NULL)`,
	`SELECT format('replay record of request %s was billed %s units for %s', r.request_id, r.units, r.operation)
		FROM replays r JOIN billed b ON b.operation = r.operation WHERE r.units <> coalesce(b.units, r.units)`,
	// If the key is older than the usage log, a sweep may have removed an original request but not
	// yet the replays of that request.
	`SELECT format('request %s replays %s, which the usage log %s', u.request_id, u.replay_of,
			CASE WHEN o.ref IS NULL THEN 'does not have' ELSE 'has as another key''s or operation''s' END)
		FROM usage u LEFT JOIN requests o ON o.request_id = u.replay_of
		WHERE u.replay_of IS NOT NULL AND (u.key_ref <> o.key_ref OR u.operation <> o.operation OR o.status <> 200 OR o.replay_of IS NOT NULL
			OR (o.ref IS NULL AND (SELECT created_at FROM keys WHERE ref = u.key_ref) >= (SELECT since FROM bound)))`,
}

// Checks returns queries that yield no rows if the database is consistent. Each row contains one sentence
// that describes a difference. Each query takes two arguments: the first complete month, and the time at
// which that month starts.
func (d *Dialect) Checks() []string {
	var billed []string
	for _, op := range operations.All() {
		units := "CAST(NULL AS bigint)" // any number of units is valid
		if n, ok := op.Fixed(); ok {
			units = strconv.FormatInt(n, 10)
		}
		billed = append(billed, fmt.Sprintf("('%s', %s)", op.Name, units))
	}
	given := `WITH bound (month, since) AS (SELECT CAST($1 AS bigint), CAST($2 AS bigint)), billed (operation, units) AS (VALUES ` +
		strings.Join(billed, ", ") + `), requests AS (SELECT * FROM usage WHERE ` + d.Requests + `) `
	return lists.Map(slices.Concat(differences, d.Differences), func(query string) string { return given + query })
}

// Check implements [service.Store].
func (c Common) Check(ctx context.Context, heads ...service.Head) (found service.Checked, err error) {
	err = c.DB.Snapshot(ctx, func(tx Queries) error {
		found, err = c.Dialect.Check(ctx, tx, heads...)
		return err
	})
	if err != nil {
		return found, fmt.Errorf("check: %w", err)
	}
	return found, nil
}

// Check compares the tables with one another within one transaction.
func (d *Dialect) Check(ctx context.Context, tx Queries, heads ...service.Head) (c service.Checked, err error) {
	err = tx.QueryRow(ctx, `SELECT kept_from, (SELECT count(*) FROM usage) FROM state`).Scan(&c.From, &c.Rows)
	if err != nil {
		return c, err
	}
	keptFrom, keptSince := int64(c.From), int64(0)
	if c.From > 0 {
		keptSince = c.From.Start().UnixNano()
	}
	for _, query := range d.Checks() {
		sentences, err := Collect(ctx, tx, ScanOne[string], query, keptFrom, keptSince)
		if err != nil {
			return c, err
		}
		c.Differences = append(c.Differences, sentences...)
	}
	end, removed, err := scanAuditState(tx.QueryRow(ctx, selectAuditState))
	if err != nil {
		return c, err
	}
	changed, proven, heads, err := CheckAudit(Each(ctx, tx, scanAudit, `SELECT `+auditColumns+` FROM audit ORDER BY number`), removed, end, heads)
	if err != nil {
		return c, err
	}
	c.Differences, c.Proven = append(c.Differences, changed...), proven
	if d.Compare != nil {
		different, err := d.Compare(ctx, tx)
		if err != nil {
			return c, err
		}
		c.Differences = append(c.Differences, different...)
	}
	broken, proven, err := d.checkChains(ctx, tx, keptFrom, heads)
	if err != nil {
		return c, err
	}
	c.Differences, c.Proven = append(c.Differences, broken...), append(c.Proven, proven...)
	return c, nil
}

func (d *Dialect) checkChains(ctx context.Context, tx Queries, keptFrom int64, heads []service.Head) ([]string, []service.Proven, error) {
	ends := map[ChainID]End{}
	for end, err := range Each(ctx, tx, func(row Row) (end End, err error) {
		var id ChainID
		err = row.Scan(&id.Key, &end.KeyID, &id.Month, &end.Rows, Bytes(end.Head[:]))
		ends[id] = end
		return end, err
	}, `SELECT c.key_ref, coalesce(k.id, 'unknown'), c.month, c.logged, c.head
		FROM counters c LEFT JOIN keys k ON k.ref = c.key_ref WHERE c.month >= $1`, keptFrom) {
		if err != nil {
			return nil, nil, fmt.Errorf("counter of %s: %w", end.KeyID, err)
		}
	}
	rows := Each(ctx, tx, func(row Row) (ChainedRow, error) { return ScanChained(row, new(int64)) },
		`SELECT `+ChainedColumns+` FROM `+d.Log+` WHERE u.month >= $1 ORDER BY u.key_ref, u.month, u.ref`, keptFrom)
	return CheckChains(rows, ends, heads)
}

// Ends implements [service.Store].
func (c Common) Ends(ctx context.Context) (e service.Ends, err error) {
	err = c.DB.Snapshot(ctx, func(tx Queries) error {
		audit, removed, err := scanAuditState(tx.QueryRow(ctx, selectAuditState))
		if err != nil {
			return err
		}
		e.From, e.Audit.Rows, e.Audit.Head = removed.Before, audit.Rows, audit.Head
		e.Chains, err = Collect(ctx, tx, func(row Row) (end service.ChainEnd, err error) {
			err = row.Scan(&end.Month, &end.KeyID, &end.Rows, Bytes(end.Head[:]))
			return end, err
		}, `SELECT c.month, k.id, c.logged, c.head FROM counters c JOIN keys k ON k.ref = c.key_ref
			WHERE c.logged > 0 AND c.month >= $1 ORDER BY c.month, c.key_ref`, int64(removed.Before))
		return err
	})
	if err != nil {
		return e, fmt.Errorf("ends: %w", err)
	}
	return e, nil
}
