package disclosure

import (
	"fmt"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

// field is an amount of a lease: a column of the sheet of the leases.
type field struct {
	name    string // as in liability.closing
	heading string
	column  string // its letter
	of      func(*portfolio.Line) money.Amount
}

// How the names of fields begin that come in a row.
const (
	year1     = "maturity.year"
	principal = "principal."
	interest  = "interest."
)

// fields lists the amounts of a lease. Where a lease of GASB 87 has windows of
// principal and interest to maturity, they are split into five years and the windows
// of five years thereafter.
func fields(to leasehold.Date, bands int) (list []*field) {
	add := func(name, heading string, of func(*portfolio.Line) money.Amount) {
		list = append(list, &field{name: name, heading: heading, of: of})
	}
	for c := range figure.Count() {
		add(c.String(), c.Heading(), func(l *portfolio.Line) money.Amount { return l.Figures.Of(c) })
	}
	if bands > 0 {
		addWindows(add, to, bands)
	}
	return list
}

// addWindows adds principal and interest of the five years after a day, and of each
// window of five years after these.
func addWindows(add func(name, heading string, of func(*portfolio.Line) money.Amount), to leasehold.Date, bands int) {
	split := &splitter{to: to}
	for i := range 5 {
		add(fmt.Sprint(principal, i+1), fmt.Sprintf("Principal, year %d", i+1), func(l *portfolio.Line) money.Amount { return split.year(l, i).Principal })
		add(fmt.Sprint(interest, i+1), fmt.Sprintf("Interest, year %d", i+1), func(l *portfolio.Line) money.Amount { return split.year(l, i).Interest })
	}
	for i := 1; i < bands; i++ {
		years := fmt.Sprintf("%d to %d", 5*i+1, 5*i+5)
		band := func(l *portfolio.Line) leasehold.Band {
			if i < len(l.Figures.Bands) {
				return l.Figures.Bands[i]
			}
			return leasehold.Band{}
		}
		add(principal+years, "Principal, years "+years, func(l *portfolio.Line) money.Amount { return band(l).Principal })
		add(interest+years, "Interest, years "+years, func(l *portfolio.Line) money.Amount { return band(l).Interest })
	}
}

// splitter splits the first window of five years of a lease into its years. It
// remembers the last lease: fields are asked for lease by lease.
type splitter struct {
	to    leasehold.Date
	of    *leasehold.Lease
	years [5]leasehold.Band
}

func (s *splitter) year(l *portfolio.Line, i int) leasehold.Band {
	if s.of != l.Lease {
		s.of, s.years = l.Lease, [5]leasehold.Band{}
		if len(l.Figures.Bands) > 0 {
			s.split(l)
		}
	}
	return s.years[i]
}

// split takes the cash of each year of the lease as it is known at the end of the span:
// without the events after it.
func (s *splitter) split(l *portfolio.Line) {
	known := *l.Lease
	for i := range known.Events {
		if s.to.Before(known.Events[i].Date) {
			known.Events = known.Events[:i:i]
			break
		}
	}
	first := s.to.Next()
	for i := range s.years {
		next := s.to.Next().AddMonths(12 * (i + 1))
		f, err := leasehold.MeasureSpan(&known, leasehold.Span{From: first, To: next.Prev()})
		if err != nil {
			return // the lease was measured before
		}
		s.years[i] = leasehold.Band{From: first, To: next.Prev(), Principal: f.Of(figure.CashPrincipal), Interest: f.Of(figure.CashInterest)}
		first = next
	}
}
