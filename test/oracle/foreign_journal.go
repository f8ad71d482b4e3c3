package oracle

import (
	"fmt"
	"math/big"
)

// months returns the entries of the lease in the functional currency: monthly entries and the
// entries of events.
func (a *foreignBooks) months(from, to date, stretches []stretch) []monthlyEntry {
	all := a.book.months(from, to)
	var entries []monthlyEntry
	for _, e := range all {
		if e.Fund == "governmental" {
			panic("oracle: fund entries are in one currency")
		}
		e.currency = a.lease.books()
		switch e.Of {
		case "commencement":
			e.Entry = a.commencementEntry(e.Date)
		case "event":
			e.Entry = a.eventEntry(e.Entry, e.number, stretches)
		case "end of term":
			e.Entry = a.leftover(e.Date)
		case "month":
			e.Entry = a.monthEntry(e.Date, stretches)
		}
		entries = append(entries, e)
	}
	return entries
}

func (a *foreignBooks) commencementEntry(day string) Entry {
	r, c := a.lease, &a.commencement
	e := r.entry(day, "commencement")
	at := func(units *big.Int) *big.Int { return a.translate(units, a.first) }
	if r.Exemption != "" {
		e.debit(prepaid, at(r.units(r.DirectCosts)))
		e.credit(cash, at(r.units(r.DirectCosts)))
		e.debit(cash, at(r.units(r.Incentives)))
		e.credit(prepaid, at(r.units(r.Incentives)))
		return e
	}
	e.debit(asset, a.entered())
	e.credit(liability, at(c.liability))
	switch {
	case r.OpeningRouAsset != nil:
		e.credit(openingBalance, new(big.Int).Sub(a.entered(), at(c.liability)))
	case r.applied():
		carried := at(c.carried)
		if r.CarriedFunctional != nil {
			carried = a.stated(r.CarriedFunctional, nil)
		}
		e.credit(prepaid, carried)
		e.debit(onerous, at(c.provision))
	default:
		e.debit(cash, at(r.units(r.Incentives)))
		e.credit(prepaid, a.stated(r.PrepaidFunctional, r.PrepaidRent))
		e.credit(cash, at(r.units(r.DirectCosts)))
		e.credit(cash, at(c.paid))
		e.credit(restoration, at(r.units(r.RestorationCost)))
		e.credit(deferredIncome, at(r.units(r.GrantElement)))
	}
	return e
}

// eventEntry returns the entry of an event in the functional currency.
func (a *foreignBooks) eventEntry(own Entry, number string, stretches []stretch) Entry {
	e := a.lease.entry(own.Date, "event")
	ofDay := 0
	for i := range a.changes {
		c := &a.changes[i]
		m := c.mark
		if ofDay++; i > 0 && a.changes[i-1].mark.day != m.day {
			ofDay = 1
		}
		if number != fmt.Sprintf("%s-%s-%d", a.lease.ID, compact(m.day), ofDay) {
			continue
		}
		for _, s := range stretches {
			if m.day.after(s.before) && !m.day.after(s.last) {
				a.postNonLease(&e, a.translate(m.service, s.average), new(big.Int), new(big.Int))
			}
		}
		e.debit(liability, new(big.Int).Sub(c.liabilityGone, c.liabilityRemeasured))
		e.debit(asset, new(big.Int).Sub(c.after, c.before))
		for _, paid := range []*big.Int{m.penalty, m.price, m.directCosts} {
			e.credit(cash, a.translate(paid, c.rate))
		}
		e.debit(cash, a.translate(m.incentives, c.rate))
		if c.gain.Sign() > 0 {
			e.credit(gainOnChange, c.gain)
		} else {
			e.credit(lossOnChange, c.gain)
		}
		e.debitImpairment(c.mark, c.impairment)
		e.debit(property, c.property)
	}
	return e
}

// leftover returns the entry that derecognizes an asset remaining at the end of the term. day is
// the date of the entry.
func (a *foreignBooks) leftover(day string) Entry {
	e := a.lease.entry(day, "end of term")
	left := a.asset(a.rows[len(a.rows)-1].last)
	e.debit(property, left)
	e.credit(asset, left)
	return e
}

// monthEntry returns the entry for the movements of the given sections of a month. day is the date
// of the entry.
func (a *foreignBooks) monthEntry(day string, stretches []stretch) Entry {
	e := a.lease.entry(day, "month")
	s := sheet{}
	for _, p := range stretches {
		if p.last.String() <= day && p.last.String()[:7] == day[:7] {
			for name, amount := range a.sectionFlows(p) {
				if isFlow(name) {
					s.add(name, amount)
				}
			}
		}
	}
	cost := new(big.Int).Add(s.of("cost.shortTerm"), s.of("cost.lowValue"))
	if a.lease.Exemption != "" {
		a.post(&e, &movement{treatment: exempt, payment: s.of("cash.exempt"), interest: new(big.Int), amortization: new(big.Int), cost: cost})
	} else {
		for class, of := range map[string]treatment{"operating": operating, "finance": finance} {
			m := movement{
				treatment: of, payment: s.of("~" + class + ".payment"), interest: s.of("~" + class + ".interest"),
				amortization: s.of("~" + class + ".amortization"), cost: new(big.Int),
			}
			m.cost.Add(m.interest, m.amortization)
			a.post(&e, &m)
		}
	}
	a.postVariable(&e, s.of("cost.variable"))
	a.postNonLease(&e, s.of("~service"), s.of("cash.nonLease"), s.of("cash.taxes"))
	e.debit(sublease, s.of("cost.subleaseIncome"))
	e.credit(cash, s.of("cash.subleases"))
	e.debit(rentReceivable, s.of("~receivable"))
	e.credit(deferredRent, s.of("~deferred"))
	a.exchanged(&e, s)
	return e
}

func (a *foreignBooks) exchanged(e *Entry, s sheet) {
	for account, rise := range map[string]*big.Int{
		liability:      new(big.Int).Neg(s.of("liability.exchange")),
		prepaid:        s.of("~" + prepaid + ".exchange"),
		prepaidService: s.of("~" + prepaidService + ".exchange"),
	} {
		e.debit(account, rise)
		e.creditExchange(rise)
	}
	e.creditExchange(s.of("~rents.exchange"))
}

// creditExchange credits an exchange gain to its account. A negative gain is debited as an exchange
// loss.
func (e *Entry) creditExchange(gain *big.Int) {
	if gain.Sign() > 0 {
		e.credit(exchangeGain, gain)
	} else {
		e.credit(exchangeLoss, gain)
	}
}
