package engine

import (
	"context"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/money"
)

// Balances are the amounts of a lease in the books at the end of a day, in minor units of
// its currency (METHOD 14.6). They are 0 before commencement and after the end of the lease.
type Balances struct {
	Date              civil.Date
	Liability         money.Amount // including accrued interest
	AccruedInterest   money.Amount // part of the current liability
	RouAsset          money.Amount
	CurrentLiability  money.Amount
	LongTermLiability money.Amount
}

// balancesAt returns the balances of a valid lease at the end of a day. They are the closing
// balances of a report that ends on that day, so events after the day have no effect.
func balancesAt(ctx context.Context, l *Lease, day civil.Date) (*Balances, error) {
	f, err := spanFigures(ctx, l, Span{From: day, To: day, InLeaseCurrency: true})
	if err != nil {
		return nil, err
	}
	return &Balances{
		Date: day, Liability: f.Of(figure.LiabilityClosing), AccruedInterest: f.Of(figure.AccruedInterest), RouAsset: f.Of(figure.AssetClosing),
		CurrentLiability: f.Of(figure.CurrentLiability), LongTermLiability: f.Of(figure.LongTermLiability),
	}, nil
}
