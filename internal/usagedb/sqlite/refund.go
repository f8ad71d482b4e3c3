package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/leasehold-accounting/leasehold/internal/service"
)

// Refund implements [service.Store].
func (s *Store) Refund(ctx context.Context, requestID string) error {
	// The log has no index on request_id, so it is searched before the write
	// lock is held. Rows of charges never change.
	var ref int64
	err := s.reading.QueryRowContext(ctx, `SELECT ref FROM usage WHERE request_id = ? AND units > 0`, requestID).Scan(&ref)
	if errors.Is(err, sql.ErrNoRows) {
		return service.ErrNotRefundable
	}
	if err != nil {
		return fmt.Errorf("usage row: %w", err)
	}
	return s.writer.do(&job{change: func(ctx context.Context, tx *sql.Conn) error { return s.takeBack(ctx, tx, ref) }})
}

// takeBack writes the row of -1 unit beside the charge with that number.
func (s *Store) takeBack(ctx context.Context, tx *sql.Conn, ref int64) error {
	result, err := tx.ExecContext(ctx, `INSERT INTO usage (request_id, key_ref, operation, status, code, units, month, at, duration_ns)
		SELECT request_id, key_ref, operation, 500, ?, -1, month, ?, 0 FROM usage WHERE ref = ?
		ON CONFLICT DO NOTHING`, string(service.InternalError), s.options.Clock().UnixNano(), ref)
	if err != nil {
		return fmt.Errorf("correction: %w", err)
	}
	if n, err := result.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, service.ErrNotRefundable)
	}
	for _, step := range []string{
		// No row is the same as no units, and the table keeps to that.
		`DELETE FROM counters WHERE used = 1 AND (key_ref, month) = (SELECT key_ref, month FROM usage WHERE ref = ?)`,
		`UPDATE counters SET used = used - 1 WHERE (key_ref, month) = (SELECT key_ref, month FROM usage WHERE ref = ?)`,
		// Whoever repeats the request is billed anew.
		`DELETE FROM replays WHERE (key_ref, operation, request_id) = (SELECT key_ref, operation, request_id FROM usage WHERE ref = ?)`,
	} {
		if _, err := tx.ExecContext(ctx, step, ref); err != nil {
			return fmt.Errorf("correction: %w", err)
		}
	}
	// Nobody's memory of the counter is true any more: not that of other
	// processes, nor this one's.
	s.writer.version = 0
	return exec(ctx, s.writer.st.own, newOwner())
}
