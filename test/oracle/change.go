package oracle

import (
	"maps"
	"math/big"
	"slices"
)

// change applies to the terms what an event states: it replaces, from the
// event's date on, what was stated before.
func (t *terms) change(e *Event) {
	t.changeRent(e)
	clear(t.whole)
	if e.Rent.Free != nil {
		for month := range t.free {
			if t.from(e, month) {
				delete(t.free, month)
			}
		}
		t.addFree(e.Rent.Free)
	}
	if e.Rent.Others != nil {
		t.singles = slices.DeleteFunc(t.singles, func(s single) bool { return !s.day.before(e.Date) })
		t.addSingles(e.Rent.Others)
	}
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

// from reports whether a month begins on the event's date or later.
func (t *terms) from(e *Event, month int) bool { return !t.lease.monthStart(month).before(e.Date) }

// nextPeriod is the month with which the first payment period begins that
// starts on the day or later.
func (t *terms) nextPeriod(day date) int {
	m := t.lease.monthsPerPeriod()
	month, first := t.lease.monthOf(day)
	if !first {
		month++
	}
	return (month + m - 1) / m * m
}

// changeRent makes the base and the steps that an event states.
func (t *terms) changeRent(e *Event) {
	month := t.nextPeriod(e.Date)
	before := t.wholeRent(month)
	escalated := e.Escalation != nil || e.Rent.EscalationAmount != nil
	laterSteps := func(b base) bool { return b.step && t.from(e, b.month) }
	switch {
	case e.PaymentAmount != nil:
		t.bases = slices.DeleteFunc(t.bases, laterSteps)
		t.setBase(base{month, toDecimals(e.PaymentAmount, amountDecimals), false})
	case e.ChangePct != nil:
		factor := new(big.Rat).Add(used(e.ChangePct), big.NewRat(1, 1))
		for i, b := range t.bases {
			if laterSteps(b) {
				t.bases[i].rent = new(big.Rat).Mul(b.rent, factor)
			}
		}
		t.setBase(base{month, new(big.Rat).Mul(before, factor), false})
	case escalated:
		t.setBase(base{month, before, false})
	}
	if escalated {
		t.rises = slices.DeleteFunc(t.rises, func(r rise) bool { return r.month >= month })
		t.rises = append(t.rises, rise{month, orZero(e.Escalation, rateDecimals), orZero(e.Rent.EscalationAmount, amountDecimals)})
	}
	if e.Rent.Steps != nil {
		t.bases = slices.DeleteFunc(t.bases, laterSteps)
		t.addSteps(e.Rent.Steps)
	}
}

// end gives the term a new end, decided on the day: months is its length from
// commencement. What was stated for later days lapses; where rent is in advance
// and a period under way becomes longer, the months added are paid as they
// begin.
func (t *terms) end(months int, day date) {
	was, m := t.months, t.lease.monthsPerPeriod()
	t.months = months
	start := (was - 1) / m * m // of the last period as it was
	if t.lease.advance() && t.lease.monthStart(start).before(day) {
		if to := min(start+m, months); to > was {
			t.addMonths(start, was, to)
		}
	}
	t.shorten(day)
	t.bases = slices.DeleteFunc(t.bases, func(b base) bool { return b.month >= months })
	t.rises = slices.DeleteFunc(t.rises, func(r rise) bool { return r.month >= months })
	for month := range t.free {
		if month >= months {
			delete(t.free, month)
		}
	}
	last := t.lastDay()
	t.singles = slices.DeleteFunc(t.singles, func(s single) bool { return s.day.after(last) })
}

// addMonths makes the payment for the months by which a period begun became
// longer.
func (t *terms) addMonths(start, from, to int) {
	t.added = append(t.added, addition{start, from, to, maps.Clone(t.free), t.rent(start, from, to)})
}

// shorten takes from the months added those that a new end leaves out. What was
// paid before the day stays paid.
func (t *terms) shorten(day date) {
	var left []addition
	for _, a := range t.added {
		if open := !t.lease.monthStart(a.from).before(day); open && a.to > t.months {
			if a.from >= t.months {
				continue
			}
			as := t.clone()
			as.free = a.free
			a.to, a.amount = t.months, as.rent(a.start, a.from, t.months)
		}
		left = append(left, a)
	}
	t.added = left
}

// onDays lists the payments on single days.
func (t *terms) onDays() []single {
	all := slices.Clone(t.singles)
	for _, a := range t.added {
		all = append(all, single{t.lease.monthStart(a.from), a.amount})
	}
	return all
}
