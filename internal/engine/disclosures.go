package engine

import (
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/lease"
	"github.com/leasehold-accounting/leasehold/money"
)

// Disclosures are the figures of the notes to the accounts, at commencement.
type Disclosures struct {
	WeightedAverageRemainingTermMonths money.Decimal // whole, but at a first application
	WeightedAverageDiscountRate        money.Decimal // fraction per year
	TotalUndiscountedPayments          money.Amount
	ImputedInterest                    money.Amount
	MaturityAnalysis                   []Maturity // years 1 to 5, and Thereafter beyond 60 months
	CurrentLiability                   money.Amount
	LongTermLiability                  money.Amount
	TotalLeaseCost                     money.Amount
}

// Maturity is what falls due in one lease year.
type Maturity struct {
	Year                 int    // 1 to 5; 6 for all later years
	Label                string // "Year 1" to "Year 5", "Thereafter"
	UndiscountedPayments money.Amount
}

// maturityYears are the years that are always shown one by one.
const maturityYears = 5

// maturityLabels name the rows of the maturity analysis.
var maturityLabels = [maturityYears + 1]string{"Year 1", "Year 2", "Year 3", "Year 4", "Year 5", "Thereafter"}

// disclose fills in the disclosures as of commencement.
func (v *life) disclose() {
	m, s := &v.Measurement, v.segments[0]
	s.Periods = m.Commencement.Rows
	d := &m.Disclosures
	*d = Disclosures{
		WeightedAverageRemainingTermMonths: hundredths(m.Commencement.Term),
		WeightedAverageDiscountRate:        m.Lease.DiscountRateAnnual,
		TotalUndiscountedPayments:          m.TotalUndiscountedPayments,
		ImputedInterest:                    m.TotalUndiscountedPayments.Sub(m.InitialLiability),
		TotalLeaseCost:                     m.TotalLeaseCost,
	}
	if m.Lease.Applied() {
		m.discloseApplied(&s)
		return
	}
	if m.Lease.Exempt() {
		d.ImputedInterest = money.Amount{}
	}
	d.MaturityAnalysis = maturities(m, &s)
	d.LongTermLiability, m.Commencement.LongTermCapped = longTermLiability(m, &s)
	d.CurrentLiability = m.InitialLiability.Sub(d.LongTermLiability)
}

// discloseApplied fills in the maturities as of a first application: by windows of twelve
// months from its date (METHOD 14.5, 14.6, 19.2).
func (m *Measurement) discloseApplied(s *segment) {
	t, f := books{segment: s}, LeaseFigures{}
	t.carry(m.InitialLiability, m.InitialRouAsset)
	f.mature(&m.Lease, &t, s.Start.Prev())
	d := &m.Disclosures
	d.MaturityAnalysis = maturityRows(fewer(wholeMonths(maturityYears*12), m.Commencement.Term))
	for i := range d.MaturityAnalysis {
		d.MaturityAnalysis[i].UndiscountedPayments = f.Of(figure.MaturityYear1 + figure.Concept(i)) // Thereafter follows the years
	}
	d.CurrentLiability, d.LongTermLiability = f.Of(figure.CurrentLiability), f.Of(figure.LongTermLiability)
}

// maturityRows are the rows of the maturity analysis, empty.
func maturityRows(thereafter bool) []Maturity {
	n := maturityYears
	if thereafter {
		n++
	}
	list := make([]Maturity, n)
	for i := range list {
		list[i].Year = i + 1
		list[i].Label = maturityLabels[i]
	}
	return list
}

// maturities gathers the payments by lease year: a rent belongs to the year in
// which its period starts, a single payment to that of its date (METHOD 7.2,
// 12.10).
func maturities(m *Measurement, s *segment) []Maturity {
	list := maturityRows(m.Lease.TermMonths > maturityYears*12)
	add := func(year int, a money.Amount) {
		at := &list[min(year-1, maturityYears)]
		at.UndiscountedPayments = at.UndiscountedPayments.Add(a)
	}
	for i := range s.Periods {
		row := &s.Periods[i]
		add(row.Year, row.Rent.Add(row.Terminal))
	}
	c := contract{places: m.Lease.Currency.Places(), leaseShare: lease.ShareOf(m.Lease.Components)}
	for i := range m.Lease.OtherPayments {
		p := &m.Lease.OtherPayments[i]
		if m.Lease.Settles() && p.Date == m.Lease.CommencementDate {
			continue
		}
		months, _ := m.Lease.CommencementDate.MonthsTo(p.Date)
		d := oneOff{amount: p.Amount, kind: p.Kind}
		c.divide(&d)
		add(months/12+1, d.parts.lease)
	}
	return list
}

// longTermLiability returns the part of the initial liability that is not
// settled within twelve months. It is capped at what remains after a payment
// due at commencement: where interest exceeds the payments of the first year,
// the balance after it would leave nothing, or less than nothing, as current.
// capped reports that it was.
func longTermLiability(m *Measurement, s *segment) (longTerm money.Amount, capped bool) {
	l := &m.Lease
	if l.TermMonths <= 12 || l.Exempt() {
		return money.Amount{}, false
	}
	ceiling := m.InitialLiability.Sub(s.flows.Flow(0).Opening)
	var balance money.Amount
	if l.StatesPayments() {
		balance = s.balanceAfter(l.CommencementDate, l.CommencementDate.AddMonths(12).Prev(), m.InitialLiability)
	} else {
		last := &s.Periods[l.PaymentFrequency.PerYear()-1] // of the first year
		balance = last.LiabilityClose
		if l.PaymentTiming == Advance {
			// The balance just after the year's last payment: what accrues on it
			// afterwards is not owed at commencement.
			balance = balance.Sub(last.Interest)
		}
	}
	capped = ceiling.Cmp(balance) < 0
	if capped {
		balance = ceiling
	}
	if l.StatesPayments() && balance.Sign() < 0 {
		balance = money.Amount{}
	}
	return balance, capped
}

// balanceAfter returns the liability just after the last payment of a span of
// days: where it opens a row, before the interest of that day, else at the end of
// the day. Without a payment it returns what is given (METHOD 14.6).
func (s *segment) balanceAfter(from, to civil.Date, without money.Amount) money.Amount {
	for k := len(s.Periods) - 1; k >= 0; k-- {
		row := &s.Periods[k]
		if to.Before(row.First) {
			continue
		}
		if row.Last.Before(from) {
			break
		}
		if balance, paid := s.balanceWithin(k, from, to); paid {
			return balance
		}
	}
	return without
}

// balanceWithin is [segment.balanceAfter] for the payments of one row. On a day whose
// payments cancel nothing is paid.
func (s *segment) balanceWithin(k int, from, to civil.Date) (balance money.Amount, paid bool) {
	row := &s.Periods[k]
	last, today := dayPayment{}, dayPayment{}
	s.payments(k, func(at dayPayment) {
		if date := row.First.AddDays(at.day); to.Before(date) || date.Before(from) {
			return
		}
		if at.day == today.day { // a row of one day opens and closes on it
			at.amount = at.amount.Add(today.amount)
		} else if !today.amount.IsZero() {
			last = today
		}
		today = at
	})
	if !today.amount.IsZero() {
		last = today
	}
	switch {
	case last.amount.IsZero():
		return money.Amount{}, false
	case last.arrears:
		return row.LiabilityClose, true
	case last.day == 0 && (k > 0 || s.flows.gone == 0): // it is paid in advance
		return row.LiabilityOpen().Sub(s.flows.Flow(s.flows.first + k).Opening), true
	}
	return s.accrued(k, last.day+1).LiabilityClose, true
}
