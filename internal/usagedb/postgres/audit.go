package postgres

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/usagedb"
)

// insertAudit writes entries of the audit log, each chained to the one before it. It locks
// the state until the transaction ends, and so comes last in it.
func insertAudit(ctx context.Context, tx pgx.Tx, entries []service.AuditEntry) error {
	if len(entries) == 0 {
		return nil
	}
	chain, _, err := readAuditState(ctx, tx, ` FOR UPDATE`)
	if err != nil {
		return err
	}
	for i := range entries {
		e := &entries[i]
		chain = chain.NextAudit(e)
		_, err := tx.Exec(ctx, `INSERT INTO audit (number, at, action, actor, subject, detail, address, hash) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
			chain.Rows, e.Time.UnixNano(), e.Action, e.Actor, e.Subject, e.Detail, e.Address, chain.Head[:])
		if err != nil {
			return fmt.Errorf("audit: %w", err)
		}
	}
	_, err = tx.Exec(ctx, `UPDATE state SET audit_rows = $1, audit_head = $2`, chain.Rows, chain.Head[:])
	return err
}

// readAuditState returns the end of the audit log, and the removals by sweeps.
func readAuditState(ctx context.Context, q querier, lock string) (end usagedb.Chain, removed usagedb.Removed, err error) {
	var head, before []byte
	var month int64
	err = q.QueryRow(ctx, `SELECT audit_rows, audit_head, kept_from, audit_removed, audit_before FROM state`+lock).Scan(
		&end.Rows, &head, &month, &removed.Audit.Rows, &before)
	removed.Before = meter.Month(month)
	copy(end.Head[:], head)
	copy(removed.Audit.Head[:], before)
	if err != nil {
		return end, removed, fmt.Errorf("state: %w", err)
	}
	return end, removed, nil
}

// removeAudit removes a limited number of the oldest entries before a time.
func removeAudit(ctx context.Context, tx pgx.Tx, before time.Time) (more bool, err error) {
	if _, err := tx.Exec(ctx, `SELECT FROM state FOR UPDATE`); err != nil {
		return false, err
	}
	var last int64
	var head []byte
	var n int
	err = tx.QueryRow(ctx, `WITH old AS (SELECT number, hash FROM audit
			WHERE number < coalesce((SELECT min(number) FROM audit WHERE at >= $1), 1::bigint << 62) ORDER BY number LIMIT $2)
		SELECT number, hash, (SELECT count(*) FROM old) FROM old ORDER BY number DESC LIMIT 1`, before.UnixNano(), sweepRows).Scan(&last, &head, &n)
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("audit: %w", err)
	}
	if _, err := tx.Exec(ctx, `DELETE FROM audit WHERE number <= $1`, last); err != nil {
		return false, err
	}
	_, err = tx.Exec(ctx, `UPDATE state SET audit_removed = $1, audit_before = $2`, last, head)
	return n == sweepRows, err
}

// Audit implements [service.Audit].
func (s *Store) Audit(ctx context.Context, entries ...service.AuditEntry) error {
	return s.transact(ctx, func(tx pgx.Tx) error { return insertAudit(ctx, tx, entries) })
}

// AuditLog implements [service.Audit].
func (s *Store) AuditLog(ctx context.Context, q service.AuditQuery) iter.Seq2[service.AuditEntry, error] {
	var limit *int
	if q.Limit > 0 {
		limit = &q.Limit
	}
	return each(ctx, s, func(row pgx.CollectableRow) (service.AuditEntry, error) {
		r, err := readAudit(row)
		return r.AuditEntry, err
	}, `SELECT `+auditColumns+` FROM audit WHERE $1 IN ('', subject) ORDER BY number DESC LIMIT $2`, q.Subject, limit)
}

// auditColumns are the columns of an audit entry, and readAudit reads them.
const auditColumns = `number, at, action, actor, subject, detail, address, hash`

func readAudit(row pgx.CollectableRow) (r usagedb.AuditRow, err error) {
	var at int64
	var hash []byte
	err = row.Scan(&r.Number, &at, &r.Action, &r.Actor, &r.Subject, &r.Detail, &r.Address, &hash)
	r.Time = time.Unix(0, at).UTC()
	copy(r.Hash[:], hash)
	return r, err
}
