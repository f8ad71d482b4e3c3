package oracle

import (
	"fmt"
	"math/big"
	"strings"
)

// monthlyEntry is an entry of a report, with its lease and its number.
type monthlyEntry struct {
	lease, number string
	currency      string              // the entry's printed currency; empty if none
	accounts      map[string]*big.Int // a correction's amounts by account, with the asset at cost; nil for other entries
	Entry
}

// months returns a lease's entries for an inclusive range of days, one per calendar month. The
// commencement, each event, and an asset that remains at the end of the term have entries on their
// own dates. Each of the stretches is a section within one month.
func (a *currencyBooks) months(from, to date, stretches []stretch) []monthlyEntry {
	var all []monthlyEntry
	within := func(day date) bool { return !day.before(from) && !day.after(to) }
	id := a.lease.ID
	add := func(number string, write func() Entry) {
		for _, e := range a.eachFund(write) {
			if len(e.Lines) > 0 {
				all = append(all, monthlyEntry{lease: id, number: id + "-" + number, currency: a.lease.books(), Entry: e})
			}
		}
	}
	if start := a.lease.start(); within(start) {
		add(compact(start), a.commencementEntry)
	}
	ofDay := 0
	for i := range a.changes {
		c := &a.changes[i]
		if ofDay++; i > 0 && a.changes[i-1].mark.day != c.mark.day {
			ofDay = 1
		}
		for _, s := range stretches {
			if c.mark.day.after(s.before) && !c.mark.day.after(s.last) {
				add(fmt.Sprintf("%s-%d", compact(c.mark.day), ofDay), func() Entry { return a.eventEntry(c, a.translate(c.mark.service, s.average)) })
			}
		}
	}
	last := a.rows[len(a.rows)-1].last
	if day := last.plusDays(1); within(day) && !a.over {
		add(compact(day), func() Entry { return a.leftoverEntry(day, a.asset(last)) })
	}
	for first := from; !first.after(to); first = first.monthEnd().plusDays(1) {
		last := earlier(first.monthEnd(), to)
		add(monthNumber(first, last), func() Entry { return a.monthEntry(last, stretches) })
	}
	return all
}

// months returns the calendar months in an inclusive range of days, as sections without rates.
func months(from, to date) []stretch {
	var all []stretch
	for before := from.dayBefore(); before.before(to); before = all[len(all)-1].last {
		all = append(all, stretch{before: before, last: earlier(before.plusDays(1).monthEnd(), to)})
	}
	return all
}

// leftoverEntry returns the entry that derecognizes the asset remaining at the end of the term. The
// entry has the given date.
func (a *currencyBooks) leftoverEntry(day date, left *big.Int) Entry {
	e := a.lease.entry(day.String(), "end of term")
	if !a.governmental() {
		e.debit(property, left)
		e.credit(asset, left)
	}
	return e
}

// monthNumber returns the part of an entry's number that identifies a month, given the month's
// first and last day. If the month is incomplete, this part ends with the last day.
func monthNumber(first, last date) string {
	if first.day == 1 && last == last.monthEnd() {
		return compact(first)[:6]
	}
	return fmt.Sprintf("%s-%02d", compact(first)[:6], last.day)
}

func compact(d date) string { return strings.ReplaceAll(d.String(), "-", "") }

// monthEntry returns the entry for a month's movements by section. The entry has the given date.
func (a *currencyBooks) monthEntry(day date, stretches []stretch) Entry {
	e := a.lease.entry(day.String(), "month")
	s := sheet{}
	for _, p := range stretches {
		if !p.last.after(day) && p.last.monthEnd() == day.monthEnd() {
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
				amortization: s.of("~" + class + ".amortization"), cost: new(big.Int), splitInterest: new(big.Int),
			}
			if of == finance {
				m.splitInterest = s.of("cash.interest")
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

func (a *currencyBooks) exchanged(e *Entry, s sheet) {
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

// creditExchange credits an exchange gain to its account. It debits a negative gain as an exchange
// loss.
func (e *Entry) creditExchange(gain *big.Int) {
	if gain.Sign() > 0 {
		e.credit(exchangeGain, gain)
	} else {
		e.credit(exchangeLoss, gain)
	}
}
