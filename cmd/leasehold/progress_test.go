package main

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/batch"
)

func TestProgressBarShowsShareCountSpeedTimeAndRejections(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		size  int64
		p     batch.Progress
		spent time.Duration
		want  string
	}{
		{0, batch.Progress{Bytes: 10, Leases: 5}, 0, "5 leases"},
		{0, batch.Progress{Bytes: 10, Leases: 500, Refused: 2}, 2 * time.Second, "500 leases  250 per second  2 rejected"},
		{100, batch.Progress{}, 0, "[" + strings.Repeat("·", 30) + "]   0%  0 leases"},
		{100, batch.Progress{Bytes: 50, Leases: 1}, 0, "[" + strings.Repeat("█", 15) + strings.Repeat("·", 15) + "]  50%  1 leases"},
		{100, batch.Progress{Bytes: 25, Leases: 1000}, 10 * time.Second, "[" + strings.Repeat("█", 7) + strings.Repeat("·", 23) + "]  25%  1000 leases  100 per second  30s left"},
		{100, batch.Progress{Bytes: 99, Leases: 7000}, 70 * time.Second, "[" + strings.Repeat("█", 29) + "·]  99%  7000 leases  100 per second  1s left"},
		{100, batch.Progress{Bytes: 101, Leases: 1}, 0, "[" + strings.Repeat("█", 30) + "] 100%  1 leases"}, // the file has grown since its size was read
	} {
		b := progressBar{size: c.size}
		if got := b.text(c.p, c.spent); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

func TestProgressBarIsRedrawnOnlyWhenDue(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	start := time.Unix(0, 0)
	now := start
	b := &progressBar{out: &out, start: start, now: func() time.Time { return now }}
	for i := range 1000 {
		now = start.Add(time.Duration(i) * time.Millisecond)
		b.show(batch.Progress{Leases: int64(i)})
	}
	if n := strings.Count(out.String(), "\r"); n != 10 {
		t.Errorf("redrawn %d times in a second, want 10", n)
	}
	b.clear()
	if !strings.HasSuffix(out.String(), "\r\x1b[K") {
		t.Error("the bar was not taken away")
	}
}

// There is no progress bar if standard error is not a terminal, or if the results are written to
// the same terminal.
func TestQuietShowsNoProgressBar(t *testing.T) {
	t.Parallel()
	var b *progressBar
	b.show(batch.Progress{Leases: 1})
	b.clear()
}
