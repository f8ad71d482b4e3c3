package oracle

import (
	"math/big"
	"slices"
	"strings"
)

// stretch is a section of a reporting period. The fields before and last are the day preceding the
// section and its last day. The fields opened and closing are the closing rates on these two days,
// and average is the section's average rate.
type stretch struct {
	before, last             date
	average, opened, closing *big.Rat
	own                      []dayRate // days with movements at a separate rate instead of the average rate
}

type dayRate struct {
	day  date
	rate *big.Rat
}

// ownRates returns the days of a section whose movements have a separate rate. These are the days
// with a spot rate, and the first day. Without a spot rate, the first day has the preceding day's
// closing rate.
func (x exchange) ownRates(p pair, s *stretch) []dayRate {
	var all []dayRate
	first := s.before.plusDays(1)
	for _, row := range x {
		if row.pair() == p && row.Spot != nil && row.Date.after(s.before) && !row.Date.after(s.last) {
			all = append(all, dayRate{row.Date, row.Spot})
		}
	}
	if !slices.ContainsFunc(all, func(d dayRate) bool { return d.day == first }) {
		all = append(all, dayRate{first, s.opened})
	}
	return all
}

// on returns a section that consists only of the given day. The section contains the rate for that
// day's movements.
func (s *stretch) on(day date) stretch {
	rate := s.average
	for _, own := range s.own {
		if own.day == day {
			rate = own.rate
		}
	}
	return stretch{before: day.dayBefore(), last: day, average: rate, opened: rate, closing: rate}
}

// moved translates the total of a section's named movements. Movements on a day with a separate
// rate use that rate; all others use the average rate.
func (a *currencyBooks) moved(of sheet, s *stretch, own []dayRate, names ...string) *big.Int {
	rest, sum := new(big.Int), new(big.Int)
	for _, name := range names {
		rest.Add(rest, of.of(name))
	}
	for _, d := range own {
		amount := new(big.Int)
		for _, name := range names {
			amount.Add(amount, a.flowOn(name, d.day))
		}
		rest.Sub(rest, amount)
		sum.Add(sum, a.translate(amount, d.rate))
	}
	return sum.Add(sum, a.translate(rest, s.average))
}

// flowOn returns a movement's amount on one day, in the lease's currency.
func (b *book) flowOn(name string, day date) *big.Int {
	if b.days == nil {
		b.days = map[date]sheet{}
	}
	if b.days[day] == nil {
		b.days[day] = b.cumulative(day).less(b.cumulative(day.dayBefore()))
	}
	return b.days[day].of(name)
}

// movements lists the movements that occur on specific dates. All others accrue over time.
var movements = []string{
	"additions", "takenOver", "initialApplication", "remeasured", "payments", "derecognized", "impairment",
	"variable", "taxes", "subleaseIncome", "gainsAndLosses", "increases", "decreases",
}

// accrued maps some movements to the name of the part that accrues over time.
var accrued = map[string]string{"principal.remeasured": "~principal", "cost.subleaseIncome": "~straight.income"}

// movement returns the part of a movement that occurs on specific dates, or nil if the list named
// movements does not contain this movement.
func (s sheet) movement(name string) *big.Int {
	table, member, _ := strings.Cut(name, ".")
	if !isFlow(name) || strings.HasPrefix(name, "~") || table != "cash" && table != "nonCash" && !slices.Contains(movements, member) {
		return nil
	}
	return new(big.Int).Sub(s.of(name), s.of(accrued[name]))
}

// stretches returns the sections into which the given days divide a period. Without translation,
// all rates are 1.
func (x exchange) stretches(p pair, days []date) []stretch {
	one := big.NewRat(1, 1)
	var all []stretch
	for i, day := range days[1:] {
		s := stretch{before: days[i], last: day, average: one, opened: one, closing: one}
		if p.from != p.into {
			opens, closes := x.at(p, days[i]), x.at(p, day)
			s.average, s.opened, s.closing = closes.Average, opens.Closing, closes.Closing
			s.own = x.ownRates(p, &s)
		}
		all = append(all, s)
	}
	return all
}

var classes = map[string][]treatment{"operating": {operating, impaired}, "finance": {finance}}

// sectionFlows returns the movements and balances of section p.
func (a *currencyBooks) sectionFlows(p stretch) sheet {
	own := a.cumulative(p.last).less(a.cumulative(p.before))
	f := sheet{}
	average := func(units *big.Int) *big.Int { return a.translate(units, p.average) }
	for _, kind := range []string{"shortTerm", "lowValue", "nonLease"} {
		f.add("cost."+kind, average(own.of("cost."+kind)))
	}
	for _, name := range []string{"cost.variable", "cost.taxes", "cash.variable", "cash.nonLease", "cash.taxes"} {
		f.add(name, a.moved(own, &p, p.own, name))
	}
	a.sublet(f, own, p)
	f.add("~service", f.of("cost.nonLease")) // services expensed in event entries are subtracted below
	for _, c := range a.changes {
		if c.mark.day.after(p.before) && !c.mark.day.after(p.last) {
			f.add("~service", new(big.Int).Neg(average(c.mark.service)))
		}
	}
	a.enter(f, p)
	a.pay(f, own, p)
	a.changed(f, p)
	a.amortized(f, p)
	f.rollforward("liability", liabilityFlows, a.translate(a.balance(p.before), p.opened), a.translate(a.balance(p.last), p.closing), "exchange")
	f.balances("rouAsset", a.asset(p.before), a.asset(p.last))
	f.add("cost.exchange", f.of("liability.exchange"))
	a.prepay(f, p)
	if a.lease.gasb() {
		a.assetSpan(f, p)
		a.principal(f, p)
	}
	return f
}

// principal fills in the principal table: the liability less accrued interest. In the lease's
// currency, a change that no other line explains is a remeasurement. Interest paid before it
// accrues reduces principal until it accrues. Accrued interest in excess of the liability becomes
// principal again after a receipt.
func (a *currencyBooks) principal(f sheet, p stretch) {
	at := func(day date, rate *big.Rat) *big.Int {
		return new(big.Int).Sub(a.translate(a.balance(day), rate), a.translate(a.accruedWithin(day, a.balance(day)), rate))
	}
	opening, closing := at(p.before, p.opened), at(p.last, p.closing)
	remeasured := new(big.Int).Sub(closing, opening)
	if a.own {
		for _, flow := range principalFlows {
			remeasured.Sub(remeasured, signed(flow, f.of("principal."+flow)))
		}
	} else {
		remeasured = a.translate(a.in(true).sectionFlows(stretch{before: p.before, last: p.last}).of("~principal"), p.average)
	}
	f.add("principal.remeasured", remeasured)
	f.add("~principal", remeasured)
	f.rollforward("principal", principalFlows, opening, closing, "exchange")
}

// balances sets a table's opening and closing balance.
func (s sheet) balances(table string, opening, closing *big.Int) {
	s.add(table+".opening", opening)
	s.add(table+".closing", closing)
}

// rollforward sets a table's opening and closing balances, and adds the difference as a balancing
// movement. The argument rest is the name of this movement.
func (s sheet) rollforward(table string, flows []string, opening, closing *big.Int, rest string) {
	s.balances(table, opening, closing)
	lacks := new(big.Int).Sub(closing, opening)
	for _, flow := range flows {
		lacks.Sub(lacks, signed(flow, s.of(table+"."+flow)))
	}
	s.add(table+"."+rest, lacks)
}

// signed returns a movement's effect on the balance: the amount, or the negated amount if the
// movement reduces the balance.
func signed(flow string, amount *big.Int) *big.Int {
	if deductions[flow] {
		return new(big.Int).Neg(amount)
	}
	return amount
}

// balance returns the liability in the lease's currency at the end of the day.
func (b *book) balance(day date) *big.Int { return b.position(b.known(day), day).liability }

// enter adds the lease's initial recognition to f if the commencement or the initial application is
// in section p.
func (a *currencyBooks) enter(f sheet, p stretch) {
	start := a.lease.start()
	if !start.after(p.before) || start.after(p.last) {
		return
	}
	r, c := a.lease, &a.commencement
	at := func(units *big.Int) *big.Int { return a.translate(units, a.first) }
	f.add("cash.initialDirectCosts", at(r.units(r.DirectCosts)))
	f.add("cash.incentives", new(big.Int).Neg(at(r.units(r.Incentives))))
	f.add("cash.commencement", at(c.paid))
	if r.Exemption != "" {
		return
	}
	by := r.enters()
	f.add("liability."+by, at(c.liability))
	f.add("principal."+by, at(c.liability))
	f.add("rouAsset."+by, a.entered())
	if by == "additions" {
		f.add("nonCash", at(c.liability))
		f.add("nonCash", new(big.Int).Neg(at(a.stages[0].rows[0].paidBy(start))))
	}
}

// pay adds, by caption, the interest and the payments at section p's rates.
func (a *currencyBooks) pay(f, own sheet, p stretch) {
	average := func(units *big.Int) *big.Int { return a.translate(units, p.average) }
	ofDays := p.own
	if start := a.lease.start(); start.after(p.before) && !start.after(p.last) { // lease payments on the first day use the rate at commencement or initial application
		ofDays = slices.DeleteFunc(slices.Clone(p.own), func(d dayRate) bool { return d.day == start })
		ofDays = append(ofDays, dayRate{start, a.first})
	}
	paid := func(names ...string) *big.Int { return a.moved(own, &p, ofDays, names...) }
	if a.lease.Exemption != "" {
		f.add("cash.exempt", paid("cash.exempt"))
		return
	}
	for class, treatments := range classes {
		interest, payments := new(big.Int), []string{}
		for _, of := range treatments {
			interest.Add(interest, own.of(entryFlow(of, "interest")))
			payments = append(payments, entryFlow(of, "payment"))
		}
		accrued, total := average(interest), paid(payments...)
		f.add("liability.interest", accrued)
		f.add("liability.payments", total)
		f.add("~"+class+".interest", accrued)
		f.add("~"+class+".payment", total)
		if class == "operating" {
			f.add("cost.operating", accrued)
			f.add("cash.operating", total)
			continue
		}
		f.add("cost.interest", accrued)
		split := paid("cash.interest")
		f.add("cash.interest", split)
		f.add("cash.principal", new(big.Int).Sub(total, split))
		f.add("principal.payments", new(big.Int).Sub(total, split))
	}
}

// changed adds to f the effects of the section's events.
func (a *currencyBooks) changed(f sheet, p stretch) {
	for i := range a.changes {
		c := &a.changes[i]
		m := c.mark
		if !m.day.after(p.before) || m.day.after(p.last) {
			continue
		}
		at := func(units *big.Int) *big.Int { return a.translate(units, c.rate) }
		f.add("liability.remeasured", c.liabilityRemeasured)
		f.add("liability.derecognized", c.liabilityGone)
		f.add("principal.remeasured", c.liabilityRemeasured)
		f.add("principal.derecognized", c.liabilityGone)
		f.addLost(m, at(a.unpaidLost(m)))
		f.add("rouAsset.remeasured", c.remeasured)
		f.add("rouAsset.derecognized", c.gone)
		f.add("rouAsset.impairment", c.impairment)
		f.add("cost.impairment", c.impairment)
		f.add("cost.gainsAndLosses", new(big.Int).Neg(c.gain))
		f.add("cash.initialDirectCosts", at(m.directCosts))
		f.add("cash.incentives", new(big.Int).Neg(at(m.incentives)))
		f.add("cash.penalties", at(m.penalty))
		f.add("cash.prices", at(m.price))
		f.add("nonCash", c.obtained)
	}
}

// amortized adds the asset's amortization in section p. The dates of events divide the section into
// intervals, and the amortization is computed for each interval. If the term ends in the section,
// it also derecognizes the remaining asset.
func (a *currencyBooks) amortized(f sheet, p stretch) {
	if a.lease.Exemption != "" {
		return
	}
	start := a.lease.start()
	opened := a.asset(p.before)
	if start.after(p.before) && !start.after(p.last) {
		opened = a.entered()
	}
	class := a.known(p.before).class
	fall := func(to *big.Int) {
		by := new(big.Int).Sub(opened, to)
		f.add("rouAsset.amortization", by)
		f.add("~"+class+".amortization", by)
		if class == "operating" {
			f.add("cost.operating", by)
		} else {
			f.add("cost.amortization", by)
		}
	}
	for i := range a.changes {
		c := &a.changes[i]
		if !c.mark.day.after(p.before) || c.mark.day.after(p.last) {
			continue
		}
		fall(c.before)
		opened, class = c.after, c.mark.Classification
	}
	known := a.known(p.last)
	end := known.rows[len(known.rows)-1].last
	switch {
	case p.last.before(start) || known.over:
	case p.last.after(end):
		if !p.before.after(end) {
			left := a.asset(end)
			fall(left)
			f.add("rouAsset.derecognized", left)
		}
	default:
		fall(a.asset(p.last))
	}
}

// prepay adds to f the exchange differences on prepaid rent and prepaid services, which are
// translated at the closing rate.
func (a *currencyBooks) prepay(f sheet, p stretch) {
	gain := func(account string, moved *big.Int) {
		before, last := a.prepaidAt(account, p.before), a.prepaidAt(account, p.last)
		opening, closing := a.translate(before, p.opened), a.translate(last, p.closing)
		lacks := new(big.Int).Sub(closing, opening)
		lacks.Sub(lacks, moved)
		f.add("~"+account+".exchange", lacks)
		f.add("cost.exchange", new(big.Int).Neg(lacks))
	}
	services := new(big.Int).Sub(f.of("cash.nonLease"), f.of("cost.nonLease"))
	gain(prepaidService, services)
	if a.lease.Exemption == "" {
		return
	}
	start, r := a.lease.start(), a.lease
	moved := new(big.Int).Sub(f.of("cash.exempt"), f.of("cost.shortTerm"))
	moved.Sub(moved, f.of("cost.lowValue"))
	if start.after(p.before) && !start.after(p.last) {
		moved.Add(moved, a.stated(r.PrepaidFunctional, r.PrepaidRent))
		moved.Add(moved, a.translate(r.units(r.DirectCosts), a.first))
		moved.Sub(moved, a.translate(r.units(r.Incentives), a.first))
	}
	gain(prepaid, moved)
}

// prepaidAt returns a balance in the lease's currency, at the end of the day: Prepaid rent (for an
// exempt lease) or Prepaid services.
func (b *book) prepaidAt(account string, day date) *big.Int {
	sum, s := new(big.Int), b.cumulative(day)
	if account == prepaidService {
		return sum.Sub(s.of("cash.nonLease"), s.of("cost.nonLease"))
	}
	if b.lease.Exemption == "" || day.before(b.lease.start()) {
		return sum
	}
	r := b.lease
	sum.Add(r.units(r.PrepaidRent), r.units(r.DirectCosts))
	sum.Sub(sum, r.units(r.Incentives))
	sum.Add(sum, s.of("cash.exempt"))
	sum.Sub(sum, s.of("cost.shortTerm"))
	return sum.Sub(sum, s.of("cost.lowValue"))
}

// sublet adds sublease income and receipts to f. Straight-line income is translated at the average
// rate, and the related balances at the closing rate.
func (a *currencyBooks) sublet(f, own sheet, p stretch) {
	income := a.translate(own.of("~straight.income"), p.average)
	received := a.moved(own, &p, p.own, "~straight.received")
	f.add("~straight.income", income)
	f.add("cost.subleaseIncome", income)
	f.add("cash.subleases", received)
	for total, name := range map[string]string{"cost.subleaseIncome": "~dated.income", "cash.subleases": "~dated.income"} {
		f.add(total, a.moved(own, &p, p.own, name))
	}
	receivable, deferred := a.rentsMoved(p.before, p.last) // both are 0 without subleases
	if p.last.before(a.lease.start()) || len(a.lease.Subleases) == 0 {
		return
	}
	r0, d0 := a.lease.subleaseRents(later(p.before, a.lease.start().dayBefore()))
	receivable, deferred = receivable.Add(receivable, r0), deferred.Add(deferred, d0)
	receivable.Sub(a.translate(receivable, p.closing), a.translate(r0, p.opened))
	deferred.Sub(a.translate(deferred, p.closing), a.translate(d0, p.opened))
	f.add("~receivable", receivable)
	f.add("~deferred", deferred)
	lacks := new(big.Int).Sub(receivable, deferred)
	lacks.Add(lacks, income)
	lacks.Sub(lacks, received)
	f.add("~rents.exchange", lacks)
	f.add("cost.exchange", new(big.Int).Neg(lacks))
}

// isFlow reports whether the name belongs to a movement rather than a balance.
func isFlow(name string) bool {
	table, member, nested := strings.Cut(name, ".")
	switch table {
	case "liability", "rouAsset", "principal", "assetCost", "assetAmortization":
		return nested && member != "opening" && member != "closing" && member != "cost" && member != "accumulatedAmortization" && member != "dueWithinOneYear"
	case "cost", "cash", "nonCash":
		return member != "total"
	default:
		return strings.HasPrefix(name, "~")
	}
}
