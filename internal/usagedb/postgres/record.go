package postgres

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/leasehold-accounting/leasehold/internal/fault"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

const settleStatement = `SELECT outcome, used, coalesce(first_request_id, ''), coalesce(first_version, 0), first_fingerprint,
	first_lease, first_stored FROM settle($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`

// Record implements [service.Store]. An unknown outcome is an error like any
// other: the caller is told of a failure, and where no retry can find the
// charge by an idempotency key, its units are taken back in time.
func (s *Store) Record(ctx context.Context, c *service.Computation) (service.Recorded, error) {
	if err := fault.Point(fault.CommitBefore); err != nil {
		return service.Recorded{}, err
	}
	conn, err := s.acquire(ctx)
	if err != nil {
		return service.Recorded{}, err
	}
	if answerFirst {
		return s.settleLater(ctx, conn, c)
	}
	defer conn.Release()
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	started := s.options.Clock()
	done, err := settle(ctx, conn, c)
	if observe := s.options.Observe; observe != nil {
		observe(1, s.options.Clock().Sub(started), err != nil)
	}
	if err != nil {
		return service.Recorded{}, s.failed(ctx, c, err)
	}
	_ = fault.Point(fault.CommitAfter) // too late for an error
	return done, nil
}

// settle runs the statement to the end of the database's answer: only then has
// it committed.
func settle(ctx context.Context, q querier, c *service.Computation) (service.Recorded, error) {
	var done service.Recorded
	var first service.StoredAnswer
	var sum []byte
	var outcome int
	err := q.QueryRow(ctx, settleStatement, arguments(c)...).Scan(&outcome, &done.Used, &first.RequestID,
		&first.Fingerprint.Version, &sum, &first.Lease, &first.Stored)
	if err != nil {
		return done, err
	}
	switch outcome {
	case 0:
		done.Outcome = service.Original
	case 1:
		copy(first.Fingerprint.Sum[:], sum)
		done.Outcome, done.First = service.Mismatch, &first
		if first.Fingerprint == c.Claim.Fingerprint {
			done.Outcome = service.Replay
		}
	default:
		done.Outcome = service.OverQuota
	}
	return done, nil
}

func arguments(c *service.Computation) []any {
	var key *string
	k := c.Claim
	if k == nil {
		k = &service.Claim{Expires: time.Unix(0, 0)}
	} else {
		key = &k.IdempotencyKey
	}
	return []any{
		c.RequestID, c.Key.Ref, c.Operation.String(), int16(c.Units), c.Quota, c.Time.UnixNano(),
		int32(meter.MonthOf(c.Time)), int64(c.Duration), key, int32(k.Fingerprint.Version), k.Fingerprint.Sum[:], k.Lease,
		k.Stored, k.Expires.UnixNano(),
	}
}

// failed returns what became of a charge whose statement gave err.
func (s *Store) failed(ctx context.Context, c *service.Computation, err error) error {
	if pg, ok := refused(err); ok {
		if busy(pg) {
			return fmt.Errorf("%w: %w", service.ErrBusy, err)
		}
		return fmt.Errorf("statement: %w", err)
	}
	// Whether anything was sent is not asked: a driver can be wrong about it,
	// and to settle a doubt that was none costs one row.
	if c.Units > 0 && c.Claim == nil && !leaveDoubts {
		s.doubts.add(ctx, c)
	}
	return fmt.Errorf("the outcome of the commit is unknown: %w", err)
}

// settleLater is the control build's: it answers first and commits afterwards.
func (s *Store) settleLater(ctx context.Context, conn *pgxpool.Conn, c *service.Computation) (service.Recorded, error) {
	tx, err := conn.Begin(ctx)
	if err != nil {
		conn.Release()
		return service.Recorded{}, err
	}
	done, err := settle(ctx, tx, c)
	go func(tx pgx.Tx) {
		defer conn.Release()
		time.Sleep(controlPause)
		_ = tx.Commit(context.WithoutCancel(ctx)) // nobody waits for it, which is the point
	}(tx)
	return done, err
}
