package oracle

import (
	"math/big"
	"strings"
)

// stretch is a part of a span, after the evening of one day to the end of another,
// with its average rate and the closing rates of both evenings.
type stretch struct {
	before, last             date
	average, opened, closing *big.Rat
}

// stretches are the parts of a span between the days of a table. An amount of the
// same currency has a rate of 1.
func (x exchange) stretches(p pair, days []date) []stretch {
	one := big.NewRat(1, 1)
	var all []stretch
	for i, day := range days[1:] {
		s := stretch{days[i], day, one, one, one}
		if p.from != p.into {
			opens, closes := x.at(p, days[i]), x.at(p, day)
			s.average, s.opened, s.closing = closes.Average, opens.Closing, closes.Closing
		}
		all = append(all, s)
	}
	return all
}

// classes of cost: each has its treatments of rows.
var classes = map[string][]treatment{"operating": {operating, impaired}, "finance": {finance}}

// over lists the flows and balances of a part of a span in the books' currency.
func (a *abroad) over(p stretch) sheet {
	own := a.cumulative(p.last).less(a.cumulative(p.before))
	f := sheet{}
	average := func(units *big.Int) *big.Int { return a.turn(units, p.average) }
	for _, kind := range []string{"shortTerm", "lowValue", "variable", "nonLease", "taxes", "subleaseIncome"} {
		f.add("cost."+kind, average(own.of("cost."+kind)))
	}
	for _, kind := range []string{"variable", "nonLease", "taxes", "subleases"} {
		f.add("cash."+kind, average(own.of("cash."+kind)))
	}
	f.add("~service", f.of("cost.nonLease")) // less what events expense in their own entries
	for _, c := range a.changes {
		if c.mark.day.after(p.before) && !c.mark.day.after(p.last) {
			f.add("~service", new(big.Int).Neg(average(c.mark.service)))
		}
	}
	a.enter(f, p)
	a.pay(f, own, p)
	a.changed(f, p)
	a.amortized(f, p)
	f.rollforwardTo("liability", liabilityFlows, a.turn(a.balance(p.before), p.opened), a.turn(a.balance(p.last), p.closing), "exchange")
	f.rollforwardTo("rouAsset", assetFlows, a.asset(p.before), a.asset(p.last), "")
	f.add("cost.exchange", f.of("liability.exchange"))
	a.prepay(f, p)
	if a.lease.gasb() {
		f.rollforwardTo("principal", governmentFlows,
			new(big.Int).Sub(a.turn(a.balance(p.before), p.opened), a.turn(a.accruedAt(p.before), p.opened)),
			new(big.Int).Sub(a.turn(a.balance(p.last), p.closing), a.turn(a.accruedAt(p.last), p.closing)), "exchange")
	}
	return f
}

// rollforwardTo states both balances of a table; what the flows lack is that of
// the given name.
func (s sheet) rollforwardTo(table string, flows []string, opening, closing *big.Int, rest string) {
	s.add(table+".opening", opening)
	s.add(table+".closing", closing)
	if rest == "" {
		return
	}
	lacks := new(big.Int).Sub(closing, opening)
	for _, flow := range flows {
		lacks.Sub(lacks, signed(flow, s.of(table+"."+flow)))
	}
	s.add(table+"."+rest, lacks)
}

// signed is a flow as it enters the balance.
func signed(flow string, amount *big.Int) *big.Int {
	if deductions[flow] {
		return new(big.Int).Neg(amount)
	}
	return amount
}

// balance is the liability at the end of a day, in the lease's currency.
func (b *book) balance(day date) *big.Int { return b.position(b.known(day), day).liability }

// accruedAt is the interest accrued and not yet paid at the end of a day.
func (a *abroad) accruedAt(day date) *big.Int { return a.accruedWithin(day, a.balance(day)) }

// enter adds what commences, or is first applied, in the part.
func (a *abroad) enter(f sheet, p stretch) {
	start := a.lease.start()
	if !start.after(p.before) || start.after(p.last) {
		return
	}
	r, c := a.lease, &a.commencement
	at := func(units *big.Int) *big.Int { return a.turn(units, a.first) }
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

// pay adds interest and payments, for each class at the part's average, and what
// is paid on the first day at the first rate.
func (a *abroad) pay(f, own sheet, p stretch) {
	average := func(units *big.Int) *big.Int { return a.turn(units, p.average) }
	start := a.lease.start()
	onFirst := new(big.Int)
	if start.after(p.before) && !start.after(p.last) {
		onFirst = a.stages[0].rows[0].paidBy(start)
	}
	paid := func(class string, amount *big.Int) *big.Int {
		if a.stages[0].class != class {
			return average(amount)
		}
		total := average(new(big.Int).Sub(amount, onFirst))
		return total.Add(total, a.turn(onFirst, a.first))
	}
	if a.lease.Exemption != "" {
		f.add("cash.exempt", paid(a.stages[0].class, own.of("cash.exempt")))
		return
	}
	for class, treatments := range classes {
		interest, payment := new(big.Int), new(big.Int)
		for _, of := range treatments {
			interest.Add(interest, own.of(entryFlow(of, "interest")))
			payment.Add(payment, own.of(entryFlow(of, "payment")))
		}
		accrued, total := average(interest), paid(class, payment)
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
		split := average(own.of("cash.interest"))
		f.add("cash.interest", split)
		f.add("cash.principal", new(big.Int).Sub(total, split))
		f.add("principal.payments", new(big.Int).Sub(total, split))
		f.add("principal.remeasured", average(own.of("~principal")))
	}
}

// changed adds what events of the part did.
func (a *abroad) changed(f sheet, p stretch) {
	for i := range a.changes {
		c := &a.changes[i]
		m := c.mark
		if !m.day.after(p.before) || m.day.after(p.last) {
			continue
		}
		at := func(units *big.Int) *big.Int { return a.turn(units, c.rate) }
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

// amortized adds the falls of the asset between the evenings of the part and
// those before its events, and what is left when the term is over.
func (a *abroad) amortized(f sheet, p stretch) {
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
		opened, class = c.after, c.mark.class
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

// prepay adds the exchange difference of prepaid rent and prepaid services,
// which stand at the closing rate.
func (a *abroad) prepay(f sheet, p stretch) {
	gain := func(account string, moved *big.Int) {
		before, last := a.prepaidAt(account, p.before), a.prepaidAt(account, p.last)
		opening, closing := a.turn(before, p.opened), a.turn(last, p.closing)
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
		moved.Add(moved, a.turn(r.units(r.DirectCosts), a.first))
		moved.Sub(moved, a.turn(r.units(r.Incentives), a.first))
	}
	gain(prepaid, moved)
}

// prepaidAt is what stands on Prepaid rent of an exempt lease, or on Prepaid
// services, at the end of a day, in the lease's currency.
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

// isFlow reports whether a name of a sheet is a flow: no balance, and none of
// what stands at the end.
func isFlow(name string) bool {
	table, member, nested := strings.Cut(name, ".")
	switch table {
	case "liability", "rouAsset", "principal":
		return nested && member != "opening" && member != "closing" && member != "cost" && member != "accumulatedAmortization" && member != "dueWithinOneYear"
	case "cost", "cash", "nonCash":
		return member != "total"
	default:
		return strings.HasPrefix(name, "~")
	}
}
