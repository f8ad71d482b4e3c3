package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/batch"
	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/report"
)

// streamGCPercent lets garbage grow to five times the few live megabytes of a
// run over many leases, which saves a tenth of the time for a constant amount
// of memory. Above streamMemory bytes the collector runs more often.
const (
	streamGCPercent = 400
	streamMemory    = 100 << 20
)

// forBatch configures the garbage collector for a run over many leases, unless the
// environment does. The returned function restores the previous settings.
func forBatch() (restore func()) {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return func() {}
	}
	percent, limit := debug.SetGCPercent(streamGCPercent), debug.SetMemoryLimit(streamMemory)
	return func() {
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(limit)
	}
}

// answers holds the results of the leases of a chunk.
type answers struct {
	text    bytes.Buffer
	rows    []summaryRow // for a table
	leases  int64
	refused []string
}

// summaryRow is a lease of a table.
type summaryRow struct {
	line   int
	id     string
	result *leasehold.Result // nil if the lease was rejected
	err    error
}

// answering formats the results of one worker.
type answering interface {
	lease(a *answers, it *batch.Item, r *leasehold.Result)
	refuse(a *answers, it *batch.Item, err error)
}

// many computes the leases of a source on all cores and delivers the results
// in order. Rejected leases are counted or named, and the others continue.
func (op *operation) many(
	cmd *cobra.Command, in *input, src batch.Source, bar *progressBar, named bool, start func() answering, sink func(*answers) error,
) error {
	defer forBatch()()
	stderr := cmd.ErrOrStderr()
	worker := func() func(*batch.Chunk, *answers) {
		to := start()
		return func(c *batch.Chunk, a *answers) {
			a.text.Reset()
			a.rows, a.leases, a.refused = a.rows[:0], 0, a.refused[:0]
			c.Each(func(it *batch.Item) { a.add(op, it, to) })
		}
	}
	var done batch.Progress
	err := batch.Run(cmd.Context(), src, batch.ForAnswers, runtime.GOMAXPROCS(0), worker, func(c *batch.Chunk, a *answers) error {
		if named {
			for _, why := range a.refused {
				fmt.Fprintf(stderr, "leasehold: %s: %s\n", in.name, why)
			}
		}
		if err := sink(a); err != nil {
			return fmt.Errorf("write answers: %w", err)
		}
		done.Bytes, done.Leases, done.Refused = c.Bytes, done.Leases+a.leases, done.Refused+int64(len(a.refused))
		bar.show(done)
		return nil
	})
	bar.clear()
	switch {
	case errors.Is(err, cmd.Context().Err()) && err != nil:
		return err
	case err != nil:
		return fmt.Errorf("%s: after %d leases: %w", in.name, done.Leases, err)
	}
	return reportRefused(stderr, in.name, done.Refused, done.Leases)
}

// add answers for one lease.
func (a *answers) add(op *operation, it *batch.Item, to answering) {
	a.leases++
	err := it.Err
	var result *leasehold.Result
	if err == nil {
		it.Lease.AdoptRates()
		op.prepare(it.Lease)
		result, err = leasehold.Compute(it.Lease)
	}
	if err != nil {
		a.refused = append(a.refused, err.Error())
		to.refuse(a, it, err)
		return
	}
	to.lease(a, it, result)
}

// stream answers for one lease per line.
func (op *operation) stream(cmd *cobra.Command, in *input, out io.Writer, flags *answerFlags) error {
	rates, err := flags.sheet.table()
	if err != nil {
		return err
	}
	toFile := flags.out != ""
	start := func() answering { return &lineAnswers{op: op} }
	return op.many(cmd, in, batch.LinesWith(in, rates), newProgressBar(cmd, out, toFile, in.size), false, start, textTo(out))
}

// textTo returns a function that writes results that are text.
func textTo(out io.Writer) func(*answers) error {
	return func(a *answers) error {
		if a.text.Len() == 0 { // only blank lines at the end of the input
			return nil
		}
		_, err := out.Write(a.text.Bytes())
		return err
	}
}

// lineAnswers formats complete results, one per line, in the order of the leases.
type lineAnswers struct {
	op    *operation
	named bool   // with the id in front
	line  []byte // reused
}

func (l *lineAnswers) lease(a *answers, it *batch.Item, r *leasehold.Result) {
	l.line = l.op.AppendResult(l.line[:0], r)
	answer := l.line
	if l.named && it.ID != "" {
		a.text.Write(batch.AppendID([]byte{'{'}, it.ID))
		answer = answer[1:]
	}
	a.text.Write(answer)
	a.text.WriteByte('\n')
}

func (l *lineAnswers) refuse(a *answers, it *batch.Item, err error) {
	members := ""
	if l.named {
		members = string(batch.AppendID(nil, it.ID))
	}
	l.line = batch.AppendRefusal(l.line[:0], it.Line, members, err)
	a.text.Write(l.line)
	a.text.WriteByte('\n')
}

// summaryAnswers formats rows for a spreadsheet. Writing to memory never fails.
type summaryAnswers struct{}

func (summaryAnswers) lease(a *answers, it *batch.Item, r *leasehold.Result) {
	_ = export.SummaryRow(&a.text, int(it.Line), it.ID, r)
}

func (summaryAnswers) refuse(a *answers, it *batch.Item, err error) {
	_ = export.RefusedRow(&a.text, int(it.Line), it.ID, err)
}

// rowAnswers formats the rows of a table for many leases. Rejected leases have no row.
type rowAnswers struct{ table *export.Table }

func (t rowAnswers) lease(a *answers, it *batch.Item, r *leasehold.Result) {
	_ = t.table.Lease(&a.text, int(it.Line), it.ID, r)
}

func (rowAnswers) refuse(*answers, *batch.Item, error) {}

// pageAnswers formats for each lease the page that it would have alone.
type pageAnswers struct {
	op       *operation
	terminal terminal
}

func (p *pageAnswers) lease(a *answers, _ *batch.Item, r *leasehold.Result) {
	page := report.NewPage(p.terminal.width, p.terminal.colour)
	p.op.table(page, r)
	_, _ = page.WriteTo(&a.text) // memory takes it
	a.text.WriteByte('\n')
}

func (*pageAnswers) refuse(*answers, *batch.Item, error) {}

// tableAnswers collects rows of a table for a terminal.
type tableAnswers struct{}

func (tableAnswers) lease(a *answers, it *batch.Item, r *leasehold.Result) {
	a.rows = append(a.rows, summaryRow{int(it.Line), it.ID, r, nil})
}

func (tableAnswers) refuse(a *answers, it *batch.Item, err error) {
	a.rows = append(a.rows, summaryRow{int(it.Line), it.ID, nil, err})
}

// rowsTo returns a function that adds rows to a table.
func rowsTo(table *report.Summary) func(*answers) error {
	return func(a *answers) error {
		for i := range a.rows {
			if row := &a.rows[i]; row.err != nil {
				table.Refused(row.line, row.id, row.err)
			} else {
				table.Lease(row.line, row.id, row.result)
			}
		}
		return nil
	}
}

// reportRefused ends a run over many leases.
func reportRefused(stderr io.Writer, name string, refused, leases int64) error {
	if refused == 0 {
		return nil
	}
	fmt.Fprintf(stderr, "leasehold: %s: %d of %d leases refused\n", name, refused, leases)
	return errReported
}
