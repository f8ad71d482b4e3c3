package owed

import (
	"math/big"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/engine/months"
	"github.com/leasehold-accounting/leasehold/internal/pv"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/schedule"
	"github.com/leasehold-accounting/leasehold/standard"
)

// Payments contains a contract's payments from a day to the end of the term.
type Payments struct {
	Rows     []schedule.Period // dates and payments of the rows that begin before [Options.Until]
	Flows    *pv.Liability     // payments of all rows; call [Payments.Measure] before reading balances
	NonLease *NonLease         // non-lease amounts of the rows; nil if there are none

	from     civil.Date   // first day of the first row
	Paid     money.Amount // sum of the payments of all rows
	Months   *big.Rat     // months of all rows
	Settled  money.Amount // payment on the commencement date that is not part of the liability
	received bool         // whether some payments are receipts
	tooHigh  bool         // whether any rent exceeds the largest supported amount
}

// Options contains the options for building rows.
type Options struct {
	Convention pv.Convention
	Rate       uint64     // annual rate, in units of 10^−17
	Until      civil.Date // date of the next event that starts new rows; the zero date if there is no such event
	Settles    bool       // whether the liability excludes the payment on the commencement date (METHOD 12.5)
	NonLease   bool       // whether the lease has non-lease amounts

	ClosingDayEarlier bool // see measure.Deviations
}

// Payments builds a contract's rows from a day onward. If the day is within a payment period, the
// first row is the remaining part of that period (METHOD 13.3).
func (c *Contract) Payments(from civil.Date, o Options) Payments {
	first := 0
	if from != c.Periods.Start {
		first, _ = c.Periods.PeriodAt(from)
	}
	n := c.Periods.Within(c.months) - first
	y := rowBuilder{
		rents: c.Rents(), options: &o, first: first, last: n - 1, singles: c.since(from),
		Payments: Payments{from: from, Flows: new(pv.Liability), Rows: make([]schedule.Period, 0, c.rowsBefore(o.Until, first, n, from))},
	}
	y.Flows.Begin(o.Convention, o.Rate)
	flows := y.Flows.Extend(n)
	if o.NonLease {
		y.NonLease = &NonLease{rows: make([]nonLeaseRow, max(cap(y.Rows), 1))}
	}
	whole, partly := 0, new(big.Rat)
	for i := range flows {
		var later schedule.Period
		row := &later
		if i < cap(y.Rows) {
			y.Rows = append(y.Rows, later)
			row = &y.Rows[i]
		}
		y.row(i, row, &flows[i])
		y.Paid = y.Paid.Add(row.Payment)
		if row.Whole() {
			whole += row.Months
		} else {
			partly.Add(partly, months.Of(row))
		}
	}
	y.Months = partly.Add(partly, months.Whole(whole))
	y.tooHigh = y.rents.TooHigh
	return y.Payments
}

// rowsBefore returns how many of n rows begin before a day.
func (c *Contract) rowsBefore(day civil.Date, first, n int, from civil.Date) int {
	switch day {
	case civil.Date{}:
		return n
	case from:
		return 0
	}
	period, starts := c.Periods.PeriodAt(day)
	if !starts {
		period++
	}
	return min(n, period-first)
}

type rowBuilder struct {
	Payments

	rents   Rents
	options *Options
	first   int      // the period of the first row
	last    int      // index of the last row
	singles []oneOff // the one-off payments that have not been added to a row
}

// row fills in the dates and payments of row i, counted from 0. If the row begins within a period,
// the period's rent was already paid in advance.
func (y *rowBuilder) row(i int, row *schedule.Period, f *pv.Flow) {
	c, period := y.rents.Contract, y.first+i
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
	due, arrears := &f.Opening, c.Timing == standard.Arrears
	row.Date = row.First
	if arrears {
		due, row.Date = &f.Closing, row.Last
	}
	if arrears || f.Gone == 0 {
		rent := y.rents.Period(period)
		row.Rent, row.Payment, *due = rent.Lease, rent.Lease, rent.Lease
		y.NonLease.SetRent(i, rent, arrears)
	}
	if i == y.last {
		row.Terminal = c.terminal
		f.Closing = f.Closing.Add(c.terminal)
		row.Payment = row.Payment.Add(c.terminal)
	}
	y.paySingles(i, row, f)
	if y.options.ClosingDayEarlier && f.Days > 1 && !f.Closing.IsZero() {
		y.Flows.AddSingle(f, pv.Single{Day: f.Days - 1, Amount: f.Closing})
		f.Closing = money.Amount{}
	}
	if y.options.Settles && period == 0 {
		y.settle(row, f)
	}
}

// A row's dates and months are filled in here. The row covers a period, or the part of the period
// within the term. Dates are computed from commencement instead of from the preceding row, so that
// 31 January is followed by 28 February and then by 31 March.
func (c *Contract) date(row *schedule.Period, period int) {
	p := &c.Periods
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

// paySingles adds the one-off payments of a row. A payment on the first day of the row is in
// advance. A payment on the last day is in arrears, even if the row has only one day.
func (y *rowBuilder) paySingles(i int, row *schedule.Period, f *pv.Flow) {
	for len(y.singles) > 0 && !row.Last.Before(y.singles[0].date) {
		date, single := y.singles[0].date, &y.singles[0].parts
		y.singles = y.singles[1:]
		row.Payment = row.Payment.Add(single.Lease)
		y.received = y.received || single.Lease.Sign() < 0
		day := int32(date.Ordinal() - row.First.Ordinal())
		y.NonLease.single(i, day, single)
		switch date {
		case row.Last:
			f.Closing = f.Closing.Add(single.Lease)
		case row.First:
			f.Opening = f.Opening.Add(single.Lease)
		default:
			y.Flows.AddSingle(f, pv.Single{Day: day, Amount: single.Lease})
		}
	}
}

// settle removes the payment on the commencement date from the first row.
func (y *rowBuilder) settle(row *schedule.Period, f *pv.Flow) {
	y.Settled = f.Opening
	row.Payment = row.Payment.Sub(f.Opening)
	f.Opening = money.Amount{}
	if y.rents.Timing == standard.Advance {
		row.Rent = money.Amount{}
	}
}

// Measure measures the balances of the payments. It returns an error if any rent exceeds the
// largest supported amount, or if receipts exceed the remaining payments (METHOD 12.3).
func (p *Payments) Measure(at *strict.Place) error {
	p.Flows.Measure()
	var f strict.Faults
	switch {
	case p.tooHigh:
		f.Add(at, "paymentAmount", "the rent exceeds the largest supported amount; check the changes in the rent")
	case p.received:
		if row, day, covered := p.Flows.Covered(); !covered {
			for k := range row {
				day += int(p.Flows.Flow(k).Days)
			}
			f.Add(at, "otherPayments", "receipts from "+p.from.AddDays(day).String()+" exceed the remaining payments")
		}
	}
	return f.Err()
}
