package reperform

import (
	"strconv"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/money"
)

// PaymentDifference is the first reported payment that differs from the computed payment. A change
// of the lease under which all payments match may explain the difference (METHOD 26.2).
type PaymentDifference struct {
	From   int        // number of the row
	Date   civil.Date // date of the row
	Ours   money.Amount
	Theirs money.Decimal
	Fits   string // the matching change; empty if none was found
}

// paymentChange changes the terms of a candidate that determine the payments, and records one change.
type paymentChange func(*variant)

// differingPayments returns the indexes of the reported rows with a payment that differs from the
// payment in m.
func (c *comparison) differingPayments(m *leasehold.Measurement) (rows []int) {
	c.match(m)
	for i := range c.rows {
		for j := c.first[i]; j < c.first[i+1]; j++ {
			if g := &c.figures[j]; g.column.name == "payment" && c.off(g, c.of(m, g)).size().above(c.allowance(c.number(i))) {
				rows = append(rows, i)
			}
		}
	}
	return rows
}

// explainPayments returns the first payment difference and a recipe under which all payments match.
// The recipe changes the payment terms or, if no change matches, uses the reported payments as
// rents. If the reported payments cannot be rents, the recipe is the lease as supplied.
func (s *search) explainPayments() (*PaymentDifference, recipe) {
	m := &s.ours.Measurement
	rows := s.differingPayments(m)
	if len(rows) == 0 {
		return nil, s.asGiven()
	}
	d := s.differenceAt(m, rows[0])
	first := []*PaymentDifference{d}
	if len(rows) > 2 && rows[1] != rows[0]+1 {
		first = append(first, s.differenceAt(m, rows[1]))
	}
	fits, words := s.fitPayments(len(rows), first)
	if d.Fits = words; words == "" && len(rows) > 1 { // a single differing payment is an error in its row
		fits.base = s.substituted(d)
	}
	return d, fits
}

func (s *search) differenceAt(m *leasehold.Measurement, i int) *PaymentDifference {
	d := &PaymentDifference{From: s.number(i)}
	r := &s.theirs.Schedule[i]
	if d.Theirs, d.Date = r.Payment.Value, r.Date.Value; s.rows[i] >= 0 {
		p := &m.Schedule[s.rows[i]]
		d.Ours, d.Date = p.Payment, p.Date
	}
	return d
}

func (s *search) asGiven() recipe {
	basis := s.q.Lease.Basis.Value
	return recipe{discounting: basis.Discounting, commencement: basis.CommencementPayment, timing: s.q.Lease.PaymentTiming}
}

// fitPayments returns a recipe with one change under which all payments match, and a description of
// the change. The next choice is a recipe under which only one row differs, if the schedule is long
// enough. The last choice is the lease as supplied with an empty description. differ is the number
// of rows that differ for the lease as supplied. The differences in first determine the changes.
func (s *search) fitPayments(differ int, first []*PaymentDifference) (fits recipe, words string) {
	fits = s.asGiven()
	other := s.asGiven()
	other.commencement = leasehold.InLiability + leasehold.Settled - other.commencement
	candidates := []recipe{other}
	for _, change := range s.paymentChanges(first...) {
		r := s.asGiven()
		r.base = change
		candidates = append(candidates, r)
	}
	for _, r := range candidates {
		m := s.measure(&r)
		if m == nil {
			continue
		}
		switch rows := s.differingPayments(m); {
		case len(rows) == 0:
			return r, s.v.changes[0].words
		case len(rows) == 1 && differ >= 2 && len(s.rows) > 2*maxErrors && words == "":
			fits, words = r, s.v.changes[0].words
		}
	}
	return fits, words
}

// paymentChanges returns the changes of payment terms that may explain the differences in first.
func (s *search) paymentChanges(first ...*PaymentDifference) (list []paymentChange) {
	l := &s.q.Lease
	if l.AnnualEscalationPct.Value.Sign() > 0 || l.AnnualEscalationAmount.Value.Sign() > 0 {
		list = append(list, (*variant).dropEscalation)
	}
	for _, f := range inputChanges[1:3] {
		if f.applies == nil || f.applies(s.q, &recipe{}) {
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
