package usagedb

import (
	"testing"
	"time"
)

// If the clock is correct, the trusted time equals the clock. If the clock jumps, the trusted time
// advances at most twice as fast as real time.
func TestPaceIgnoresClockJumps(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	const day = 24 * time.Hour
	for _, tt := range []struct {
		name   string
		kept   time.Time
		newest time.Time
		steps  [][3]time.Duration // clock, uptime and trusted time, each as the time since the start
	}{
		{"an empty database", time.Time{}, time.Time{}, [][3]time.Duration{{0, 0, 0}, {time.Minute, time.Minute, time.Minute}}},
		{"a clock that is right", start, start, [][3]time.Duration{{time.Minute, 0, 0}, {2 * time.Minute, time.Minute, 2 * time.Minute}}},
		{"31 days ahead", start, start, [][3]time.Duration{{31 * day, 0, 0}, {31*day + time.Minute, time.Minute, 2 * time.Minute}, {time.Hour, time.Hour, time.Hour}}},
		{"ahead, and nothing is kept yet", time.Time{}, start, [][3]time.Duration{{31 * day, 0, day}}},
		{"set back", start.Add(day), start, [][3]time.Duration{{0, 0, 0}, {time.Hour, time.Hour, time.Hour}, {day + 2*time.Hour, day + 2*time.Hour, day + 2*time.Hour}}},
		{"off for a week", start, start, [][3]time.Duration{{7 * day, 0, 0}, {14 * day, 7 * day, 14 * day}}},
	} {
		var p Pace
		kept := tt.kept
		for n, step := range tt.steps {
			got := p.Believe(kept, tt.newest, start.Add(step[0]), step[1])
			if want := start.Add(step[2]); !got.Equal(want) {
				t.Errorf("%s, step %d: believes %v, want %v", tt.name, n, got, want)
			}
			if got.After(kept) {
				kept = got
			}
		}
	}
}
