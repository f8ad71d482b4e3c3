package postgres

import (
	"context"
	"fmt"
	"iter"

	"github.com/jackc/pgx/v5"

	"github.com/leasehold-accounting/leasehold/internal/service"
)

// insertAudit writes entries of the audit log.
func insertAudit(ctx context.Context, tx pgx.Tx, entries []service.AuditEntry) error {
	for i := range entries {
		e := &entries[i]
		_, err := tx.Exec(ctx, `INSERT INTO audit (at, action, actor, subject, detail, address) VALUES ($1, $2, $3, $4, $5, $6)`,
			e.Time.UnixNano(), e.Action, e.Actor, e.Subject, e.Detail, e.Address)
		if err != nil {
			return fmt.Errorf("audit: %w", err)
		}
	}
	return nil
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
	return each(ctx, s, func(row pgx.CollectableRow) (e service.AuditEntry, err error) {
		var at int64
		err = row.Scan(&at, &e.Action, &e.Actor, &e.Subject, &e.Detail, &e.Address)
		e.Time = timeOf(at)
		return e, err
	}, `SELECT at, action, actor, subject, detail, address FROM audit WHERE $1 IN ('', subject) ORDER BY ref DESC LIMIT $2`, q.Subject, limit)
}
