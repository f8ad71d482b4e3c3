package engine

import (
	"math/big"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/pv"
	"github.com/leasehold-accounting/leasehold/money"
)

// payments are what a contract has paid from a day to the end of the term.
type payments struct {
	rows     []Period      // dates and payments of the rows that begin before [rowOptions.until]
	flows    *pv.Liability // of all rows, not yet measured
	nonLease *nonLease     // of rows; nil if the lease has none

	from     civil.Date   // the first day of the first row
	paid     money.Amount // in all rows
	months   *big.Rat     // of all rows
	settled  money.Amount // paid on the commencement date and not part of the liability
	received bool         // something is received
	tooHigh  bool         // a rent exceeds every supported amount
}

// rowOptions say how rows are built.
type rowOptions struct {
	convention pv.Convention
	rate       uint64     // annual, in units of 10^−17
	until      civil.Date // the day of the next event that starts rows; the zero date if there is none
	settles    bool       // the payment on the commencement date is not part of the liability (METHOD 12.5)
	nonLease   bool       // the lease has non-lease amounts

	// See [measureOptions].
	closingDayEarlier bool
}

// payments builds the rows of a contract from a day on. If the day is within a payment
// period, the first row is the rest of that period (METHOD 13.3).
func (c *contract) payments(from civil.Date, o rowOptions) payments {
	first := 0
	if from != c.periods.Start {
		first, _ = c.periods.PeriodAt(from)
	}
	n := c.periods.Within(c.months) - first
	y := rowBuilder{
		rents: c.rents(), options: &o, first: first, last: n - 1, singles: c.since(from),
		payments: payments{from: from, flows: new(pv.Liability), rows: make([]Period, 0, c.rowsBefore(o.until, first, n, from))},
	}
	y.flows.Begin(o.convention, o.rate)
	flows := y.flows.Extend(n)
	if o.nonLease {
		y.nonLease = &nonLease{rows: make([]nonLeaseRow, max(cap(y.rows), 1))}
	}
	whole, partly := 0, new(big.Rat)
	for i := range flows {
		var later Period
		row := &later
		if i < cap(y.rows) {
			y.rows = append(y.rows, later)
			row = &y.rows[i]
		}
		y.row(i, row, &flows[i])
		y.paid = y.paid.Add(row.Payment)
		if row.Whole() {
			whole += row.Months
		} else {
			partly.Add(partly, monthsOf(row))
		}
	}
	y.months = partly.Add(partly, wholeMonths(whole))
	y.tooHigh = y.rents.tooHigh
	return y.payments
}

// rowsBefore returns how many of n rows begin before a day.
func (c *contract) rowsBefore(day civil.Date, first, n int, from civil.Date) int {
	switch day {
	case civil.Date{}:
		return n
	case from:
		return 0
	}
	period, starts := c.periods.PeriodAt(day)
	if !starts {
		period++
	}
	return min(n, period-first)
}

// rowBuilder builds rows in order.
type rowBuilder struct {
	payments

	rents   rents
	options *rowOptions
	first   int      // the period of the first row
	last    int      // the last row, counted from 0
	singles []oneOff // the one-off payments that are not in a row yet
}

// row fills in the dates and payments of a row, counted from 0. Rent in advance was paid on
// the first day of the period.
func (y *rowBuilder) row(i int, row *Period, f *pv.Flow) {
	c, period := y.rents.contract, y.first+i
	c.date(row, period)
	if row.PeriodDays != row.Days {
		f.Of = int16(row.PeriodDays)
	}
	if row.First.Before(y.from) {
		f.Gone = int16(y.from.Ordinal() - row.First.Ordinal())
		row.First = y.from
		row.Days -= int(f.Gone)
	}
	f.Months, f.Days = int8(row.Months), int32(row.Days)
	due, arrears := &f.Opening, c.timing == Arrears
	row.Date = row.First
	if arrears {
		due, row.Date = &f.Closing, row.Last
	}
	if arrears || f.Gone == 0 {
		rent := y.rents.period(period)
		row.Rent, row.Payment, *due = rent.lease, rent.lease, rent.lease
		y.nonLease.rent(i, rent, arrears)
	}
	if i == y.last {
		row.Terminal = c.terminal
		f.Closing = f.Closing.Add(c.terminal)
		row.Payment = row.Payment.Add(c.terminal)
	}
	y.paySingles(i, row, f)
	if y.options.closingDayEarlier && f.Days > 1 && !f.Closing.IsZero() {
		y.flows.AddSingle(f, pv.Single{Day: f.Days - 1, Amount: f.Closing})
		f.Closing = money.Amount{}
	}
	if y.options.settles && period == 0 {
		y.settle(row, f)
	}
}

// date fills in the dates and months of a row that is a whole period or the part of one
// inside the term. Dates count from commencement and never from the row before, so 31 January
// is followed by 28 February and then by 31 March.
func (c *contract) date(row *Period, period int) {
	p := &c.periods
	row.Months = p.Months
	row.First = p.Begin(period)
	next := p.Begin(period + 1)
	if !p.Stated {
		row.Year = period*p.Months/12 + 1
		row.Months = min(p.Months, c.months-period*p.Months)
	} else {
		row.Year = p.YearOf(row.First) + 1
	}
	if end := c.end(); end.Before(next) {
		next = end
	}
	row.Last = next.Prev()
	row.Days = next.Ordinal() - row.First.Ordinal()
	row.PeriodDays = row.Days
	if p.Stated {
		row.PeriodDays = p.Length(period)
	}
}

// paySingles adds the one-off payments of a row. One on the row's first day is paid in
// advance; one on its last day, or in a row of one day, is paid in arrears.
func (y *rowBuilder) paySingles(i int, row *Period, f *pv.Flow) {
	for len(y.singles) > 0 && !row.Last.Before(y.singles[0].date) {
		date, single := y.singles[0].date, &y.singles[0].parts
		y.singles = y.singles[1:]
		row.Payment = row.Payment.Add(single.lease)
		y.received = y.received || single.lease.Sign() < 0
		day := int32(date.Ordinal() - row.First.Ordinal())
		y.nonLease.single(i, day, single)
		switch date {
		case row.Last:
			f.Closing = f.Closing.Add(single.lease)
		case row.First:
			f.Opening = f.Opening.Add(single.lease)
		default:
			y.flows.AddSingle(f, pv.Single{Day: day, Amount: single.lease})
		}
	}
}

// settle removes the payment on the commencement date from the first row.
func (y *rowBuilder) settle(row *Period, f *pv.Flow) {
	y.settled = f.Opening
	row.Payment = row.Payment.Sub(f.Opening)
	f.Opening = money.Amount{}
	if y.rents.timing == Advance {
		row.Rent = money.Amount{}
	}
}
