package leasehold

import (
	"context"
	"math/big"

	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
)

// Figures are what a lease, a group of leases or a portfolio shows over a span of
// days and at its end (METHOD 14). Amounts are in minor units of the currency.
// They add up: the figures of a group are the sums of those of its leases.
type Figures struct {
	Liability LiabilityMovement
	RouAsset  AssetMovement
	Cost      LeaseCost
	Cash      LeaseCash
	NonCash   money.Amount // assets obtained for lease liabilities
	Maturity  Maturities

	CurrentLiability  money.Amount
	LongTermLiability money.Amount
	AccruedInterest   money.Amount // accrued and not yet paid, part of the current liability
}

// LiabilityMovement is the rollforward of the lease liability: opening +
// additions + remeasured + interest − payments − derecognized = closing.
type LiabilityMovement struct {
	Opening, Additions, Remeasured, Interest, Payments, Derecognized, Closing money.Amount
}

// AssetMovement is the rollforward of the right-of-use asset: opening + additions
// + remeasured − amortization − impairment − derecognized = closing.
type AssetMovement struct {
	Opening, Additions, Remeasured, Amortization, Impairment, Derecognized, Closing money.Amount

	Cost                    money.Amount // closing + accumulated amortization
	AccumulatedAmortization money.Amount // with impairment, at the end of the span
}

// LeaseCost is the cost by kind; a loss is positive.
type LeaseCost struct {
	Interest, Amortization, Operating, ShortTerm, LowValue, Variable, Impairment, GainsAndLosses money.Amount
}

// Total returns the sum of the kinds.
func (c *LeaseCost) Total() money.Amount {
	return c.Interest.Add(c.Amortization).Add(c.Operating).Add(c.ShortTerm).Add(c.LowValue).
		Add(c.Variable).Add(c.Impairment).Add(c.GainsAndLosses)
}

// LeaseCash is what is paid, by kind; what is received is negative.
type LeaseCash struct {
	Interest, Principal, Operating, Exempt, Variable, Commencement, InitialDirectCosts, Incentives, Penalties, Prices money.Amount
}

// Total returns the sum of the kinds.
func (c *LeaseCash) Total() money.Amount {
	return c.Interest.Add(c.Principal).Add(c.Operating).Add(c.Exempt).Add(c.Variable).
		Add(c.Commencement).Add(c.InitialDirectCosts).Add(c.Incentives).Add(c.Penalties).Add(c.Prices)
}

// Maturities are the undiscounted measured payments after the span, in windows of
// twelve months.
type Maturities struct {
	Years           [5]money.Amount
	Thereafter      money.Amount
	ImputedInterest money.Amount // the payments less the liability
	Bands           []Band       // GASB 87: principal and interest in windows of five years
}

// Total returns the sum of the payments.
func (m *Maturities) Total() money.Amount {
	sum := m.Thereafter
	for _, y := range m.Years {
		sum = sum.Add(y)
	}
	return sum
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
	PaymentsLeft       money.Amount    // undiscounted measured payments after the span
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
	if err := v.span(f, new(Measurement), l, span); err != nil {
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
	var after tally
	if span.Monthly {
		after = v.entries(f, &w, before, span)
	} else {
		after = w.to(span.To)
	}
	f.between(&before, &after)
	l := &m.Lease
	f.Class, f.ClassBefore = reported(l, after.class), reported(l, before.class)
	f.RemainingMonths = after.left()
	f.DiscountRateAnnual = v.segments[w.at].rate
	f.mature(l, &after, span.To)
}

// between fills in the movements between two days.
func (f *LeaseFigures) between(before, after *tally) {
	f.Liability = after.liability
	f.Liability.sub(&before.liability)
	f.Liability.Opening, f.Liability.Closing = before.liability.Closing, after.liability.Closing
	f.RouAsset = after.asset
	f.RouAsset.sub(&before.asset)
	f.RouAsset.Opening, f.RouAsset.Closing = before.asset.Closing, after.asset.Closing
	f.RouAsset.AccumulatedAmortization = after.asset.AccumulatedAmortization
	f.RouAsset.Cost = after.asset.Closing.Add(after.asset.AccumulatedAmortization)
	f.Cost, f.Cash = after.cost, after.cash
	f.Cost.sub(&before.cost)
	f.Cash.sub(&before.cash)
	f.NonCash = after.nonCash.Sub(before.nonCash)
}

func (a *LiabilityMovement) sub(b *LiabilityMovement) {
	a.Additions, a.Remeasured = a.Additions.Sub(b.Additions), a.Remeasured.Sub(b.Remeasured)
	a.Interest, a.Payments = a.Interest.Sub(b.Interest), a.Payments.Sub(b.Payments)
	a.Derecognized = a.Derecognized.Sub(b.Derecognized)
}

func (a *AssetMovement) sub(b *AssetMovement) {
	a.Additions, a.Remeasured = a.Additions.Sub(b.Additions), a.Remeasured.Sub(b.Remeasured)
	a.Amortization, a.Impairment = a.Amortization.Sub(b.Amortization), a.Impairment.Sub(b.Impairment)
	a.Derecognized = a.Derecognized.Sub(b.Derecognized)
}

func (c *LeaseCost) sub(b *LeaseCost) {
	c.Interest, c.Amortization = c.Interest.Sub(b.Interest), c.Amortization.Sub(b.Amortization)
	c.Operating, c.ShortTerm = c.Operating.Sub(b.Operating), c.ShortTerm.Sub(b.ShortTerm)
	c.LowValue, c.Variable = c.LowValue.Sub(b.LowValue), c.Variable.Sub(b.Variable)
	c.Impairment, c.GainsAndLosses = c.Impairment.Sub(b.Impairment), c.GainsAndLosses.Sub(b.GainsAndLosses)
}

func (c *LeaseCash) sub(b *LeaseCash) {
	c.Interest, c.Principal = c.Interest.Sub(b.Interest), c.Principal.Sub(b.Principal)
	c.Operating, c.Exempt = c.Operating.Sub(b.Operating), c.Exempt.Sub(b.Exempt)
	c.Variable, c.Commencement = c.Variable.Sub(b.Variable), c.Commencement.Sub(b.Commencement)
	c.InitialDirectCosts, c.Incentives = c.InitialDirectCosts.Sub(b.InitialDirectCosts), c.Incentives.Sub(b.Incentives)
	c.Penalties, c.Prices = c.Penalties.Sub(b.Penalties), c.Prices.Sub(b.Prices)
}

// mature fills in what is owed after the span: by windows of twelve months, and
// what of it is current (METHOD 14.5, 14.6).
func (f *LeaseFigures) mature(l *Lease, t *tally, to Date) {
	s, banded := t.segment, l.Standard.rules().bands
	if banded {
		f.Maturity.Bands = []Band{}
	}
	if s == nil || s.exempt {
		return
	}
	next := to.Next()
	if next.Before(l.CommencementDate) {
		return
	}
	windows := [5]Date{}
	for i := range windows {
		windows[i] = next.AddMonths(12 * (i + 1))
	}
	bands := banding{from: next, wanted: banded, purse: t.purse, bands: f.Maturity.Bands}
	for row := t.row; row < len(s.rows); row++ {
		p := &s.rows[row]
		s.payments(row, func(at dayPayment) {
			if row == t.row && at.day < t.days {
				return
			}
			day := p.First.addDays(at.day)
			f.PaymentsLeft = f.PaymentsLeft.Add(at.amount)
			sum := &f.Maturity.Thereafter
			for i := range windows {
				if day.Before(windows[i]) {
					sum = &f.Maturity.Years[i]
					break
				}
			}
			*sum = sum.Add(at.amount)
			if bands.wanted {
				bands.pay(day, at.amount, s.interestFrom(t, row, at))
			}
		})
		if bands.wanted {
			bands.purse.accrued = bands.purse.accrued.Add(p.Interest).Sub(t.interestOf(row))
		}
	}
	f.Maturity.ImputedInterest = f.PaymentsLeft.Sub(t.liability.Closing)
	f.Maturity.Bands = bands.until(s.rows[len(s.rows)-1].Last)

	f.AccruedInterest = t.accrued()
	end := next.AddMonths(12).Prev()
	if end.Before(s.rows[len(s.rows)-1].Last) {
		longTerm := s.balanceAfter(next, end, t.liability.Closing)
		if t.liability.Closing.Cmp(longTerm) < 0 {
			longTerm = t.liability.Closing
		}
		if longTerm.Sign() > 0 {
			f.LongTermLiability = longTerm
		}
	}
	f.CurrentLiability = t.liability.Closing.Sub(f.LongTermLiability)
}

// accrued returns the interest accrued and not yet paid. It is a part of the
// liability, so no more than that: what is left of it where an event took the
// payments away that would have paid it is gone with them.
func (t *tally) accrued() money.Amount {
	due := t.purse.due()
	if due.Cmp(t.liability.Closing) <= 0 {
		return due
	}
	if t.liability.Closing.Sign() < 0 {
		return money.Amount{}
	}
	return t.liability.Closing
}

// interestOf returns the interest of a row that had accrued by the day of the
// tally.
func (t *tally) interestOf(row int) money.Amount {
	if row != t.row || t.days <= 0 {
		return money.Amount{}
	}
	return t.segment.interestBy(row, t.days)
}

// interestFrom returns the interest of a row that accrues after the day of the
// tally and before a payment.
func (s *segment) interestFrom(t *tally, row int, at dayPayment) money.Amount {
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
