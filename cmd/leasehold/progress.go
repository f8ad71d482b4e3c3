package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/batch"
)

// progressBar shows on a terminal how far a stream of leases has come.
type progressBar struct {
	out   io.Writer
	size  int64 // bytes of the whole input; 0 where that is not known
	start time.Time
	shown time.Time
}

// progressEvery is how often the bar is redrawn.
const progressEvery = 100 * time.Millisecond

// show redraws the bar where it is due.
func (b *progressBar) show(p batch.Progress, now time.Time) {
	if now.Sub(b.shown) < progressEvery {
		return
	}
	b.shown = now
	fmt.Fprintf(b.out, "\r%s\x1b[K", b.text(p, now.Sub(b.start)))
}

// text is the bar at one moment: the share of the input where its size is
// known, the count, the speed, and what was refused.
func (b *progressBar) text(p batch.Progress, spent time.Duration) string {
	const cells = 30
	var parts []string
	if b.size > 0 {
		full := int(min(p.Bytes, b.size) * cells / b.size)
		parts = append(parts, fmt.Sprintf("[%s%s] %3d %%", strings.Repeat("█", full), strings.Repeat("·", cells-full), min(p.Bytes, b.size)*100/b.size))
	}
	parts = append(parts, fmt.Sprintf("%d leases", p.Leases))
	if ms := spent.Milliseconds(); ms > 0 {
		parts = append(parts, fmt.Sprintf("%d a second", p.Leases*1000/ms))
	}
	if p.Refused > 0 {
		parts = append(parts, fmt.Sprintf("%d refused", p.Refused))
	}
	return strings.Join(parts, "  ")
}

// clear takes the bar away.
func (b *progressBar) clear() { fmt.Fprint(b.out, "\r\x1b[K") }
