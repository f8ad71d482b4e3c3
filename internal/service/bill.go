package service

import (
	"context"
	"fmt"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/operations"
)

// Work that the console's pages do for signed-in users is billed like a request for an operation: the plan must
// include the operation, and the work costs units and has a usage row. Repeating the same work is free.

// Allow returns an error if the plan does not include op. The argument holder names the plan's owner in
// the error message, such as "the account".
func (s *Service) Allow(plan meter.Plan, op *operations.Operation, holder string) error {
	if !s.Offers(plan, op) {
		return s.planRequired(op, plan, holder)
	}
	return nil
}

// PageWork is work for a page of the console.
type PageWork struct {
	Operation *operations.Operation
	Units     int64
	Of        Digest // digest of the input; repeated work with the same digest is billed once
	Duration  time.Duration
}

// claim returns the name under which the store claims the work. The name differs from every caller's Idempotency-Key,
// and depends on the units so that the same input at another price is billed separately.
func (w *PageWork) claim() Digest {
	return claimName(pagesClaims, fmt.Sprintf("%x for %d", w.Of, w.Units))
}

// Billed reports whether a key has already been billed for the same work.
func (s *Service) Billed(ctx context.Context, key Key, w *PageWork) (bool, error) {
	known, err := s.store.Claimed(ctx, key, w.Operation.Name, w.claim(), s.config.Clock())
	if err != nil {
		return false, fmt.Errorf("claimed: %w", &storeError{err})
	}
	return known, nil
}

// Room returns the error, or nil, that [Service.Bill] would return for a key that has used the
// given number of units in the current month.
func (s *Service) Room(key Key, used int64, w *PageWork) error {
	if err := s.Allow(key.Plan, w.Operation, keyHolder); err != nil {
		return err
	}
	now := s.config.Clock()
	quota := quotaOf(s.Limits(key.Plan), now)
	if quota.Remaining = max(0, quota.Limit-used); w.Units > quota.Remaining {
		return quotaExceeded(quota, w.Units, meter.MonthOf(now))
	}
	return nil
}

// Bill bills work to a key before the page shows the result. If it returns an error other than
// [ErrUncertain], nothing was billed.
func (s *Service) Bill(ctx context.Context, key Key, w *PageWork) error {
	if err := s.Allow(key.Plan, w.Operation, keyHolder); err != nil {
		return err
	}
	now := s.config.Clock()
	quota := quotaOf(s.Limits(key.Plan), now)
	claim := &Claim{Name: w.claim(), Request: w.Of, Response: w.Of, Version: s.config.Version, Expires: now.Add(s.config.ReplayBilled)}
	r, err := s.store.Record(context.WithoutCancel(ctx), &Computation{
		RequestID: NewRequestID(), Key: key, Operation: w.Operation.Name, Units: w.Units, Quota: quota.Limit, Time: now, Duration: w.Duration, Claim: claim,
	})
	if err != nil {
		return fmt.Errorf("record: %w", &storeError{err})
	}
	switch r.Outcome {
	case Original, Replay: // a replay means that the same work was billed before
		return nil
	case OverQuota:
		quota.Remaining = max(0, quota.Limit-r.Used)
		return quotaExceeded(quota, w.Units, meter.MonthOf(now))
	default:
		return fmt.Errorf("record: request %s was already billed for this page with a different input", r.First.RequestID)
	}
}
