package service

import (
	"context"
	"fmt"
	"iter"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/meter"
)

// Usage yields the rows of the usage log, newest first.
func (s *Service) Usage(ctx context.Context, q UsageQuery) iter.Seq2[UsageRow, error] {
	return s.usage.Usage(ctx, q)
}

// Totals sums the usage of a month by key. The zero month means the current month.
func (s *Service) Totals(ctx context.Context, q UsageQuery) ([]Total, error) {
	if q.Month == 0 {
		q.Month = meter.MonthOf(s.config.Clock())
	}
	return s.usage.Totals(ctx, q)
}

// Refund gives back the units of a request. It returns [ErrNotRefundable].
func (s *Service) Refund(ctx context.Context, requestID string) error {
	if !IsID(requestID) {
		return ErrNotRefundable
	}
	return s.usage.Refund(ctx, requestID)
}

// Check compares counters, usage log and replay records, and proves heads.
func (s *Service) Check(ctx context.Context, heads ...Head) (Checked, error) {
	return s.upkeep.Check(ctx, heads...)
}

// Ping returns an error if no computation can be recorded now.
func (s *Service) Ping(ctx context.Context) error { return s.upkeep.Ping(ctx) }

// sweepRest is the pause after a step of a sweep, as a multiple of the step's duration. A long
// sweep therefore uses a fifth of the store's time.
const sweepRest = 4

// Sweep removes expired data in small steps, so that computations are recorded between them. It
// does not trust a clock that leaps.
func (s *Service) Sweep(ctx context.Context) error {
	for {
		started := time.Now() //nolint:forbidigo // a duration; the service's clock may jump
		more, err := s.upkeep.Sweep(ctx, s.config.UsageMonths)
		if err != nil {
			return fmt.Errorf("sweep: %w", err)
		}
		if !more {
			return nil
		}
		rest := time.NewTimer(sweepRest * time.Since(started))
		select {
		case <-rest.C:
		case <-ctx.Done():
			rest.Stop()
			return ctx.Err()
		}
	}
}

// TrustClock lets all sweeps trust the current time of the store's clock.
func (s *Service) TrustClock(ctx context.Context) error { return s.upkeep.TrustClock(ctx) }
