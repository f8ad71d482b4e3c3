package meter

import (
	"testing"
	"time"
)

// A month begins at its first nanosecond in UTC. The test covers every month of a leap year and of
// a common year.
func TestMonthRollsOverAtItsFirstNanosecond(t *testing.T) {
	t.Parallel()
	tokyo := time.FixedZone("UTC+9", 9*3600)
	for _, year := range []int{2027, 2028} {
		for month := time.January; month <= time.December; month++ {
			start := time.Date(year, month, 1, 0, 0, 0, 0, time.UTC)
			m := MonthOf(start)
			for _, tt := range []struct {
				at   time.Time
				want Month
			}{
				{start.Add(-1), m.Add(-1)},
				{start, m},
				{start.Add(1), m},
				{start.Add(-1).In(tokyo), m.Add(-1)}, // local time zones do not matter
				{start.In(tokyo), m},
				{m.End().Add(-1), m},
				{m.End(), m.Add(1)},
			} {
				if got := MonthOf(tt.at); got != tt.want {
					t.Errorf("MonthOf(%v) = %v, want %v", tt.at, got, tt.want)
				}
			}
			if !m.Start().Equal(start) {
				t.Errorf("%v starts at %v", m, m.Start())
			}
			if parsed, err := ParseMonth(m.String()); err != nil || parsed != m {
				t.Errorf("ParseMonth(%v) = %v, %v", m, parsed, err)
			}
		}
	}
}

func TestMonthArithmeticCrossesYears(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		from Month
		n    int
		want Month
	}{{202612, 1, 202701}, {202701, -1, 202612}, {202611, -24, 202411}, {202611, 26, 202901}} {
		if got := tt.from.Add(tt.n); got != tt.want {
			t.Errorf("%v + %d = %v, want %v", tt.from, tt.n, got, tt.want)
		}
	}
	for _, text := range []string{"", "2026", "2026-13", "2026-1", "26-01", "2026-01-01"} {
		if m, err := ParseMonth(text); err == nil {
			t.Errorf("ParseMonth(%q) = %v", text, m)
		}
	}
}
