// Package measure measures a lease from commencement through its events: the liability, the
// right-of-use asset and the cost (METHOD 12 and 13). The package has no state.
package measure

import (
	"context"
	"math/big"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/engine/months"
	"github.com/leasehold-accounting/leasehold/internal/engine/owed"
	"github.com/leasehold-accounting/leasehold/internal/pv"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/lease"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/schedule"
	"github.com/leasehold-accounting/leasehold/standard"
)

// Life is a measured lease with its segments and their payments. From a Life, reports compute the balances on any date.
type Life struct {
	schedule.Measurement

	Segments []Segment
	last     *standing // the state after the last event
}

// Deviations selects deviations from the method, to reproduce other software's schedules. The zero
// value selects no deviation.
type Deviations struct {
	// ClosingDayEarlier discounts payments at the end of a row for one day less (METHOD 15.3). Software that counts the
	// days between two dates, instead of the days through the payment day, discounts payments in this way.
	ClosingDayEarlier bool

	// AssetKept leaves the asset unchanged on a decrease in scope, so that the whole decrease of
	// the liability is a gain (METHOD 26.5).
	AssetKept bool
}

// Of measures a valid lease from commencement through its events (METHOD 13). It returns a
// validation error if an amount cannot be measured, for example because receipts exceed the
// remaining payments. If ctx is done, it returns ctx's error.
func Of(ctx context.Context, l *lease.Lease, o Deviations) (*Life, error) {
	lease := *l
	v := new(Life)
	if l.RateTable() != nil {
		var err error
		if v.RatesUsed, err = lease.Resolve(nil); err != nil {
			return nil, err
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	terms := owed.ContractOf(&lease)
	first, err := v.commence(&lease, terms, o)
	if err != nil {
		return nil, err
	}
	at := &standing{stated: &lease, lease: lease, measured: terms, passed: new(big.Rat), lifeFrom: new(big.Rat), segment: first}
	rows := 0 // number of rows in the preceding segments
	for i := range lease.Events {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		ended, next, result, err := at.after(ctx, i, o)
		if err != nil {
			return nil, err
		}
		if ended != nil {
			v.Segments = append(v.Segments, *ended)
			rows += ended.rowsHappened()
		}
		result.Row += rows
		v.Events = append(v.Events, result)
		at = next
	}
	v.Segments, v.last = append(v.Segments, at.segment), at
	v.gather()
	return v, nil
}

// AssetBefore returns the asset before an event on a day in the last segment. The result is the
// asset at the end of the preceding day, or after an earlier event on the same day.
func (v *Life) AssetBefore(day civil.Date) money.Amount { return v.last.segment.before(day).asset }

// commence measures a lease at commencement, or at initial application.
func (v *Life) commence(l *lease.Lease, terms *owed.Contract, o Deviations) (Segment, error) {
	p := terms.Payments(l.Start(), owed.Options{
		Convention: pv.Convention(l.Discounting()), Rate: l.Rate(), Settles: l.Settles(), NonLease: l.HasNonLease(), ClosingDayEarlier: o.ClosingDayEarlier,
	})
	if err := p.Measure(nil); err != nil {
		return Segment{}, err
	}
	m, rows := &v.Measurement, p.Rows
	m.Lease, m.Schedule = *l, rows
	m.Commencement.Rows = rows
	m.CommencementPayment, m.TerminalPayment = p.Settled, l.Terminal()
	m.PeriodicRate = p.Flows.PeriodicRate(l.PaymentFrequency.Months())
	if last := &rows[len(rows)-1]; last.Months < l.PaymentFrequency.Months() {
		m.StubMonths = last.Months
	}
	m.InitialLiability = p.Flows.Initial()
	m.InitialRouAsset = m.InitialLiability.Add(l.AssetAdjustments()).Add(m.CommencementPayment)
	switch {
	case l.Applied():
		m.CarriedRent = carriedRent(l, &rows[0], int(p.Flows.Flow(0).Gone), terms.LeaseShare)
		m.InitialRouAsset = m.InitialLiability.Add(m.CarriedRent).Sub(l.Amount(l.InitialApplication.Value.OnerousProvision))
	case l.OpeningRouAsset.Set:
		m.InitialRouAsset = l.Amount(l.OpeningRouAsset)
	}
	m.Commencement.Term, m.Commencement.RowMonths = months.Whole(l.TermMonths), months.Whole(l.TermMonths)
	if l.Applied() {
		m.Commencement.Term = p.Months
		for i := range rows {
			elapsed, _ := l.Start().MonthsTo(rows[i].First)
			rows[i].Year = elapsed/12 + 1
		}
	}
	if l.Applied() || l.Calendar.Set {
		m.Commencement.RowMonths = p.Months
	}
	v.classify(p.Flows)
	for i := range rows {
		rows[i].Number = i + 1
		m.TotalUndiscountedPayments = m.TotalUndiscountedPayments.Add(rows[i].Payment)
	}
	m.RowsMoved = fillLiability(rows, p.Flows, m.InitialLiability)
	p.NonLease.Fill(rows, 0)
	variable := owed.VariablePaymentsOf(l)
	variable.AddTo(rows)
	amortized := l.AmortizationMonths(m.Commencement.RowMonths)
	m.AmortizationMonths = months.RoundUp(amortized)
	v.allocate(rows, amortized)
	for i := range rows {
		m.TotalLeaseCost = m.TotalLeaseCost.Add(rows[i].LeaseExpense)
	}
	return Segment{
		Segment: schedule.Segment{
			Event: -1, Start: l.Start(), Rate: l.DiscountRateAnnual, Class: m.Class, TermMonths: l.TermMonths,
			Liability: m.InitialLiability, RouAsset: m.InitialRouAsset, Periods: rows,
		},
		Exempt: l.Exempt(), Months: m.Commencement.RowMonths, amortized: amortized, Flows: Flows{Liability: p.Flows},
		nonLease: p.NonLease, variable: variable, Happened: len(rows),
	}, nil
}

// fillLiability fills in the liability columns and returns the number of rows that the one-cent rule adjusted.
func fillLiability(rows []schedule.Period, liability *pv.Liability, open money.Amount) (moved int) {
	for i := range rows {
		row := &rows[i]
		if liability.Row(i+1, row.Payment, &row.Interest, &row.Principal, &open) {
			moved++
		}
		row.LiabilityClose = open
	}
	return moved
}

// classify tests the criteria and sets the class: the supplied class, or the derived class if none was supplied.
func (v *Life) classify(liability *pv.Liability) {
	m, l := &v.Measurement, &v.Lease
	c := &m.Commencement
	c.Derived = standard.Finance
	if !l.Standard.SingleModel() {
		c.Verdicts = testCriteria(&criteriaInputs{
			lease: l, liability: m.InitialLiability, settled: m.CommencementPayment, guarantee: extraGuarantee(l, liability),
			prepaid: l.Amount(l.PrepaidRent), incentives: l.Amount(l.LeaseIncentives), fair: l.AssetFairValue,
			term: months.Whole(l.TermMonths), economicLife: lease.WholeLife(l.AssetEconomicLifeMonths),
		})
		c.Derived = c.Verdicts.Derived()
	}
	m.Class = c.Derived
	if l.Classification != standard.Derived && !l.Standard.SingleModel() {
		m.Class = l.Classification
	}
}

// extraGuarantee returns the present value of a residual value guarantee in excess of its probable
// amount, for the 90% test (METHOD 12.7).
func extraGuarantee(l *lease.Lease, m *pv.Liability) money.Amount {
	more := l.Amount(l.GuaranteedResidualValue).Sub(l.Amount(l.ResidualValueGuarantee))
	if !l.GuaranteedResidualValue.Set || more.Sign() <= 0 {
		return money.Amount{}
	}
	return m.AtEnd(more)
}

// allocate fills in the columns of the asset and the cost at commencement.
func (v *Life) allocate(rows []schedule.Period, amortized *big.Rat) {
	m := &v.Measurement
	switch {
	case m.Lease.Exempt():
		v.exempt(rows)
	case m.Class == standard.Operating:
		cost := m.TotalUndiscountedPayments.Add(m.InitialRouAsset).Sub(m.InitialLiability)
		m.SharesMoved = straightLineCost(rows, m.InitialRouAsset, cost, m.Commencement.RowMonths)
	default:
		m.SharesMoved = straightLineAsset(rows, m.InitialRouAsset, amortized)
	}
}

// The rows of an exempt lease have no liability, asset or interest (METHOD 12.6). Under most standards all payments are
// expensed straight-line (842-20-25-2, IFRS 16.6). Under GASB 87, a row's expense is the row's payment plus a
// straight-line share of prepaid rent and direct costs, less incentives (87.16).
func (v *Life) exempt(rows []schedule.Period) {
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
	m.SharesMoved = shareOut(rows, total, m.Commencement.RowMonths, func(row *schedule.Period, share money.Amount) {
		row.LeaseExpense = share
		if asPaid {
			row.LeaseExpense = share.Add(row.Payment)
		}
	})
}

// gather completes the measurement from the segments: the rows, the lifetime totals and, for a
// governmental fund, the interest paid.
func (v *Life) gather() {
	m := &v.Measurement
	if m.Lease.Events != nil {
		v.schedule()
		v.total()
	} else {
		m.Segments = []schedule.Segment{v.Segments[0].Segment}
	}
	if m.Lease.HasFundEntries() {
		m.FundInterest = v.fundInterest()
	}
}

func (v *Life) schedule() {
	n := 0
	for i := range v.Segments {
		n += v.Segments[i].rowsHappened()
	}
	m := &v.Measurement
	m.Schedule = make([]schedule.Period, 0, n)
	for i := range v.Segments {
		s := &v.Segments[i]
		from := len(m.Schedule)
		m.Schedule = append(m.Schedule, s.Periods[:s.Happened]...)
		if s.Part != nil {
			m.Schedule = append(m.Schedule, *s.Part)
		}
		public := s.Segment
		public.FirstRow, public.Periods = from, m.Schedule[from:len(m.Schedule):len(m.Schedule)]
		m.Segments = append(m.Segments, public)
	}
	for i := range m.Schedule {
		m.Schedule[i].Number = i + 1
	}
}

func (v *Life) total() {
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

// nextRows returns the date of the first event after event i that starts new rows, or the zero date
// if there is no such event.
func nextRows(l *lease.Lease, i int) civil.Date {
	for j := i + 1; j < len(l.Events); j++ {
		e := &l.Events[j]
		if e.Type != standard.Impairment && e.Type != standard.ImpairmentReversal && (e.Type != standard.IndexChange || l.Standard.MeasuresIndex()) {
			return e.Date
		}
	}
	return civil.Date{}
}

// carriedRent returns the prepaid rent at the end of the day preceding initial application; accrued
// rent is negative. If the lease does not supply the amount, the amount is computed from the
// current period's lease payment in proportion to days (METHOD 19.2). The first row begins the
// given number of days after the start of its period.
func carriedRent(l *lease.Lease, first *schedule.Period, gone int, leasePart *big.Rat) money.Amount {
	if stated := l.InitialApplication.Value.PrepaidOrAccruedRent; stated.Set {
		return l.Amount(stated)
	}
	left, days := first.Days, gone+first.Days
	switch {
	case gone == 0:
		return money.Amount{}
	case l.PaymentTiming == standard.Arrears:
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

// The thresholds, in hundredths of a percent, that ASC 842-10-55-2 calls one reasonable approach. A ratio is truncated
// to hundredths of a percent before it is compared, so that a printed ratio cannot contradict its verdict.
const (
	majorPart        = 7500 // threshold of term / remaining economic life
	substantiallyAll = 9000 // threshold of present value / fair value
)

func testCriteria(q *criteriaInputs) (v schedule.Verdicts) {
	l := q.lease
	v.Of[schedule.CriterionOwnership] = flagVerdict(l.TransfersOwnership)
	v.Of[schedule.CriterionOption] = flagVerdict(l.PurchaseOptionReasonablyCertain)
	if !l.PurchaseOptionReasonablyCertain.Set && l.OptionCertain() {
		v.Of[schedule.CriterionOption] = schedule.Verdict{Met: true, Tested: true}
	}
	v.Of[schedule.CriterionSpecialized] = flagVerdict(l.SpecializedAsset)
	if q.economicLife != nil {
		v.LifeRatio = truncatedHundredths(q.term, q.economicLife)
		v.LastQuarter = inLastQuarter(q.economicLife, l.AssetTotalLifeMonths)
		v.Of[schedule.CriterionLife] = schedule.Verdict{Met: v.LifeRatio >= majorPart && !v.LastQuarter, Tested: true}
	}
	if q.fair.Set {
		v.Guarantee, v.Payments = q.guarantee, q.liability
		v.FairBasis = q.liability.Add(q.settled).Add(q.guarantee).Add(q.prepaid).Sub(q.incentives)
		v.FairRatio = RatioOf(v.FairBasis, q.fair.Value, l.Currency.Places())
		v.Of[schedule.CriterionFair] = schedule.Verdict{
			Met: v.FairRatio != nil && v.FairRatio.Cmp(big.NewInt(substantiallyAll)) >= 0, Tested: v.FairRatio != nil,
		}
	}
	return v
}

type criteriaInputs struct {
	lease        *lease.Lease // the current inputs
	liability    money.Amount // the present value of the payments
	settled      money.Amount // payment at commencement that the liability excludes
	guarantee    money.Amount // see [extraGuarantee]
	prepaid      money.Amount
	incentives   money.Amount
	fair         strict.Optional[money.Decimal]
	term         *big.Rat // remaining months of the term
	economicLife *big.Rat // remaining months of the economic life; nil if not supplied
}

// truncatedHundredths returns term / life in hundredths of a percent, truncated.
func truncatedHundredths(term, life *big.Rat) int64 {
	share := new(big.Rat).Quo(term, life)
	hundredths := big.NewInt(10_000)
	hundredths.Mul(hundredths, share.Num())
	return hundredths.Quo(hundredths, share.Denom()).Int64()
}

// inLastQuarter reports whether the remaining life is at most a quarter of the total life, so that
// the exception of 842-10-25-2(c) applies.
func inLastQuarter(remaining *big.Rat, total strict.Optional[int]) bool {
	return total.Set && remaining.Cmp(big.NewRat(int64(total.Value), 4)) <= 0
}

func flagVerdict(o strict.Optional[bool]) schedule.Verdict {
	return schedule.Verdict{Met: lease.IsTrue(o), Tested: o.Set}
}

// RatioOf divides an amount by a fair value and returns the quotient in hundredths of a percent,
// truncated. The amount has the given number of decimals. The fair value is rounded to 40 decimals.
// The result is nil if the fair value is 0.
func RatioOf(basis money.Amount, fair money.Decimal, places int) *big.Int {
	divisor := fair.Units(money.AmountPlaces)
	if divisor.Sign() == 0 {
		return nil
	}
	// (basis / 10^places) / (divisor / 10^AmountPlaces) × 10^4
	q := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(money.AmountPlaces-places+4)), nil)
	return q.Mul(q, basis.Big()).Quo(q, divisor)
}
