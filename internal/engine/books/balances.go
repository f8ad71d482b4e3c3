package books

import (
	"context"
	"math/big"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/exchange"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/internal/engine/measure"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/lease"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/schedule"
)

// BalancesAt returns the balances of a valid lease as of a date. They equal the closing balances
// of a report that ends on that date, so later events have no effect.
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
	t.Costs = money.FromBig(money.QuoRound(left.Num(), left.Denom()))
	return t
}

// portionRetained returns the share of the asset that remains after an event.
func portionRetained(e *schedule.EventResult) *big.Rat {
	switch {
	case e.RetainedShare != nil:
		return e.RetainedShare
	case e.LiabilityDerecognized.IsZero():
		return big.NewRat(1, 1)
	}
	removed := new(big.Rat).SetFrac(e.LiabilityDerecognized.Big(), e.LiabilityBefore.Big())
	return removed.Sub(big.NewRat(1, 1), removed)
}

// LeaseYears returns the lease years of a measured lease.
func LeaseYears(v *measure.Life) (years []schedule.LeaseYear) {
	m, l := &v.Measurement, &v.Lease
	w := walker{m: m, segments: v.Segments, books: books{undivided: true}}
	var before books
	last := m.Schedule[len(m.Schedule)-1].Last
	for {
		n := len(years) + 1
		end := l.Start().AddMonths(12 * n).Prev()
		if last.Before(end) && !l.EndedEarly() {
			end = last // the term ends within the year; the year shows the same remaining asset as the last row
		}
		after := w.to(end)
		var v figure.Vector
		v.Between(&before.Vector, &after.Vector)
		years = append(years, schedule.LeaseYear{
			Year:           n,
			Payments:       v.Of(figure.LiabilityPayments),
			Interest:       v.Of(figure.LiabilityInterest),
			Amortization:   v.Of(figure.AssetAmortization),
			LeaseExpense:   rowCost(&v),
			LiabilityClose: v.Of(figure.LiabilityClosing),
			RouAssetClose:  v.Of(figure.AssetClosing),
		})
		before = after
		if !end.Before(last) {
			return years
		}
	}
}

// rowCost returns the lease expense that the rows of the schedule report.
func rowCost(v *figure.Vector) (sum money.Amount) {
	for _, c := range [...]figure.Concept{figure.CostInterest, figure.CostAmortization, figure.CostOperating, figure.CostShortTerm, figure.CostLowValue} {
		sum = sum.Add(v.Of(c))
	}
	return sum
}
