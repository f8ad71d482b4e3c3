package reperform

import "strconv"

// paymentChanges returns the changes of payment terms that could explain differences that begin
// at the given payments.
func (s *search) paymentChanges(first ...*PaymentDifference) (list []paymentChange) {
	l := &s.q.Lease
	if l.AnnualEscalationPct.Value.Sign() > 0 || l.AnnualEscalationAmount.Value.Sign() > 0 {
		list = append(list, (*variant).dropEscalation)
	}
	for _, f := range inputChanges[1:3] {
		if f.applies(s.q, &recipe{}) {
			list = append(list, f.change)
		}
	}
	for i := range l.RentFree {
		list = append(list, func(v *variant) {
			v.lease.RentFree = without(v.lease.RentFree, i)
			v.note("rentFree["+strconv.Itoa(i)+"]", "null", "the rent-free months from "+l.RentFree[i].From.String()+" are omitted")
		})
	}
	for i := range l.OtherPayments {
		list = append(list, func(v *variant) {
			v.lease.OtherPayments = without(v.lease.OtherPayments, i)
			v.note("otherPayments["+strconv.Itoa(i)+"]", "null", "the payment of "+l.OtherPayments[i].Date.String()+" is omitted")
		})
	}
	for i := range l.Events {
		list = append(list, s.q.eventChanges(i)[0].change)
	}
	list = append(list, s.otherEscalations()...)
	for _, d := range first {
		list = append(list, s.escalations(d)...)
		list = append(list, s.steps(d)...)
		list = append(list, s.rents(d)...)
	}
	return list
}
