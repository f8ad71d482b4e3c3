package oracle

import (
	"fmt"
	"time"
)

// date is a day of the proleptic Gregorian calendar.
type date struct{ year, month, day int }

// plusMonths counts n months on from d. A day that the month reached does not
// have becomes that month's last.
func (d date) plusMonths(n int) date {
	first := time.Date(d.year, time.Month(d.month+n), 1, 0, 0, 0, 0, time.UTC)
	last := time.Date(d.year, time.Month(d.month+n+1), 0, 0, 0, 0, 0, time.UTC)
	return date{first.Year(), int(first.Month()), min(d.day, last.Day())}
}

// dayBefore returns the day before d.
func (d date) dayBefore() date {
	t := time.Date(d.year, time.Month(d.month), d.day-1, 0, 0, 0, 0, time.UTC)
	return date{t.Year(), int(t.Month()), t.Day()}
}

func (d date) String() string { return fmt.Sprintf("%04d-%02d-%02d", d.year, d.month, d.day) }
