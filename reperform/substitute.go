package reperform

import (
	"slices"
	"strconv"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
)

// substituted is the lease with their payments in place of ours: the rent of every
// period stated as a step. It is nil where they don't state all of them, or a lease
// can't state them.
func (s *search) substituted(d *PaymentDifference) *shape {
	r := s.given()
	base := &shape{changes: []func(*variant){func(v *variant) {
		s.replaceRents(&v.lease)
		v.note(inSchedule(strconv.Itoa(d.From-1), "payment"), d.Theirs.String(), "they pay what they do")
	}}, counts: 1}
	r.base = base
	if m := s.measure(&r); m == nil || len(s.differingPayments(m)) > 0 {
		return nil
	}
	return base
}

// replaceRents states every rent of a lease as they pay it.
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
		whole := money.QuoRound(rent.Mul(rent, period.Share.Denom()), period.Share.Num()) // of the whole period, and with its services
		s.stateRent(l, period, money.FromUnits(whole, s.places))
	}
}

// stateRent states the rent of a period, with the last event before it that may.
func (s *search) stateRent(l *leasehold.Lease, period leasehold.PaymentPeriod, rent money.Decimal) {
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
		default: // it states no rent
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
