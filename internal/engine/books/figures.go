package books

import (
	"context"
	"math/big"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/internal/engine/measure"
	"github.com/leasehold-accounting/leasehold/lease"
	"github.com/leasehold-accounting/leasehold/schedule"
	"github.com/leasehold-accounting/leasehold/standard"
)

// reported returns the class under which a report shows a lease.
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

// ownFigures fills in the amounts of a lease in its own currency.
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

// describeFigures fills in the class, the rate and the remaining term at the end of the last day of
// the period.
func describeFigures(f *schedule.LeaseFigures, w *walker, before, after *books, day civil.Date) {
	l := &w.m.Lease
	f.Class, f.ClassBefore = reported(l, after.class), reported(l, before.class)
	f.RemainingMonths = new(big.Rat)
	if after.segment != nil {
		f.RemainingMonths = after.segment.TermLeft(day)
	}
	f.DiscountRateAnnual = w.segments[w.at].Rate
}
