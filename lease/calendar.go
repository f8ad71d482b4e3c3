package lease

import (
	"fmt"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/strict"
)

// Calendar sets the first days of the payment periods if they do not start at commencement (METHOD
// 20.4). Exactly one of its fields must be set.
type Calendar struct {
	From Optional[civil.Date]  // the first day of the first whole period
	Days Optional[PaymentDays] // the days of each year on which rent is due; requires quarterly payments
}

// PaymentDays selects the four days of each year on which rent is due.
type PaymentDays uint8

// The sets of payment days.
const (
	EnglishQuarterDays PaymentDays = iota // 25 March, 24 June, 29 September, 25 December
	ScottishTermDays                      // 28 February, 28 May, 28 August, 28 November
)

// PaymentDaysNames contains the API names of the sets of payment days, in the order of their constants.
var PaymentDaysNames = []string{"english_quarter_days", "scottish_term_days"}

// String returns the API name of d, such as english_quarter_days.
func (d PaymentDays) String() string { return strict.Name(PaymentDaysNames, d) }

// dayOfYear is a month and a day, without a year.
type dayOfYear struct{ month, day uint8 }

var daysOfYear = [...][4]dayOfYear{
	EnglishQuarterDays: {{3, 25}, {6, 24}, {9, 29}, {12, 25}},
	ScottishTermDays:   {{2, 28}, {5, 28}, {8, 28}, {11, 28}},
}

// Periods computes the dates of a lease's payment periods. The periods are numbered from 0. Period
// 0 begins at commencement; a payment calendar may shorten it.
type Periods struct {
	Start  civil.Date // commencement date
	Months int        // months in a whole period

	Stated bool       // the lease has a payment calendar
	lead   int        // number of periods before the first regular period: 0 if the regular periods begin at commencement, otherwise 1
	from   civil.Date // the first day of the first regular period
	days   int        // index in [daysOfYear]; -1 if the lease has no payment days
	first  int        // number of payment days from the year 0 to the first regular period; unused if the field days is -1
}

// PeriodsOf returns the payment periods of a lease.
func PeriodsOf(l *Lease) Periods {
	p := Periods{Start: l.CommencementDate, Months: l.PaymentFrequency.Months(), from: l.CommencementDate, days: -1}
	switch c := &l.Calendar.Value; {
	case !l.Calendar.Set:
	case c.Days.Set:
		p.Stated, p.days = true, int(c.Days.Value)
		p.first = int(p.Start.Year) * 4
		for p.quarterDay(p.first).Before(p.Start) {
			p.first++
		}
		p.from = p.quarterDay(p.first)
	default:
		p.Stated, p.from = true, c.From.Value
	}
	if p.Start.Before(p.from) {
		p.lead = 1
	}
	return p
}

// quarterDay returns payment day n. Day 0 is the first payment day of the year 0.
func (p *Periods) quarterDay(n int) civil.Date {
	d := daysOfYear[p.days][n%4]
	return civil.New(int16(n/4), d.month, d.day)
}

// The result is the first day of regular period n, counted from 0. Period −1 is the period that
// ends immediately before the first regular period.
func (p *Periods) regular(n int) civil.Date {
	if p.days >= 0 {
		return p.quarterDay(p.first + n)
	}
	return p.from.AddMonths(n * p.Months)
}

// Begin returns the first day of period n within the term.
func (p *Periods) Begin(n int) civil.Date {
	if n < p.lead {
		return p.Start
	}
	return p.regular(n - p.lead)
}

// Year returns the lease year in which period n starts. Lease years are counted from 0.
func (p *Periods) Year(n int) int {
	if !p.Stated {
		return n * p.Months / 12
	}
	return p.YearOf(p.Begin(n))
}

// YearOf returns the lease year that contains a date. Lease years are counted from 0.
func (p *Periods) YearOf(day civil.Date) int {
	months, _ := p.Start.MonthsTo(day)
	return months / 12
}

// PeriodAt returns the period that contains a day, and reports whether the period starts on that day.
func (p *Periods) PeriodAt(day civil.Date) (n int, starts bool) {
	switch {
	case day.Before(p.from):
		return 0, day == p.Start
	case p.days >= 0:
		n = int(day.Year)*4 - 1 - p.first // the last payment day of the preceding year
		for !day.Before(p.regular(n + 1)) {
			n++
		}
	default:
		months, exact := p.from.MonthsTo(day)
		n = months / p.Months
		return n + p.lead, exact && months == n*p.Months
	}
	return n + p.lead, p.regular(n) == day
}

// Next returns the first period that starts on or after a day.
func (p *Periods) Next(day civil.Date) int {
	n, starts := p.PeriodAt(day)
	if starts {
		return n
	}
	return n + 1
}

// Within returns the number of periods that begin within the given number of months after commencement.
func (p *Periods) Within(months int) int {
	if !p.Stated {
		return (months + p.Months - 1) / p.Months
	}
	n, _ := p.PeriodAt(p.Start.AddMonths(months).Prev())
	return n + 1
}

// Length returns the number of days in period n, including any days that a calendar removes from the period.
func (p *Periods) Length(n int) int {
	return dayOf(p.regular(n-p.lead+1)) - dayOf(p.regular(n-p.lead))
}

// dayOf returns a day number that is also defined for the year 0.
func dayOf(d civil.Date) int {
	d.Year += 400 // the calendar repeats every 400 years
	return d.Ordinal()
}

// Step returns a number of months. The length of a rent-free period that starts on the given day
// must be a multiple of this number. It also reports whether a rent-free period may start on that
// day. Such a period may start at commencement or at the start of a regular period. Without payment
// days, it may also start a whole number of months from the first regular period.
func (p *Periods) Step(from civil.Date) (months int, ok bool) {
	switch n, starts := p.PeriodAt(from); {
	case from == p.Start:
		return 1, true
	case p.days >= 0:
		return p.Months, starts && n >= p.lead
	default:
		_, ok = p.monthsFrom(from)
		return 1, ok
	}
}

// monthsFrom returns the number of whole months from the first regular period to a day, and whether
// that number is exact. The number is negative if the day is earlier.
func (p *Periods) monthsFrom(day civil.Date) (months int, exact bool) {
	months = (int(day.Year)-int(p.from.Year))*12 + int(day.Month) - int(p.from.Month)
	if day.Before(p.from.AddMonths(months)) {
		months--
	}
	return months, p.from.AddMonths(months) == day
}

// After returns the day after the last day of a rent-free period. The period starts on the given day, which
// [Periods.Step] must allow, and lasts the given number of months.
func (p *Periods) After(from civil.Date, months int) civil.Date {
	switch {
	case from == p.Start:
		return p.Start.AddMonths(months)
	case p.days >= 0:
		n, _ := p.PeriodAt(from)
		return p.regular(n - p.lead + months/p.Months)
	default:
		before, _ := p.monthsFrom(from)
		return p.from.AddMonths(before + months)
	}
}

// checkCalendar rejects a calendar that does not fit the lease. It reports whether the lease has a
// valid calendar or no calendar.
func (l *Lease) checkCalendar(f *strict.Faults, at *strict.Place) bool {
	if !l.Calendar.Set {
		return true
	}
	in, c, before := strict.Element(at, "calendar", -1), &l.Calendar.Value, len(*f)
	end := l.CommencementDate.AddMonths(l.PaymentFrequency.Months())
	switch {
	case c.From.Set == c.Days.Set:
		f.Add(at, "calendar", "must have either the field \"from\" or the field \"days\"")
	case c.Days.Set && l.PaymentFrequency != Quarterly:
		f.Add(in, "days", "requires quarterly payments; paymentFrequency is "+l.PaymentFrequency.String())
	case c.From.Set && (!l.CommencementDate.Before(c.From.Value) || !c.From.Value.Before(end)):
		f.Add(in, "from", fmt.Sprintf("%s is not within the first payment period; use a day after commencement (%s) and before %s",
			c.From.Value, l.CommencementDate, end))
	}
	return len(*f) == before
}
