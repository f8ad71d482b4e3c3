package books

import (
	"math/big"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/exchange"
	"github.com/leasehold-accounting/leasehold/internal/engine/measure"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/schedule"
)

// taxBasesAt returns the tax bases as of a date.
func taxBasesAt(v *measure.Life, day civil.Date) (t schedule.TaxBases) {
	l := &v.Lease
	if day.Before(l.Start()) || l.Exempt() {
		return t
	}
	at := 0
	for at+1 < len(v.Segments) && !day.Before(v.Segments[at+1].Start) {
		at++
	}
	if n := len(v.Segments[at].Periods); n == 0 || v.Segments[at].Periods[n-1].Last.Before(day) {
		return t
	}
	converted := func(a money.Amount, rate strict.Optional[money.Decimal]) money.Amount {
		switch {
		case !l.Foreign():
			return a
		case !rate.Set:
			return money.Amount{}
		}
		return exchange.NewConversion(rate.Value, l.Currency, l.FunctionalCurrency).Of(a)
	}
	costs := func(direct, incentives money.Amount, rate strict.Optional[money.Decimal]) *big.Rat {
		return new(big.Rat).SetInt(converted(direct, rate).Sub(converted(incentives, rate)).Big())
	}
	t.Restoration = converted(l.Amount(l.RestorationCost), l.ExchangeRate)
	left := costs(l.Amount(l.InitialDirectCosts), l.Amount(l.LeaseIncentives), l.ExchangeRate)
	for i := range v.Segments[:at+1] {
		s := &v.Segments[i]
		if i > 0 {
			e := &v.Events[s.Event]
			left.Mul(left, portionRetained(e))
			left.Add(left, costs(e.InitialDirectCosts, e.LeaseIncentives, l.Events[s.Event].ExchangeRate))
		}
		until := day
		if i < at {
			until = v.Segments[i+1].Start.Prev()
		}
		if all := s.TermLeft(s.Start.Prev()); all.Sign() > 0 {
			left.Mul(left, all.Quo(s.TermLeft(until), all))
		}
	}
	t.Costs = money.FromBig(roundRat(left))
	return t
}

// portionRetained returns the portion of the asset that an event leaves.
func portionRetained(e *schedule.EventResult) *big.Rat {
	switch {
	case e.RetainedShare != nil:
		return e.RetainedShare
	case e.LiabilityDerecognized.IsZero():
		return big.NewRat(1, 1)
	}
	gone := new(big.Rat).SetFrac(e.LiabilityDerecognized.Big(), e.LiabilityBefore.Big())
	return gone.Sub(big.NewRat(1, 1), gone)
}
