package engine

import (
	"context"
	"math/big"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/exchange"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/ratetable"
)

// Figures are what a lease, a group of leases or a portfolio shows over a span of
// days and at its end (METHOD 14). Amounts are in minor units of the currency.
// They add up: the figures of a group are the sums of those of its leases.
type Figures struct {
	figure.Vector

	// Principal and interest to maturity, of governments: in windows of five years, and
	// with a window for each of the first five years (METHOD 14.5, 25.5). Nil for others.
	Bands    []Band
	Schedule []Band

	Taxed  bool // with deferred tax (METHOD 22.4)
	Sublet bool // with straight-line subleases (METHOD 25.8)
}

// Has reports whether a statement is shown.
func (f *Figures) Has(s *figure.Statement) bool {
	return (!s.Governments || f.Bands != nil) && (!s.Taxed || f.Taxed) && (!s.Sublet || f.Sublet)
}

// Add adds the figures of other leases at the same day, so that their windows are the
// same.
func (f *Figures) Add(g *Figures) {
	f.Vector.Add(&g.Vector)
	f.Taxed, f.Sublet = f.Taxed || g.Taxed, f.Sublet || g.Sublet
	f.Bands = addBands(f.Bands, g.Bands)
	f.Schedule = addBands(f.Schedule, g.Schedule)
}

func addBands(sum, more []Band) []Band {
	if sum == nil && more != nil {
		sum = []Band{}
	}
	for i, band := range more {
		if i == len(sum) {
			sum = append(sum, Band{From: band.From, To: band.To})
		}
		sum[i].Principal = sum[i].Principal.Add(band.Principal)
		sum[i].Interest = sum[i].Interest.Add(band.Interest)
	}
	return sum
}

// Band is principal and interest to maturity in a window of one or five years (GASB
// 87.37).
type Band struct {
	From, To            civil.Date
	Principal, Interest money.Amount
}

// LeaseFigures are the figures of one lease over a span.
type LeaseFigures struct {
	Figures

	Currency   money.Currency // of the figures: the functional one, or that of presentation
	Functional *Figures       // before translation; nil without a currency of presentation

	Opened, Closed     Position // what the books carried before the span and at its end, in functional currency
	TaxOpened          TaxBases // at the same times
	TaxClosed          TaxBases
	Class              ReportedClass    // at the end of the span
	ClassBefore        ReportedClass    // at its start, or at commencement
	RemainingMonths    *big.Rat         // at the end of the span
	DiscountRateAnnual money.Decimal    // in force at the end of the span
	RatesUsed          []ratetable.Used // of a table, by then
	Entries            []NumberedEntry  // by month, where they were asked for

	// Released is the accumulated amortization that left the books with the asset, of a
	// lease in another currency than theirs, where entries were asked for.
	Released []Release

	RateConflicts []string // days with two exchange rates that differ (METHOD 21.2), with both

	NotCommenced bool         // the lease commences after the span
	Upcoming     money.Amount // then its undiscounted payments, with what will be settled
}

// Release is an amount of a day.
type Release struct {
	Date   civil.Date
	Amount money.Amount
}

// Books returns the figures in functional currency.
func (f *LeaseFigures) Books() *Figures {
	if f.Functional != nil {
		return f.Functional
	}
	return &f.Figures
}

// ReportedClass is the class under which a report shows a lease.
type ReportedClass uint8

// The classes of a report.
const (
	ReportedOperating ReportedClass = iota
	ReportedFinance
	ReportedShortTerm
	ReportedLowValue
)

var reportedClassNames = []string{"operating", "finance", "short_term", "low_value"}

// String returns the contract's name of c, as in short_term.
func (c ReportedClass) String() string { return strict.Name(reportedClassNames, c) }

// MarshalText returns the contract's name of c.
func (c ReportedClass) MarshalText() ([]byte, error) {
	return strict.MarshalName(reportedClassNames, c)
}

// UnmarshalText reads the contract's name of a class.
func (c *ReportedClass) UnmarshalText(text []byte) error {
	return strict.UnmarshalName(reportedClassNames, c, text)
}

func reported(l *Lease, class Class) ReportedClass {
	switch {
	case l.Exemption == ShortTerm:
		return ReportedShortTerm
	case l.Exemption == LowValue:
		return ReportedLowValue
	case class == Operating:
		return ReportedOperating
	}
	return ReportedFinance
}

// Span is the question of a report: the days from From to To.
type Span struct {
	From, To civil.Date
	Monthly  bool // with the journal entries by calendar month

	// AnyRateDays allows entries by month without exchange rates of the ends of months.
	// An entry of a foreign-currency lease then covers all months since the last rates.
	AnyRateDays bool

	Accrual Accrual

	Rates           *exchange.Table // for leases in several currencies
	Presentation    money.Currency  // in which the figures are; that of the books where it is not stated
	InLeaseCurrency bool            // no exchange: all figures are in the currency of their lease
}

// Pairs returns the pairs of currencies that the span needs for a lease.
func (s *Span) Pairs(l *Lease) []exchange.Pair {
	if s.InLeaseCurrency {
		return nil
	}
	return l.Pairs(s.Presentation)
}

// Accrual is how amounts accrue within the rows of a report (METHOD 25.6). The zero
// value is by days.
type Accrual uint8

// The ways of accrual.
const (
	ByDays        Accrual = iota
	ByMonths              // by whole months, and by days of the month under way
	ByLevelMonths         // by months of 30 days (METHOD 30.10)
)

var accrualNames = member.Names(member.Accruals)

// String returns the contract's name of a.
func (a Accrual) String() string { return strict.Name(accrualNames, a) }

// UnmarshalText reads the contract's name of an accrual, as in thirty_360.
func (a *Accrual) UnmarshalText(text []byte) error {
	return strict.UnmarshalName(accrualNames, a, text)
}

// spanFigures returns the figures of a valid lease over a reporting period. It uses nothing
// after the period.
func spanFigures(ctx context.Context, l *Lease, span Span) (*LeaseFigures, error) {
	if err := span.check(l); err != nil {
		return nil, err
	}
	v, err := measureLife(ctx, l.KnownAt(span.To), measureOptions{})
	if err != nil {
		return nil, err
	}
	for i := range v.segments {
		v.segments[i].accrual, v.segments[i].rowsFrom = span.Accrual, l.RowsFrom()
	}
	f := &LeaseFigures{TaxOpened: v.taxBases(span.From.Prev()), TaxClosed: v.taxBases(span.To), RatesUsed: v.RatesUsed, NotCommenced: span.To.Before(l.CommencementDate), Currency: l.Functional()}
	f.Sublet = l.Subleases != nil
	if f.NotCommenced {
		f.Upcoming = v.TotalUndiscountedPayments.Add(v.CommencementPayment)
	}
	switch {
	case span.InLeaseCurrency:
		f.Currency = l.Currency
		v.figures(f, span)
	case l.Foreign():
		v.foreignFigures(f, span)
		f.RateConflicts = rateConflicts(l, span)
	default:
		v.figures(f, span)
	}
	return f, nil
}

// figures fills in the figures of a lease in its own currency.
func (v *life) figures(f *LeaseFigures, span Span) {
	m := &v.Measurement
	w := walker{m: m, segments: v.segments}
	before := w.to(span.From.Prev())
	to := func(day civil.Date) (books, bool) { return w.to(day), true }
	shown := span.translation(&m.Lease, &before.Vector)
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
			shown.over(&at.Vector, days)
		}
		to = func(day civil.Date) (at books, known bool) {
			at, known = ends[day]
			return at, known
		}
	}
	var after books
	if span.Monthly {
		b := newBookkeeper(m)
		after = entriesOf(f, &b, before, span, to)
	} else {
		after, _ = to(span.To)
	}
	f.Between(&before.Vector, &after.Vector)
	l := &m.Lease
	f.Opened, f.Closed = before.position(l), after.position(l)
	f.describe(&w, &before, &after)
	f.mature(l, &after, span.To)
	f.translate(l, shown, span)
}

// describe says what the lease is at the end of a span.
func (f *LeaseFigures) describe(w *walker, before, after *books) {
	l := &w.m.Lease
	f.Class, f.ClassBefore = reported(l, after.class), reported(l, before.class)
	f.RemainingMonths = after.left()
	f.DiscountRateAnnual = w.segments[w.at].Rate
}
