package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/client"
	"github.com/leasehold-accounting/leasehold/internal/batch"
	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/report"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

// collectLess lets the heap grow to five times its live size between collections; without it, the heap
// grows to twice that size. Requests and runs over many leases are therefore a tenth faster. If the heap
// exceeds the given number of bytes, the garbage collector runs more often. GOGC and GOMEMLIMIT in the
// environment take precedence. The returned function restores the previous settings.
func collectLess(limit int64) (restore func()) {
	percent, memory := debug.SetGCPercent(400), debug.SetMemoryLimit(-1)
	if os.Getenv("GOGC") != "" {
		debug.SetGCPercent(percent)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(limit)
	}
	return func() {
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(memory)
	}
}

const batchMemory = 100 << 20 // heap limit in a run over many leases, in bytes

// leaseRun computes leases on all processors, and writes the results in the order of the leases.
type leaseRun struct {
	op     *operation
	cmd    *cobra.Command
	in     *input
	leases batch.Source
	out    io.Writer
	toFile bool
	named  bool // whether results contain the lease IDs; rejected leases are then listed on standard error
}

type results struct {
	text    bytes.Buffer
	line    []byte                  // buffer that is reused for each line
	rows    []func(*report.Summary) // functions that add the leases to a summary
	leases  int64
	refused []string
}

// run computes the leases. It calls the callback add for each lease, from several goroutines. The
// callback appends the lease's result to the results of a chunk; for a rejected lease, it appends the
// error. The method run then passes each chunk's results, in order, to the callback sink.
func (s *leaseRun) run(add func(to *results, it *batch.Item, r *leasehold.Result, err error), sink func(*results) error) error {
	defer collectLess(batchMemory)()
	stderr, bar := s.cmd.ErrOrStderr(), newProgressBar(s.cmd, s.out, s.toFile, s.in.size)
	worker := func() func(*batch.Chunk, *results) {
		return func(c *batch.Chunk, to *results) {
			to.text.Reset()
			to.rows, to.leases, to.refused = to.rows[:0], 0, to.refused[:0]
			c.Each(func(it *batch.Item) {
				r, err := s.op.compute(it.Lease, it.Err)
				to.leases++
				if err != nil {
					to.refused = append(to.refused, err.Error())
				}
				add(to, it, r, err)
			})
		}
	}
	var done batch.Progress
	err := batch.Run(s.cmd.Context(), s.leases, batch.ForAnswers, runtime.GOMAXPROCS(0), worker, func(c *batch.Chunk, of *results) error {
		if s.named {
			for _, why := range of.refused {
				fmt.Fprintf(stderr, "leasehold: %s: %s\n", s.in.name, why)
			}
		}
		if err := sink(of); err != nil {
			return fmt.Errorf("write results: %w", err)
		}
		done.Bytes, done.Leases, done.Refused = c.Bytes, done.Leases+of.leases, done.Refused+int64(len(of.refused))
		bar.show(done)
		return nil
	})
	bar.clear()
	switch {
	case errors.Is(err, s.cmd.Context().Err()) && err != nil:
		return err
	case err != nil:
		return fmt.Errorf("%s: after %d leases: %w", s.in.name, done.Leases, err)
	}
	return reportRefused(stderr, s.in.name, done.Refused, done.Leases)
}

func reportRefused(stderr io.Writer, name string, refused, leases int64) error {
	if refused == 0 {
		return nil
	}
	fmt.Fprintf(stderr, "leasehold: %s: %d of %d leases rejected\n", name, refused, leases)
	return errReported
}

func (s *leaseRun) writeText(of *results) error {
	if of.text.Len() == 0 { // the chunk contains only blank lines
		return nil
	}
	_, err := s.out.Write(of.text.Bytes())
	return err
}

func (s *leaseRun) lines() error {
	return s.run(func(to *results, it *batch.Item, r *leasehold.Result, err error) {
		switch {
		case err != nil:
			id := ""
			if s.named {
				id = string(batch.AppendID(nil, it.ID))
			}
			to.line = batch.AppendRefusal(to.line[:0], it.Line, id, err)
			to.text.Write(to.line)
		case s.named && it.ID != "":
			to.line = s.op.AppendResult(to.line[:0], r)
			to.text.Write(batch.AppendID([]byte{'{'}, it.ID))
			to.text.Write(to.line[1:])
		default:
			to.line = s.op.AppendResult(to.line[:0], r)
			to.text.Write(to.line)
		}
		to.text.WriteByte('\n')
	}, s.writeText)
}

// csv writes a CSV table. If the operation has a table for many leases, csv writes that table, without
// rows for rejected leases. Otherwise it writes one summary row per lease.
func (s *leaseRun) csv() error {
	table := cmp.Or(s.op.rows, export.SummaryTable)
	if err := table.Header(s.out); err != nil {
		return err
	}
	return s.run(func(to *results, it *batch.Item, r *leasehold.Result, err error) { // writing to memory cannot fail
		switch {
		case err == nil:
			_ = table.Lease(&to.text, int(it.Line), it.ID, r)
		case table == export.SummaryTable:
			_ = export.RefusedRow(&to.text, int(it.Line), it.ID, err)
		}
	}, s.writeText)
}

func (s *leaseRun) pages() error {
	terminal := terminalOf(s.out)
	return s.run(func(to *results, _ *batch.Item, r *leasehold.Result, err error) {
		if err != nil {
			return
		}
		page := report.NewPage(terminal.width, terminal.colour)
		s.op.table(page, r)
		_, _ = page.WriteTo(&to.text) // writing to memory cannot fail
		to.text.WriteByte('\n')
	}, s.writeText)
}

func (s *leaseRun) summary() error {
	page := newPage(s.out)
	table := page.Summary()
	err := s.run(func(to *results, it *batch.Item, r *leasehold.Result, err error) {
		line, id := int(it.Line), it.ID
		to.rows = append(to.rows, func(table *report.Summary) {
			if err != nil {
				table.Refused(line, id, err)
			} else {
				table.Lease(line, id, r)
			}
		})
	}, func(of *results) error {
		for _, add := range of.rows {
			add(table)
		}
		return nil
	})
	if err != nil && !errors.Is(err, errReported) {
		return err
	}
	table.Close()
	_, failed := page.WriteTo(s.out)
	return cmp.Or(failed, err)
}

func (op *operation) answerLines(cmd *cobra.Command, server *client.Client, in *input, flags *operationFlags) error {
	switch {
	case flags.monthly:
		return usageError{errors.New("--monthly works for one lease only; for the entries of many leases, use leasehold report --journal monthly")}
	case flags.name != "":
		return usageError{errors.New("--idempotency-key identifies one computation, but --format ndjson requests many")}
	}
	rates, err := flags.sheet.table()
	if err != nil {
		return err
	}
	return writeTo(cmd, flags.out, func(w io.Writer) error {
		if server != nil {
			return op.streamServer(cmd, server, in, w, rates)
		}
		s := &leaseRun{op: op, cmd: cmd, in: in, leases: batch.Lines(in, rates), out: w, toFile: flags.out != ""}
		return s.lines()
	})
}

func (op *operation) answerSheet(cmd *cobra.Command, args []string, flags *operationFlags) error {
	if len(args) > 0 {
		return usageError{fmt.Errorf("leases are read either from --from or from %s, not from both", args[0])}
	}
	if flags.server != "" {
		return usageError{errors.New("--from is not available with --server; use --format ndjson")}
	}
	offered := []format{tableFormat, csvFormat, linesFormat}
	for _, f := range fileFormats(op.Operation) {
		if export.Find(f.name).IsJournal() {
			offered = append(offered, f)
		}
	}
	name, err := flags.pick(cmd, op.Command+" --from", offered, csvFormat.name)
	if err != nil {
		return err
	}
	if file := export.Find(name); file != nil && file.IsJournal() {
		return op.bookSheet(cmd, name, flags)
	}
	used := flags.used(cmd)
	if cmd.Flags().Changed("monthly") {
		used = append(used, "--monthly")
	}
	if len(used) > 0 {
		return usageError{fmt.Errorf("%s: with --from, this flag is available only for journals for accounting software, such as --format entries, not with --format %s", strings.Join(used, ", "), name)}
	}
	in, err := openInput(cmd, []string{flags.from})
	if err != nil {
		return err
	}
	defer in.close()
	file, err := flags.sheet.leases(in)
	if err != nil {
		return inFile(in.name, err)
	}
	defer file.Close() //nolint:errcheck // the file is only read, so closing it loses no data
	return writeTo(cmd, flags.out, func(w io.Writer) error {
		s := &leaseRun{op: op, cmd: cmd, in: in, leases: batch.Leases(file), out: w, toFile: flags.out != "", named: true}
		switch {
		case name == linesFormat.name:
			return s.lines()
		case name == csvFormat.name:
			return s.csv()
		case op.rows != nil:
			return s.pages()
		}
		return s.summary()
	})
}

// bookSheet writes the journal entries of all leases in the --from file to one file for accounting
// software. The entries are by calendar month, and --since and --until can limit the period. An
// invalid lease ends the command without output, because an import must be complete.
func (op *operation) bookSheet(cmd *cobra.Command, name string, flags *operationFlags) error {
	if cmd.Flags().Changed("monthly") && !flags.monthly {
		return usageError{errors.New("--monthly=false is not available with --from, because the entries of many leases are grouped by calendar month")}
	}
	q := portfolio.Question{From: flags.First, To: flags.Last, GroupBy: byCurrency()}
	if q.From == (civil.Date{}) {
		q.From = civil.Date{Year: 1, Month: 1, Day: 1}
	}
	if q.To == (civil.Date{}) {
		q.To = civil.Date{Year: 9999, Month: 12, Day: 31}
	}
	if q.To.Before(q.From) {
		return usageError{fmt.Errorf("--since %s is after --until %s", q.From, q.To)}
	}
	as := &reportFlags{outputFlags: outputFlags{name, flags.out}, exportFlags: flags.exportFlags, sheet: flags.sheet, question: q}
	as.First, as.Last = civil.Date{}, civil.Date{} // the request already limits the dates
	return as.write(cmd, []string{flags.from})
}

// progressBar shows the progress of a run on a terminal. A nil *progressBar shows nothing.
type progressBar struct {
	out   io.Writer
	size  int64 // size of the whole input in bytes; 0 if unknown
	now   func() time.Time
	start time.Time
	shown time.Time
}

// newProgressBar returns a progress bar on standard error, or nil if standard error is not a terminal
// or the results are written to the same terminal.
func newProgressBar(cmd *cobra.Command, answers io.Writer, toFile bool, size int64) *progressBar {
	stderr := cmd.ErrOrStderr()
	if !terminalOf(stderr).is || !toFile && terminalOf(answers).is {
		return nil
	}
	return &progressBar{out: stderr, size: size, now: time.Now, start: time.Now()}
}

const progressEvery = 100 * time.Millisecond

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

func (b *progressBar) text(p batch.Progress, spent time.Duration) string {
	const cells = 30
	var parts []string
	done := min(p.Bytes, b.size)
	if b.size > 0 {
		full := int(done * cells / b.size)
		parts = append(parts, fmt.Sprintf("[%s%s] %3d%%", strings.Repeat("█", full), strings.Repeat("·", cells-full), done*100/b.size))
	}
	parts = append(parts, fmt.Sprintf("%d leases", p.Leases))
	if ms := spent.Milliseconds(); ms > 0 {
		parts = append(parts, fmt.Sprintf("%d per second", p.Leases*1000/ms))
	}
	if left := b.left(done, spent); left > 0 {
		parts = append(parts, left.String()+" left")
	}
	if p.Refused > 0 {
		parts = append(parts, fmt.Sprintf("%d rejected", p.Refused))
	}
	return strings.Join(parts, "  ")
}

const firstEstimate = 2 * time.Second

// left estimates the remaining time, rounded up to seconds. The result is 0 if there is no estimate.
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
