package leasehold

import (
	"github.com/leasehold-accounting/leasehold/internal/pv"
	"github.com/leasehold-accounting/leasehold/money"
)

// layout lays the rows of one measurement, and the flows behind them.
type layout struct {
	rents     *rents
	liability *pv.Liability
	beside    *beside      // what is owed beside the lease payments; nil where nothing is
	early     bool         // see [Workspace.ClosingDayEarlier]
	settled   money.Amount // what is paid on the commencement date, where it is no part of the liability
	received  bool         // something is received and not paid
}

// lay appends the rows of a contract from a day on to dst and its flows to the
// liability. Where the day is within a payment period, the first row is the rest
// of it (METHOD 13.3). Days are those of commencement, never of the row before, so
// that 31 January is followed by 28 February and then by 31 March.
func (y *layout) lay(dst []Period, c *contract, from Date, settles bool) []Period {
	y.rents.start(c, c.frees)
	start := 0
	if from != c.periods.start {
		start, _ = c.periods.at(from)
	}
	n := c.periods.within(c.months) - start
	dst = grown(dst, n)
	rows, flows := dst[len(dst)-n:], y.liability.Extend(n)
	if c.periods.stated {
		c.dateByCalendar(rows, flows, start)
	} else {
		c.date(rows, start)
	}
	if first := &rows[0]; first.First != from {
		flows[0].Gone = int32(from.ordinal() - first.First.ordinal())
		first.First = from
		first.Days -= int(flows[0].Gone)
	}
	singles := c.singles
	for len(singles) > 0 && singles[0].date.Before(from) {
		singles = singles[1:]
	}
	y.beside.begin(n)
	for i := range rows {
		row, f := &rows[i], &flows[i]
		f.Months, f.Days = int32(row.Months), int32(row.Days)
		y.pay(row, f, c, start+i, i)
		if i == n-1 {
			y.payTerminal(row, f, c)
		}
		if len(singles) > 0 {
			singles = y.paySingles(row, f, c, singles, i)
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

// date dates the rows of whole periods, from one on.
func (c *contract) date(rows []Period, period int) {
	start := period * c.periods.months
	first := c.periods.start.AddMonths(start)
	for i := range rows {
		row := &rows[i]
		row.Months = min(c.periods.months, c.months-start)
		next, days := first.later(row.Months, c.periods.start.Day)
		row.Year, row.PeriodDays, row.Days = start/12+1, days, days
		row.First, row.Last = first, next.Prev()
		first = next
		start += c.periods.months
	}
}

// dateByCalendar dates the rows of periods that a calendar places. The first of the term
// and the last may be parts of a period.
func (c *contract) dateByCalendar(rows []Period, flows []pv.Flow, period int) {
	end := c.end()
	for i := range rows {
		row, first, next := &rows[i], c.periods.begin(period+i), c.periods.begin(period+i+1)
		if end.Before(next) {
			next = end
		}
		row.Months, row.Year = c.periods.months, c.periods.year(period+i)+1
		row.First, row.Last, row.Days = first, next.Prev(), next.ordinal()-first.ordinal()
		row.PeriodDays = c.periods.length(period + i)
		if row.PeriodDays != row.Days {
			flows[i].Of = int32(row.PeriodDays)
		}
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

// pay fills in the rent of a period. Rent in advance was paid when the period opened.
func (y *layout) pay(row *Period, f *pv.Flow, c *contract, period, i int) {
	if c.timing == Advance {
		row.Date = row.First
		if f.Gone == 0 {
			rent := y.rents.of(period, c.spanOf(period))
			row.Rent, f.Opening = rent.lease, rent.lease
			y.beside.rent(i, rent, false)
		}
	} else {
		row.Date = row.Last
		rent := y.rents.of(period, c.spanOf(period))
		row.Rent, f.Closing = rent.lease, rent.lease
		y.beside.rent(i, rent, true)
	}
	row.Payment = row.Rent
}

// payTerminal fills in what is owed at the end of the term.
func (y *layout) payTerminal(row *Period, f *pv.Flow, c *contract) {
	row.Terminal = c.terminal
	f.Closing = f.Closing.Add(c.terminal)
	row.Payment = row.Payment.Add(c.terminal)
}

// paySingles takes the single payments of a row off the list: on its first day
// one opens the row, on the last, and in a row of one day, it closes it.
func (y *layout) paySingles(row *Period, f *pv.Flow, c *contract, list []dated, i int) (rest []dated) {
	for len(list) > 0 && !row.Last.Before(list[0].date) {
		date, single := list[0].date, c.part(&list[0])
		list = list[1:]
		row.Payment = row.Payment.Add(single.lease)
		y.received = y.received || single.lease.Sign() < 0
		day := int32(date.ordinal() - row.First.ordinal())
		y.beside.single(i, day, single)
		switch date {
		case row.Last: // before the first day: a row of one day has both
			f.Closing = f.Closing.Add(single.lease)
		case row.First:
			f.Opening = f.Opening.Add(single.lease)
		default:
			y.liability.AddSingle(f, pv.Single{Day: day, Amount: single.lease})
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
