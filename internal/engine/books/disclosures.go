package books

import (
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/internal/engine/measure"
	"github.com/leasehold-accounting/leasehold/internal/engine/months"
	"github.com/leasehold-accounting/leasehold/internal/engine/owed"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/schedule"
	"github.com/leasehold-accounting/leasehold/standard"
)

// maturityYears is the number of years with a separate row in the maturity analysis.
const maturityYears = 5

var maturityLabels = [maturityYears + 1]string{"Year 1", "Year 2", "Year 3", "Year 4", "Year 5", "Thereafter"}

// Disclose fills in the disclosures at commencement.
func Disclose(v *measure.Life) {
	m, s := &v.Measurement, v.Segments[0]
	s.Periods = m.Commencement.Rows
	d := &m.Disclosures
	*d = schedule.Disclosures{
		WeightedAverageRemainingTermMonths: months.Hundredths(m.Commencement.Term),
		WeightedAverageDiscountRate:        m.Lease.DiscountRateAnnual,
		TotalUndiscountedPayments:          m.TotalUndiscountedPayments,
		ImputedInterest:                    m.TotalUndiscountedPayments.Sub(m.InitialLiability),
		TotalLeaseCost:                     m.TotalLeaseCost,
	}
	if m.Lease.Applied() {
		discloseApplied(m, &s)
		return
	}
	if m.Lease.Exempt() {
		d.ImputedInterest = money.Amount{}
	}
	d.MaturityAnalysis = maturities(m, &s)
	d.LongTermLiability, m.Commencement.LongTermCapped = longTermLiability(m, &s)
	d.CurrentLiability = m.InitialLiability.Sub(d.LongTermLiability)
}

// discloseApplied fills in the maturities at initial application, by periods of twelve months
// from that date (METHOD 14.5, 14.6, 19.2).
func discloseApplied(m *schedule.Measurement, s *measure.Segment) {
	t, f := books{segment: s}, schedule.LeaseFigures{}
	t.carry(m.InitialLiability, m.InitialRouAsset)
	addMaturity(&f, &m.Lease, &t, s.Start.Prev())
	d := &m.Disclosures
	d.MaturityAnalysis = maturityRows(months.Fewer(months.Whole(maturityYears*12), m.Commencement.Term))
	for i := range d.MaturityAnalysis {
		d.MaturityAnalysis[i].UndiscountedPayments = f.Of(figure.MaturityYear1 + figure.Concept(i)) // the figure Thereafter follows the years
	}
	d.CurrentLiability, d.LongTermLiability = f.Of(figure.CurrentLiability), f.Of(figure.LongTermLiability)
}

// maturityRows returns the empty rows of the maturity analysis.
func maturityRows(thereafter bool) []schedule.Maturity {
	n := maturityYears
	if thereafter {
		n++
	}
	list := make([]schedule.Maturity, n)
	for i := range list {
		list[i].Year = i + 1
		list[i].Label = maturityLabels[i]
	}
	return list
}

// maturities sums the payments by lease year: a rent belongs to the year in which its period
// starts, a one-off payment to the year of its date (METHOD 7.2, 12.10).
func maturities(m *schedule.Measurement, s *measure.Segment) []schedule.Maturity {
	list := maturityRows(m.Lease.TermMonths > maturityYears*12)
	add := func(year int, a money.Amount) {
		at := &list[min(year-1, maturityYears)]
		at.UndiscountedPayments = at.UndiscountedPayments.Add(a)
	}
	for i := range s.Periods {
		row := &s.Periods[i]
		add(row.Year, row.Rent.Add(row.Terminal))
	}
	for i := range m.Lease.OtherPayments {
		p := &m.Lease.OtherPayments[i]
		if m.Lease.Settles() && p.Date == m.Lease.CommencementDate {
			continue
		}
		months, _ := m.Lease.CommencementDate.MonthsTo(p.Date)
		add(months/12+1, owed.LeasePart(&m.Lease, p))
	}
	return list
}

// longTermLiability returns the portion of the initial liability that is not settled within
// twelve months. It is capped at the liability after the payment due at commencement. Without the
// cap, the current portion would be 0 or negative if the interest of the first year exceeds its
// payments. capped reports whether the cap applied.
func longTermLiability(m *schedule.Measurement, s *measure.Segment) (longTerm money.Amount, capped bool) {
	l := &m.Lease
	if l.TermMonths <= 12 || l.Exempt() {
		return money.Amount{}, false
	}
	ceiling := m.InitialLiability.Sub(s.Flows.Flow(0).Opening)
	var balance money.Amount
	if l.StatesPayments() {
		balance = s.BalanceAfter(l.CommencementDate, l.CommencementDate.AddMonths(12).Prev(), m.InitialLiability)
	} else {
		last := &s.Periods[l.PaymentFrequency.PerYear()-1] // the last row of the first year
		balance = last.LiabilityClose
		if l.PaymentTiming == standard.Advance {
			// The balance just after the year's last payment: interest that accrues on it
			// afterwards is not owed at commencement.
			balance = balance.Sub(last.Interest)
		}
	}
	capped = ceiling.Cmp(balance) < 0
	balance = money.Min(balance, ceiling)
	if l.StatesPayments() {
		balance = balance.NotNegative()
	}
	return balance, capped
}
