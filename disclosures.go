package leasehold

import "github.com/leasehold-accounting/leasehold/money"

// maturityYears are the years that are always shown one by one.
const maturityYears = 5

// maturityLabels name the rows of the maturity analysis.
var maturityLabels = [maturityYears + 1]string{"Year 1", "Year 2", "Year 3", "Year 4", "Year 5", "Thereafter"}

// disclose fills the disclosures as of commencement from the schedule.
func (r *Result) disclose() {
	longTerm, _ := r.longTermLiability()
	r.Disclosures = Disclosures{
		WeightedAverageRemainingTermMonths: r.Lease.TermMonths,
		WeightedAverageDiscountRate:        r.Lease.DiscountRateAnnual,
		TotalUndiscountedPayments:          r.TotalUndiscountedPayments,
		ImputedInterest:                    r.TotalUndiscountedPayments.Sub(r.InitialLiability),
		MaturityAnalysis:                   r.maturities(),
		CurrentLiability:                   r.InitialLiability.Sub(longTerm),
		LongTermLiability:                  longTerm,
		TotalLeaseCost:                     r.TotalLeaseCost,
	}
}

// maturities gathers the payments by the lease year in which their period
// starts.
func (r *Result) maturities() []Maturity {
	rows := maturityYears
	if r.Lease.TermMonths > maturityYears*12 {
		rows++
	}
	list := make([]Maturity, rows)
	for i := range list {
		list[i].Year = i + 1
		list[i].Label = maturityLabels[i]
	}
	perYear := 12 / r.Lease.PaymentFrequency.Months()
	for i := range r.Schedule {
		m := &list[min(i/perYear, maturityYears)]
		m.UndiscountedPayments = m.UndiscountedPayments.Add(r.Schedule[i].Payment)
	}
	return list
}

// longTermLiability returns the part of the initial liability that is not
// settled within twelve months. It is capped at what remains after a payment
// due at commencement, because interest that outgrows the payments of the first
// year would else leave nothing, or less than nothing, as current; capped
// reports that it was.
func (r *Result) longTermLiability() (longTerm money.Amount, capped bool) {
	if r.Lease.TermMonths <= 12 {
		return money.Amount{}, false
	}
	last := &r.Schedule[12/r.Lease.PaymentFrequency.Months()-1] // of the first year
	ceiling, balance := r.InitialLiability, last.LiabilityClose
	if r.Lease.PaymentTiming == Advance {
		// The balance just after the year's last payment: what accrues on it
		// afterwards is not owed at commencement.
		ceiling = ceiling.Sub(r.Schedule[0].Payment)
		balance = balance.Sub(last.Interest)
	}
	if ceiling.Cmp(balance) < 0 {
		return ceiling, true
	}
	return balance, false
}
