package books

import (
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/internal/engine/measure"
	"github.com/leasehold-accounting/leasehold/internal/engine/months"
	"github.com/leasehold-accounting/leasehold/internal/engine/owed"
	"github.com/leasehold-accounting/leasehold/lease"
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

// discloseApplied fills in the maturities at initial application, in twelve-month periods from that
// date (METHOD 14.5, 14.6, 19.2).
func discloseApplied(m *schedule.Measurement, s *measure.Segment) {
	t, f := books{segment: s}, schedule.LeaseFigures{}
	t.carry(m.InitialLiability, m.InitialRouAsset)
	addMaturity(&f, &m.Lease, &t, s.Start.Prev())
	d := &m.Disclosures
	d.MaturityAnalysis = maturityRows(months.Fewer(months.Whole(maturityYears*12), m.Commencement.Term))
	for i := range d.MaturityAnalysis {
		d.MaturityAnalysis[i].UndiscountedPayments = f.Of(figure.MaturityYear1 + figure.Concept(i)) // the figure Thereafter follows the yearly figures
	}
	d.CurrentLiability, d.LongTermLiability = f.Of(figure.CurrentLiability), f.Of(figure.LongTermLiability)
}

// maturityRows returns the rows of the maturity analysis, without amounts.
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

// The payments are summed by lease year. Rent belongs to the year in which its period starts, and a
// one-off payment to the year of its date (METHOD 7.2, 12.10).
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

// longTermLiability returns the portion of the initial liability that is not settled within twelve
// months. The long-term portion is at most the liability after the payment due at commencement.
// Without this limit, the current portion would be 0 or negative if the interest of the first year
// exceeded the payments of that year. The function also reports whether the limit applied.
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
			// The balance just after the year's last payment. Interest that accrues on that balance
			// later is not payable at commencement.
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

// addMaturity fills in the current liability and the payments due after the reporting period. The
// payments are grouped into periods of twelve months (METHOD 14.5, 14.6).
func addMaturity(f *schedule.LeaseFigures, l *lease.Lease, t *books, to civil.Date) {
	next := to.Next()
	if l.Standard.Governments() {
		f.Bands, f.Schedule = []schedule.Band{}, yearBands(next)
	}
	s := t.segment
	if s == nil || s.Exempt || next.Before(l.Start()) {
		return
	}
	var left money.Amount
	split := t.payable
	for row := t.row; row < len(s.Periods); row++ {
		p := &s.Periods[row]
		s.Payments(row, func(at measure.DayPayment) {
			if row == t.row && at.Day < t.days {
				return
			}
			day := p.Last
			if !at.Arrears {
				day = p.First.AddDays(at.Day)
			}
			left = left.Add(at.Amount)
			f.Post(yearOf(day, next), at.Amount)
			if f.Bands != nil {
				accrued := s.InterestUntil(row, at).Sub(t.interestOf(row)) // payments that are due after the date of the books
				interest := split.Pay(at.Amount, accrued)
				f.Bands = pay(f.Bands, next, 0, day, at.Amount, interest)
				f.Schedule = pay(f.Schedule, next, maturityYears, day, at.Amount, interest)
			}
		})
		split.Accrue(p.Interest.Sub(t.interestOf(row)))
	}
	liability, last := t.Of(figure.LiabilityClosing), s.Periods[len(s.Periods)-1].Last
	f.Post(figure.MaturityTotal, left)
	f.Post(figure.MaturityImputedInterest, left.Sub(liability))
	if f.Bands != nil && !last.Before(next) {
		f.Bands = pay(f.Bands, next, 0, last, money.Amount{}, money.Amount{})
		f.Schedule = pay(f.Schedule, next, maturityYears, last, money.Amount{}, money.Amount{})
	}
	presentLiability(f, t, s, next)
}

// presentLiability fills in the current liability, the long-term liability and the accrued interest.
func presentLiability(f *schedule.LeaseFigures, t *books, s *measure.Segment, next civil.Date) {
	var longTerm money.Amount
	liability := t.Of(figure.LiabilityClosing)
	if end := next.AddMonths(12).Prev(); end.Before(s.Periods[len(s.Periods)-1].Last) {
		longTerm = money.Min(s.BalanceAfter(next, end, liability), liability).NotNegative()
	}
	f.Post(figure.LongTermLiability, longTerm)
	f.Post(figure.CurrentLiability, liability.Sub(longTerm))
	f.Post(figure.AccruedInterest, t.accrued())
	if f.Bands != nil {
		f.Post(figure.PrincipalWithinOneYear, liability.Sub(longTerm).Sub(t.accrued()).NotNegative())
	}
}

// yearOf returns the figure for payments due on a day. Years are counted from the day after the reporting period.
func yearOf(day, next civil.Date) figure.Concept {
	months, _ := next.MonthsTo(day)
	return figure.MaturityYear1 + figure.Concept(min(months/12, maturityYears)) // the figure Thereafter follows the yearly figures
}

// yearBands returns a band for each year of the maturity analysis, beginning on the day after a reporting period.
func yearBands(next civil.Date) []schedule.Band {
	list := make([]schedule.Band, maturityYears)
	for i := range list {
		list[i] = schedule.Band{From: next.AddMonths(12 * i), To: next.AddMonths(12 * (i + 1)).Prev()}
	}
	return list
}

// bandMonths is the length of a five-year band in months.
const bandMonths = 60

// pay adds a payment to the band that contains its due date. If necessary, it first appends
// five-year bands up to that date. The list starts with the given number of one-year bands.
func pay(bands []schedule.Band, next civil.Date, years int, day civil.Date, amount, interest money.Amount) []schedule.Band {
	for len(bands) == 0 || bands[len(bands)-1].To.Before(day) {
		months := 12*years + bandMonths*(len(bands)-years)
		bands = append(bands, schedule.Band{From: next.AddMonths(months), To: next.AddMonths(months + bandMonths).Prev()})
	}
	for i := range bands {
		if b := &bands[i]; !b.To.Before(day) {
			b.Interest = b.Interest.Add(interest)
			b.Principal = b.Principal.Add(amount.Sub(interest))
			break
		}
	}
	return bands
}

// Interest that is accrued and not yet paid is limited to the liability. An event may have removed
// the payments that would have settled the interest.
func (t *books) accrued() money.Amount {
	return partOf(t.Of(figure.LiabilityClosing), t.payable.Due())
}

// partOf returns the accrued interest included in the liability. The interest due must not be negative.
func partOf(liability, due money.Amount) money.Amount { return money.Min(due, liability).NotNegative() }

// interestOf returns the part of a row's interest that has accrued by the date of the books.
func (t *books) interestOf(row int) money.Amount {
	if row != t.row || t.days <= 0 {
		return money.Amount{}
	}
	return t.segment.InterestBy(row, t.days)
}
