package engine

import (
	"math/big"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/exchange"
	"github.com/leasehold-accounting/leasehold/money"
)

// TaxBases are the amounts of a lease, in functional currency, that deferred tax needs next
// to its balances (METHOD 30.2). They are 0 while the lease is not in the books.
type TaxBases struct {
	Restoration money.Amount // the restoration provision at its amount at commencement
	Costs       money.Amount // direct costs less incentives, unamortized for tax
}

// taxBases returns the tax bases at the end of a day.
func (v *life) taxBases(day civil.Date) (t TaxBases) {
	l := &v.Lease
	if day.Before(l.Start()) || l.Exempt() {
		return t
	}
	at := 0
	for at+1 < len(v.segments) && !day.Before(v.segments[at+1].Start) {
		at++
	}
	if n := len(v.segments[at].Periods); n == 0 || v.segments[at].Periods[n-1].Last.Before(day) {
		return t
	}
	turned := func(a money.Amount, rate Optional[money.Decimal]) money.Amount {
		switch {
		case !l.Foreign():
			return a
		case !rate.Set:
			return money.Amount{}
		}
		return exchange.NewConversion(rate.Value, l.Currency, l.FunctionalCurrency).Of(a)
	}
	costs := func(direct, incentives money.Amount, rate Optional[money.Decimal]) *big.Rat {
		return new(big.Rat).SetInt(turned(direct, rate).Sub(turned(incentives, rate)).Big())
	}
	t.Restoration = turned(l.Amount(l.RestorationCost), l.ExchangeRate)
	left := costs(l.Amount(l.InitialDirectCosts), l.Amount(l.LeaseIncentives), l.ExchangeRate)
	for i := range v.segments[:at+1] {
		s := &v.segments[i]
		if i > 0 {
			e := &v.Events[s.Event]
			left.Mul(left, e.portionRetained())
			left.Add(left, costs(e.InitialDirectCosts, e.LeaseIncentives, l.Events[s.Event].ExchangeRate))
		}
		until := day
		if i < at {
			until = v.segments[i+1].Start.Prev()
		}
		if all := s.termLeft(s.Start.Prev()); all.Sign() > 0 {
			left.Mul(left, all.Quo(s.termLeft(until), all))
		}
	}
	t.Costs = money.FromBig(roundRat(left))
	return t
}

// portionRetained returns the portion of the asset that an event leaves.
func (e *EventResult) portionRetained() *big.Rat {
	switch {
	case e.RetainedShare != nil:
		return e.RetainedShare
	case e.LiabilityDerecognized.IsZero():
		return big.NewRat(1, 1)
	}
	gone := new(big.Rat).SetFrac(e.LiabilityDerecognized.Big(), e.LiabilityBefore.Big())
	return gone.Sub(big.NewRat(1, 1), gone)
}
