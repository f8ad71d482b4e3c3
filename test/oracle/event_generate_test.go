package oracle_test

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

// live adds at most the given number of events in date order. If the oracle rejects an event, live
// tries another event, a few times.
func (l *sketch) live(events int) {
	for range events {
		for range 4 {
			on := l.eventDay()
			if on.IsZero() {
				return
			}
			kind := l.eventKind()
			e, months := l.event(kind, on)
			if !l.attempt(func() { l.events = append(l.events, e) }) {
				continue
			}
			l.last, l.months = on, months
			if kind == "termination" || kind == "purchase" {
				return
			}
			break
		}
	}
}

// eventDay draws the date of the next event: after commencement, within the term, and not before
// the last event. It often draws the date of the last event, or the first or last possible date.
func (l *sketch) eventDay() time.Time {
	from, to := later(l.first, l.applied).AddDate(0, 0, 1), l.month(l.months).AddDate(0, 0, -1)
	if l.last.After(from) {
		from = l.last
	}
	if to.Before(from) {
		return time.Time{}
	}
	switch l.n(12) {
	case 0, 1:
		return from
	case 2, 3:
		soon := from.AddDate(0, 0, l.n(70))
		if !soon.After(to) {
			return soon
		}
	case 4, 5, 6:
		if l.get("calendar") != "" {
			if starts := slices.DeleteFunc(l.starts(l.months), func(t time.Time) bool { return t.Before(from) }); len(starts) > 0 {
				return pick(l.dice, starts...)
			}
		}
		month := (l.monthFrom(from) + l.period - 1) / l.period * l.period
		if t := l.month(month + l.period*l.n(1+max(0, l.months-month)/l.period/2)); month > 0 && !t.After(to) {
			return t
		}
	case 7:
		return l.dayWithin(later(from, l.month((l.months-1)/l.period*l.period)), to)
	default:
	}
	return l.dayWithin(from, to)
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

func (l *sketch) eventKind() string {
	impaired := slices.ContainsFunc(l.events, func(e string) bool { return strings.Contains(e, `"impairment"`) })
	if impaired && (l.standard == "IFRS_16" || l.standard == "FRS_102") && l.chance(40) {
		return "impairment_reversal"
	}
	switch l.n(20) {
	case 0, 1, 2, 3, 4:
		return "index"
	case 5, 6:
		return "contingency_resolved"
	case 7:
		return "residual_guarantee"
	case 8, 9, 10:
		return "reassessment"
	case 11, 12, 13, 14, 15:
		return "modification"
	case 16, 17, 18:
		return "impairment"
	default:
		return pick(l.dice, "termination", "purchase")
	}
}

func (l *sketch) event(kind string, on time.Time) (text string, months int) {
	e := &request{}
	e.set("date", day(on))
	e.set("type", strconv.Quote(kind))
	months = l.months
	switch kind {
	case "index":
		l.rentChange(e)
		if (l.standard == "IFRS_16" || l.standard == "FRS_102") && l.chance(30) {
			e.set("discountRateAnnual", l.rateText())
		}
	case "contingency_resolved":
		if l.chance(60) {
			l.rentChange(e)
		}
		for len(e.names) < 3 {
			l.rentLists(e, on, months)
		}
		l.costs(e)
	case "residual_guarantee":
		e.set("residualValueGuarantee", pick(l.dice, "0", l.money(l.size), l.money(l.size*4)))
	case "impairment_reversal":
		e.set("amount", l.money(pick(l.dice, l.size, l.size/8+1, l.size*l.months)))
	case "impairment":
		e.set("impairmentLoss", pick(l.dice, "0", l.money(l.size), l.money(l.size*l.months/l.period/3+1), l.money(l.size/8+1)))
		if l.chance(30) {
			e.set("assetEconomicLifeMonths", strconv.Itoa(life(l.dice, l.months)))
		}
	case "termination":
		if l.chance(60) {
			e.set("penalty", pick(l.dice, "", "", "-")+l.money(l.size))
		}
	case "purchase":
		e.set("price", pick(l.dice, "0", l.money(l.size), l.money(l.size*l.months/l.period+1)))
	default:
		months = l.remeasured(e, kind, on)
	}
	return e.json(l.dice), months
}

// remeasured sets the fields of a reassessment or a modification e and returns the new term in
// months.
func (l *sketch) remeasured(e *request, kind string, on time.Time) (months int) {
	d := l.dice
	months = l.months
	if d.chance(60) {
		months = l.newTerm(on)
		e.set("termMonths", strconv.Itoa(months))
	}
	kept := l.get("discountRateAnnual")
	if kept == "null" {
		kept = l.ownRate
	}
	optional := l.standard == "FRS_102" || l.get("discountRates") != ""
	if !optional || d.chance(50) {
		e.set("discountRateAnnual", pick(d, l.rateText(), kept))
	}
	if kind == "modification" && d.chance(20) {
		e.set("components", l.parts(d.chance(70)))
	}
	if d.chance(45) {
		l.rentChange(e)
	}
	if d.chance(40) {
		l.rentLists(e, on, months)
	}
	if d.chance(30) {
		l.inputs(e, 35)
		if d.chance(25) {
			e.set("classification", pick(d, `"operating"`, `"finance"`))
		}
	}
	l.costs(e)
	if kind == "modification" && d.chance(45) {
		e.set("retainedShare", pick(d, "0.5", "0.5", "0.75", "0.9", "1", "0.3333333333", "0.01", "0."+d.digits(12)+"1"))
	}
	if kind == "modification" && d.chance(25) {
		e.set("proportion", pick(d, `"asset"`, `"liability"`, `"liability"`))
	}
	return months
}

// newTerm draws a term in months that ends on or after the day on. The term is shorter or longer
// than before, or ends near the end of the current period.
func (l *sketch) newTerm(on time.Time) int {
	least := l.monthFrom(on.AddDate(0, 0, 1))
	for l.month(least).AddDate(0, 0, -1).Before(on) {
		least++
	}
	whole := (l.months + l.period - 1) / l.period * l.period
	months := l.months
	switch l.n(8) {
	case 0, 1:
		months = l.between(least, max(least, l.months))
	case 2:
		months = least
	case 3:
		months = whole + pick(l.dice, 0, 0, 1, -1)
	case 4:
		months += l.period * l.between(1, 4)
	case 5:
		months += l.between(1, 5)
	case 6:
		months += l.between(1, 60)
	default:
		months -= l.between(1, 4)
	}
	return max(least, months)
}

// rentChange sets a new rent, or a percentage change of the rent, in e.
func (l *sketch) rentChange(e *request) {
	if l.chance(50) {
		e.set("paymentAmount", l.rent())
		return
	}
	e.set("changePct", pick(l.dice, rate(l.dice), rate(l.dice), "-"+rate(l.dice), "-0.5", "1", "0", "0.333333333333333333333", "2.5"))
}

// rentLists sets payment lists of METHOD 12 that start on or after the event's date, or an
// escalation, in e.
func (l *sketch) rentLists(e *request, on time.Time, months int) {
	d := l.dice
	if d.chance(30) {
		e.set("rentSteps", l.listFrom(l.steps, on, months))
	}
	if d.chance(25) {
		e.set("rentFree", l.listFrom(l.free, on, months))
	}
	if d.chance(30) {
		e.set("otherPayments", l.listFrom(l.others, on, months))
	}
	switch d.n(6) {
	case 0:
		e.set("annualEscalationPct", pick(d, rate(d), rate(d), "0"))
	case 1:
		e.set("annualEscalationAmount", pick(d, l.money(l.size/10+1), "0"))
	}
}

// listFrom draws a payment list that starts on or after the day on. Sometimes the list is empty.
func (l *sketch) listFrom(write func(time.Time, int) string, on time.Time, months int) string {
	if l.chance(15) {
		return "[]"
	}
	return write(on, months)
}

func (l *sketch) costs(e *request) {
	for _, name := range []string{"initialDirectCosts", "leaseIncentives"} {
		if l.chance(20) {
			e.set(name, l.money(l.size))
		}
	}
}
