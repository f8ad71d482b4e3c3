package leasehold

import "github.com/leasehold-accounting/leasehold/money"

// Disclosures are the figures of the notes to the accounts, at commencement.
type Disclosures struct {
	WeightedAverageRemainingTermMonths int
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

// disclose returns the disclosures as of commencement. capped is described at
// [longTermLiability].
func disclose(m *Measurement) (d Disclosures, capped bool) {
	longTerm, capped := longTermLiability(m)
	return Disclosures{
		WeightedAverageRemainingTermMonths: m.Lease.TermMonths,
		WeightedAverageDiscountRate:        m.Lease.DiscountRateAnnual,
		TotalUndiscountedPayments:          m.TotalUndiscountedPayments,
		ImputedInterest:                    m.TotalUndiscountedPayments.Sub(m.InitialLiability),
		MaturityAnalysis:                   maturities(m),
		CurrentLiability:                   m.InitialLiability.Sub(longTerm),
		LongTermLiability:                  longTerm,
		TotalLeaseCost:                     m.TotalLeaseCost,
	}, capped
}

// maturities gathers the payments by the lease year in which their period
// starts.
func maturities(m *Measurement) []Maturity {
	rows := maturityYears
	if m.Lease.TermMonths > maturityYears*12 {
		rows++
	}
	list := make([]Maturity, rows)
	for i := range list {
		list[i].Year = i + 1
		list[i].Label = maturityLabels[i]
	}
	for i := range m.Schedule {
		row := &m.Schedule[i]
		year := &list[min(row.Year-1, maturityYears)]
		year.UndiscountedPayments = year.UndiscountedPayments.Add(row.Payment)
	}
	return list
}

// longTermLiability returns the part of the initial liability that is not
// settled within twelve months. It is capped at what remains after a payment
// due at commencement: where interest exceeds the payments of the first year,
// the balance after it would leave nothing, or less than nothing, as current.
// capped reports that it was.
func longTermLiability(m *Measurement) (longTerm money.Amount, capped bool) {
	if m.Lease.TermMonths <= 12 {
		return money.Amount{}, false
	}
	last := &m.Schedule[m.Lease.PaymentFrequency.PerYear()-1] // of the first year
	ceiling, balance := m.InitialLiability, last.LiabilityClose
	if m.Lease.PaymentTiming == Advance {
		// The balance just after the year's last payment: what accrues on it
		// afterwards is not owed at commencement.
		ceiling = ceiling.Sub(m.Schedule[0].Payment)
		balance = balance.Sub(last.Interest)
	}
	if ceiling.Cmp(balance) < 0 {
		return ceiling, true
	}
	return balance, false
}
