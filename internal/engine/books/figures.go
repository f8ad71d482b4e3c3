package books

import (
	"context"
	"fmt"
	"math/big"

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

func reported(l *lease.Lease, class standard.Class) schedule.ReportedClass {
	switch {
	case l.Exemption == standard.ShortTerm:
		return schedule.ReportedShortTerm
	case l.Exemption == standard.LowValue:
		return schedule.ReportedLowValue
	case class == standard.Operating:
		return schedule.ReportedOperating
	}
	return schedule.ReportedFinance
}

// MeasureSpan returns the amounts of a valid lease in a reporting period. It ignores events after
// the period.
func MeasureSpan(ctx context.Context, l *lease.Lease, span schedule.Span) (*schedule.LeaseFigures, error) {
	if err := checkSpan(&span, l); err != nil {
		return nil, err
	}
	v, err := measure.Of(ctx, l.KnownAt(span.To), measure.Deviations{})
	if err != nil {
		return nil, err
	}
	v.AccrueBy(span.Accrual)
	f := &schedule.LeaseFigures{TaxOpened: taxBasesAt(v, span.From.Prev()), TaxClosed: taxBasesAt(v, span.To), RatesUsed: v.RatesUsed, NotCommenced: span.To.Before(l.CommencementDate), Currency: l.Functional()}
	f.Sublet, f.LastDay = l.Subleases != nil, v.Schedule[len(v.Schedule)-1].Last
	if f.NotCommenced {
		f.Upcoming = v.TotalUndiscountedPayments.Add(v.CommencementPayment)
	}
	switch {
	case span.InLeaseCurrency:
		f.Currency = l.Currency
		ownFigures(v, f, span)
	case l.Foreign():
		foreignFigures(v, f, span)
		f.RateConflicts = rateConflicts(l, span)
	default:
		ownFigures(v, f, span)
	}
	return f, nil
}

// ownFigures fills in a lease's amounts in its own currency.
func ownFigures(v *measure.Life, f *schedule.LeaseFigures, span schedule.Span) {
	m := &v.Measurement
	w := walker{m: m, segments: v.Segments}
	before := w.to(span.From.Prev())
	to := func(day civil.Date) (books, bool) { return w.to(day), true }
	shown := translationOf(&span, &m.Lease, &before.Vector)
	if shown != nil {
		ends := map[civil.Date]books{}
		for i := range shown.parts {
			part := &shown.parts[i]
			days := make([]figure.Vector, len(part.Own))
			for k, own := range part.Own {
				days[k] = w.on(own.Day).Vector
			}
			at := w.to(part.Last)
			ends[part.Last] = at
			shown.add(&at.Vector, days)
		}
		to = func(day civil.Date) (at books, known bool) {
			at, known = ends[day]
			return at, known
		}
	}
	var after books
	if span.Monthly {
		b := NewBookkeeper(m)
		if span.Taxed {
			untaxed := to
			to = func(day civil.Date) (at books, known bool) {
				if at, known = untaxed(day); known {
					f.Ends = append(f.Ends, schedule.End{Day: day, Position: at.position(&m.Lease), TaxBases: taxBasesAt(v, day)})
				}
				return at, known
			}
		}
		after = entriesOf(f, &b, before, span, to)
	} else {
		after, _ = to(span.To)
	}
	f.Between(&before.Vector, &after.Vector)
	l := &m.Lease
	f.Opened, f.Closed = before.position(l), after.position(l)
	describeFigures(f, &w, &before, &after, span.To)
	addMaturity(f, l, &after, span.To)
	translateFigures(f, l, shown, span)
}

// describeFigures fills in the class, the rate and the remaining term at the end of the reporting
// period.
func describeFigures(f *schedule.LeaseFigures, w *walker, before, after *books, day civil.Date) {
	l := &w.m.Lease
	f.Class, f.ClassBefore = reported(l, after.class), reported(l, before.class)
	f.RemainingMonths = new(big.Rat)
	if after.segment != nil {
		f.RemainingMonths = after.segment.TermLeft(day)
	}
	f.DiscountRateAnnual = w.segments[w.at].Rate
}

// BalancesAt returns the balances of a valid lease as of a date. The balances equal the closing
// balances of a report that ends on that date. Later events have no effect.
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
			end = last // if the term ends within the year, the year shows the same remaining asset as the last row
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

// rowCost returns the lease expense that the schedule rows report.
func rowCost(v *figure.Vector) (sum money.Amount) {
	for _, c := range [...]figure.Concept{figure.CostInterest, figure.CostAmortization, figure.CostOperating, figure.CostShortTerm, figure.CostLowValue} {
		sum = sum.Add(v.Of(c))
	}
	return sum
}

func (t *books) position(l *lease.Lease) schedule.Position {
	return schedule.Position{
		Liability: t.Of(figure.LiabilityClosing), RouAsset: t.Of(figure.AssetClosing), Accumulated: t.Of(figure.AssetAccumulated),
		Prepaid: t.prepaid(l).Add(t.services()), Services: t.services(),
		RentReceivable: t.Of(figure.RentReceivable), DeferredRent: t.Of(figure.DeferredRent),
	}
}

func (t *books) services() money.Amount {
	return t.Of(figure.CashNonLease).Sub(t.Of(figure.CostNonLease))
}

func (t *books) prepaid(l *lease.Lease) money.Amount {
	if !l.Exempt() || !t.begun {
		return money.Amount{}
	}
	return l.Amount(l.PrepaidRent).Add(t.Of(figure.CashInitialDirectCosts)).Add(t.Of(figure.CashIncentives)).
		Add(t.Of(figure.CashExempt)).Sub(t.Of(exemptCost(l)))
}

// CorrectionEntry returns the entry for prior-period corrections, dated on the first day of a
// reporting period (METHOD 28.2).
func CorrectionEntry(l *lease.Lease, from civil.Date, lines []schedule.Line) schedule.NumberedEntry {
	return schedule.NumberedEntry{
		Entry: schedule.Entry{
			Kind: schedule.EntryCorrection, Event: -1, Date: from, Fund: l.GovernmentWide(), Lines: lines,
			Memo: memoOf(l, "prior-period corrections of closings to "+from.Prev().String()),
		},
		Number: fmt.Sprintf("%s-%04d%02d%02d-late", l.ID, from.Year, from.Month, from.Day),
	}
}

// TaxEntry returns the deferred tax entry for a month or part of a month (METHOD 28.8). It is based
// on the increases in the deferred tax asset and liability, and on the effect of initial
// application.
func TaxEntry(l *lease.Lease, from, to civil.Date, asset, liability, application money.Amount) schedule.NumberedEntry {
	e := schedule.NumberedEntry{
		Entry:  schedule.Entry{Kind: schedule.EntryTax, Event: -1, Date: to, Memo: memoOf(l, "deferred tax, "+from.String()+" to "+to.String())},
		Number: partNumber(l.ID, from, to) + "-tax",
	}
	for _, line := range []schedule.Line{
		lineOf(standard.AccountDeferredTaxAsset, asset),
		lineOf(standard.AccountDeferredTaxLiability, liability.Neg()),
		lineOf(standard.AccountDeferredTaxExpense, liability.Sub(asset).Sub(application)),
		lineOf(standard.AccountDeferredTaxBefore, application),
	} {
		if line.Debit != line.Credit {
			line.Account = l.Standard.Account(line.Account)
			e.Lines = append(e.Lines, line)
		}
	}
	return e
}
