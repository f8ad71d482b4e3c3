package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"iter"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/usagedb"
)

// insertAudit writes entries of the audit log, each chained to the one before it.
func insertAudit(ctx context.Context, tx *sql.Conn, entries []service.AuditEntry) error {
	if len(entries) == 0 {
		return nil
	}
	chain, _, err := readAuditState(ctx, tx)
	if err != nil {
		return err
	}
	for i := range entries {
		e := &entries[i]
		chain = chain.NextAudit(e)
		_, err := tx.ExecContext(ctx, `INSERT INTO audit (number, at, action, actor, subject, detail, address, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
			chain.Rows, e.Time.UnixNano(), e.Action, e.Actor, e.Subject, e.Detail, e.Address, chain.Head[:])
		if err != nil {
			return fmt.Errorf("audit: %w", err)
		}
	}
	_, err = tx.ExecContext(ctx, `UPDATE state SET audit_rows = ?, audit_head = ?`, chain.Rows, chain.Head[:])
	return err
}

// readAuditState returns the end of the audit log, and the removals by sweeps.
func readAuditState(ctx context.Context, q querier) (end usagedb.Chain, removed usagedb.Removed, err error) {
	for _, err := range each(ctx, q, func(row scanner) (struct{}, error) {
		var head, before []byte
		err := row.Scan(&end.Rows, &head, &removed.Before, &removed.Audit.Rows, &before)
		copy(end.Head[:], head)
		copy(removed.Audit.Head[:], before)
		return struct{}{}, err
	}, `SELECT audit_rows, audit_head, kept_from, audit_removed, audit_before FROM state`) {
		if err != nil {
			return end, removed, fmt.Errorf("state: %w", err)
		}
	}
	return end, removed, nil
}

// removeAudit removes a limited number of the oldest entries before a time.
func removeAudit(ctx context.Context, tx *sql.Conn, before time.Time) (more bool, err error) {
	last, n := usagedb.Chain{}, 0
	for row, err := range each(ctx, tx, readAudit, `SELECT `+auditColumns+` FROM audit
		WHERE number < coalesce((SELECT min(number) FROM audit WHERE at >= ?), 1 << 62) ORDER BY number LIMIT ?`, before.UnixNano(), sweepRows) {
		if err != nil {
			return false, fmt.Errorf("audit: %w", err)
		}
		last, n = usagedb.Chain{Rows: row.Number, Head: row.Hash}, n+1
	}
	if n == 0 {
		return false, nil
	}
	return n == sweepRows, execSteps(ctx, tx,
		step{`DELETE FROM audit WHERE number <= ?`, []any{last.Rows}},
		step{`UPDATE state SET audit_removed = ?, audit_before = ?`, []any{last.Rows, last.Head[:]}})
}

// Audit implements [service.Audit].
func (s *Store) Audit(_ context.Context, entries ...service.AuditEntry) error {
	return s.writer.submit(&job{change: func(ctx context.Context, tx *sql.Conn) error { return insertAudit(ctx, tx, entries) }})
}

// AuditLog implements [service.Audit].
func (s *Store) AuditLog(ctx context.Context, q service.AuditQuery) iter.Seq2[service.AuditEntry, error] {
	limit := q.Limit
	if limit == 0 {
		limit = -1
	}
	return each(ctx, s.reading, func(row scanner) (service.AuditEntry, error) {
		r, err := readAudit(row)
		return r.AuditEntry, err
	}, `SELECT `+auditColumns+` FROM audit WHERE ? IN ('', subject) ORDER BY number DESC LIMIT ?`, q.Subject, limit)
}

// auditColumns are the columns of an audit entry, and readAudit reads them.
const auditColumns = `number, at, action, actor, subject, detail, address, hash`

func readAudit(row scanner) (r usagedb.AuditRow, err error) {
	var at int64
	var hash []byte
	err = row.Scan(&r.Number, &at, &r.Action, &r.Actor, &r.Subject, &r.Detail, &r.Address, &hash)
	r.Time = time.Unix(0, at).UTC()
	copy(r.Hash[:], hash)
	return r, err
}
