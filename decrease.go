package leasehold

import (
	"math/big"

	"github.com/leasehold-accounting/leasehold/internal/pv"
	"github.com/leasehold-accounting/leasehold/money"
)

// change is what an event that measures found: the carrying amounts, and what a
// decrease of scope takes away before the rest is measured (METHOD 13.6).
type change struct {
	liability, asset money.Amount // at the end of the previous day
	decrease         bool
	byLiability      bool
	assetKept        bool         // see [Workspace.AssetKept]
	share            uint64       // of what is leased that is retained, in units of 10^−17
	kept             money.Amount // L1: the liability that stays with it
	left             monthCount   // M: months left before
	timed            bool         // the share of the asset that stays falls with the months left, too
}

// newChange looks at an event before it changes anything.
func (v *life) newChange(e *Event, s *segment, b *carrying) *change {
	c := &change{liability: b.liability, asset: b.asset, assetKept: v.assetKept}
	rules := v.now.Standard.rules()
	if e.Type != Modification {
		return c
	}
	c.share = wholeShare
	if e.RetainedShare.Set {
		c.share, _ = e.RetainedShare.Value.Units64(money.RatePlaces) // at most 10^17
	}
	c.timed = rules.shorterIsDecrease
	shorter := rules.shorterIsDecrease && e.TermMonths.Set && e.TermMonths.Value < s.term
	c.decrease = shorter || c.share < wholeShare
	if !c.decrease {
		return c
	}
	c.byLiability = e.Proportion.Value == ByLiability
	c.left = v.monthsLeft(s, b)
	c.kept = b.liability.Prorate(c.share, wholeShare)
	if shorter {
		c.kept = v.shortened(e, c.share)
	}
	return c
}

// monthsLeft returns the months left of the segment, at most those left of the
// time over which its asset is amortized.
func (v *life) monthsLeft(s *segment, b *carrying) monthCount {
	over := s.amortized
	if s.months.less(over) {
		over = s.months
	}
	left := over.minus(s.happened(b))
	if left.sign() < 0 {
		return wholeMonths(0)
	}
	return left
}

// shortened returns a share of V: the present value at the old rate of the rents
// and single payments measured before the event, with the new end in place of the
// old, without guarantee and option price; at least 0.
func (v *life) shortened(e *Event, share uint64) money.Amount {
	key := shortKey{share, v.last().rate, pv.Convention(v.now.discounting()), v.closingDayEarlier}
	amount, known := v.trail.shortened(key)
	if !known {
		amount = v.valueShortened(e, share)
	}
	v.trail.short = short{true, key, amount}
	return amount
}

func (v *life) valueShortened(e *Event, share uint64) money.Amount {
	c := &v.shorter
	c.copyUntil(&v.measured, e.TermMonths.Value)
	c.lapse(e.Date, &v.rents)
	m := v.liability()
	m.BeginLike(v.last().liability)
	lay := layout{rents: &v.rents, liability: m, closingDayEarlier: v.closingDayEarlier, cut: e}
	v.asBefore(&lay, c.periods.within(c.months)-1)
	v.sheet = lay.lay(v.sheet[:v.kept], c, e.Date, false)
	m.Measure()
	defer v.release(m)
	return m.Scaled(share, wholeShare)
}

// carry returns the asset after an event that measured the liability at a new
// amount, and notes how it came about. after are the months left of the term.
func (c *change) carry(l *Lease, e *Event, liability money.Amount, after monthCount, result *EventResult) money.Amount {
	asset, from := c.asset, c.liability
	byAsset := c.decrease && (!c.byLiability || liability.Cmp(c.liability) >= 0)
	result.Decrease = c.decrease
	switch {
	case byAsset:
		result.kept = c.retained(after)
		asset, from = c.asset.MulDiv(result.kept.Num(), result.kept.Denom()), c.kept
		result.LiabilityDerecognized = c.liability.Sub(from)
		result.RouAssetDerecognized = c.asset.Sub(asset)
		result.GainOrLoss = result.LiabilityDerecognized.Sub(result.RouAssetDerecognized)
	case c.decrease:
		result.Proportion = ByLiability
		gone := c.liability.Sub(liability)
		if !c.assetKept {
			asset = c.asset.Sub(shareOf(c.asset, gone, c.liability))
		}
		result.LiabilityDerecognized = gone
		result.RouAssetDerecognized = c.asset.Sub(asset)
		result.GainOrLoss = gone.Sub(result.RouAssetDerecognized)
		from = liability
	}
	asset = result.remeasure(asset, from, liability)
	result.InitialDirectCosts, result.LeaseIncentives = l.amount(e.InitialDirectCosts), l.amount(e.LeaseIncentives)
	costs := result.InitialDirectCosts.Sub(result.LeaseIncentives)
	result.RouAssetRemeasured = result.RouAssetRemeasured.Add(costs)
	return asset.Add(costs)
}

// retained returns the share of the asset that stays: q of METHOD 13.6. after are the
// months left of the term.
func (c *change) retained(after monthCount) *big.Rat {
	if c.assetKept {
		return big.NewRat(1, 1)
	}
	q := big.NewRat(int64(c.share), wholeShare)
	if !c.timed || c.left.sign() == 0 || !after.less(c.left) {
		return q
	}
	return q.Mul(q, after.exact()).Quo(q, c.left.exact())
}

// remeasure carries an asset over as the liability is measured at a new amount.
// Where the liability falls by more than there is asset, the rest is a gain
// (METHOD 13.5; 842-20-35-4, IFRS 16.39).
func (r *EventResult) remeasure(asset, from, to money.Amount) money.Amount {
	r.LiabilityRemeasured = to.Sub(from)
	after := asset.Add(r.LiabilityRemeasured)
	if r.LiabilityRemeasured.Sign() < 0 && after.Sign() < 0 {
		floor := money.Amount{}
		if asset.Sign() < 0 {
			floor = asset
		}
		if after.Cmp(floor) < 0 {
			r.Floored = floor.Sub(after)
			r.GainOrLoss = r.GainOrLoss.Add(r.Floored)
			after = floor
		}
	}
	r.RouAssetRemeasured = after.Sub(asset)
	return after
}
