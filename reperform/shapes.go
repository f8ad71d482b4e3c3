package reperform

import (
	"slices"
	"strconv"
)

// join makes one shape of several.
func join(shapes ...shape) shape {
	joined := shapes[0]
	for _, other := range shapes[1:] {
		joined.changes = append(slices.Clone(joined.changes), other.changes...)
		joined.words += " and " + other.words
		joined.counts += other.counts
	}
	return joined
}

// one is a shape of one change.
func one(words string, change func(*variant)) shape {
	return shape{[]func(*variant){change}, words, 1}
}

// shapes lists the ways in which schedules misread the payments of a lease, those
// that can explain a difference that begins where theirs begins.
func (s *search) shapes(first ...*PaymentDifference) (list []shape) {
	l := &s.q.Lease
	if l.AnnualEscalationPct.Value.Sign() > 0 || l.AnnualEscalationAmount.Value.Sign() > 0 {
		list = append(list, one("the escalation is left out", (*variant).dropEscalation))
	}
	for _, f := range inputChanges[1:3] {
		if f.applies(s.q, &recipe{}) {
			list = append(list, s.told(f))
		}
	}
	for i := range l.RentFree {
		words := "the rent-free months from " + l.RentFree[i].From.String() + " are left out"
		list = append(list, one(words, func(v *variant) {
			v.lease.RentFree = without(v.lease.RentFree, i)
			v.note("rentFree["+strconv.Itoa(i)+"]", "null", words)
		}))
	}
	for i := range l.OtherPayments {
		words := "the payment of " + l.OtherPayments[i].Date.String() + " is left out"
		list = append(list, one(words, func(v *variant) {
			v.lease.OtherPayments = without(v.lease.OtherPayments, i)
			v.note("otherPayments["+strconv.Itoa(i)+"]", "null", words)
		}))
	}
	for i := range l.Events {
		list = append(list, s.told(s.q.eventChanges(i)[0]))
	}
	list = append(list, s.otherGrowth()...)
	for _, d := range first {
		list = append(list, s.escalations(d)...)
		list = append(list, s.steps(d)...)
		list = append(list, s.rents(d)...)
	}
	return list
}

// told returns a change of the inputs as a shape.
func (s *search) told(f inputChange) shape {
	v := variant{lease: s.q.Lease}
	f.change(&v)
	return one(v.changes[0].words, f.change)
}
