package oracle

import (
	"maps"
	"math/big"
	"strings"
)

// leaseFigures holds one lease's figures in a report.
type leaseFigures struct {
	lease   *Request
	amounts sheet

	currency     string        // currency of the amounts
	presentation string        // presentation currency, if different
	functional   *leaseFigures // the figures in the functional currency; nil if they are not translated
	taxed        bool          // whether the lease has deferred tax (always in the functional currency)
	bands        []band        // maturity bands of five years each, under GASB 87 and GASB 96
	years        []band        // the next five years individually, then longer bands, under GASB 87 and GASB 96
	class        string
	rate         *big.Rat // discount rate at the end of the reporting period
	left         *big.Rat
	payments     *big.Int    // total of the undiscounted payments that remain in the liability
	looked       []TableRate // rates read from a rate table for dates through the end of the reporting period
}

func (f *leaseFigures) shown() string {
	if f.presentation != "" {
		return f.presentation
	}
	return f.currency
}

// band totals the payments due in a range of days.
type band struct {
	from, to            date
	principal, interest *big.Int
}

// figures returns a lease's figures at the end of the reporting period, in the lease's currency.
func (b *book) figures(to date) *leaseFigures {
	s, known := sheet{}, b.known(to)
	f := &leaseFigures{lease: b.lease, currency: b.lease.books(), amounts: s, class: known.class, rate: known.rate, payments: new(big.Int)}
	if b.lease.Exemption != "" {
		f.class = b.lease.Exemption
	}
	for _, rate := range b.looked {
		if rate.Date <= to.String() || rate.Date == b.lease.start().String() {
			f.looked = append(f.looked, rate)
		}
	}
	f.left = b.position(known, to).monthsLeft
	s["rentReceivable"], s["deferredRent"] = b.rents(to)
	if b.lease.gasb() {
		b.yearsAhead(f, nil, to)
	}
	if to.before(b.lease.start()) || b.lease.Exemption != "" {
		return f
	}
	balance := b.balance(to)
	s.add("longTermLiability", b.longTerm(known, to, balance, balance))
	s.add("accruedInterest", b.accruedWithin(to, balance))
	b.mature(f, known, to)
	return f
}

// dueWithinOneYear returns the principal due within one year: the current liability less accrued
// interest, but at least 0.
func (r *Request) dueWithinOneYear(current, accrued *big.Int) *big.Int {
	due := new(big.Int).Sub(current, accrued)
	if due.Sign() < 0 {
		return new(big.Int)
	}
	return due
}

// principalOf removes the amounts that only governments report, unless the lessee is a government.
func (s sheet) principalOf(r *Request) {
	if !r.gasb() {
		maps.DeleteFunc(s, func(name string, _ *big.Int) bool {
			table, _, nested := strings.Cut(name, ".")
			return nested && (table == "principal" || table == "assetCost" || table == "assetAmortization")
		})
	}
}

// accruedWithin returns the unpaid accrued interest at the end of the day, but at most the
// liability, which is the argument balance.
func (b *book) accruedWithin(day date, balance *big.Int) *big.Int {
	return atMost(b.unpaid(day), balance)
}

// atMost limits the accrued interest to the given balance. A negative balance counts as 0.
func atMost(accrued, balance *big.Int) *big.Int {
	if balance.Cmp(accrued) >= 0 {
		return accrued
	}
	if balance.Sign() < 0 {
		return new(big.Int)
	}
	return balance
}

func (s sheet) total(table string, kinds []string) {
	sum := new(big.Int)
	for _, kind := range kinds {
		sum.Add(sum, s.of(table+"."+kind))
	}
	s.add(table+".total", sum)
}

const yearsShown = 5

// maturityNames lists the names of the bands in the maturity analysis.
var maturityNames = [yearsShown + 1]string{
	"maturity.years.0", "maturity.years.1", "maturity.years.2", "maturity.years.3", "maturity.years.4", "maturity.thereafter",
}

// mature adds the maturity analysis of the payments due after the given day.
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
	if !b.lease.gasb() || known.over {
		return
	}
	const months = 12 * yearsShown
	last := known.rows[len(known.rows)-1].last
	for from := next; !from.after(last); from = next.plusMonths(months * len(f.bands)) {
		f.bands = append(f.bands, banded(ahead, from, next.plusMonths(months*(len(f.bands)+1))))
	}
	b.yearsAhead(f, ahead, to)
}

// yearsAhead totals the payments due in each of the five years after the day, and after these years
// in longer bands.
func (b *book) yearsAhead(f *leaseFigures, ahead []settlement, to date) {
	f.years = nil
	next := to.plusDays(1)
	for year := range yearsShown {
		f.years = append(f.years, banded(ahead, next.plusMonths(12*year), next.plusMonths(12*(year+1))))
	}
	if len(f.bands) > 0 {
		f.years = append(f.years, f.bands[1:]...)
	}
}

// banded adds up the payments due on or after one day and before another.
func banded(ahead []settlement, from, next date) band {
	window := band{from, next.dayBefore(), new(big.Int), new(big.Int)}
	for _, paid := range ahead {
		if !paid.day.before(from) && paid.day.before(next) {
			window.principal.Add(window.principal, paid.principal)
			window.interest.Add(window.interest, paid.interest)
		}
	}
	return window
}
