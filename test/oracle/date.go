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

// plusDays counts n days on from d.
func (d date) plusDays(n int) date {
	t := time.Date(d.year, time.Month(d.month), d.day+n, 0, 0, 0, 0, time.UTC)
	return date{t.Year(), int(t.Month()), t.Day()}
}

// dayBefore returns the day before d.
func (d date) dayBefore() date { return d.plusDays(-1) }

// ordinal numbers the days.
func (d date) ordinal() int {
	const secondsOfADay = 24 * 60 * 60
	return int(time.Date(d.year, time.Month(d.month), d.day, 0, 0, 0, 0, time.UTC).Unix() / secondsOfADay)
}

// daysTo counts the days from d to the later day e.
func (d date) daysTo(e date) int { return e.ordinal() - d.ordinal() }

// compare is negative where d is before e, 0 on the same day.
func (d date) compare(e date) int {
	for _, part := range [][2]int{{d.year, e.year}, {d.month, e.month}, {d.day, e.day}} {
		if part[0] != part[1] {
			return part[0] - part[1]
		}
	}
	return 0
}

func (d date) before(e date) bool { return d.compare(e) < 0 }

func (d date) after(e date) bool { return d.compare(e) > 0 }

func earlier(d, e date) date {
	if e.before(d) {
		return e
	}
	return d
}

func later(d, e date) date {
	if e.after(d) {
		return e
	}
	return d
}

// monthEnd is the last day of d's calendar month.
func (d date) monthEnd() date { return date{d.year, d.month, 1}.plusMonths(1).dayBefore() }

func (d date) String() string { return fmt.Sprintf("%04d-%02d-%02d", d.year, d.month, d.day) }

// parseDate reads yyyy-mm-dd.
func parseDate(text string) (date, error) {
	t, err := time.Parse(time.DateOnly, text)
	return date{t.Year(), int(t.Month()), t.Day()}, err
}
