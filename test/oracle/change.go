package oracle

import (
	"math/big"
	"slices"
)

// change applies event e to the terms from the event's date onward.
func (t *terms) change(e *Event) {
	t.changeRent(e)
	clear(t.whole)
	if e.Rent.Free != nil {
		t.free = slices.DeleteFunc(t.free, func(unit freeUnit) bool { return !unit.first.before(e.Date) })
		t.addFree(e.Rent.Free)
	}
	if e.Rent.Others != nil {
		t.singles = slices.DeleteFunc(t.singles, func(s single) bool { return !s.day.before(e.Date) })
		t.addSingles(e.Rent.Others)
	}
	t.state(e.Components, e.Date)
	if e.TermMonths != nil {
		t.end(*e.TermMonths, e.Date)
	}
	if e.ResidualGuarantee != nil {
		t.guarantee = e.ResidualGuarantee
	}
	if e.OptionPrice != nil {
		t.optionPrice = e.OptionPrice
	}
	if e.OptionCertain != nil {
		t.certain = e.OptionCertain
	}
	if e.TransfersOwnership != nil {
		t.ownership = e.TransfersOwnership
	}
}

func (t *terms) from(e *Event, k int) bool { return !t.lease.period(k).first.before(e.Date) }

func (t *terms) nextPeriod(day date) int {
	k, first := t.lease.periodOf(day)
	if !first {
		k++
	}
	return k
}

// changeRent applies the event's rent changes to the base rents, the escalation and the rent steps.
func (t *terms) changeRent(e *Event) {
	k := t.nextPeriod(e.Date)
	before := t.wholeRent(k)
	escalated := e.Escalation != nil || e.Rent.EscalationAmount != nil
	laterSteps := func(b base) bool { return b.step && t.from(e, b.period) }
	switch {
	case e.PaymentAmount != nil:
		t.bases = slices.DeleteFunc(t.bases, laterSteps)
		t.setBase(base{k, toDecimals(e.PaymentAmount, amountDecimals), false})
	case e.ChangePct != nil:
		factor := new(big.Rat).Add(used(e.ChangePct), big.NewRat(1, 1))
		for i, b := range t.bases {
			if laterSteps(b) {
				t.bases[i].rent = new(big.Rat).Mul(b.rent, factor)
			}
		}
		t.setBase(base{k, new(big.Rat).Mul(before, factor), false})
	case escalated:
		t.setBase(base{k, before, false})
	}
	if escalated {
		t.rises = slices.DeleteFunc(t.rises, func(r rise) bool { return r.period >= k })
		t.rises = append(t.rises, rise{k, orZero(e.Escalation, rateDecimals), orZero(e.Rent.EscalationAmount, amountDecimals)})
	}
	if e.Rent.Steps != nil {
		t.bases = slices.DeleteFunc(t.bases, laterSteps)
		t.addSteps(e.Rent.Steps)
	}
}

// end changes the term to the given number of months from commencement, with effect from the given
// day. Amounts due on or after the new end are removed. If rent is payable in advance, the change
// may lengthen the last period after it has started; the rent for the added days is then due on the
// first added day.
func (t *terms) end(months int, day date) {
	was, now := t.lease.monthStart(t.months), t.lease.monthStart(months)
	t.months = months
	k, _ := t.lease.periodOf(was.dayBefore()) // the last period of the old term
	last := t.lease.period(k)
	if t.lease.advance() && last.first.before(day) {
		if next := earlier(last.next, now); next.after(was) {
			t.added = append(t.added, addition{k, was, next, slices.Clone(t.free), t.rent(k, was, next)})
		}
	}
	t.shorten(day)
	lapsed := func(first date) bool { return !first.before(now) }
	t.bases = slices.DeleteFunc(t.bases, func(b base) bool { return lapsed(t.lease.period(b.period).first) })
	t.rises = slices.DeleteFunc(t.rises, func(r rise) bool { return lapsed(t.lease.period(r.period).first) })
	t.free = slices.DeleteFunc(t.free, func(unit freeUnit) bool { return lapsed(unit.first) })
	for i := range t.free {
		t.free[i].next = earlier(t.free[i].next, now)
	}
	t.singles = slices.DeleteFunc(t.singles, func(s single) bool { return lapsed(s.day) })
}

// shorten removes added rent for days after the new end of the term, except rent due before the
// given day.
func (t *terms) shorten(day date) {
	end := t.lease.monthStart(t.months)
	var left []addition
	for _, a := range t.added {
		if open := !a.first.before(day); open && a.next.after(end) {
			if !a.first.before(end) {
				continue
			}
			as := t.clone()
			as.free = a.free
			a.next, a.amount = end, as.rent(a.period, a.first, end)
		}
		left = append(left, a)
	}
	t.added = left
}

func (t *terms) onDays() []flow {
	var all []flow
	add := func(day date, amount fraction) {
		d := t.due(amount, day)
		all = append(all, flow{day: day, amount: d.lease, service: d.service, tax: d.tax})
	}
	for _, s := range t.singles {
		add(s.day, ratio(s.amount))
	}
	for _, a := range t.added {
		add(a.first, a.amount)
	}
	return all
}
