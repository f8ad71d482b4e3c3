package leasehold

import (
	"slices"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/internal/pv"
	"github.com/leasehold-accounting/leasehold/money"
)

// layout lays the rows of one measurement, and the flows behind them.
type layout struct {
	rents             *rents
	liability         *pv.Liability
	beside            *beside      // what is owed in addition to the lease payments; nil where nothing is
	closingDayEarlier bool         // see [Workspace.ClosingDayEarlier]
	cut               *Event       // that starts rows of its own: those that begin on its day or later are no more than measured; nil without
	settled           money.Amount // what is paid on the commencement date, where it is no part of the liability
	received          bool         // something is received and not paid

	known bool // the flows were laid before, and measured: only the rows are laid

	before *pv.Liability // whose flows were laid last: later ones may be the same; nil without
	first  int           // the period of its first flow
	alike  int           // the periods before this one are paid as they were then, but for their rents where those are anew
	anew   bool
	noted  *[]money.Amount // the rent of each period in the flows laid last, which those of this layout replace; nil where it is not noted

	receivedBefore bool // something was received then

	start int          // the period of the first row
	last  int          // the last row, counted from 0
	owed  []dated      // the single payments that no row has yet
	from  civil.Date   // the first day of the first row
	later money.Amount // what is paid in the rows that are no more than measured
	left  monthCount   // their months
	row   [1]Period    // the one of them that is current
	flow  pv.Flow      // likewise, where it is known
}

// A flow counts the single payments of a measurement, at most these, in 16 bits.
const _ = uint16(member.MaxOtherPayments*(1+member.MaxComponents) + member.MaxTermMonths)

// lay appends the rows of a contract from a day on to dst and its flows to the
// liability. Where the day is within a payment period, the first row is the rest
// of it (METHOD 13.3). Days are those of commencement, never of the row before, so
// that 31 January is followed by 28 February and then by 31 March.
func (y *layout) lay(dst []Period, c *contract, from civil.Date, settles bool) []Period {
	y.rents.start(c, c.frees)
	y.from, y.left = from, wholeMonths(0)
	y.start = 0
	if from != c.periods.start {
		y.start, _ = c.periods.at(from)
	}
	start := y.start
	n := c.periods.within(c.months) - start
	kept := y.kept(c, start, n)
	y.last = n - 1
	dst = grown(dst, kept)
	rows, flows := dst[len(dst)-kept:], []pv.Flow(nil)
	take, until := n, 0 // the rows whose flows are taken over: none of those that are kept
	if y.known {
		n = kept
	} else {
		if y.before != nil {
			take, until = max(kept, 1, y.first+1-start), min(y.alike-start, n)
		}
		flows = y.liability.Extend(n, take, until)
	}
	if y.noted != nil && len(*y.noted) < start+n {
		*y.noted = slices.Grow(*y.noted, start+n-len(*y.noted))[:start+n]
	}
	dates := c.dates(start)
	y.owed = c.since(from)
	y.beside.begin(min(y.last, kept) + 1)
	if !c.periods.stated {
		dates.byMonths(rows)
	}
	for i := range rows {
		f := &y.flow
		if y.known {
			y.flow = pv.Flow{}
		} else {
			f = &flows[i]
		}
		if c.periods.stated {
			dates.byCalendar(&rows[i], f)
		}
		y.pay(&rows[i], f, c, i)
	}
	whole := 0
	for i := kept; i < n; i++ {
		if i == take && i < until {
			whole += y.take(c, i, until-i)
			y.received = y.received || y.receivedBefore && receives(c.since(c.periods.begin(start+i)), c.periods.begin(start+until))
			if i = until; i == n {
				break
			}
			dates = c.dates(start + i)
			y.owed = c.since(c.periods.begin(start + i))
		}
		y.row[0] = Period{}
		row := &y.row[0]
		if c.periods.stated {
			dates.byCalendar(row, &flows[i])
		} else {
			dates.byMonths(y.row[:])
		}
		y.pay(row, &flows[i], c, i)
		y.later = y.later.Add(row.Payment)
		if row.Whole() {
			whole += row.Months
		} else {
			y.left = y.left.plus(monthsOf(row))
		}
	}
	y.left = y.left.plus(wholeMonths(whole))
	if settles && start == 0 {
		y.settle(&rows[0], &flows[0], c)
	}
	return dst
}

// take takes flows over that were laid before. It returns their months, without those of parts.
func (y *layout) take(c *contract, i, n int) (whole int) {
	flows, paid := y.liability.Take(i, y.before, y.start+i-y.first, n)
	y.later = y.later.Add(paid)
	if y.anew {
		y.replace(flows, c, y.start+i)
	}
	for k := range flows {
		f := &flows[k]
		if f.Of == 0 {
			whole += int(f.Months)
		} else {
			y.left = y.left.plus(lowest(int64(f.Months)*int64(f.Days), int64(f.Of)))
		}
	}
	return whole
}

// replace gives flows that were laid before, from that of a period on, their rents anew.
func (y *layout) replace(flows []pv.Flow, c *contract, period int) {
	arrears := c.timing == Arrears
	noted := (*y.noted)[period : period+len(flows)]
	for k := range flows {
		rent := y.rents.period(c, period+k).lease
		if rent == noted[k] {
			continue
		}
		more := rent.Sub(noted[k])
		noted[k] = rent
		y.later = y.later.Add(more)
		if f := &flows[k]; arrears {
			f.Closing = f.Closing.Add(more)
		} else {
			f.Opening = f.Opening.Add(more)
		}
	}
}

// receives reports whether one of some single payments before a day is received.
func receives(list []dated, until civil.Date) bool {
	for i := range list {
		if !list[i].date.Before(until) {
			break
		}
		if list[i].parts.lease.Sign() < 0 {
			return true
		}
	}
	return false
}

// kept returns how many of n rows, from one on, begin before the event that cuts them.
func (y *layout) kept(c *contract, start, n int) int {
	if y.cut == nil {
		return n
	}
	if y.cut.Date == y.from {
		return 0
	}
	period, starts := c.periods.at(y.cut.Date)
	if !starts {
		period++
	}
	return min(n, period-start)
}

// dates dates the rows of the periods of a contract, one after the other.
type dates struct {
	*contract

	period int
	months int        // of commencement to the period, where periods are whole months from there
	first  civil.Date // of the period, likewise
	over   civil.Date // the day after the term
}

func (c *contract) dates(period int) dates {
	d := dates{contract: c, period: period}
	if c.periods.stated {
		d.over = c.end()
	} else {
		d.months = period * c.periods.months
		d.first = c.periods.start.AddMonths(d.months)
	}
	return d
}

// byMonths dates the rows of periods that are whole months from commencement.
func (d *dates) byMonths(rows []Period) {
	months := d.periods.months
	for i := range rows {
		row := &rows[i]
		row.Months = min(months, d.contract.months-d.months)
		next, days := d.first.Later(row.Months, d.periods.start.Day)
		row.Year, row.PeriodDays, row.Days = d.months/12+1, days, days
		row.First, row.Last = d.first, next.Prev()
		d.first = next
		d.months += months
	}
}

// byCalendar dates a row of a period that a calendar places. The first of the term and the
// last may be parts of a period.
func (d *dates) byCalendar(row *Period, f *pv.Flow) {
	p := d.periods
	next := p.beginning(d.period - p.lead + 1)
	from, until := next, next
	if d.period < p.lead {
		from = begin{first: p.start, day: dayOf(p.start)}
		row.PeriodDays = p.length(d.period)
	} else {
		from = p.beginning(d.period - p.lead)
		row.PeriodDays = next.day - from.day
	}
	if d.over.Before(next.first) {
		until = begin{first: d.over, day: dayOf(d.over)}
	}
	row.Months, row.Year = p.months, from.year+1
	row.First, row.Last, row.Days = from.first, until.first.Prev(), until.day-from.day
	if row.PeriodDays != row.Days {
		f.Of = int16(row.PeriodDays)
	}
	d.period++
}

// grown returns rows with n empty ones more.
func grown(rows []Period, n int) []Period {
	from := len(rows)
	if free := cap(rows) - from; free < n {
		more := make([]Period, from+n, from+n+from/2)
		copy(more, rows)
		return more
	}
	rows = rows[:from+n]
	clear(rows[from:])
	return rows
}

// pay fills in what is owed in a row, counted from 0. Rent in advance was paid when the
// period opened.
func (y *layout) pay(row *Period, f *pv.Flow, c *contract, i int) {
	if i == 0 && row.First != y.from {
		f.Gone = int16(y.from.Ordinal() - row.First.Ordinal())
		row.First = y.from
		row.Days -= int(f.Gone)
	}
	f.Months, f.Days = int8(row.Months), int32(row.Days)
	period := y.start + i
	if c.timing == Advance {
		row.Date = row.First
		if f.Gone == 0 {
			rent := y.rents.period(c, period)
			row.Rent, f.Opening = rent.lease, rent.lease
			y.beside.rent(i, rent, false)
		}
	} else {
		row.Date = row.Last
		rent := y.rents.period(c, period)
		row.Rent, f.Closing = rent.lease, rent.lease
		y.beside.rent(i, rent, true)
	}
	row.Payment = row.Rent
	if y.noted != nil {
		(*y.noted)[period] = row.Rent
	}
	if i == y.last {
		y.payTerminal(row, f, c)
	}
	if len(y.owed) > 0 {
		y.paySingles(row, f, i)
	}
	if y.closingDayEarlier && f.Days > 1 && !f.Closing.IsZero() {
		y.closeEarly(f)
	}
}

// payTerminal fills in what is owed at the end of the term.
func (y *layout) payTerminal(row *Period, f *pv.Flow, c *contract) {
	row.Terminal = c.terminal
	f.Closing = f.Closing.Add(c.terminal)
	row.Payment = row.Payment.Add(c.terminal)
}

// paySingles takes the single payments of a row off the list: on its first day
// one opens the row, on the last, and in a row of one day, it closes it.
func (y *layout) paySingles(row *Period, f *pv.Flow, i int) {
	for len(y.owed) > 0 && !row.Last.Before(y.owed[0].date) {
		date, single := y.owed[0].date, &y.owed[0].parts
		y.owed = y.owed[1:]
		row.Payment = row.Payment.Add(single.lease)
		y.received = y.received || single.lease.Sign() < 0
		day := int32(date.Ordinal() - row.First.Ordinal())
		y.beside.single(i, day, single)
		switch date {
		case row.Last: // before the first day: a row of one day has both
			f.Closing = f.Closing.Add(single.lease)
		case row.First:
			f.Opening = f.Opening.Add(single.lease)
		default:
			y.addSingle(f, pv.Single{Day: day, Amount: single.lease})
		}
	}
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
	y.addSingle(f, pv.Single{Day: f.Days - 1, Amount: f.Closing})
	f.Closing = money.Amount{}
}

func (y *layout) addSingle(f *pv.Flow, s pv.Single) {
	if !y.known {
		y.liability.AddSingle(f, s)
	}
}
