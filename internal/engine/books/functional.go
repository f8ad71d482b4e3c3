package books

import (
	"math/big"
	"slices"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/exchange"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/internal/engine/measure"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/lease"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/schedule"
	"github.com/leasehold-accounting/leasehold/standard"
)

// A foreign-currency lease is converted into the functional currency (METHOD 21.3). The liability is a monetary item
// and is converted at each day's closing rate. The asset is converted at historical rates.
type functional struct {
	own      *schedule.Measurement // the lease in its own currency
	segments []measure.Segment
	m        schedule.Measurement  // commencement and events in the functional currency
	first    exchange.Conversion   // exchange rate at commencement, or at initial application
	at       []exchange.Conversion // exchange rates at the events
	anchors  []anchor              // starting points of the asset's amortization: at commencement and after each event
	released []schedule.Release    // accumulated amortization that is derecognized at the events and at the end of the term
}

// anchor is the asset just after commencement or an event. Later amortization is computed from the
// anchor. METHOD 21.3 defines F and D.
type anchor struct {
	from        civil.Date
	segment     int
	class       standard.Class
	asset       money.Amount // the asset F
	excess      *big.Rat     // D: F less the asset in the lease's currency converted at the first rate
	months      *big.Rat     // remaining months of straight-line amortization
	accumulated money.Amount // amortization and impairment so far
}

// newFunctional converts a measured lease's commencement amounts and events into the functional currency.
func newFunctional(v *measure.Life) *functional {
	m, l := &v.Measurement, &v.Lease
	t := &functional{own: m, segments: v.Segments, first: exchange.NewConversion(l.ExchangeRate.Value, l.Currency, l.FunctionalCurrency)}
	t.commence()
	if l.Exempt() {
		t.m.Schedule = []schedule.Period{{Last: t.end()}}
		return t
	}
	t.anchor(anchor{from: l.Start(), class: v.Segments[0].Class}, m.InitialRouAsset, t.m.InitialRouAsset)
	for i := range m.Events {
		t.change(i)
	}
	rest := t.asset(t.end(), m.Schedule[len(m.Schedule)-1].RouAssetClose)
	t.m.Schedule = []schedule.Period{{Last: t.end(), RouAssetClose: rest}}
	if n := len(m.Events); n == 0 || m.Events[n-1].Treatment != schedule.Derecognized {
		a := t.last(t.end())
		t.released = append(t.released, schedule.Release{Date: t.end().Next(), Amount: a.accumulated.Add(a.asset).Sub(rest)})
	}
	return t
}

func (t *functional) end() civil.Date { return t.own.Schedule[len(t.own.Schedule)-1].Last }

// commence converts the amounts at commencement. Each line is converted at the commencement rate, unless the amount in
// the functional currency is supplied. The asset is the sum of the other lines.
func (t *functional) commence() {
	m, l := &t.m, t.own.Lease
	places := l.FunctionalCurrency.Places()
	for _, o := range []*strict.Optional[money.Decimal]{
		&l.InitialDirectCosts, &l.LeaseIncentives, &l.RestorationCost, &l.GrantElement, &l.OpeningRouAsset, &l.PrepaidRent,
		&l.InitialApplication.Value.OnerousProvision,
	} {
		if o.Set {
			o.Value = t.first.Of(t.own.Lease.Amount(*o)).Decimal(places)
		}
	}
	if l.OpeningRouAssetFunctional.Set {
		l.OpeningRouAsset = l.OpeningRouAssetFunctional
	}
	if l.PrepaidRentFunctional.Set {
		l.PrepaidRent = l.PrepaidRentFunctional
	}
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

// anchor adds an anchor, given the asset in the lease's currency and in the functional currency.
func (t *functional) anchor(a anchor, own, asset money.Amount) {
	a.asset = asset
	a.excess = new(big.Rat).Sub(new(big.Rat).SetInt(asset.Big()), t.first.Exact(own))
	a.months = t.segments[a.segment].AmortizationLeft(a.from.Prev())
	t.anchors = append(t.anchors, a)
}

// The result is the latest anchor on or before a date.
func (t *functional) last(day civil.Date) *anchor {
	i := len(t.anchors) - 1
	for i > 0 && day.Before(t.anchors[i].from) {
		i--
	}
	return &t.anchors[i]
}

// The asset as of a date is R × h + D × w, rounded. R is the asset in the lease's currency (own), h
// is the first rate, and w is the remaining share of the amortization.
func (t *functional) asset(day civil.Date, own money.Amount) money.Amount {
	a := t.last(day)
	exact := t.first.Exact(own)
	if a.excess.Sign() != 0 && a.months.Sign() != 0 {
		share := t.segments[a.segment].AmortizationLeft(day)
		share.Quo(share, a.months)
		exact.Add(exact, share.Mul(share, a.excess))
	}
	return money.FromBig(money.QuoRound(exact.Num(), exact.Denom()))
}

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
	f := converted(e, rate, before, t.impairment(i, before))
	t.m.Events = append(t.m.Events, f)
	next := anchor{from: e.Date, segment: was.segment, class: e.Class, accumulated: was.accumulated.Add(was.asset.Sub(before))}
	derecognized := money.Amount{}
	switch {
	case e.Treatment == schedule.Derecognized:
		derecognized = next.accumulated
	case !before.IsZero():
		derecognized = measure.ShareOf(next.accumulated, f.RouAssetDerecognized, before)
	}
	t.released = append(t.released, schedule.Release{Date: e.Date, Amount: derecognized})
	next.accumulated = next.accumulated.Sub(derecognized)
	next.accumulated = next.accumulated.Add(f.ImpairmentLoss)
	if n := next.segment + 1; n < len(t.segments) && t.segments[n].Event == i {
		next.segment = n
	}
	t.anchor(next, e.RouAssetAfter, f.RouAssetAfter)
}

// impairment returns the impairment loss of event i in the functional currency, given the asset before the event. A
// reversal is a negative loss. An impairment is the same share of the asset before the event as in the lease's
// currency; a reversal is the same share of the asset without impairments.
func (t *functional) impairment(i int, before money.Amount) money.Amount {
	e := &t.own.Events[i]
	switch {
	case e.ImpairmentLoss.IsZero():
		return money.Amount{}
	case e.Treatment != schedule.Reversed:
		return measure.ShareOf(before, e.ImpairmentLoss, e.RouAssetBefore)
	}
	at := slices.IndexFunc(t.segments, func(s measure.Segment) bool { return s.Event == i })
	unimpaired := t.segments[at].Unimpaired
	own := unimpaired.AssetBefore(e.Date)
	other := newFunctional(unimpaired)
	asset := other.asset(e.Date.Prev(), own)
	if n := len(other.own.Events); n > 0 && other.own.Events[n-1].Date == e.Date {
		asset = other.anchors[len(other.anchors)-1].asset
	}
	return measure.ShareOf(asset, e.ImpairmentLoss, own)
}

// An event is converted at a rate. Two arguments are already in the functional currency: the asset
// before the event, and the impairment loss.
func converted(e *schedule.EventResult, rate exchange.Conversion, before, loss money.Amount) schedule.EventResult {
	f := *e
	for _, a := range []*money.Amount{
		&f.LiabilityBefore, &f.LiabilityRemeasured, &f.LiabilityDerecognized, &f.InitialDirectCosts, &f.LeaseIncentives, &f.Penalty, &f.Price,
	} {
		*a = rate.Of(*a)
	}
	f.ImpairmentLoss = loss
	f.LiabilityAfter = f.LiabilityBefore.Add(f.LiabilityRemeasured).Sub(f.LiabilityDerecognized)
	kept := retainedAsset(e, before)
	f.RouAssetBefore, f.RouAssetDerecognized = before, before.Sub(kept)
	moved := kept.Add(f.LiabilityRemeasured)
	if f.LiabilityRemeasured.Sign() < 0 {
		moved = money.Max(moved, money.Min(kept, money.Amount{}))
	}
	costs := f.InitialDirectCosts.Sub(f.LeaseIncentives)
	f.RouAssetRemeasured = moved.Sub(kept).Add(costs)
	f.RouAssetAfter = moved.Add(costs).Sub(f.ImpairmentLoss)
	balanceEntry(&f, !e.Property.IsZero())
	return f
}

// retainedAsset returns the portion of an asset that remains after an event.
func retainedAsset(e *schedule.EventResult, asset money.Amount) money.Amount {
	switch {
	case e.Treatment == schedule.Derecognized:
		return money.Amount{}
	case e.RetainedShare != nil:
		return asset.MulDiv(e.RetainedShare.Num(), e.RetainedShare.Denom())
	case !e.LiabilityDerecognized.IsZero():
		return asset.Sub(measure.ShareOf(asset, e.LiabilityDerecognized, e.LiabilityBefore))
	}
	return asset
}

// balanceEntry sets the gain or loss to the amount that balances the entry. On a purchase, a loss
// becomes part of property and equipment instead.
func balanceEntry(e *schedule.EventResult, enters bool) {
	gain := e.LiabilityBefore.Sub(e.LiabilityAfter).Add(e.RouAssetAfter).Sub(e.RouAssetBefore).Add(e.ImpairmentLoss).
		Sub(e.InitialDirectCosts).Add(e.LeaseIncentives).Sub(e.Penalty).Sub(e.Price)
	e.GainOrLoss, e.Property = gain, money.Amount{}
	if enters && gain.Sign() < 0 {
		e.GainOrLoss, e.Property = money.Amount{}, gain.Neg()
	}
}

// translation translates a lease's figures from the functional currency into the presentation
// currency (METHOD 21.4). Movements are translated at average rates, and balances at closing rates.
type translation struct {
	parts []exchange.Stretch
	moved figure.Vector // movements of the translated parts, in the presentation currency
	done  int           // number of translated parts
	last  figure.Vector // the books at the end of the last part, in the functional currency
}

// checkSpan returns an error if the report lacks a currency or exchange rates for the lease.
func checkSpan(s *schedule.Span, l *lease.Lease) error {
	if s.InLeaseCurrency {
		return nil
	}
	if f := l.PresentationFaults(nil, s.Presentation); f != nil {
		return f.Err()
	}
	if pairs := s.Pairs(l); len(pairs) > 0 {
		return s.Rates.Check(pairs, s.From, s.To, s.Monthly && !s.AnyRateDays)
	}
	return nil
}

// translationOf returns a lease's translation, or nil if the lease is not translated. The
// translation starts from the books before the reporting period.
func translationOf(s *schedule.Span, l *lease.Lease, books *figure.Vector) *translation {
	if s.InLeaseCurrency || !l.Translated(s.Presentation) {
		return nil
	}
	return &translation{parts: s.Rates.Stretches(exchange.Pair{Currency: l.Functional(), Into: s.Presentation}, s.From, s.To), last: *books}
}

// add appends the movements of the next part. The argument books contains the figures as of the end
// of the part. The argument days contains the movements of each day that has a separate rate.
func (t *translation) add(books *figure.Vector, days []figure.Vector) {
	if t == nil {
		return
	}
	part := &t.parts[t.done]
	for c := range figure.Count() {
		switch c.Kind() {
		case figure.Increase, figure.Decrease, figure.Separate:
			rest := books.Of(c).Sub(t.last.Of(c))
			for i, own := range part.Own {
				if accrues(c) {
					break
				}
				rest = rest.Sub(days[i].Of(c))
				t.moved.Post(c, own.Rate.Of(days[i].Of(c)))
			}
			t.moved.Post(c, part.Averaged.Of(rest))
		case figure.Opening, figure.Closing, figure.Total, figure.Balance:
		}
	}
	t.done++
	t.last = *books
}

// The result is true for a figure that accrues over a period's days. All other figures are
// movements of single days (METHOD 21.2).
func accrues(c figure.Concept) bool {
	switch c {
	case figure.LiabilityInterest, figure.AssetAmortization, figure.CostInterest, figure.CostAmortization, figure.CostOperating,
		figure.CostShortTerm, figure.CostLowValue, figure.CostNonLease, figure.LiabilityExchange, figure.PrincipalExchange, figure.CostExchange:
		return true
	}
	return false
}

// The principal paid is computed as the payments less interest and operating payments, so that the
// translated amounts add up (METHOD 21.4).
func (t *translation) principal(l *lease.Lease) {
	paid := t.moved.Of(figure.LiabilityPayments).Sub(t.moved.Of(figure.CashInterest)).Sub(t.moved.Of(figure.CashOperating))
	t.moved[figure.CashPrincipal] = paid
	if l.Standard.Governments() {
		t.moved[figure.PrincipalPayments] = paid
	}
}

// The balances of the rollforwards are listed with the figures for their translation differences.
var rolled = [...]struct{ opening, closing, lacks figure.Concept }{
	{figure.LiabilityOpening, figure.LiabilityClosing, figure.LiabilityTranslation},
	{figure.AssetOpening, figure.AssetClosing, figure.AssetTranslation},
	{figure.PrincipalOpening, figure.PrincipalClosing, figure.PrincipalTranslation},
}

// translateFigures translates the figures into the presentation currency, and stores the figures in
// the functional currency in f.Functional.
func translateFigures(f *schedule.LeaseFigures, l *lease.Lease, t *translation, span schedule.Span) {
	if span.InLeaseCurrency || span.Presentation == (money.Currency{}) {
		return
	}
	books := f.Figures
	f.Currency, f.Functional = span.Presentation, &books
	if t == nil {
		return
	}
	t.principal(l)
	opened, closed := t.parts[0].Opened, t.parts[len(t.parts)-1].Closed
	f.Figures = schedule.Figures{Sublet: books.Sublet}
	var start figure.Vector
	end := t.moved
	for _, of := range rolled {
		start.Post(of.closing, opened.Of(books.Of(of.opening)))
		end.Post(of.closing, closed.Of(books.Of(of.closing)))
		end.Post(of.lacks, lacking(of.opening, &start, &end))
	}
	end.Post(figure.AssetAccumulated, closed.Of(books.Of(figure.AssetAccumulated)))
	end.Post(figure.AssetCost, end.Of(figure.AssetClosing).Add(end.Of(figure.AssetAccumulated)))
	if l.Standard.Governments() {
		end[figure.AmortizationIncreases] = end.Of(figure.AssetAmortization).Add(end.Of(figure.AssetImpairment))
		for _, of := range figure.AssetRolls {
			start.Post(of.Closing, opened.Of(books.Of(of.Opening)))
			end.Post(of.Closing, end.Of(of.Balance))
			of.Adjust(&end, lacking(of.Opening, &start, &end))
		}
	}
	for _, c := range []figure.Concept{figure.RentReceivable, figure.DeferredRent} {
		end.Post(c, closed.Of(books.Of(c)))
	}
	f.Between(&start, &end)
	setBalances(&f.Figures, &books, closed)
	f.Upcoming = closed.Of(f.Upcoming)
}

// rateConflicts returns the days on which an exchange rate given in the lease or in an event
// differs by more than 0.1% from the rate in the report's table (METHOD 21.2).
func rateConflicts(l *lease.Lease, span schedule.Span) (list []string) {
	pair := exchange.Pair{Currency: l.Currency, Into: l.FunctionalCurrency}
	check := func(day civil.Date, supplied strict.Optional[money.Decimal]) {
		table, found := span.Rates.On(pair, day)
		if !found || !supplied.Set || span.To.Before(day) {
			return
		}
		leaseRate, tableRate := supplied.Value.Units(money.RatePlaces), table.Units(money.RatePlaces)
		difference := new(big.Int).Sub(leaseRate, tableRate)
		if difference.Abs(difference).Mul(difference, big.NewInt(1000)).Cmp(tableRate) > 0 {
			list = append(list, pair.String()+" on "+day.String()+": "+supplied.Value.String()+" in the lease, "+table.String()+" in the report's table")
		}
	}
	check(l.Start(), l.ExchangeRate)
	for i := range l.Events {
		check(l.Events[i].Date, l.Events[i].ExchangeRate)
	}
	return list
}
