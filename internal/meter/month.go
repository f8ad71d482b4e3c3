package meter

import (
	"fmt"
	"time"
)

// Month is a UTC calendar month, the window of the quota, written as a number
// yyyymm: 202611.
type Month int

// MonthOf returns the month in which t falls.
func MonthOf(t time.Time) Month {
	year, month, _ := t.UTC().Date()
	return monthOf(year, month)
}

func monthOf(year int, month time.Month) Month { return Month(year*100 + int(month)) }

// ParseMonth reads yyyy-mm.
func ParseMonth(text string) (Month, error) {
	t, err := time.Parse("2006-01", text)
	if err != nil {
		return 0, fmt.Errorf("%q is not a month in the form yyyy-mm", text)
	}
	return MonthOf(t), nil
}

// Start returns the month's first instant.
func (m Month) Start() time.Time { return m.start(0) }

// start returns the first instant of the month n months later.
func (m Month) start(n int) time.Time {
	return time.Date(int(m)/100, time.Month(int(m)%100+n), 1, 0, 0, 0, 0, time.UTC)
}

// Add returns the month n months later, or earlier for a negative n.
func (m Month) Add(n int) Month {
	return MonthOf(m.start(n))
}

// End returns the first instant after the month: when the quota rolls over.
func (m Month) End() time.Time { return m.start(1) }

// String returns m as yyyy-mm.
func (m Month) String() string { return fmt.Sprintf("%04d-%02d", int(m)/100, int(m)%100) }
