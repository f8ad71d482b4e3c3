package books

import (
	"context"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/lease"
	"github.com/leasehold-accounting/leasehold/schedule"
)

// BalancesAt returns the balances of a valid lease as of a date. They are the closing
// balances of a report that ends on that date, so later events have no effect.
func BalancesAt(ctx context.Context, l *lease.Lease, day civil.Date) (*schedule.Balances, error) {
	f, err := MeasureSpan(ctx, l, schedule.Span{From: day, To: day, InLeaseCurrency: true})
	if err != nil {
		return nil, err
	}
	return &schedule.Balances{
		Date: day, Liability: f.Of(figure.LiabilityClosing), AccruedInterest: f.Of(figure.AccruedInterest), RouAsset: f.Of(figure.AssetClosing),
		CurrentLiability: f.Of(figure.CurrentLiability), LongTermLiability: f.Of(figure.LongTermLiability),
	}, nil
}
