package leasehold

import (
	"context"
	"math/big"

	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
)

// Figures are what a lease, a group of leases or a portfolio shows over a span of
// days and at its end (METHOD 14). Amounts are in minor units of the currency.
// They add up: the figures of a group are the sums of those of its leases.
type Figures struct {
	figure.Vector

	Bands []Band // GASB 87: principal and interest to maturity in windows of five years
}

// Add adds the figures of other leases at the same day, so that their windows are the
// same.
func (f *Figures) Add(g *Figures) {
	f.Vector.Add(&g.Vector)
	if f.Bands == nil && g.Bands != nil {
		f.Bands = []Band{}
	}
	for i, band := range g.Bands {
		if i == len(f.Bands) {
			f.Bands = append(f.Bands, Band{From: band.From, To: band.To})
		}
		f.Bands[i].Principal = f.Bands[i].Principal.Add(band.Principal)
		f.Bands[i].Interest = f.Bands[i].Interest.Add(band.Interest)
	}
}

// Band is principal and interest to maturity in a window of five years (GASB
// 87.37).
type Band struct {
	From, To            Date
	Principal, Interest money.Amount
}

// LeaseFigures are the figures of one lease over a span.
type LeaseFigures struct {
	Figures

	Class              ReportedClass   // at the end of the span
	ClassBefore        ReportedClass   // at its start, or at commencement
	RemainingMonths    *big.Rat        // at the end of the span
	DiscountRateAnnual money.Decimal   // in force at the end of the span
	Entries            []NumberedEntry // by month, where they were asked for
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
	From, To Date
	Monthly  bool // with the journal entries by calendar month
}

// MeasureSpan returns the figures of a lease over a span of days. It knows of
// nothing after the span, so that the opening of one report is the closing of the
// one before.
//
// The error is that of [Measure].
func MeasureSpan(l *Lease, span Span) (*LeaseFigures, error) {
	return MeasureSpanContext(context.Background(), l, span)
}

// MeasureSpanContext is [MeasureSpan], and ends before the next event where ctx has
// ended. The error is then that of ctx.
func MeasureSpanContext(ctx context.Context, l *Lease, span Span) (*LeaseFigures, error) {
	if err := l.Validate(); err != nil {
		return nil, err
	}
	v := borrow(ctx)
	defer v.giveBack()
	f := new(LeaseFigures)
	v.measurement.reset()
	if err := v.span(f, &v.measurement, l, span); err != nil {
		return nil, err
	}
	return f, nil
}

// span measures a valid lease as it is known at the end of a span, and fills in its
// figures.
func (v *life) span(f *LeaseFigures, m *Measurement, l *Lease, span Span) error {
	known := l
	if n := len(l.Events); n > 0 && span.To.Before(l.Events[n-1].Date) {
		cut := *l
		known = &cut
		for i := range l.Events {
			if span.To.Before(l.Events[i].Date) {
				cut.Events = l.Events[:i:i]
				break
			}
		}
	}
	v.early = false
	if err := v.measure(m, known); err != nil {
		return err
	}
	v.figures(f, m, span)
	return nil
}

// figures fills in the figures of the lease whose life v holds.
func (v *life) figures(f *LeaseFigures, m *Measurement, span Span) {
	w := walker{m: m, segments: v.segments}
	before := w.to(span.From.Prev())
	var after books
	if span.Monthly {
		after = v.entries(f, &w, before, span)
	} else {
		after = w.to(span.To)
	}
	f.Between(&before.Vector, &after.Vector)
	l := &m.Lease
	f.Class, f.ClassBefore = reported(l, after.class), reported(l, before.class)
	f.RemainingMonths = after.left()
	f.DiscountRateAnnual = v.segments[w.at].rate
	f.mature(l, &after, span.To)
}

// mature fills in what is owed after the span: by windows of twelve months, and
// what of it is current (METHOD 14.5, 14.6).
func (f *LeaseFigures) mature(l *Lease, t *books, to Date) {
	s, banded := t.segment, l.Standard.rules().bands
	if banded {
		f.Bands = []Band{}
	}
	if s == nil || s.exempt {
		return
	}
	next := to.Next()
	if next.Before(l.CommencementDate) {
		return
	}
	windows := [maturityYears]Date{}
	for i := range windows {
		windows[i] = next.AddMonths(12 * (i + 1))
	}
	var left money.Amount
	bands := banding{from: next, wanted: banded, purse: t.purse, bands: f.Bands}
	for row := t.row; row < len(s.rows); row++ {
		p := &s.rows[row]
		s.payments(row, func(at dayPayment) {
			if row == t.row && at.day < t.days {
				return
			}
			day := p.First.addDays(at.day)
			left = left.Add(at.amount)
			due := figure.MaturityThereafter
			for i := range windows {
				if day.Before(windows[i]) {
					due = figure.MaturityYear1 + figure.Concept(i)
					break
				}
			}
			f.Post(due, at.amount)
			if bands.wanted {
				bands.pay(day, at.amount, s.interestFrom(t, row, at))
			}
		})
		if bands.wanted {
			bands.purse.accrued = bands.purse.accrued.Add(p.Interest).Sub(t.interestOf(row))
		}
	}
	liability := t.Of(figure.LiabilityClosing)
	f.Post(figure.MaturityTotal, left)
	f.Post(figure.MaturityImputedInterest, left.Sub(liability))
	f.Bands = bands.until(s.rows[len(s.rows)-1].Last)

	f.Post(figure.AccruedInterest, t.accrued())
	var longTerm money.Amount
	end := next.AddMonths(12).Prev()
	if end.Before(s.rows[len(s.rows)-1].Last) {
		longTerm = s.balanceAfter(next, end, liability)
		if liability.Cmp(longTerm) < 0 {
			longTerm = liability
		}
		if longTerm.Sign() < 0 {
			longTerm = money.Amount{}
		}
	}
	f.Post(figure.LongTermLiability, longTerm)
	f.Post(figure.CurrentLiability, liability.Sub(longTerm))
}

// accrued returns the interest accrued and not yet paid. It is a part of the
// liability, so no more than that: what is left of it where an event took the
// payments away that would have paid it is gone with them.
func (t *books) accrued() money.Amount {
	due, liability := t.purse.due(), t.Of(figure.LiabilityClosing)
	if due.Cmp(liability) <= 0 {
		return due
	}
	if liability.Sign() < 0 {
		return money.Amount{}
	}
	return liability
}

// interestOf returns the interest of a row that had accrued by the day of the
// books.
func (t *books) interestOf(row int) money.Amount {
	if row != t.row || t.days <= 0 {
		return money.Amount{}
	}
	return t.segment.interestBy(row, t.days)
}

// interestFrom returns the interest of a row that accrues after the day of the
// books and before a payment.
func (s *segment) interestFrom(t *books, row int, at dayPayment) money.Amount {
	return s.interestUntil(row, at).Sub(t.interestOf(row))
}

// banding gathers principal and interest in windows of five years.
type banding struct {
	wanted bool
	from   Date
	purse  purse
	bands  []Band
}

const bandMonths = 60

// open makes bands until one holds a day.
func (b *banding) open(day Date) *Band {
	for len(b.bands) == 0 || b.bands[len(b.bands)-1].To.Before(day) {
		n := len(b.bands)
		b.bands = append(b.bands, Band{
			From: b.from.AddMonths(n * bandMonths), To: b.from.AddMonths((n + 1) * bandMonths).Prev(),
		})
	}
	for i := range b.bands {
		if !b.bands[i].To.Before(day) {
			return &b.bands[i]
		}
	}
	return nil
}

func (b *banding) pay(day Date, amount, interest money.Amount) {
	paid := b.purse.pay(amount, interest)
	band := b.open(day)
	band.Interest = band.Interest.Add(paid)
	band.Principal = band.Principal.Add(amount.Sub(paid))
}

// until returns the bands up to the last day of the term.
func (b *banding) until(last Date) []Band {
	if b.wanted && !last.Before(b.from) {
		b.open(last)
	}
	return b.bands
}
