package service

import (
	"context"
	"fmt"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/meter"
)

// Totals returns the usage of a month for each key. Month 0 means the current month.
func (s *Service) Totals(ctx context.Context, q UsageQuery) ([]Total, error) {
	if q.Month == 0 {
		q.Month = meter.MonthOf(s.config.Clock())
	}
	return s.store.Totals(ctx, q)
}

// Refund refunds the units of a request. It returns [ErrNotRefundable].
func (s *Service) Refund(ctx context.Context, requestID string) error {
	if !IsID(requestID) {
		return ErrNotRefundable
	}
	return s.store.Refund(ctx, requestID)
}

// sweepRest is the pause after a step of a sweep, divided by the duration of the step. With a value
// of 4, a long sweep uses a fifth of the store's time.
const sweepRest = 4

// Sweep removes expired data in small steps with pauses, so that computations are recorded between
// the steps. It does not trust a sudden large advance of the clock.
func (s *Service) Sweep(ctx context.Context) error {
	for {
		started := time.Now() //nolint:forbidigo // used only for a duration, for which the service's clock is unsuitable because it may jump
		more, err := s.store.Sweep(ctx, s.config.UsageMonths)
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
