package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/batch"
	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

// answerSheet computes the results for every row of a spreadsheet.
func (op *operation) answerSheet(cmd *cobra.Command, args []string, flags *answerFlags) error {
	if len(args) > 0 {
		return usageError{fmt.Errorf("leases are read from --from or from %s, not from both", args[0])}
	}
	if flags.remote.server != "" {
		return usageError{errors.New("--from is not available with --server; use --format ndjson")}
	}
	f, err := flags.pick(cmd.OutOrStdout(), "csv")
	if err != nil {
		return err
	}
	if f.file != nil && f.file.IsJournal() {
		return op.bookSheet(cmd, f, flags)
	}
	answer := map[string]func(*sheetRun) error{"table": (*sheetRun).table, "csv": (*sheetRun).csv, "ndjson": (*sheetRun).ndjson}[f.name]
	if answer == nil {
		return usageError{fmt.Errorf("--format %s cannot hold the many leases of --from; allowed are %s", f.name, strings.Join(op.sheetFormats(), ", "))}
	}
	used := flags.files.used(cmd)
	if flags.files.monthly.given {
		used = append(used, "--monthly")
	}
	if len(used) > 0 {
		return usageError{fmt.Errorf("%s: not available with --from and --format %s%s", strings.Join(used, ", "), f.name, op.insteadOf())}
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
	defer file.Close() //nolint:errcheck // opened for reading: nothing can be lost
	rows := batch.Leases(file)
	return writeTo(cmd, flags.out, func(w io.Writer) error {
		return answer(&sheetRun{op: op, cmd: cmd, in: in, rows: rows, out: w, toFile: flags.out != ""})
	})
}

// insteadOf names the formats of many leases that support file flags.
func (op *operation) insteadOf() string {
	if op.Operation != operations.JournalEntries {
		return ""
	}
	return "; journals for bookkeeping programs take it, such as --format entries"
}

// sheetFormats returns the formats that can contain the results of many leases.
func (op *operation) sheetFormats() []string {
	names := []string{"table", "csv", "ndjson"}
	for i := range formats {
		if f := &formats[i]; f.file != nil && f.file.IsJournal() && f.given(op) {
			names = append(names, f.name)
		}
	}
	return names
}

// bookSheet writes the entries of every row of a spreadsheet to one file for
// accounting software, by calendar month: all of them, or those between
// --since and --until. An invalid lease ends it, because an imported file must
// be complete.
func (op *operation) bookSheet(cmd *cobra.Command, f *format, flags *answerFlags) error {
	if flags.files.monthly.given && !flags.files.monthly.yes {
		return usageError{errors.New("--monthly=false is not available with --from: the entries of many leases are by calendar month")}
	}
	options, err := flags.files.options()
	if err != nil {
		return err
	}
	q := &portfolio.Question{From: options.First, To: options.Last}
	if options.First == (civil.Date{}) {
		q.From = civil.Date{Year: 1, Month: 1, Day: 1}
	}
	if options.Last == (civil.Date{}) {
		q.To = civil.Date{Year: 9999, Month: 12, Day: 31}
	}
	if q.To.Before(q.From) {
		return usageError{fmt.Errorf("--since %s is after --until %s", flags.files.since, flags.files.until)}
	}
	currency, err := portfolio.ParseKey("currency") // without totals, leases may have several currencies
	if err != nil {
		return err
	}
	q.GroupBy = []portfolio.Key{currency}
	as := &reportFlags{
		format: f.name, out: flags.out, currency: flags.files.currency, accounts: flags.files.accounts, columns: flags.files.columns, sheet: flags.sheet,
	}
	return as.write(cmd, q, []string{flags.from})
}

// sheetRun computes the results for the rows of one spreadsheet.
type sheetRun struct {
	op     *operation
	cmd    *cobra.Command
	in     *input
	rows   batch.Source
	out    io.Writer
	toFile bool
}

func (s *sheetRun) each(start func() answering, sink func(*answers) error) error {
	bar := newProgressBar(s.cmd, s.out, s.toFile, s.in.size)
	return s.op.many(s.cmd, s.in, s.rows, bar, true, start, sink)
}

func (s *sheetRun) table() error {
	if s.op.rows != nil {
		return s.each(func() answering { return &pageAnswers{op: s.op, terminal: terminalOf(s.out)} }, textTo(s.out))
	}
	page := newPage(s.out)
	table := page.Summary()
	rows := s.each(func() answering { return tableAnswers{} }, rowsTo(table))
	if rows != nil && !errors.Is(rows, errReported) {
		return rows
	}
	table.Close()
	if _, err := page.WriteTo(s.out); err != nil {
		return err
	}
	return rows
}

func (s *sheetRun) csv() error {
	start, header := func() answering { return summaryAnswers{} }, export.SummaryHeader
	if t := s.op.rows; t != nil {
		start, header = func() answering { return rowAnswers{t} }, t.Header
	}
	if err := header(s.out); err != nil {
		return err
	}
	return s.each(start, textTo(s.out))
}

// ndjson writes the individual result of each lease, preceded by its id if
// any.
func (s *sheetRun) ndjson() error {
	return s.each(func() answering { return &lineAnswers{op: s.op, named: true} }, textTo(s.out))
}
