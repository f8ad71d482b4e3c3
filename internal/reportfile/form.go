package reportfile

import (
	"context"
	"io"
	"slices"

	"github.com/leasehold-accounting/leasehold/internal/closing"
	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/report"
)

// Form is an output format of a report.
type Form struct {
	Name   string
	About  string
	Ext    string // extension of the file name, such as .csv
	Binary bool   // whether the file is not text
	Ties   bool   // whether the format can show a comparative period and a trial balance
	Closes bool   // whether the format can contain catch-up entries for a previous closing, and deferred tax
	Whole  bool   // whether an incomplete file is unusable, although the file is written while the leases are read

	write writer
}

// writer computes a report and writes it to w in one format.
type writer func(ctx context.Context, r *Report, w io.Writer) (*Result, error)

// Forms lists the output formats of a report: Leasehold's formats, tables for databases, and
// journals for accounting software.
var Forms = slices.Concat([]Form{
	{"table", "totals as a table", ".txt", false, true, true, false, writeTable},
	{"json", "one object: leases, groups, total, averages, entries", ".json", false, true, true, true, writeJSON},
	{"ndjson", "one line per lease, rejected leases inline", ".ndjson", false, false, false, false, writeLines},
	{"csv", "one row per lease", ".csv", false, true, true, true, writeRows},
	{"xlsx", "the disclosure workbook, with live formulas over the leases", ".xlsx", true, true, true, false, paper("xlsx")},
	{"pdf", "the closing paper: trial balance, prior-period corrections, totals, to sign and file", ".pdf", true, true, true, false, paper("pdf")},
}, tables, journals())

// journals returns an output format for each journal of accounting software.
func journals() (list []Form) {
	for i := range export.Formats {
		f := &export.Formats[i]
		if !f.IsJournal() {
			continue
		}
		list = append(list, Form{f.Name, f.About, f.Ext, false, false, true, true, func(ctx context.Context, r *Report, w io.Writer) (*Result, error) {
			return writeJournal(ctx, r, f, w)
		}})
	}
	return list
}

// Write writes the report to w in a format. The error is an error of [Report.Run] or w, or an
// [*export.OptionError].
func (r *Report) Write(ctx context.Context, w io.Writer, form *Form) (*Result, error) {
	return form.write(ctx, r, w)
}

// writeTable writes the totals as plain text, with a section for each reconciliation of the report.
func writeTable(ctx context.Context, r *Report, w io.Writer) (done *Result, err error) {
	table := &report.Portfolio{From: r.Question.From, To: r.Question.To}
	if r.Question.TiesOut() {
		table.Answer, done, err = r.Answer(ctx)
	} else {
		done, err = r.Run(ctx, &closing.Plan{}, nil)
	}
	if err != nil {
		return nil, err
	}
	table.Sum, table.Refused = done.Sum, done.Done.Refused
	page := r.Page(w)
	page.Portfolio(table)
	_, err = page.WriteTo(w)
	return done, err
}
