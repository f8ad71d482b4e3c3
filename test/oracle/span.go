package oracle

import (
	"math/big"
)

// leaseFigures are the figures of a report for one lease.
type leaseFigures struct {
	lease    *Request
	amounts  sheet
	bands    []band // under GASB 87
	class    string
	rate     *big.Rat // in force at the end, as sent
	left     *big.Rat // months
	payments *big.Int // undiscounted and measured, still to come
}

// band is what five years of payments come to.
type band struct {
	from, to            date
	principal, interest *big.Int
}

// span computes the figures of a lease from a day to another.
func (b *book) span(from, to date) *leaseFigures {
	before, through := b.cumulative(from.dayBefore()), b.cumulative(to)
	s := through.less(before)
	s.rollforward("liability", liabilityFlows, map[string]bool{"payments": true, "derecognized": true}, before)
	s.rollforward("rouAsset", assetFlows, map[string]bool{"amortization": true, "impairment": true, "derecognized": true}, before)
	s.total("cost", costKinds)
	s.total("cash", cashKinds)
	s.add("rouAsset.accumulatedAmortization", b.accumulated(to))
	s.add("rouAsset.cost", s.of("rouAsset.closing"))
	s.add("rouAsset.cost", b.accumulated(to))

	known := b.known(to)
	f := &leaseFigures{lease: b.lease, amounts: s, class: known.class, rate: known.rate, payments: new(big.Int)}
	if b.lease.Exemption != "" {
		f.class = b.lease.Exemption
	}
	f.left = b.position(known, to).monthsLeft
	if to.before(b.lease.start()) || b.lease.Exemption != "" {
		return f
	}
	balance := s.of("liability.closing")
	long := b.longTerm(known, to, balance, balance)
	s.add("longTermLiability", long)
	s.add("currentLiability", new(big.Int).Sub(balance, long))
	accrued := b.unpaid(to) // a part of the liability, so never more
	if limit := new(big.Int).Set(balance); limit.Cmp(accrued) < 0 {
		accrued = limit
		if accrued.Sign() < 0 {
			accrued.SetInt64(0)
		}
	}
	s.add("accruedInterest", accrued)
	b.mature(f, known, to)
	return f
}

// rollforward adds the balances to the flows of a table; some are deductions.
func (s sheet) rollforward(table string, flows []string, deducted map[string]bool, before sheet) {
	opening, closing := new(big.Int), new(big.Int)
	for _, flow := range flows {
		name := table + "." + flow
		if deducted[flow] {
			opening.Sub(opening, before.of(name))
			closing.Sub(closing, s.of(name))
		} else {
			opening.Add(opening, before.of(name))
			closing.Add(closing, s.of(name))
		}
	}
	s.add(table+".opening", opening)
	s.add(table+".closing", opening)
	s.add(table+".closing", closing)
}

func (s sheet) total(table string, kinds []string) {
	sum := new(big.Int)
	for _, kind := range kinds {
		sum.Add(sum, s.of(table+"."+kind))
	}
	s.add(table+".total", sum)
}

const yearsShown = 5

// maturityNames are the windows of the maturity analysis.
var maturityNames = [yearsShown + 1]string{
	"maturity.years.0", "maturity.years.1", "maturity.years.2", "maturity.years.3", "maturity.years.4", "maturity.thereafter",
}

// mature adds the maturities of what is still to be paid.
func (b *book) mature(f *leaseFigures, known *stage, to date) {
	next, ahead := to.plusDays(1), b.ahead(known, to)
	for _, paid := range ahead {
		window := 0
		for window < yearsShown && !paid.day.before(next.plusMonths(12*(window+1))) {
			window++
		}
		f.amounts.add(maturityNames[window], paid.amount)
		f.payments.Add(f.payments, paid.amount)
	}
	f.amounts.add("maturity.total", f.payments)
	f.amounts.add("maturity.imputedInterest", f.payments)
	f.amounts.add("maturity.imputedInterest", new(big.Int).Neg(f.amounts.of("liability.closing")))
	if !b.lease.gasb() || known.over {
		return
	}
	const months = 12 * yearsShown
	for from := next; !from.after(known.rows[len(known.rows)-1].last); from = next.plusMonths(months * len(f.bands)) {
		window := band{from, next.plusMonths(months * (len(f.bands) + 1)).dayBefore(), new(big.Int), new(big.Int)}
		for _, paid := range ahead {
			if !paid.day.before(window.from) && !paid.day.after(window.to) {
				window.principal.Add(window.principal, paid.principal)
				window.interest.Add(window.interest, paid.interest)
			}
		}
		f.bands = append(f.bands, window)
	}
}
