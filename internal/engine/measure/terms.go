package measure

import (
	"context"

	"github.com/leasehold-accounting/leasehold/internal/engine/months"
	"github.com/leasehold-accounting/leasehold/lease"
	"github.com/leasehold-accounting/leasehold/schedule"
)

// TermsInForce returns the payment terms at commencement and after each event, so the list is one
// longer than the list of events. It returns the errors of [Of] and of an invalid lease.
func TermsInForce(l *lease.Lease) ([]schedule.Terms, error) {
	if err := l.Validate(); err != nil {
		return nil, err
	}
	list := make([]schedule.Terms, len(l.Events)+1)
	for i := range list {
		until := *l
		if until.Events = l.Events[:i]; i == 0 {
			until.Events = nil
		}
		v, err := Of(context.Background(), &until, Deviations{})
		if err != nil {
			return nil, err
		}
		list[i] = v.last.terms()
	}
	return list, nil
}

// terms returns the effective payment terms with the rows measured on them.
func (at *standing) terms() schedule.Terms {
	t := at.measured.Terms()
	t.Rows, t.Amortized = at.segment.Periods, at.segment.amortized
	if at.owed != nil {
		t.Owed = at.owed.Stated()
	}
	if t.Amortized == nil { // the lease has ended
		t.Amortized = at.lease.AmortizationMonths(months.Whole(at.lease.TermMonths))
	}
	return t
}
