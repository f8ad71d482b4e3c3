package engine

import (
	"math/big"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/exchange"
	"github.com/leasehold-accounting/leasehold/money"
)

// functional is a lease in the currency of the entity's books, which is another than its
// own (METHOD 21.3). The liability is monetary and stands at each day's closing rate; the
// asset keeps the rates at which it came.
type functional struct {
	own      *Measurement // in the currency of the lease
	segments []segment
	m        Measurement           // commencement and events in functional currency
	first    exchange.Conversion   // the rate of commencement, or of first application
	at       []exchange.Conversion // the rates of the events
	anchors  []anchor              // of the asset: at commencement and after each event
	released []Release             // accumulated amortization, at the events and when the term is over
}

// anchor is the asset right after commencement or an event.
type anchor struct {
	from        civil.Date
	segment     int
	class       Class
	asset       money.Amount // F
	excess      *big.Rat     // D: F over what the lease's asset is at the first rate
	months      *big.Rat     // left of its straight line
	accumulated money.Amount // amortization and impairment so far
}

// functional puts commencement and the events of a measured life into functional
// currency.
func (v *life) functional() *functional {
	m, l := &v.Measurement, &v.Lease
	t := &functional{own: m, segments: v.segments, first: exchange.NewConversion(l.ExchangeRate.Value, l.Currency, l.FunctionalCurrency)}
	t.commence()
	if l.Exempt() {
		t.m.Schedule = []Period{{Last: t.end()}}
		return t
	}
	t.anchor(anchor{from: l.Start(), class: v.segments[0].Class}, m.InitialRouAsset, t.m.InitialRouAsset)
	for i := range m.Events {
		t.change(i)
	}
	rest := t.asset(t.end(), m.Schedule[len(m.Schedule)-1].RouAssetClose)
	t.m.Schedule = []Period{{Last: t.end(), RouAssetClose: rest}}
	if n := len(m.Events); n == 0 || m.Events[n-1].Treatment != Derecognized {
		a := t.last(t.end())
		t.released = append(t.released, Release{t.end().Next(), a.accumulated.Add(a.asset).Sub(rest)})
	}
	return t
}

// end returns the last day of the last row.
func (t *functional) end() civil.Date { return t.own.Schedule[len(t.own.Schedule)-1].Last }

// commence makes the first entry: each of its lines at the first rate, or as the books
// carry it. The asset is the sum of the others.
func (t *functional) commence() {
	m, l := &t.m, t.own.Lease
	places := l.FunctionalCurrency.Places()
	turned := func(o *Optional[money.Decimal]) {
		if o.Set {
			o.Value = t.first.Of(t.own.Lease.Amount(*o)).Decimal(places)
		}
	}
	for _, o := range []*Optional[money.Decimal]{
		&l.InitialDirectCosts, &l.LeaseIncentives, &l.RestorationCost, &l.GrantElement, &l.OpeningRouAsset, &l.PrepaidRent,
		&l.InitialApplication.Value.OnerousProvision,
	} {
		turned(o)
	}
	take(&l.OpeningRouAsset, l.OpeningRouAssetFunctional)
	take(&l.PrepaidRent, l.PrepaidRentFunctional)
	l.Currency = l.FunctionalCurrency
	m.Lease, m.Class = l, t.own.Class
	m.Segments = t.own.Segments
	m.InitialLiability = t.first.Of(t.own.InitialLiability)
	m.CommencementPayment = t.first.Of(t.own.CommencementPayment)
	m.CarriedRent = t.first.Of(t.own.CarriedRent)
	if l.PrepaidOrAccruedRentFunctional.Set {
		m.CarriedRent = l.Amount(l.PrepaidOrAccruedRentFunctional)
	}
	switch {
	case l.Exempt():
	case l.Applied():
		m.InitialRouAsset = m.InitialLiability.Add(m.CarriedRent).Sub(l.Amount(l.InitialApplication.Value.OnerousProvision))
	case l.OpeningRouAsset.Set:
		m.InitialRouAsset = l.Amount(l.OpeningRouAsset)
	default:
		m.InitialRouAsset = m.InitialLiability.Add(l.AssetAdjustments()).Add(m.CommencementPayment)
	}
}

// anchor notes the asset, given what it is in the lease's currency.
func (t *functional) anchor(a anchor, own, asset money.Amount) {
	a.asset = asset
	a.excess = new(big.Rat).Sub(new(big.Rat).SetInt(asset.Big()), t.first.Exact(own))
	a.months = t.segments[a.segment].lineLeft(a.from.Prev())
	t.anchors = append(t.anchors, a)
}

// line returns the months over which the segment's asset is spread.
func (s *segment) line() *big.Rat {
	if s.Class == Operating && !s.Impaired {
		return s.months
	}
	return s.amortized
}

// lineLeft returns what is left at the end of a day of the months over which the
// segment's asset is spread. Those of a row under way pass by days.
func (s *segment) lineLeft(day civil.Date) *big.Rat { return s.left(s.line(), day) }

// termLeft returns the months from the end of a day to the end of the term.
func (s *segment) termLeft(day civil.Date) *big.Rat { return s.left(s.months, day) }

// left returns what is left of months, counted from the segment's first day, at the end of a
// day; 0 if months is nil.
func (s *segment) left(months *big.Rat, day civil.Date) *big.Rat {
	if months == nil {
		return new(big.Rat)
	}
	n := 0
	for n < len(s.Periods) && !day.Before(s.Periods[n].Last) {
		n++
	}
	left := minus(months, sumMonths(s.Periods[:n]))
	if n < len(s.Periods) && !day.Before(s.Periods[n].First) {
		row := &s.Periods[n]
		left.Sub(left, big.NewRat(int64(row.Months)*int64(day.Ordinal()-row.First.Ordinal()+1), int64(row.PeriodDays)))
	}
	if left.Sign() < 0 {
		return new(big.Rat)
	}
	return left
}

// last returns the anchor in force at the end of a day.
func (t *functional) last(day civil.Date) *anchor {
	i := len(t.anchors) - 1
	for i > 0 && day.Before(t.anchors[i].from) {
		i--
	}
	return &t.anchors[i]
}

// asset returns the asset at the end of a day, given what it is in the lease's currency:
// cents(R × h + D × w).
func (t *functional) asset(day civil.Date, own money.Amount) money.Amount {
	a := t.last(day)
	exact := t.first.Exact(own)
	if a.excess.Sign() != 0 && a.months.Sign() != 0 {
		share := t.segments[a.segment].lineLeft(day)
		share.Quo(share, a.months)
		exact.Add(exact, share.Mul(share, a.excess))
	}
	return money.FromBig(roundRat(exact))
}

// roundRat rounds half away from zero.
func roundRat(q *big.Rat) *big.Int {
	num := money.QuoRound(new(big.Int).Abs(q.Num()), q.Denom())
	if q.Sign() < 0 {
		num.Neg(num)
	}
	return num
}

// change puts an event into functional currency.
func (t *functional) change(i int) {
	e, l := &t.own.Events[i], &t.own.Lease
	var rate exchange.Conversion
	if o := l.Events[i].ExchangeRate; o.Set {
		rate = exchange.NewConversion(o.Value, l.Currency, l.FunctionalCurrency)
	}
	t.at = append(t.at, rate)
	before := t.asset(e.Date.Prev(), e.RouAssetBefore)
	was := &t.anchors[len(t.anchors)-1]
	if i > 0 && t.own.Events[i-1].Date == e.Date {
		before = was.asset
	}
	f := turned(e, rate, before)
	t.m.Events = append(t.m.Events, f)
	next := anchor{from: e.Date, segment: was.segment, class: e.Class, accumulated: was.accumulated.Add(was.asset.Sub(before))}
	gone := money.Amount{}
	switch {
	case e.Treatment == Derecognized:
		gone = next.accumulated
	case !before.IsZero():
		gone = shareOf(next.accumulated, f.RouAssetDerecognized, before)
	}
	t.released = append(t.released, Release{e.Date, gone})
	next.accumulated = next.accumulated.Sub(gone)
	next.accumulated = next.accumulated.Add(f.ImpairmentLoss)
	if n := next.segment + 1; n < len(t.segments) && t.segments[n].Event == i {
		next.segment = n
	}
	t.anchor(next, e.RouAssetAfter, f.RouAssetAfter)
}

// turned returns an event at a rate, given the asset before it in functional currency.
func turned(e *EventResult, rate exchange.Conversion, before money.Amount) EventResult {
	f := *e
	for _, a := range []*money.Amount{
		&f.LiabilityBefore, &f.LiabilityRemeasured, &f.LiabilityDerecognized, &f.InitialDirectCosts, &f.LeaseIncentives, &f.Penalty, &f.Price,
	} {
		*a = rate.Of(*a)
	}
	f.LiabilityAfter = f.LiabilityBefore.Add(f.LiabilityRemeasured).Sub(f.LiabilityDerecognized)
	kept := e.keeps(before)
	f.RouAssetBefore, f.RouAssetDerecognized = before, before.Sub(kept)
	switch {
	case e.ImpairmentLoss.IsZero():
	case e.Treatment == Reversed:
		f.ImpairmentLoss = e.reversedAbroad()
	default:
		f.ImpairmentLoss = shareOf(before, e.ImpairmentLoss, e.RouAssetBefore)
	}
	moved := kept.Add(f.LiabilityRemeasured)
	if f.LiabilityRemeasured.Sign() < 0 {
		floor := money.Amount{}
		if kept.Sign() < 0 {
			floor = kept
		}
		if moved.Cmp(floor) < 0 {
			moved = floor
		}
	}
	costs := f.InitialDirectCosts.Sub(f.LeaseIncentives)
	f.RouAssetRemeasured = moved.Sub(kept).Add(costs)
	f.RouAssetAfter = moved.Add(costs).Sub(f.ImpairmentLoss)
	f.settle(!e.Property.IsZero())
	return f
}

// keeps returns what stays of an asset after what the event derecognized.
func (e *EventResult) keeps(asset money.Amount) money.Amount {
	switch {
	case e.Treatment == Derecognized:
		return money.Amount{}
	case e.RetainedShare != nil:
		return asset.MulDiv(e.RetainedShare.Num(), e.RetainedShare.Denom())
	case !e.LiabilityDerecognized.IsZero():
		return asset.Sub(shareOf(asset, e.LiabilityDerecognized, e.LiabilityBefore))
	}
	return asset
}

// settle makes the gain or loss what balances the entry. At a purchase Property and
// equipment takes the balance, where there is any, and is never below 0.
func (e *EventResult) settle(enters bool) {
	gain := e.LiabilityBefore.Sub(e.LiabilityAfter).Add(e.RouAssetAfter).Sub(e.RouAssetBefore).Add(e.ImpairmentLoss).
		Sub(e.InitialDirectCosts).Add(e.LeaseIncentives).Sub(e.Penalty).Sub(e.Price)
	e.GainOrLoss, e.Property = gain, money.Amount{}
	if enters && gain.Sign() < 0 {
		e.GainOrLoss, e.Property = money.Amount{}, gain.Neg()
	}
}
