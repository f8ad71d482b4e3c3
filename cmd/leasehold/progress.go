package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/leasehold-accounting/leasehold/internal/batch"
)

// progressBar shows the progress of a run over many leases on a terminal. A nil *progressBar shows
// nothing.
type progressBar struct {
	out   io.Writer
	size  int64 // size of the whole input in bytes; 0 if unknown
	now   func() time.Time
	start time.Time
	shown time.Time
}

// newProgressBar returns a progress bar on standard error. It returns nil if standard error is not
// a terminal, or if the results are written to the same terminal.
func newProgressBar(cmd *cobra.Command, answers io.Writer, toFile bool, size int64) *progressBar {
	stderr := cmd.ErrOrStderr()
	if !terminalOf(stderr).is || !toFile && terminalOf(answers).is {
		return nil
	}
	return &progressBar{out: stderr, size: size, now: time.Now, start: time.Now()}
}

const progressEvery = 100 * time.Millisecond

// show redraws the bar if progressEvery has passed since the last time.
func (b *progressBar) show(p batch.Progress) {
	if b == nil {
		return
	}
	now := b.now()
	if now.Sub(b.shown) < progressEvery {
		return
	}
	b.shown = now
	fmt.Fprintf(b.out, "\r%s\x1b[K", b.text(p, now.Sub(b.start)))
}

// text returns the bar as text: the processed share of the input (if its size is known), the number
// of leases, the speed, the estimated remaining time, and the number of rejected leases.
func (b *progressBar) text(p batch.Progress, spent time.Duration) string {
	const cells = 30
	var parts []string
	done := min(p.Bytes, b.size)
	if b.size > 0 {
		full := int(done * cells / b.size)
		parts = append(parts, fmt.Sprintf("[%s%s] %3d %%", strings.Repeat("█", full), strings.Repeat("·", cells-full), done*100/b.size))
	}
	parts = append(parts, fmt.Sprintf("%d leases", p.Leases))
	if ms := spent.Milliseconds(); ms > 0 {
		parts = append(parts, fmt.Sprintf("%d a second", p.Leases*1000/ms))
	}
	if left := b.left(done, spent); left > 0 {
		parts = append(parts, left.String()+" left")
	}
	if p.Refused > 0 {
		parts = append(parts, fmt.Sprintf("%d refused", p.Refused))
	}
	return strings.Join(parts, "  ")
}

const firstEstimate = 2 * time.Second

// left estimates the remaining time, rounded up to seconds. It returns 0 if there is no estimate.
func (b *progressBar) left(done int64, spent time.Duration) time.Duration {
	if done <= 0 || done >= b.size || spent < firstEstimate {
		return 0
	}
	ms := spent.Milliseconds() * (b.size - done) / done
	return (time.Duration(ms)*time.Millisecond + time.Second - 1).Truncate(time.Second)
}

func (b *progressBar) clear() {
	if b != nil {
		fmt.Fprint(b.out, "\r\x1b[K")
	}
}
