package oracle

import (
	"fmt"
	"math/big"
)

// disclose fills the figures of the notes to the accounts.
func (a *Answer) disclose(r *Request) {
	d := &a.Disclosures
	d.RemainingTermMonths = r.TermMonths
	d.DiscountRate = plain(r.DiscountRate)
	d.TotalPayments = a.TotalPayments
	d.TotalLeaseCost = a.TotalLeaseCost
	d.ImputedInterest = new(big.Int).Sub(a.TotalPayments, a.InitialLiability)
	for year := 1; year <= 5; year++ {
		d.Maturities = append(d.Maturities, Maturity{year, fmt.Sprintf("Year %d", year), new(big.Int)})
	}
	if r.TermMonths > 60 {
		d.Maturities = append(d.Maturities, Maturity{6, "Thereafter", new(big.Int)})
	}
	for _, row := range a.Rows {
		due := d.Maturities[min(row.firstMonth/12, 5)].Payment
		due.Add(due, row.Payment)
	}
	d.LongTerm = a.longTerm(r)
	d.Current = new(big.Int).Sub(a.InitialLiability, d.LongTerm)
}

// longTerm is the part of the liability that is settled after twelve months.
func (a *Answer) longTerm(r *Request) *big.Int {
	if r.TermMonths <= 12 {
		return new(big.Int)
	}
	yearEnd := a.Rows[12/r.monthsPerPeriod()-1]
	now, later := a.InitialLiability, yearEnd.LiabilityClose
	if r.advance() {
		now = new(big.Int).Sub(now, a.Rows[0].Payment)
		later = new(big.Int).Sub(later, yearEnd.Interest)
	}
	if now.Cmp(later) < 0 {
		return now
	}
	return later
}
