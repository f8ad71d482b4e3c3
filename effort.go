package leasehold

// Efforts of a row: under a convention of powers it takes about twice as long.
const (
	plainRow = 1
	powerRow = 2
)

// Effort estimates what the measurement of a lease takes, in rows: those of
// commencement, and at each event those to the end of the term, because the liability
// is measured anew from all of them. A single payment counts as a row. The estimate
// looks at no figure, and is above the truth rather than below it.
func (l *Lease) Effort() int64 {
	period := l.PaymentFrequency.Months()
	each := int64(plainRow)
	if l.discounting() != Nominal {
		each = powerRow
	}
	singles, term, parts := len(l.OtherPayments), l.TermMonths, 1
	if l.Calendar.Set {
		parts = 2 // at both ends
	}
	rows := func(months int) int64 { return int64(max(months, 0)/period + parts + singles) }
	effort := rows(term)
	for i := range l.Events {
		e := &l.Events[i]
		passed, _ := l.CommencementDate.MonthsTo(e.Date)
		if e.TermMonths.Set {
			term = e.TermMonths.Value
		}
		if e.OtherPayments != nil {
			singles = len(e.OtherPayments)
		}
		effort += rows(term - passed)
	}
	return effort * each
}
