package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"iter"

	"github.com/leasehold-accounting/leasehold/internal/service"
)

// insertAudit writes entries of the audit log.
func insertAudit(ctx context.Context, tx *sql.Conn, entries []service.AuditEntry) error {
	for i := range entries {
		e := &entries[i]
		_, err := tx.ExecContext(ctx, `INSERT INTO audit (at, action, actor, subject, detail, address) VALUES (?, ?, ?, ?, ?, ?)`,
			e.Time.UnixNano(), e.Action, e.Actor, e.Subject, e.Detail, e.Address)
		if err != nil {
			return fmt.Errorf("audit: %w", err)
		}
	}
	return nil
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
	return each(ctx, s.reading, func(row scanner) (e service.AuditEntry, err error) {
		var at int64
		err = row.Scan(&at, &e.Action, &e.Actor, &e.Subject, &e.Detail, &e.Address)
		e.Time = timeOf(at)
		return e, err
	}, `SELECT at, action, actor, subject, detail, address FROM audit WHERE ? IN ('', subject) ORDER BY ref DESC LIMIT ?`, q.Subject, limit)
}
