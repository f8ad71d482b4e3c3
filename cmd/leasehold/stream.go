package main

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/spf13/cobra"

	"github.com/leasehold-accounting/leasehold/internal/batch"
)

// streamGCPercent lets garbage grow to twice the few megabytes that a stream
// keeps: a tenth of the time for some memory, which stays the same however long
// the stream is.
const streamGCPercent = 200

// stream answers for one lease a line.
func (op *operation) stream(cmd *cobra.Command, in *input, out io.Writer, toFile bool) error {
	if os.Getenv("GOGC") == "" {
		defer debug.SetGCPercent(debug.SetGCPercent(streamGCPercent))
	}
	answer := func(dst, line []byte) ([]byte, error) {
		result, err := compute(line)
		if err != nil {
			return dst, err
		}
		return op.AppendResult(dst, result), nil
	}
	var report func(batch.Progress)
	stderr := cmd.ErrOrStderr()
	if terminalOf(stderr).is && (toFile || !terminalOf(out).is) { // else the answers scroll the bar away
		bar := &progressBar{out: stderr, size: in.size, start: time.Now()}
		report = func(p batch.Progress) { bar.show(p, time.Now()) }
		defer bar.clear()
	}
	done, err := batch.Run(cmd.Context(), in, out, runtime.GOMAXPROCS(0), answer, report)
	if err != nil {
		return fmt.Errorf("%s: after %d leases: %w", in.name, done.Leases, err)
	}
	return reportRefused(stderr, in.name, done.Refused, done.Leases)
}

// reportRefused ends a run over many leases.
func reportRefused(stderr io.Writer, name string, refused, leases int64) error {
	if refused == 0 {
		return nil
	}
	fmt.Fprintf(stderr, "leasehold: %s: %d of %d leases refused\n", name, refused, leases)
	return errReported
}
