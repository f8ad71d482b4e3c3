package engine

import (
	"context"
	"math/big"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/pv"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/lease"
	"github.com/leasehold-accounting/leasehold/money"
)

// life is a measured lease. Its segments have the payments behind the rows of the
// measurement, from which reports take the figures of any day.
type life struct {
	Measurement

	segments []segment
	last     *standing // after the last event
}

// segment is one measurement of the liability and the rows that follow from it, to the next
// event that changes balances.
type segment struct {
	Segment // its rows are those that begin before the event that ends it

	exempt    bool     // kept off the balance sheet
	months    *big.Rat // to the end of the term
	amortized *big.Rat // over which the asset is amortized
	flows     flows
	nonLease  *nonLease // nil if the lease has no non-lease amounts
	variable  variablePayments
	accrual   Accrual    // of a report (METHOD 25.6)
	rowsFrom  civil.Date // for [ByLevelMonths]: see [Lease.rowsFrom]

	happened int     // how many rows are before the event that ends the segment
	part     *Period // the part of the next row that is before that event; nil if the event splits no row
}

// flows are the payments behind the rows of a segment, with their balances.
type flows struct {
	*pv.Liability

	first int   // the flow of the first row
	gone  int32 // days of that flow before the first row, which an impairment split
}

// of returns the flow of a row, and how many of its days are before the row.
func (f *flows) of(row int) (flow *pv.Flow, gone int32) {
	if row == 0 {
		gone = f.gone
	}
	return f.Flow(f.first + row), gone
}

// measureOptions change the method, to explain schedules of other programs.
type measureOptions struct {
	// closingDayEarlier discounts payments at the end of a row from the preceding day, as
	// programs do that count the days between two dates and not to the end of the day. It
	// is no convention of METHOD 12.4 (METHOD 15.3).
	closingDayEarlier bool

	// assetKept does not reduce the asset when the scope decreases, so that the reduction
	// of the liability is a gain. It is no rule of METHOD 13.6 (METHOD 26.5).
	assetKept bool
}

// measureLife measures a valid lease from commencement through its events (METHOD 13). It
// returns a validation error if only the arithmetic shows that the lease has no result, and
// the error of ctx if that has ended.
func measureLife(ctx context.Context, l *Lease, o measureOptions) (*life, error) {
	lease := *l
	v := new(life)
	if l.Table() != nil {
		var err error
		if v.RatesUsed, err = lease.Resolve(nil); err != nil {
			return nil, err
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	terms := contractOf(&lease)
	first, err := v.commence(&lease, terms, o)
	if err != nil {
		return nil, err
	}
	at := &standing{stated: &lease, lease: lease, measured: terms, passed: new(big.Rat), lifeFrom: new(big.Rat), segment: first}
	rows := 0 // of the segments before
	for i := range lease.Events {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		ended, next, result, err := at.after(ctx, i, o)
		if err != nil {
			return nil, err
		}
		if ended != nil {
			v.segments = append(v.segments, *ended)
			rows += ended.rowsHappened()
		}
		result.Row += rows
		v.Events = append(v.Events, result)
		at = next
	}
	v.segments, v.last = append(v.segments, at.segment), at
	v.gather()
	return v, nil
}

// rowsHappened returns how many rows of the schedule the segment has, a part included.
func (s *segment) rowsHappened() int {
	if s.part != nil {
		return s.happened + 1
	}
	return s.happened
}

// commence measures a lease at commencement, or at its first application.
func (v *life) commence(l *Lease, terms *contract, o measureOptions) (segment, error) {
	p := terms.payments(l.Start(), rowOptions{
		convention: pv.Convention(l.Discounting()), rate: l.Rate(), settles: l.Settles(), nonLease: l.HasNonLease(), closingDayEarlier: o.closingDayEarlier,
	})
	if err := p.measure(nil); err != nil {
		return segment{}, err
	}
	m, rows := &v.Measurement, p.rows
	m.Lease, m.Schedule = *l, rows
	m.Commencement.Rows = rows
	m.CommencementPayment, m.TerminalPayment = p.settled, l.Terminal()
	m.PeriodicRate = p.flows.PeriodicRate(l.PaymentFrequency.Months())
	if last := &rows[len(rows)-1]; last.Months < l.PaymentFrequency.Months() {
		m.StubMonths = last.Months
	}
	m.InitialLiability = p.flows.Initial()
	m.InitialRouAsset = m.InitialLiability.Add(l.AssetAdjustments()).Add(m.CommencementPayment)
	switch {
	case l.Applied():
		m.CarriedRent = carriedRent(l, &rows[0], int(p.flows.Flow(0).Gone), terms.leaseShare)
		m.InitialRouAsset = m.InitialLiability.Add(m.CarriedRent).Sub(l.Amount(l.InitialApplication.Value.OnerousProvision))
	case l.OpeningRouAsset.Set:
		m.InitialRouAsset = l.Amount(l.OpeningRouAsset)
	}
	m.Commencement.Term, m.Commencement.RowMonths = wholeMonths(l.TermMonths), wholeMonths(l.TermMonths)
	if l.Applied() {
		m.Commencement.Term = p.months
		for i := range rows {
			gone, _ := l.Start().MonthsTo(rows[i].First)
			rows[i].Year = gone/12 + 1
		}
	}
	if l.Applied() || l.Calendar.Set {
		m.Commencement.RowMonths = p.months
	}
	v.classify(p.flows)
	for i := range rows {
		rows[i].Number = i + 1
		m.TotalUndiscountedPayments = m.TotalUndiscountedPayments.Add(rows[i].Payment)
	}
	m.RowsMoved = fillLiability(rows, p.flows, m.InitialLiability)
	p.nonLease.fill(rows, 0)
	variable := variableOf(l)
	variable.add(rows)
	amortized := l.AmortizationMonths(m.Commencement.RowMonths)
	m.AmortizationMonths = wholeMonthsUp(amortized)
	v.allocate(rows, amortized)
	for i := range rows {
		m.TotalLeaseCost = m.TotalLeaseCost.Add(rows[i].LeaseExpense)
	}
	return segment{
		Segment: Segment{
			Event: -1, Start: l.Start(), Rate: l.DiscountRateAnnual, Class: m.Class, TermMonths: l.TermMonths,
			Liability: m.InitialLiability, RouAsset: m.InitialRouAsset, Periods: rows,
		},
		exempt: l.Exempt(), months: m.Commencement.RowMonths, amortized: amortized, flows: flows{Liability: p.flows},
		nonLease: p.nonLease, variable: variable, happened: len(rows),
	}, nil
}

// measure measures the balances of the payments. The error is that of a rent beyond every
// supported amount, or of receipts that exceed the remaining payments (METHOD 12.3).
func (p *payments) measure(at *strict.Place) error {
	p.flows.Measure()
	var f strict.Faults
	switch {
	case p.tooHigh:
		f.Add(at, "paymentAmount", "a rent grows beyond every amount that is supported; check the changes of the rent")
	case p.received:
		if row, day, owed := p.flows.Owed(); !owed {
			for k := range row {
				day += int(p.flows.Flow(k).Days)
			}
			f.Add(at, "otherPayments", "what is to be received from "+p.from.AddDays(day).String()+" on exceeds what is owed")
		}
	}
	return f.Err()
}

// fillLiability fills in the columns of the liability, and returns how many rows the
// one-cent rule moved.
func fillLiability(rows []Period, liability *pv.Liability, open money.Amount) (moved int) {
	for i := range rows {
		row := &rows[i]
		if liability.Row(i+1, row.Payment, &row.Interest, &row.Principal, &open) {
			moved++
		}
		row.LiabilityClose = open
	}
	return moved
}

// classify tests the criteria, and sets the class: the derived one unless the lease states
// another.
func (v *life) classify(liability *pv.Liability) {
	m, l := &v.Measurement, &v.Lease
	c := &m.Commencement
	c.Derived = Finance
	if !l.Standard.SingleModel() {
		c.Verdicts = judge(&question{
			lease: l, liability: m.InitialLiability, settled: m.CommencementPayment, guarantee: extraGuarantee(l, liability),
			prepaid: l.Amount(l.PrepaidRent), incentives: l.Amount(l.LeaseIncentives), fair: l.AssetFairValue,
			term: wholeMonths(l.TermMonths), economicLife: lease.WholeLife(l.AssetEconomicLifeMonths),
		})
		c.Derived = c.Verdicts.Derived()
	}
	m.Class = c.Derived
	if l.Classification != Derived && !l.Standard.SingleModel() {
		m.Class = l.Classification
	}
}

// extraGuarantee returns the present value of the part of a residual value guarantee that is
// not probable of being paid, for the 90% test (METHOD 12.7).
func extraGuarantee(l *Lease, m *pv.Liability) money.Amount {
	more := l.Amount(l.GuaranteedResidualValue).Sub(l.Amount(l.ResidualValueGuarantee))
	if !l.GuaranteedResidualValue.Set || more.Sign() <= 0 {
		return money.Amount{}
	}
	return m.AtEnd(more)
}

// allocate fills in the columns of the asset and the cost at commencement.
func (v *life) allocate(rows []Period, amortized *big.Rat) {
	m := &v.Measurement
	switch {
	case m.Lease.Exempt():
		v.exempt(rows)
	case m.Class == Operating:
		cost := m.TotalUndiscountedPayments.Add(m.InitialRouAsset).Sub(m.InitialLiability)
		m.SharesMoved = straightLineCost(rows, m.InitialRouAsset, cost, m.Commencement.RowMonths)
	default:
		m.SharesMoved = straightLineAsset(rows, m.InitialRouAsset, amortized)
	}
}

// exempt turns the rows into those of a lease that is kept off the balance sheet (METHOD
// 12.6): no liability, no asset, no interest. Under most standards the cost is one straight
// line of all payments (842-20-25-2, IFRS 16.6). Under GASB 87 it is the payment of the row,
// and the straight line of the payments before the term (87.16).
func (v *life) exempt(rows []Period) {
	m, l := &v.Measurement, &v.Lease
	m.InitialLiability, m.InitialRouAsset, m.RowsMoved = money.Amount{}, money.Amount{}, 0
	total, asPaid := l.AssetAdjustments(), l.Standard.ExpensesExemptAsPaid()
	if !asPaid {
		total = total.Add(m.TotalUndiscountedPayments)
	}
	for i := range rows {
		row := &rows[i]
		row.Interest, row.Principal, row.LiabilityClose = money.Amount{}, money.Amount{}, money.Amount{}
	}
	m.SharesMoved = shareOut(rows, total, m.Commencement.RowMonths, func(row *Period, share money.Amount) {
		row.LeaseExpense = share
		if asPaid {
			row.LeaseExpense = share.Add(row.Payment)
		}
	})
}

// gather completes the measurement from the segments: the rows that happened, the totals
// over the life and, for a governmental fund, the interest paid.
func (v *life) gather() {
	m := &v.Measurement
	if m.Lease.Events != nil {
		v.schedule()
		v.total()
	} else {
		m.Segments = []Segment{v.segments[0].Segment}
	}
	if m.Lease.HasFundEntries() {
		m.FundInterest = v.fundInterest()
	}
}

// schedule lists the rows that happened.
func (v *life) schedule() {
	n := 0
	for i := range v.segments {
		n += v.segments[i].rowsHappened()
	}
	m := &v.Measurement
	m.Schedule = make([]Period, 0, n)
	for i := range v.segments {
		s := &v.segments[i]
		from := len(m.Schedule)
		m.Schedule = append(m.Schedule, s.Periods[:s.happened]...)
		if s.part != nil {
			m.Schedule = append(m.Schedule, *s.part)
		}
		public := s.Segment
		public.FirstRow, public.Periods = from, m.Schedule[from:len(m.Schedule):len(m.Schedule)]
		m.Segments = append(m.Segments, public)
	}
	for i := range m.Schedule {
		m.Schedule[i].Number = i + 1
	}
}

// total sums the rows and the events.
func (v *life) total() {
	m := &v.Measurement
	for i := range m.Schedule {
		row := &m.Schedule[i]
		m.Life.Payments = m.Life.Payments.Add(row.Payment)
		m.Life.VariablePayments = m.Life.VariablePayments.Add(row.VariableLeaseExpense)
		m.Life.Interest = m.Life.Interest.Add(row.Interest)
		m.Life.Amortization = m.Life.Amortization.Add(row.RouAmortization)
		m.Life.LeaseExpense = m.Life.LeaseExpense.Add(row.LeaseExpense)
	}
	for i := range m.Events {
		e := &m.Events[i]
		m.Life.ImpairmentLosses = m.Life.ImpairmentLosses.Add(e.ImpairmentLoss)
		m.Life.GainsAndLosses = m.Life.GainsAndLosses.Add(e.GainOrLoss)
	}
}

// nextRows returns the day of the first event after event i that starts rows of its own; the
// zero date if there is none.
func nextRows(l *Lease, i int) civil.Date {
	for j := i + 1; j < len(l.Events); j++ {
		e := &l.Events[j]
		if e.Type != Impairment && e.Type != ImpairmentReversal && (e.Type != IndexChange || l.Standard.MeasuresIndex()) {
			return e.Date
		}
	}
	return civil.Date{}
}

// carriedRent returns the rent that the books have prepaid, or accrued where it is
// negative, at the end of the day before the first application. Where it is not stated
// it is the rent of the period under way by days (METHOD 19.2): its lease part. first is
// the first row, gone are the days of its period before it.
func carriedRent(l *Lease, first *Period, gone int, leasePart *big.Rat) money.Amount {
	if stated := l.InitialApplication.Value.PrepaidOrAccruedRent; stated.Set {
		return l.Amount(stated)
	}
	left, days := first.Days, gone+first.Days
	switch {
	case gone == 0:
		return money.Amount{}
	case l.PaymentTiming == Arrears:
		left = -gone
	}
	rent := lease.InMinor(l.PaymentAmount, l.Currency.Places())
	rent.Mul(rent, big.NewRat(int64(first.Months)*int64(days), int64(l.PaymentFrequency.Months())*int64(first.PeriodDays)))
	if leasePart != nil {
		rent.Mul(rent, leasePart)
	}
	cents := money.FromBig(money.QuoRound(rent.Num(), rent.Denom()))
	return cents.MulDiv(big.NewInt(int64(left)), big.NewInt(int64(days)))
}
