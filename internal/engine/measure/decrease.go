package measure

import (
	"math/big"

	"github.com/leasehold-accounting/leasehold/internal/engine/months"
	"github.com/leasehold-accounting/leasehold/internal/engine/owed"
	"github.com/leasehold-accounting/leasehold/internal/pv"
	"github.com/leasehold-accounting/leasehold/lease"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/schedule"
	"github.com/leasehold-accounting/leasehold/standard"
)

// scope is the portion of the lease that a modification retains (METHOD 13.6), with the carrying
// amounts before the modification.
type scope struct {
	liability, asset money.Amount // at the end of the preceding day

	decreases   bool
	byLiability bool         // the asset decreases in proportion to the liability
	assetKept   bool         // see [Deviations]
	share       uint64       // share of the leased asset that is retained, in units of 10^−17
	retained    money.Amount // L1: the liability of the retained scope
	left        *big.Rat     // M: remaining months of the asset
	timed       bool         // the retained share of the asset also decreases with the remaining months
}

// scope returns the portion of the lease that event e retains.
func (at *standing) scope(e *lease.Event, b *carrying, o Deviations) *scope {
	c := &scope{liability: b.liability, asset: b.asset, assetKept: o.AssetKept, share: owed.WholeShare}
	if e.Type != standard.Modification {
		return c
	}
	if e.RetainedShare.Set {
		c.share, _ = e.RetainedShare.Value.Units64(money.RatePlaces) // at most 10^17
	}
	c.timed = at.lease.Standard.Rules().Choices.ShorterIsDecrease
	shorter := c.timed && e.TermMonths.Set && e.TermMonths.Value < at.segment.TermMonths
	c.decreases = shorter || c.share < owed.WholeShare
	if !c.decreases {
		return c
	}
	c.byLiability = e.Proportion.Value == lease.ByLiability
	c.left = at.segment.monthsLeft(b)
	c.retained = b.liability.Prorate(c.share, owed.WholeShare)
	if shorter {
		c.retained = at.shortened(e, c.share, o)
	}
	return c
}

// monthsLeft returns the remaining months of the segment, capped at the remaining months of
// amortization of the asset.
func (s *Segment) monthsLeft(b *carrying) *big.Rat {
	limit := s.amortized
	if months.Fewer(s.Months, limit) {
		limit = s.Months
	}
	left := months.Minus(limit, b.months)
	if left.Sign() < 0 {
		return new(big.Rat)
	}
	return left
}

// shortened returns a share of V, or 0 if V is negative. V is the present value, at the rate
// before the event, of the rents and one-off payments of the earlier terms to the new end,
// excluding the guarantee and the option price.
func (at *standing) shortened(e *lease.Event, share uint64, o Deviations) money.Amount {
	p := at.measured.ShortenedTo(e.TermMonths.Value, e.Date).Payments(e.Date, owed.Options{
		Convention: pv.Convention(at.lease.Discounting()), Rate: at.lease.Rate(), Until: e.Date, ClosingDayEarlier: o.ClosingDayEarlier,
	})
	p.Flows.Measure()
	return p.Flows.Scaled(share, owed.WholeShare)
}

// carry returns the asset after an event that remeasured the liability at the given amount, and
// fills in the details of the event. after is the number of remaining months of the term.
func (c *scope) carry(l *lease.Lease, e *lease.Event, liability money.Amount, after *big.Rat, result *schedule.EventResult) money.Amount {
	asset, from := c.asset, c.liability
	result.Decrease = c.decreases
	switch {
	case c.decreases && (!c.byLiability || liability.Cmp(c.liability) >= 0):
		result.RetainedShare = c.retainedShare(after)
		asset, from = c.asset.MulDiv(result.RetainedShare.Num(), result.RetainedShare.Denom()), c.retained
		result.LiabilityDerecognized = c.liability.Sub(from)
		result.RouAssetDerecognized = c.asset.Sub(asset)
		result.GainOrLoss = result.LiabilityDerecognized.Sub(result.RouAssetDerecognized)
	case c.decreases:
		result.Proportion = lease.ByLiability
		removed := c.liability.Sub(liability)
		if !c.assetKept {
			asset = c.asset.Sub(ShareOf(c.asset, removed, c.liability))
		}
		result.LiabilityDerecognized = removed
		result.RouAssetDerecognized = c.asset.Sub(asset)
		result.GainOrLoss = removed.Sub(result.RouAssetDerecognized)
		from = liability
	}
	asset = remeasureAsset(result, asset, from, liability)
	result.InitialDirectCosts, result.LeaseIncentives = l.Amount(e.InitialDirectCosts), l.Amount(e.LeaseIncentives)
	costs := result.InitialDirectCosts.Sub(result.LeaseIncentives)
	result.RouAssetRemeasured = result.RouAssetRemeasured.Add(costs)
	return asset.Add(costs)
}

// retainedShare returns the share of the asset that is retained, q in METHOD 13.6. after is the
// number of remaining months of the term.
func (c *scope) retainedShare(after *big.Rat) *big.Rat {
	if c.assetKept {
		return big.NewRat(1, 1)
	}
	q := big.NewRat(int64(c.share), owed.WholeShare)
	if !c.timed || c.left.Sign() == 0 || !months.Fewer(after, c.left) {
		return q
	}
	return q.Mul(q, after).Quo(q, c.left)
}

// remeasureAsset adjusts the asset by a remeasurement of the liability. If the liability
// decreases by more than the asset, the excess is a gain (METHOD 13.5; 842-20-35-4, IFRS 16.39).
func remeasureAsset(r *schedule.EventResult, asset, from, to money.Amount) money.Amount {
	r.LiabilityRemeasured = to.Sub(from)
	after := asset.Add(r.LiabilityRemeasured)
	if r.LiabilityRemeasured.Sign() < 0 {
		least := money.Min(asset, money.Amount{})
		r.Floored = least.Sub(after).NotNegative()
		r.GainOrLoss = r.GainOrLoss.Add(r.Floored)
		after = after.Add(r.Floored)
	}
	r.RouAssetRemeasured = after.Sub(asset)
	return after
}

// ShareOf returns a × part / whole in minor units; whole is not 0.
func ShareOf(a, part, whole money.Amount) money.Amount {
	if whole.Sign() < 0 {
		part, whole = part.Neg(), whole.Neg()
	}
	return a.MulDiv(part.Big(), whole.Big())
}
