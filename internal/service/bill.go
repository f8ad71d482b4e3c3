package service

import (
	"context"
	"fmt"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/operations"
)

// Pages compute for users who are signed in. Their work is billed like an operation: according to
// the plan, in units, with a usage row, and only once for the same work.

// Allow returns an error if a plan lacks an operation. holder names the owner of the plan in the
// message, such as "the account".
func (s *Service) Allow(plan meter.Plan, op *operations.Operation, holder string) error {
	if !s.Offers(plan, op) {
		return s.planRequired(op, plan, holder)
	}
	return nil
}

// PageWork is finished work of a page.
type PageWork struct {
	Operation *operations.Operation
	Units     int64
	Of        Digest // digest of the request, so that the same work is billed once
	Duration  time.Duration
}

// claim returns the name of the work's claim. No Idempotency-Key of a caller has this name. If the
// price of a request changes, the request counts as different work.
func (w *PageWork) claim() Digest {
	return claimName(pagesClaims, fmt.Sprintf("%x for %d", w.Of, w.Units))
}

// Billed reports whether a key has been billed for the same work.
func (s *Service) Billed(ctx context.Context, key Key, w *PageWork) (bool, error) {
	known, err := s.meter.Claimed(ctx, key, w.Operation.Name, w.claim(), s.config.Clock())
	if err != nil {
		return false, fmt.Errorf("claimed: %w", &storeError{err})
	}
	return known, nil
}

// Room returns the error that [Service.Bill] would return for a key with that number of used units,
// or nil.
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

// Bill bills a key for work that is finished but not shown yet. If it returns an error other than
// [ErrUncertain], nothing was billed.
func (s *Service) Bill(ctx context.Context, key Key, w *PageWork) error {
	if err := s.Allow(key.Plan, w.Operation, keyHolder); err != nil {
		return err
	}
	now := s.config.Clock()
	quota := quotaOf(s.Limits(key.Plan), now)
	claim := &Claim{Name: w.claim(), Request: w.Of, Response: w.Of, Version: s.config.Version, Expires: now.Add(s.config.ReplayBilled)}
	r, err := s.meter.Record(context.WithoutCancel(ctx), &Computation{
		RequestID: NewRequestID(), Key: key, Operation: w.Operation.Name, Units: w.Units, Quota: quota.Limit, Time: now, Duration: w.Duration, Claim: claim,
	})
	if err != nil {
		return fmt.Errorf("record: %w", &storeError{err})
	}
	switch r.Outcome {
	case Original:
		return nil
	case Replay: // billed before, at this price
		return nil
	case OverQuota:
		quota.Remaining = max(0, quota.Limit-r.Used)
		return quotaExceeded(quota, w.Units, meter.MonthOf(now))
	default:
		return fmt.Errorf("record: request %s has billed this page for another input", r.First.RequestID)
	}
}
