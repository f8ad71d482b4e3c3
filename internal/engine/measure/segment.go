package measure

import (
	"context"
	"math/big"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/engine/months"
	"github.com/leasehold-accounting/leasehold/internal/engine/owed"
	"github.com/leasehold-accounting/leasehold/internal/pv"
	"github.com/leasehold-accounting/leasehold/lease"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/schedule"
	"github.com/leasehold-accounting/leasehold/standard"
)

// Flows contains the payments in a segment's rows, with the liability balances.
type Flows struct {
	*pv.Liability

	first int   // index of the first row's flow
	gone  int32 // if an impairment split the flow, the number of the flow's days before the first row
}

// The results are a row's flow, and the number of the flow's days that precede the row.
func (f *Flows) of(row int) (flow *pv.Flow, gone int32) {
	if row == 0 {
		gone = f.gone
	}
	return f.Flow(f.first + row), gone
}

// Segment is a measurement of the liability with its rows, up to the next event that changes
// balances. A Segment contains the inputs for a report on any day of the segment.
type Segment struct {
	schedule.Segment // contains the rows that begin before the event that ends the segment

	Exempt    bool     // exempt from recognition
	Months    *big.Rat // months to the end of the term
	amortized *big.Rat // months over which the asset is amortized
	Flows     Flows
	nonLease  *owed.NonLease // nil if the lease has no non-lease amounts
	variable  owed.VariablePayments
	accrual   schedule.Accrual // accrual method of a report (METHOD 25.6)
	rowsFrom  civil.Date       // see [lease.Lease.RowsFrom]

	Unimpaired *Life // for a segment that begins with a reversal: the lease measured without earlier impairments

	Happened int              // number of whole rows before the event that ends the segment
	Part     *schedule.Period // the part of the next row before that event; nil if the event splits no row
}

// rowsHappened returns the number of rows that the segment adds to the schedule, including a split row.
func (s *Segment) rowsHappened() int {
	if s.Part != nil {
		return s.Happened + 1
	}
	return s.Happened
}

// line returns the months over which the asset is amortized.
func (s *Segment) line() *big.Rat {
	if s.Class == standard.Operating && !s.Impaired {
		return s.Months
	}
	return s.amortized
}

// AmortizationLeft returns the remaining months of straight-line amortization as of a date. Within
// a row, elapsed months are proportional to days.
func (s *Segment) AmortizationLeft(day civil.Date) *big.Rat { return s.left(s.line(), day) }

// TermLeft returns the months from a date to the end of the term.
func (s *Segment) TermLeft(day civil.Date) *big.Rat { return s.left(s.Months, day) }

// The remaining months are the given total less the months that have elapsed through a date. Both
// are counted from the segment's first day. The result is 0 if the total is nil.
func (s *Segment) left(over *big.Rat, day civil.Date) *big.Rat {
	if over == nil {
		return new(big.Rat)
	}
	n := 0
	for n < len(s.Periods) && !day.Before(s.Periods[n].Last) {
		n++
	}
	left := months.Minus(over, months.Sum(s.Periods[:n]))
	if n < len(s.Periods) && !day.Before(s.Periods[n].First) {
		row := &s.Periods[n]
		left.Sub(left, big.NewRat(int64(row.Months)*int64(day.Ordinal()-row.First.Ordinal()+1), int64(row.PeriodDays)))
	}
	if left.Sign() < 0 {
		return new(big.Rat)
	}
	return left
}

// BalanceAfter returns the liability after the last payment in a range of days (METHOD 14.6). After a payment in
// advance, the balance excludes the day's interest. After a payment in arrears, the result is the balance at the end of
// the day. If the range contains no payment, the result is the given default.
func (s *Segment) BalanceAfter(from, to civil.Date, without money.Amount) money.Amount {
	for k := len(s.Periods) - 1; k >= 0; k-- {
		row := &s.Periods[k]
		if to.Before(row.First) {
			continue
		}
		if row.Last.Before(from) {
			break
		}
		if balance, paid := s.balanceWithin(k, from, to); paid {
			return balance
		}
	}
	return without
}

// balanceWithin is [Segment.BalanceAfter] for the payments of one row. It ignores days on which the payments sum to 0.
func (s *Segment) balanceWithin(k int, from, to civil.Date) (balance money.Amount, paid bool) {
	row := &s.Periods[k]
	last, today := DayPayment{}, DayPayment{}
	s.Payments(k, func(at DayPayment) {
		if date := row.First.AddDays(at.Day); to.Before(date) || date.Before(from) {
			return
		}
		if at.Day == today.Day { // if a row has only one day, payments in advance and in arrears are on that same day
			at.Amount = at.Amount.Add(today.Amount)
		} else if !today.Amount.IsZero() {
			last = today
		}
		today = at
	})
	if !today.Amount.IsZero() {
		last = today
	}
	switch {
	case last.Amount.IsZero():
		return money.Amount{}, false
	case last.Arrears:
		return row.LiabilityClose, true
	case last.Day == 0 && (k > 0 || s.Flows.gone == 0): // the payment is in advance
		return row.LiabilityOpen().Sub(s.Flows.Flow(s.Flows.first + k).Opening), true
	}
	return s.Accrued(k, last.Day+1).LiabilityClose, true
}

// The result is the number of days of a row, or 0 after the last row.
func (s *Segment) days(row int) int {
	if row < len(s.Periods) {
		return s.Periods[row].Days
	}
	return 0
}

// split reports whether the row is the remaining part of a period that an event split.
func (s *Segment) split(row int) bool {
	flow, gone := s.Flows.of(row)
	return flow.Gone > 0 || gone > 0
}

// The segment that ends at the event keeps the whole of its last row, because a report about days
// before the event splits that row again.
func (s *Segment) until(b *carrying) *Segment {
	ended := *s
	ended.Happened, ended.Part = b.row, b.part
	if ended.Periods = s.Periods[:b.row]; b.part != nil {
		ended.Periods = s.Periods[:b.row+1]
	}
	return &ended
}

// The argument is the day of an event within the segment. The result contains the carrying amounts before that event.
func (s *Segment) before(day civil.Date) carrying {
	b := carrying{liability: s.Liability, asset: s.RouAsset}
	for b.row < len(s.Periods) && s.Periods[b.row].Last.Before(day) {
		b.row++
	}
	b.months = months.Sum(s.Periods[:b.row])
	if b.row > 0 {
		last := &s.Periods[b.row-1]
		b.liability, b.asset = last.LiabilityClose, last.RouAssetClose
	}
	if b.row < len(s.Periods) && s.Periods[b.row].First.Before(day) {
		part := s.Accrued(b.row, day.Ordinal()-s.Periods[b.row].First.Ordinal())
		b.part, b.liability, b.asset = &part, part.LiabilityClose, part.RouAssetClose
		b.months.Add(b.months, months.Of(&part))
	}
	b.prepaid = s.nonLease.Prepaid(b.row, b.days(), s.days(b.row))
	return b
}

// These are the carrying amounts at the end of the day preceding an event. After an earlier event
// on the same day, the amounts after that event apply (METHOD 13.3).
type carrying struct {
	row       int              // number of whole rows of the segment before the event
	part      *schedule.Period // the part of the next row before the event; nil if the event splits no row
	liability money.Amount
	asset     money.Amount
	prepaid   money.Amount // prepaid services; negative if accrued
	months    *big.Rat     // months of the segment before the event
}

// The result is the number of the split row's days that precede the event.
func (b *carrying) days() int {
	if b.part == nil {
		return 0
	}
	return b.part.Days
}

// TermsInForce returns the payment terms at commencement and after each event. It returns the
// errors of [Of] and the validation errors of an invalid lease.
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

// The results are the effective payment terms and the rows measured on these terms.
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
