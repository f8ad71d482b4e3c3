package lease

import (
	"fmt"

	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/internal/strict"
)

// A one-off payment counts as several rows, because interest then accrues by days. It counts as
// more rows under a convention that computes powers of the growth factor.
const (
	singleRows      = 4
	powerSingleRows = 10
)

// Effort returns an upper estimate of the number of rows that the measurement of a lease
// computes: the rows at commencement, and for each event the rows to the end of the term, because
// an event remeasures the liability. A rent step counts as one row and a one-off payment as
// several. For a valid lease with events the number is at most [member.MaxMeasuredRows].
func (l *Lease) Effort() int64 {
	period, single := l.PaymentFrequency.Months(), singleRows
	if l.Discounting() != Nominal {
		single = powerSingleRows
	}
	parts := 1
	if l.Calendar.Set {
		parts = 2 // a calendar may split a period at both ends of the term
	}
	steps, singles, term := l.RentSteps, l.OtherPayments, l.TermMonths
	rows := func(months int) int64 {
		return int64(max(months, 0)/period + parts + len(steps) + len(singles)*single)
	}
	effort := rows(term)
	for i := range l.Events {
		e := &l.Events[i]
		if e.TermMonths.Set {
			term = e.TermMonths.Value
		}
		if e.RentSteps != nil {
			steps = e.RentSteps
		}
		if e.OtherPayments != nil {
			singles = e.OtherPayments
		}
		for len(steps) > 0 && steps[0].From.Before(e.Date) {
			steps = steps[1:]
		}
		for len(singles) > 0 && singles[0].Date.Before(e.Date) {
			singles = singles[1:]
		}
		passed, _ := l.CommencementDate.MonthsTo(e.Date)
		effort += rows(term - passed)
	}
	if l.At.Set {
		effort *= 2 // the balances are measured separately, without later events
	}
	return effort
}

// checkEffort rejects events that require measuring too many rows.
func (l *Lease) checkEffort(f *strict.Faults, at *strict.Place) {
	if len(*f) > 0 || len(l.Events) == 0 {
		return
	}
	if rows := l.Effort(); rows > member.MaxMeasuredRows {
		f.Add(at, "events", fmt.Sprintf("count as %d measured payment periods, because each measures all periods and other payments to the end of the term; at most %d are allowed: "+
			"combine events, use a longer paymentFrequency, or describe the lease from a later commencement with openingRouAsset", rows, member.MaxMeasuredRows))
	}
}
