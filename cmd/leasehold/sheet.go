package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/batch"
	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/leasecsv"
)

// sheetAnswer takes the answers to the rows of a spreadsheet.
type sheetAnswer interface {
	Lease(line int, id string, r *leasehold.Result)
	Refused(line int, id string, why error)
}

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
	var answer func(io.Writer, func(sheetAnswer) error) error
	switch f.name {
	case "table":
		answer = sheetTable
	case "csv":
		answer = sheetCSV
	case "ndjson":
		answer = func(w io.Writer, each func(sheetAnswer) error) error { return sheetNDJSON(w, op, each) }
	default:
		return usageError{fmt.Errorf("--format %s cannot hold the many leases of --from; allowed are table, csv, ndjson", f.name)}
	}
	in, err := openInput(cmd, []string{flags.from})
	if err != nil {
		return err
	}
	defer in.close()
	rows, err := leasecsv.NewReader(in)
	if err != nil {
		return fmt.Errorf("%s: %w", in.name, err)
	}
	return writeTo(cmd, flags.out, func(w io.Writer) error {
		return answer(w, func(to sheetAnswer) error { return eachRow(cmd, in.name, rows, to) })
	})
}

// eachRow answers row after row, names the refused ones on standard error, and
// goes on.
func eachRow(cmd *cobra.Command, name string, rows *leasecsv.Reader, to sheetAnswer) error {
	var leases, refused int64
	for ; cmd.Context().Err() == nil; leases++ {
		row, err := rows.Read()
		switch {
		case errors.Is(err, io.EOF):
			return reportRefused(cmd.ErrOrStderr(), name, refused, leases)
		case err != nil:
			return fmt.Errorf("read %s: %w", name, err)
		}
		var result *leasehold.Result
		if err = row.Err; err == nil {
			result, err = leasehold.Compute(row.Lease)
		}
		if err != nil {
			refused++
			fmt.Fprintf(cmd.ErrOrStderr(), "leasehold: %s: %v\n", name, err)
			to.Refused(row.Line, row.ID, err)
			continue
		}
		to.Lease(row.Line, row.ID, result)
	}
	return cmd.Context().Err()
}

func sheetTable(w io.Writer, each func(sheetAnswer) error) error {
	page := newPage(w)
	table := page.Summary()
	rows := each(table)
	if rows != nil && !errors.Is(rows, errReported) {
		return rows
	}
	table.Close()
	if _, err := page.WriteTo(w); err != nil {
		return err
	}
	return rows
}

func sheetCSV(w io.Writer, each func(sheetAnswer) error) error {
	file := export.NewSummaryCSV(w)
	rows := each(file)
	if err := file.Close(); err != nil {
		return err
	}
	return rows
}

// sheetNDJSON gives the answers that the leases would get one by one, with the
// id in front where there is one.
func sheetNDJSON(w io.Writer, op *operation, each func(sheetAnswer) error) error {
	lines := &sheetLines{out: bufio.NewWriterSize(w, 1<<18), op: op}
	rows := each(lines)
	if err := lines.out.Flush(); err != nil {
		return err
	}
	return rows
}

type sheetLines struct {
	out  *bufio.Writer // keeps its error for Flush
	op   *operation
	line []byte // reused
}

func (s *sheetLines) Lease(_ int, id string, r *leasehold.Result) {
	s.line = s.op.AppendResult(s.line[:0], r)
	if id != "" {
		_, _ = s.out.Write(append(appendID([]byte{'{'}, id), s.line[1:]...))
	} else {
		_, _ = s.out.Write(s.line)
	}
	_ = s.out.WriteByte('\n')
}

func (s *sheetLines) Refused(line int, id string, why error) {
	s.line = batch.AppendRefusal(s.line[:0], int64(line), string(appendID(nil, id)), why)
	_, _ = s.out.Write(append(s.line, '\n'))
}

// appendID appends the member id and a comma, or nothing.
func appendID(dst []byte, id string) []byte {
	if id == "" {
		return dst
	}
	dst = append(dst, `"id":`...)
	dst, _ = jsontext.AppendQuote(dst, id) // its one error, invalid UTF-8, is mended in place
	return append(dst, ',')
}
