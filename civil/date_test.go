package civil

import (
	"testing"

	"pgregory.net/rapid"
)

// A day some months later is that of [Date.AddMonths], and the days until then are
// those of the calendar.
func TestLaterCountsTheDays(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		start := New(int16(rapid.IntRange(1, 9000).Draw(t, "year")), uint8(rapid.IntRange(1, 12).Draw(t, "month")), 1)
		start.Day = uint8(rapid.IntRange(1, int(DaysIn(int(start.Year), int(start.Month)))).Draw(t, "day"))
		before, months := rapid.IntRange(0, 1200).Draw(t, "before"), rapid.IntRange(1, 12).Draw(t, "months")
		first, want := start.AddMonths(before), start.AddMonths(before+months)
		next, days := first.Later(months, start.Day)
		if next != want || days != want.Ordinal()-first.Ordinal() {
			t.Fatalf("%d months after %v is %v, in %d days; want %v, in %d", months, first, next, days, want, want.Ordinal()-first.Ordinal())
		}
	})
}
