package postgres

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/leasehold-accounting/leasehold/internal/fault"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/usagedb"
)

const recordStatement = `SELECT outcome, used, coalesce(usage_row, 0), usage_hash, coalesce(first_request_id, ''), first_request,
	first_response, coalesce(first_version, '')
	FROM record_computation($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`

// Record implements [service.Store]. If the outcome is unknown, Record returns an error. If the request has no
// Idempotency-Key, it cannot be retried, so its units are refunded.
func (s *Store) Record(ctx context.Context, c *service.Computation) (service.Recorded, error) {
	if err := fault.Point(fault.CommitBefore); err != nil {
		return service.Recorded{}, err
	}
	conn, err := s.acquire(ctx)
	if err != nil {
		return service.Recorded{}, err
	}
	defer conn.Release()
	ctx, cancel := context.WithTimeout(ctx, statementTimeout)
	defer cancel()
	started := s.options.Clock()
	recorded, err := runRecord(ctx, conn, c)
	if observe := s.options.Observe; observe != nil {
		observe(1, s.options.Clock().Sub(started), err != nil)
	}
	if err != nil {
		return service.Recorded{}, s.explainFailure(ctx, c, err)
	}
	_ = fault.Point(fault.CommitAfter) // too late for an error
	return recorded, nil
}

// Claimed implements [service.Store].
func (s *Store) Claimed(ctx context.Context, key service.Key, operation string, claim service.Digest, at time.Time) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, statementTimeout)
	defer cancel()
	return s.Common.Claimed(ctx, key, operation, claim, at)
}

// runRecord runs the statement and reads the complete response, which ends after the commit.
func runRecord(ctx context.Context, q querier, c *service.Computation) (service.Recorded, error) {
	var recorded service.Recorded
	var first service.First
	var receipt service.Receipt
	var outcome int
	err := q.QueryRow(ctx, recordStatement, recordArguments(c)...).Scan(&outcome, &recorded.Used, &receipt.Row, usagedb.Bytes(receipt.Head[:]),
		&first.RequestID, usagedb.Bytes(first.Request[:]), usagedb.Bytes(first.Response[:]), &first.Version)
	if err != nil {
		return recorded, err
	}
	switch outcome {
	case 0:
		recorded.Outcome, recorded.Receipt = service.Original, receipt
	case 1:
		first.Receipt = receipt
		recorded.Outcome, recorded.First = service.Mismatch, &first
		if first.Request == c.Claim.Request {
			recorded.Outcome = service.Replay
		}
	default:
		recorded.Outcome = service.OverQuota
	}
	return recorded, nil
}

func recordArguments(c *service.Computation) []any {
	var name []byte // NULL if there is no claim
	k := c.Claim
	if k == nil {
		k = &service.Claim{Expires: time.Unix(0, 0)}
	} else {
		name = k.Name[:]
	}
	return []any{
		c.RequestID, c.Key.Ref, string(c.Key.Mode), string(c.Key.Plan), c.Operation, int32(c.Units), c.Quota, c.Time.UnixNano(),
		int32(meter.MonthOf(c.Time)), int64(c.Duration), name, k.Request[:], k.Response[:], k.Version, k.Expires.UnixNano(),
	}
}

// explainFailure returns the error for a computation after its statement has failed.
func (s *Store) explainFailure(ctx context.Context, c *service.Computation, err error) error {
	if pg, ok := asServerError(err); ok {
		if isContention(pg) {
			return fmt.Errorf("%w: %w", service.ErrBusy, err)
		}
		return fmt.Errorf("statement: %w", err)
	}
	// The driver may wrongly report a statement as unsent. If it really was unsent, resolving it only adds a
	// row.
	if c.Units > 0 && c.Claim == nil {
		s.doubts.add(ctx, c)
	}
	return fmt.Errorf("the outcome of the commit is unknown: %w", err)
}

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

func refund(ctx context.Context, q querier, requestID string, now *int64) (refunded bool, err error) {
	err = q.QueryRow(ctx, `SELECT refund($1, $2)`, requestID, now).Scan(&refunded)
	return refunded, err
}
