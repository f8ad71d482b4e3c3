package leasehold

import (
	"sync"

	"github.com/leasehold-accounting/leasehold/money"
)

// Measure returns every figure of a lease. It is a pure function: no clock, no
// input or output, no binary floating point; the same lease gives the same
// figures on every machine.
//
// The error is the [*InvalidError] of [Lease.Validate]: every lease that the
// contract allows has an answer.
func Measure(l *Lease) (*Measurement, error) {
	if err := l.Validate(); err != nil {
		return nil, err
	}
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	m := new(Measurement)
	s.measure(m, l)
	return m, nil
}

// Compute returns the whole accounting of a lease: the figures of [Measure],
// and the classification, citations and notes about them.
//
// The error is that of [Measure].
func Compute(l *Lease) (*Result, error) {
	if err := l.Validate(); err != nil {
		return nil, err
	}
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	r := new(Result)
	s.measure(&r.Measurement, l)
	r.Classification = classification(&r.Measurement, &s.prose)
	r.Citations = citations(&r.Measurement, r.derived)
	r.Notes = notes(r, &s.prose)
	return r, nil
}

// scratch is memory that one computation needs and the result does not.
type scratch struct {
	rents     rents
	flows     []flow
	liability liability
	prose     prose
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

// measure fills m with the figures of a valid lease.
func (s *scratch) measure(m *Measurement, l *Lease) {
	m.Lease = *l
	m.TerminalPayment = l.terminal()
	rate, _ := l.DiscountRateAnnual.Units64(money.RatePlaces) // at most 10^17: the rate is at most 1
	m.PeriodicRate = periodicRate(rate, l.PaymentFrequency.Months())
	s.flows = appendFlows(s.flows[:0], &s.rents, l, m.TerminalPayment)
	s.liability.measure(s.flows, rate)
	m.InitialLiability = s.liability.initial()
	m.InitialRouAsset = m.InitialLiability.Add(l.assetAdjustments())
	m.verdicts, m.derived = classify(l, m.InitialLiability)
	m.Class = m.derived
	if l.Classification != Derived && !l.Standard.SingleModel() {
		m.Class = l.Classification
	}

	m.Schedule = layRows(l, s.flows)
	if last := &m.Schedule[len(m.Schedule)-1]; last.Months < l.PaymentFrequency.Months() {
		m.StubMonths = last.Months
	}
	m.RowsMoved = s.liability.fill(m.Schedule, m.InitialLiability)
	for i := range m.Schedule {
		m.TotalUndiscountedPayments = m.TotalUndiscountedPayments.Add(m.Schedule[i].Payment)
	}
	m.AmortizationMonths = l.amortizationMonths()
	first := Segment{
		Start: l.CommencementDate, Rate: l.DiscountRateAnnual, Class: m.Class, TermMonths: l.TermMonths,
		Liability: m.InitialLiability, RouAsset: m.InitialRouAsset, Periods: m.Schedule,
	}
	cost := m.TotalUndiscountedPayments.Add(l.assetAdjustments())
	m.SharesMoved = first.expense(m.AmortizationMonths, cost)
	m.Segments = []Segment{first}
	for i := range m.Schedule {
		m.TotalLeaseCost = m.TotalLeaseCost.Add(m.Schedule[i].LeaseExpense)
	}
	m.Disclosures, m.longTermCapped = disclose(m)
}

// classify returns the verdicts of the criteria and the class that they give;
// where a standard has a single model there are none, and the class is finance.
func classify(l *Lease, liability money.Amount) (verdicts, Class) {
	if l.Standard.SingleModel() {
		return verdicts{}, Finance
	}
	v := judge(l, liability)
	return v, v.derived()
}

// periodicRate returns rate × months / 12 to 15 significant digits. rate is in
// units of 10^−17.
func periodicRate(rate uint64, months int) money.Decimal {
	if rate == 0 {
		return money.Decimal{}
	}
	const least, most = 100_000_000_000_000, 1_000_000_000_000_000 // 15 digits
	num, den, scale := rate*uint64(months), uint64(12), money.RatePlaces
	for num < least*den {
		num *= 10
		scale++
	}
	for num >= most*den {
		den *= 10
		scale--
	}
	quo, rem := num/den, num%den
	if rem >= den-rem {
		quo++
	}
	return money.New(quo, scale)
}
