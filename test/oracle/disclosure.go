package oracle

import (
	"fmt"
	"math/big"
)

// disclose sets the disclosures at commencement, which events do not affect.
func (a *Answer) disclose(b *book) {
	r, d, rows := b.lease, &a.Disclosures, b.stages[0].rows
	d.RemainingTermMonths = big.NewRat(int64(r.TermMonths), 1)
	if r.applied() {
		d.RemainingTermMonths = monthsOf(rows)
	}
	d.DiscountRate = numeral(plain(b.stages[0].rate))
	d.TotalPayments = a.TotalPayments
	d.TotalLeaseCost = a.TotalLeaseCost
	d.ImputedInterest = new(big.Int).Sub(a.TotalPayments, a.InitialLiability)
	if r.Exemption != "" {
		d.ImputedInterest = new(big.Int)
	}
	for year := 1; year <= 5; year++ {
		d.Maturities = append(d.Maturities, Maturity{year, fmt.Sprintf("Year %d", year), new(big.Int)})
	}
	if d.RemainingTermMonths.Cmp(big.NewRat(60, 1)) > 0 {
		d.Maturities = append(d.Maturities, Maturity{6, "Thereafter", new(big.Int)})
	}
	for k := range rows {
		for _, f := range rows[k].flows {
			day := f.day
			if f.fixed && !r.applied() {
				day = rows[k].first
			}
			month, _ := monthsFrom(r.start(), day)
			due := d.Maturities[min(month/12, 5)].Payment
			due.Add(due, f.amount)
		}
	}
	d.RemainingTermMonths = toDecimals(d.RemainingTermMonths, 2)
	switch {
	case r.Exemption != "":
		d.LongTerm = new(big.Int)
	case r.statesPayments():
		d.LongTerm = a.longTermByDays(b)
	default:
		d.LongTerm = a.longTerm(r, rows)
	}
	d.Current = new(big.Int).Sub(a.InitialLiability, d.LongTerm)
}

// longTerm returns the portion of the initial liability that is due more than twelve months after
// commencement.
func (a *Answer) longTerm(r *Request, rows []Row) *big.Int {
	if r.TermMonths <= 12 {
		return new(big.Int)
	}
	yearEnd := rows[12/r.monthsPerPeriod()-1]
	now, later := a.InitialLiability, yearEnd.LiabilityClose
	if r.advance() {
		now = new(big.Int).Sub(now, rows[0].Payment)
		later = new(big.Int).Sub(later, yearEnd.Interest)
	}
	if now.Cmp(later) < 0 {
		return now
	}
	return later
}

// longTermByDays computes the long-term portion from the payment dates. It is at most the liability
// after the payment on the commencement date.
func (a *Answer) longTermByDays(b *book) *big.Int {
	first := b.lease.start()
	if b.lease.applied() {
		return b.longTerm(&b.stages[0], first.dayBefore(), a.InitialLiability, a.InitialLiability)
	}
	limit := new(big.Int).Sub(a.InitialLiability, b.stages[0].rows[0].at(opening))
	return b.longTerm(&b.stages[0], first.dayBefore(), a.InitialLiability, limit)
}
