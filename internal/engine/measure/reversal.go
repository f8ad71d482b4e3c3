package measure

import (
	"context"
	"slices"

	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/lease"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/schedule"
	"github.com/leasehold-accounting/leasehold/standard"
)

// reverse writes the asset up after an impairment, at most to the carrying amount that it would
// have without impairments (METHOD 13.9). It does not write up a negative asset.
func (at *standing) reverse(ctx context.Context, i int, b *carrying, o Deviations, place *strict.Place, result *schedule.EventResult) error {
	e := &at.lease.Events[i]
	impaired := func(of lease.Event) bool {
		return of.Type == standard.Impairment && !at.lease.Amount(of.ImpairmentLoss).IsZero()
	}
	if !slices.ContainsFunc(at.lease.Events[:i], impaired) {
		var f strict.Faults
		f.Add(place, "type", "impairment_reversal requires an impairment event with a loss before it")
		return f.Err()
	}
	unimpaired, err := at.unimpaired(ctx, i, o)
	if err != nil {
		return err
	}
	most := unimpaired.AssetBefore(e.Date)
	result.AmountReversed = at.lease.Amount(e.Amount)
	rise := money.Min(result.AmountReversed, most.Sub(b.asset)).NotNegative()
	if most.Sign() <= 0 {
		rise = money.Amount{}
	}
	at.writeDown(i, b, rise.Neg())
	result.Treatment, result.ImpairmentLoss, result.RouAssetAfter = schedule.Reversed, rise.Neg(), at.segment.RouAsset
	at.segment.Unimpaired = unimpaired
	return nil
}

// unimpaired measures the lease up to event i without impairment losses.
func (at *standing) unimpaired(ctx context.Context, i int, o Deviations) (*Life, error) {
	l := *at.stated
	l.Events = slices.Clone(l.Events[:i])
	for k := range l.Events {
		if e := &l.Events[k]; e.Type == standard.Impairment || e.Type == standard.ImpairmentReversal {
			e.Type, e.ImpairmentLoss, e.Amount = standard.Impairment, strict.Some(money.Decimal{}), strict.Optional[money.Decimal]{}
		}
	}
	return Of(ctx, &l, o)
}
