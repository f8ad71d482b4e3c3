package leasehold

import (
	"math/big"

	"github.com/leasehold-accounting/leasehold/money"
)

// change is what an event that measures found: the carrying amounts, and what a
// decrease of scope takes away before the rest is measured (METHOD 13.6).
type change struct {
	liability, asset money.Amount // the evening before
	decrease         bool
	byLiability      bool
	share            *big.Rat     // of what is leased that is retained
	kept             money.Amount // L1: the liability that stays with it
	left             *big.Rat     // M: months left before
	timed            bool         // the share of the asset that stays falls with the months left, too
}

// newChange looks at an event before it changes anything.
func (v *life) newChange(e *Event, s *segment, b *evening) *change {
	c := &change{liability: b.liability, asset: b.asset}
	rules := v.now.Standard.rules()
	if e.Type != Modification {
		return c
	}
	c.share = big.NewRat(1, 1)
	if e.RetainedShare.Set {
		c.share = new(big.Rat).Sub(onePlus(e.RetainedShare.Value), c.share)
	}
	c.timed = rules.shorterIsDecrease
	shorter := rules.shorterIsDecrease && e.TermMonths.Set && e.TermMonths.Value < s.term
	c.decrease = shorter || c.share.Cmp(big.NewRat(1, 1)) < 0
	if !c.decrease {
		return c
	}
	c.byLiability = e.Proportion.Value == ByLiability
	c.left = v.monthsLeft(s, b)
	c.kept = b.liability.MulDiv(c.share.Num(), c.share.Denom())
	if shorter {
		c.kept = v.shortened(e, c.share)
	}
	return c
}

// monthsLeft returns the months left of the segment, at most those left of the
// time over which its asset is amortized.
func (v *life) monthsLeft(s *segment, b *evening) *big.Rat {
	happened := s.happened(b)
	term := sumMonths(s.rows)
	over := s.amortized
	if over == nil { // commencement
		over = big.NewRat(int64(v.now.amortizationMonths()), 1)
	}
	left := term.Sub(term, happened)
	if of := new(big.Rat).Sub(over, happened); of.Cmp(left) < 0 {
		left = of
	}
	if left.Sign() < 0 {
		left.SetInt64(0)
	}
	return left
}

// shortened returns a share of V: the present value at the old rate of the rents
// and single payments measured before the event, with the new end in place of the
// old, without guarantee and option price; at least 0.
func (v *life) shortened(e *Event, share *big.Rat) money.Amount {
	var c contract
	c.copy(&v.measured)
	c.months = e.TermMonths.Value
	c.lapse(e.Date, &v.rents)
	c.terminal = money.Amount{}
	m := v.liability()
	m.begin(v.now.discounting(), v.now.rate())
	lay := layout{rents: &v.rents, liability: m, early: v.early}
	lay.lay(nil, &c, e.Date, false)
	// What is received may exceed what is owed here, which the fixed-point balances
	// do not take.
	if !m.referee().owed(0, -1) {
		return money.Amount{}
	}
	return m.referee().scaled(0, share)
}

// carry returns the asset after an event that measured the liability at a new
// amount, and notes how it came about. after are the months left of the term.
func (c *change) carry(l *Lease, e *Event, liability money.Amount, after *big.Rat, result *EventResult) money.Amount {
	asset, from := c.asset, c.liability
	byAsset := c.decrease && (!c.byLiability || liability.Cmp(c.liability) >= 0)
	result.Decrease = c.decrease
	switch {
	case byAsset:
		q := c.quotient(after)
		asset, from = c.asset.MulDiv(q.Num(), q.Denom()), c.kept
		result.LiabilityDerecognized = c.liability.Sub(from)
		result.RouAssetDerecognized = c.asset.Sub(asset)
		result.GainOrLoss = result.LiabilityDerecognized.Sub(result.RouAssetDerecognized)
	case c.decrease:
		result.Proportion = ByLiability
		gone := c.liability.Sub(liability)
		asset = c.asset.Sub(c.asset.MulDiv(gone.Big(), c.liability.Big()))
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

// quotient returns q: the share of the asset that stays. after are the months
// left of the term.
func (c *change) quotient(after *big.Rat) *big.Rat {
	q := new(big.Rat).Set(c.share)
	if !c.timed || c.left.Sign() == 0 || after.Cmp(c.left) >= 0 {
		return q
	}
	q.Mul(q, after)
	return q.Quo(q, c.left)
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
