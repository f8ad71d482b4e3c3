package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/usagedb"
)

// Refund implements [service.Store].
func (s *Store) Refund(ctx context.Context, requestID string) error {
	// The usage log has no index on request_id, so it is searched before the write lock is taken.
	// Billed rows never change, so the result remains valid.
	var ref int64
	err := s.reading.QueryRowContext(ctx, `SELECT ref FROM usage WHERE request_id = ? AND units > 0`, requestID).Scan(&ref)
	if errors.Is(err, sql.ErrNoRows) {
		return service.ErrNotRefundable
	}
	if err != nil {
		return fmt.Errorf("usage row: %w", err)
	}
	return s.writer.submit(&job{change: func(ctx context.Context, tx usagedb.Queries) error { return s.refundRow(ctx, tx, ref) }})
}

// refundRow adds a usage row with negative units for the billed row with the given number.
func (s *Store) refundRow(ctx context.Context, tx usagedb.Queries, ref int64) error {
	billed, err := usagedb.ScanChained(tx.QueryRow(ctx, `SELECT `+usagedb.ChainedColumns+` FROM usage u JOIN keys k ON k.ref = u.key_ref WHERE u.ref = $1`, ref), &ref)
	if errors.Is(err, sql.ErrNoRows) {
		return service.ErrNotRefundable
	}
	if err != nil {
		return fmt.Errorf("usage row: %w", err)
	}
	id := counterID{billed.Key.Ref, billed.Month}
	now, err := readCounter(ctx, s.writer.st.counter, id)
	if err != nil {
		return err
	}
	row := chained(&now, service.UsageRow{
		RequestID: billed.RequestID, Key: billed.Key, Operation: billed.Operation, Status: 500, Code: service.InternalError,
		Units: -billed.Units, Time: s.options.Clock(),
	}, billed.Month)
	n, err := tx.Exec(ctx, insertUsage+rowsOf(1, usageFields)+` ON CONFLICT DO NOTHING`, appendUsage(nil, &row)...)
	if err == nil && n == 0 {
		return service.ErrNotRefundable
	}
	if err == nil {
		err = usagedb.Exec(ctx, tx,
			usagedb.Do(`UPDATE counters SET used = ?, logged = ?, head = ? WHERE key_ref = ? AND month = ?`,
				now.used, now.chain.Rows, now.chain.Head[:], id.key, int64(id.month)),
			// Delete the replay record, so that a repeated request is billed again.
			usagedb.Do(`DELETE FROM replays WHERE key_ref = ? AND operation = ? AND request_id = ?`, id.key, row.Operation, row.RequestID))
	}
	if err != nil {
		return fmt.Errorf("refund: %w", err)
	}
	// All cached counters are outdated, in this and other processes.
	s.writer.version = 0
	return exec(ctx, s.writer.st.ownCounters, newOwner())
}
