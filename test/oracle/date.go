package oracle

import (
	"fmt"
	"time"
)

// date is a day of the proleptic Gregorian calendar.
type date struct{ year, month, day int }

// plusMonths adds n months. If the resulting month is too short, it returns the last day of that
// month.
func (d date) plusMonths(n int) date {
	first := time.Date(d.year, time.Month(d.month+n), 1, 0, 0, 0, 0, time.UTC)
	last := time.Date(d.year, time.Month(d.month+n+1), 0, 0, 0, 0, 0, time.UTC)
	return date{first.Year(), int(first.Month()), min(d.day, last.Day())}
}

func (d date) plusDays(n int) date {
	t := time.Date(d.year, time.Month(d.month), d.day+n, 0, 0, 0, 0, time.UTC)
	return date{t.Year(), int(t.Month()), t.Day()}
}

func (d date) dayBefore() date { return d.plusDays(-1) }

func (d date) ordinal() int {
	const secondsOfADay = 24 * 60 * 60
	return int(time.Date(d.year, time.Month(d.month), d.day, 0, 0, 0, 0, time.UTC).Unix() / secondsOfADay)
}

func (d date) daysTo(e date) int { return e.ordinal() - d.ordinal() }

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

func (d date) monthEnd() date { return date{d.year, d.month, 1}.plusMonths(1).dayBefore() }

func (d date) String() string { return fmt.Sprintf("%04d-%02d-%02d", d.year, d.month, d.day) }

func parseDate(text string) (date, error) {
	t, err := time.Parse(time.DateOnly, text)
	return date{t.Year(), int(t.Month()), t.Day()}, err
}
