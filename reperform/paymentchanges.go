package reperform

import (
	"strconv"
)

// singleChange returns a payment change of one step.
func singleChange(words string, change func(*variant)) paymentChange {
	return paymentChange{[]func(*variant){change}, words}
}

// paymentChanges returns the changes of payment terms that could explain differences that begin
// at the given payments.
func (s *search) paymentChanges(first ...*PaymentDifference) (list []paymentChange) {
	l := &s.q.Lease
	if l.AnnualEscalationPct.Value.Sign() > 0 || l.AnnualEscalationAmount.Value.Sign() > 0 {
		list = append(list, singleChange("the escalation is omitted", (*variant).dropEscalation))
	}
	for _, f := range inputChanges[1:3] {
		if f.applies(s.q, &recipe{}) {
			list = append(list, s.asPaymentChange(f))
		}
	}
	for i := range l.RentFree {
		words := "the rent-free months from " + l.RentFree[i].From.String() + " are omitted"
		list = append(list, singleChange(words, func(v *variant) {
			v.lease.RentFree = without(v.lease.RentFree, i)
			v.note("rentFree["+strconv.Itoa(i)+"]", "null", words)
		}))
	}
	for i := range l.OtherPayments {
		words := "the payment of " + l.OtherPayments[i].Date.String() + " is omitted"
		list = append(list, singleChange(words, func(v *variant) {
			v.lease.OtherPayments = without(v.lease.OtherPayments, i)
			v.note("otherPayments["+strconv.Itoa(i)+"]", "null", words)
		}))
	}
	for i := range l.Events {
		list = append(list, s.asPaymentChange(s.q.eventChanges(i)[0]))
	}
	list = append(list, s.otherEscalations()...)
	for _, d := range first {
		list = append(list, s.escalations(d)...)
		list = append(list, s.steps(d)...)
		list = append(list, s.rents(d)...)
	}
	return list
}

// asPaymentChange returns a change of the inputs as a payment change.
func (s *search) asPaymentChange(f inputChange) paymentChange {
	v := variant{lease: s.q.Lease}
	f.change(&v)
	return singleChange(v.changes[0].words, f.change)
}
