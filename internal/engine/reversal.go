package engine

import (
	"context"
	"slices"

	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
)

// reverse writes the asset up after an impairment, at most to its carrying amount without
// impairments (METHOD 30.6). A negative asset is not written up.
func (at *standing) reverse(ctx context.Context, i int, b *carrying, o measureOptions, place *strict.Place, result *EventResult) error {
	e := &at.lease.Events[i]
	impaired := func(of Event) bool { return of.Type == Impairment && !at.lease.Amount(of.ImpairmentLoss).IsZero() }
	if !slices.ContainsFunc(at.lease.Events[:i], impaired) {
		var f strict.Faults
		f.Add(place, "type", "impairment_reversal requires an impairment event with a loss before it")
		return f.Err()
	}
	unimpaired, err := at.unimpaired(ctx, i, o)
	if err != nil {
		return err
	}
	most := unimpaired.last.segment.before(e.Date).asset
	result.AmountReversed = at.lease.Amount(e.Amount)
	rise := result.AmountReversed
	if room := most.Sub(b.asset); room.Cmp(rise) < 0 {
		rise = room
	}
	if rise.Sign() < 0 || most.Sign() <= 0 {
		rise = money.Amount{}
	}
	at.writeDown(i, b, rise.Neg())
	result.Treatment, result.ImpairmentLoss, result.RouAssetAfter = Reversed, rise.Neg(), at.segment.RouAsset
	result.unimpaired = unimpaired
	return nil
}

// unimpaired measures the lease through the event before event i without the losses of its
// impairments.
func (at *standing) unimpaired(ctx context.Context, i int, o measureOptions) (*life, error) {
	l := *at.stated
	l.Events = slices.Clone(l.Events[:i])
	for k := range l.Events {
		if e := &l.Events[k]; e.Type == Impairment || e.Type == ImpairmentReversal {
			e.Type, e.ImpairmentLoss, e.Amount = Impairment, Some(money.Decimal{}), Optional[money.Decimal]{}
		}
	}
	return measureLife(ctx, &l, o)
}

// reversedAbroad returns the reversal in functional currency, as a negative loss: the same
// share of the functional asset without impairments.
func (e *EventResult) reversedAbroad() money.Amount {
	v := e.unimpaired
	own := v.last.segment.before(e.Date).asset
	t := v.functional()
	asset := t.asset(e.Date.Prev(), own)
	if n := len(t.own.Events); n > 0 && t.own.Events[n-1].Date == e.Date {
		asset = t.anchors[len(t.anchors)-1].asset
	}
	return shareOf(asset, e.ImpairmentLoss, own)
}
