package leasehold

import (
	"github.com/leasehold-accounting/leasehold/internal/pv"
	"github.com/leasehold-accounting/leasehold/money"
)

// layout lays the rows of one measurement, and the flows behind them.
type layout struct {
	rents     *rents
	liability *pv.Liability
	early     bool         // see [Workspace.ClosingDayEarlier]
	settled   money.Amount // what is paid on the commencement date, where it is no part of the liability
	received  bool         // something is received and not paid
}

// lay appends the rows of a contract from a day on to dst and its flows to the
// liability. Where the day is within a payment period, the first row is the rest
// of it (METHOD 13.3). Days are those of commencement, never of the row before, so
// that 31 January is followed by 28 February and then by 31 March.
func (y *layout) lay(dst []Period, c *contract, from Date, settles bool) []Period {
	y.rents.start(c.bases, c.frees, c.period, c.places)
	start := 0
	if from != c.start {
		months, _ := c.start.monthsTo(from)
		start = months / c.period * c.period
	}
	n := (c.months - start + c.period - 1) / c.period
	dst = grown(dst, n)
	rows, flows := dst[len(dst)-n:], y.liability.Extend(n)
	c.date(rows, start)
	if first := &rows[0]; first.First != from {
		flows[0].Gone = int32(from.ordinal() - first.First.ordinal())
		first.First = from
		first.Days -= int(flows[0].Gone)
	}
	singles := c.singles
	for len(singles) > 0 && singles[0].date.Before(from) {
		singles = singles[1:]
	}
	for i := range rows {
		row, f := &rows[i], &flows[i]
		f.Months, f.Days = int32(row.Months), int32(row.Days)
		y.pay(row, f, c, start+i*c.period)
		if len(singles) > 0 {
			singles = y.paySingles(row, f, singles)
		}
		if y.early && f.Days > 1 && !f.Closing.IsZero() {
			y.closeEarly(f)
		}
	}
	if settles && start == 0 {
		y.settle(&rows[0], &flows[0], c)
	}
	return dst
}

// date dates the rows of whole periods, the first of which starts in a month
// counted from commencement.
func (c *contract) date(rows []Period, start int) {
	first := c.start.AddMonths(start)
	for i := range rows {
		row := &rows[i]
		row.Months = min(c.period, c.months-start)
		next, days := first.later(row.Months, c.start.Day)
		row.Year, row.PeriodDays, row.Days = start/12+1, days, days
		row.First, row.Last = first, next.Prev()
		first = next
		start += c.period
	}
}

// grown returns rows with n empty ones more.
func grown(rows []Period, n int) []Period {
	from := len(rows)
	if free := cap(rows) - from; free < n {
		more := make([]Period, from+n)
		copy(more, rows)
		return more
	}
	rows = rows[:from+n]
	clear(rows[from:])
	return rows
}

// pay fills in the rent of a period and what is owed at the end of the term.
// Rent in advance was paid when the period opened.
func (y *layout) pay(row *Period, f *pv.Flow, c *contract, start int) {
	if c.timing == Advance {
		row.Date = row.First
		if f.Gone == 0 {
			row.Rent = y.rents.of(start, start, row.Months)
			f.Opening = row.Rent
		}
	} else {
		row.Date = row.Last
		row.Rent = y.rents.of(start, start, row.Months)
		f.Closing = row.Rent
	}
	row.Payment = row.Rent
	if start+row.Months == c.months {
		row.Terminal = c.terminal
		f.Closing = f.Closing.Add(c.terminal)
		row.Payment = row.Payment.Add(c.terminal)
	}
}

// paySingles takes the single payments of a row off the list: on its first day
// one opens the row, on the last, and in a row of one day, it closes it.
func (y *layout) paySingles(row *Period, f *pv.Flow, list []dated) (rest []dated) {
	for len(list) > 0 && !row.Last.Before(list[0].date) {
		s := list[0]
		list = list[1:]
		row.Payment = row.Payment.Add(s.amount)
		y.received = y.received || s.amount.Sign() < 0
		switch s.date {
		case row.Last: // before the first day: a row of one day has both
			f.Closing = f.Closing.Add(s.amount)
		case row.First:
			f.Opening = f.Opening.Add(s.amount)
		default:
			day := int32(s.date.ordinal() - row.First.ordinal())
			y.liability.AddSingle(f, pv.Single{Day: day, Amount: s.amount})
		}
	}
	return list
}

// settle takes what is paid on the commencement date out of the first row.
func (y *layout) settle(row *Period, f *pv.Flow, c *contract) {
	y.settled = f.Opening
	row.Payment = row.Payment.Sub(f.Opening)
	f.Opening = money.Amount{}
	if c.timing == Advance {
		row.Rent = money.Amount{}
	}
}

// closeEarly makes what closes a row a single payment of the day before.
func (y *layout) closeEarly(f *pv.Flow) {
	y.liability.AddSingle(f, pv.Single{Day: f.Days - 1, Amount: f.Closing})
	f.Closing = money.Amount{}
}
