package reperform

import (
	"slices"
	"strconv"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
)

// substituted returns a change that replaces the rents of the lease with the reported payments, as
// rent steps. The result is nil if the payments then do not match, for example because a reported
// payment is missing.
func (s *search) substituted(d *PaymentDifference) paymentChange {
	r := s.asGiven()
	r.base = func(v *variant) {
		s.replaceRents(&v.lease)
		v.note(inSchedule(strconv.Itoa(d.From-1), "payment"), d.Theirs.String(), "the payments are the reported ones")
	}
	if m := s.measure(&r); m == nil || len(s.differingPayments(m)) > 0 {
		return nil
	}
	return r.base
}

func (s *search) replaceRents(l *leasehold.Lease) {
	s.match(&s.ours.Measurement)
	l.RentFree, l.RentSteps = nil, nil
	l.AnnualEscalationPct, l.AnnualEscalationAmount = optional{}, optional{}
	l.Events = slices.Clone(l.Events)
	for i := range l.Events {
		e := &l.Events[i]
		e.RentFree, e.AnnualEscalationPct, e.AnnualEscalationAmount = nil, optional{}, optional{}
		if e.RentSteps != nil {
			e.RentSteps = []leasehold.RentStep{}
		}
	}
	for i, k := range s.rows {
		if k < 0 || !s.theirs.Schedule[i].Payment.Set {
			continue
		}
		p, period := &s.ours.Schedule[k], s.period(k)
		if !s.pays(k) {
			continue
		}
		rent := s.theirs.Schedule[i].Payment.Value.Minor(s.places).Sub(p.Payment.Sub(p.Rent)).Big()
		whole := money.QuoRound(rent.Mul(rent, period.Share.Denom()), period.Share.Num()) // rent of the whole period, including services
		s.setRent(l, period, money.FromUnits(whole, s.places))
	}
}

// setRent sets the rent of a payment period in the lease or an event. The last event that can have
// rents on or before the first day of the period is changed. If no such event exists, the lease is
// changed.
func (s *search) setRent(l *leasehold.Lease, period leasehold.PaymentPeriod, rent money.Decimal) {
	steps := &l.RentSteps
	for i := range l.Events {
		e := &l.Events[i]
		if period.First.Before(e.Date) {
			break
		}
		switch e.Type {
		case leasehold.IndexChange:
			if len(e.RentSteps) == 0 && (e.ChangePct.Set || !e.PaymentAmount.Set || i == len(l.Events)-1) {
				e.ChangePct, e.PaymentAmount = optional{}, strict.Some(rent)
				e.RentSteps = nil
			}
			return
		case leasehold.ContingencyResolved, leasehold.Reassessment, leasehold.Modification:
			steps = &e.RentSteps
		default: // the event has no rents
		}
	}
	if period.Number == 0 {
		if rent.Sign() > 0 {
			l.PaymentAmount = rent
			return
		}
		l.RentFree = []leasehold.RentFree{{From: l.CommencementDate, Months: min(l.PaymentFrequency.Months(), l.TermMonths)}}
		return
	}
	if n := len(*steps); n > 0 && (*steps)[n-1].PaymentAmount.Cmp(rent) == 0 {
		return
	}
	*steps = append(*steps, leasehold.RentStep{From: period.First, PaymentAmount: rent})
}
