package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/leasehold-accounting/leasehold/internal/service"
)

// Refund implements [service.Usage].
func (s *Store) Refund(ctx context.Context, requestID string) error {
	// The log has no index on request_id, so it is searched before the write
	// lock is held. Billed rows never change.
	var ref int64
	err := s.reading.QueryRowContext(ctx, `SELECT ref FROM usage WHERE request_id = ? AND units > 0`, requestID).Scan(&ref)
	if errors.Is(err, sql.ErrNoRows) {
		return service.ErrNotRefundable
	}
	if err != nil {
		return fmt.Errorf("usage row: %w", err)
	}
	return s.writer.submit(&job{change: func(ctx context.Context, tx *sql.Conn) error { return s.refundRow(ctx, tx, ref) }})
}

// refundRow writes the negative row beside the billed row of that number.
func (s *Store) refundRow(ctx context.Context, tx *sql.Conn, ref int64) error {
	n, err := affected(tx.ExecContext(ctx, `INSERT INTO usage (request_id, key_ref, operation, status, code, units, month, at, duration_ns)
		SELECT request_id, key_ref, operation, 500, ?, -units, month, ?, 0 FROM usage WHERE ref = ?
		ON CONFLICT DO NOTHING`, string(service.InternalError), s.options.Clock().UnixNano(), ref))
	if err == nil && n == 0 {
		return service.ErrNotRefundable
	}
	if err == nil {
		err = execSteps(ctx, tx,
			step{`UPDATE counters AS c SET used = c.used - u.units FROM usage u
				WHERE u.ref = ? AND c.key_ref = u.key_ref AND c.month = u.month`, []any{ref}},
			// A repeated request is billed again.
			step{`DELETE FROM replays WHERE (key_ref, operation, request_id) =
				(SELECT key_ref, operation, request_id FROM usage WHERE ref = ?)`, []any{ref}})
	}
	if err != nil {
		return fmt.Errorf("refund: %w", err)
	}
	// No memory of the counter is true any more: neither this process's nor
	// that of others.
	s.writer.version = 0
	return exec(ctx, s.writer.st.ownCounters, newOwner())
}
