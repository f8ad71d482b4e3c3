package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/leasehold-accounting/leasehold/internal/batch"
	"github.com/leasehold-accounting/leasehold/internal/export"
)

// answerSheet answers for every row of a spreadsheet.
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
	answer := map[string]func(*sheetRun) error{"table": (*sheetRun).table, "csv": (*sheetRun).csv, "ndjson": (*sheetRun).ndjson}[f.name]
	if answer == nil {
		return usageError{fmt.Errorf("--format %s cannot hold the many leases of --from; allowed are table, csv, ndjson", f.name)}
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

// sheetRun answers for the rows of one spreadsheet.
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
	if err := export.SummaryHeader(s.out); err != nil {
		return err
	}
	return s.each(func() answering { return summaryAnswers{} }, textTo(s.out))
}

// ndjson gives the answers that the leases would get one by one, with the id in
// front where there is one.
func (s *sheetRun) ndjson() error {
	return s.each(func() answering { return &lineAnswers{op: s.op, named: true} }, textTo(s.out))
}
