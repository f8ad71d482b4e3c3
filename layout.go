package leasehold

import "github.com/leasehold-accounting/leasehold/money"

// layout lays the rows of one measurement, and the flows behind them.
type layout struct {
	rents     *rents
	liability *liability
	early     bool         // see [Workspace.ClosingDayEarlier]
	settled   money.Amount // what is paid on the commencement date, where it is no part of the liability
}

// lay appends the rows of a contract from a day on to dst and its flows to the
// liability. Where the day is within a payment period, the first row is the rest
// of it (METHOD 13.3). Dates are counted from commencement, never from the row
// before, so that 31 January is followed by 28 February and then by 31 March.
func (y *layout) lay(dst []Period, c *contract, from Date, settles bool) []Period {
	y.settled = money.Amount{}
	y.rents.start(c.bases, c.frees, c.period, c.places)
	months, _ := c.start.monthsTo(from)
	start := months / c.period * c.period
	first := c.start.AddMonths(start)
	singles := c.singles
	for len(singles) > 0 && singles[0].date.Before(from) {
		singles = singles[1:]
	}
	for ; start < c.months; start += c.period {
		inside := min(c.period, c.months-start)
		next := c.start.AddMonths(start + inside)
		row := Period{Year: start/12 + 1, Months: inside, First: first, Last: next.Prev()}
		f := flow{months: int32(inside), days: int32(next.ordinal() - first.ordinal())}
		row.PeriodDays = int(f.days)
		begun := first.Before(from)
		if begun {
			row.First = from
			f.gone = int32(from.ordinal() - first.ordinal())
			f.days -= f.gone
		}
		row.Days = int(f.days)
		y.pay(&row, &f, c, start, begun)
		singles = y.paySingles(&row, &f, singles)
		if settles && start == 0 {
			y.settled = f.opening
			row.Payment = row.Payment.Sub(f.opening)
			f.opening = money.Amount{}
			if c.timing == Advance {
				row.Rent = money.Amount{}
			}
		}
		if y.early && f.days > 1 && !f.closing.IsZero() {
			y.liability.singles = append(y.liability.singles, single{f.days - 1, f.closing})
			f.singles++
			f.closing = money.Amount{}
		}
		y.liability.add(f)
		dst = append(dst, row)
		first = next
	}
	return dst
}

// pay fills in the rent of a period and what is owed at the end of the term.
// Rent in advance was paid when the period opened.
func (y *layout) pay(row *Period, f *flow, c *contract, start int, begun bool) {
	row.Date = row.First
	if c.timing == Arrears {
		row.Date = row.Last
	}
	if c.timing == Arrears || !begun {
		row.Rent = y.rents.of(start, start, row.Months)
	}
	if start+row.Months == c.months {
		row.Terminal = c.terminal
	}
	if c.timing == Advance {
		f.opening, f.closing = row.Rent, row.Terminal
	} else {
		f.closing = row.Rent.Add(row.Terminal)
	}
	row.Payment = f.opening.Add(f.closing)
}

// paySingles takes the single payments of a row off the list: on its first day
// one opens the row, on the last, and in a row of one day, it closes it.
func (y *layout) paySingles(row *Period, f *flow, list []dated) (rest []dated) {
	f.single = int32(len(y.liability.singles))
	for len(list) > 0 && !row.Last.Before(list[0].date) {
		s := list[0]
		list = list[1:]
		row.Payment = row.Payment.Add(s.amount)
		switch {
		case s.date == row.Last:
			f.closing = f.closing.Add(s.amount)
		case s.date == row.First:
			f.opening = f.opening.Add(s.amount)
		default:
			day := int32(s.date.ordinal() - row.First.ordinal())
			y.liability.singles = append(y.liability.singles, single{day, s.amount})
			f.singles++
		}
	}
	return list
}
