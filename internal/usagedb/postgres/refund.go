package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/leasehold-accounting/leasehold/internal/service"
)

// Refund implements [service.Store].
func (s *Store) Refund(ctx context.Context, requestID string) error {
	return s.transact(ctx, func(tx pgx.Tx) error {
		refunded, err := refund(ctx, tx, requestID, s.now())
		if err == nil && !refunded {
			err = service.ErrNotRefundable
		}
		return err
	})
}

// refund refunds the units of a request and reports whether it was billed.
func refund(ctx context.Context, q querier, requestID string, now *int64) (refunded bool, err error) {
	err = q.QueryRow(ctx, `SELECT refund($1, $2)`, requestID, now).Scan(&refunded)
	return refunded, err
}
