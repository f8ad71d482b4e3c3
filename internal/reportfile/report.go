// Package reportfile computes a report on the leases in files and writes the report in one of the
// output formats [Forms].
//
// # Design
//
// A [Report] contains a request without leases, a source of leases, and options for the output.
// [Report.Run] reads the source on every core and computes the leases in order, with little memory.
// Run rejects the same leases for every output format. A format that requires all leases in memory
// calls [Report.Answer], which returns a report of package portfolio. A file in such a format
// therefore equals the service's response for the same leases.
package reportfile

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/leasehold-accounting/leasehold/internal/batch"
	"github.com/leasehold-accounting/leasehold/internal/closing"
	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/export/disclosure"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/report"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

// Report is a report on the leases of a source.
type Report struct {
	Question *portfolio.Question // report request without leases
	Source   batch.Source

	Refused  func(*closing.Refusal)         // called with each rejected lease; may be nil
	Progress func(batch.Progress)           // called with the progress of reading; may be nil
	Page     func(w io.Writer) *report.Page // returns the page on which the format table is printed; the page writes to w
	Tags     []string                       // tags with an additional column in the csv format
	Export   export.Options                 // options for journals and workbooks
	Serial   bool                           // whether to compute in the calling goroutine instead of on every core
	Limit    struct{ Leases, Entries int }  // maximum numbers for [Report.Answer]; 0 means no limit
}

// Result contains the totals of a report.
type Result struct {
	Question *portfolio.Question
	Sum      *portfolio.Sum
	Done     batch.Progress

	// In a journal with reclassifications, Unclassified is the number of leases with a current
	// liability that was not reclassified.
	Unclassified int64
}

// Totals returns the groups, the total of all leases and the weighted averages as JSON.
func (r *Result) Totals() []byte {
	text := portfolio.AppendSpan([]byte{'{'}, r.Question.From, r.Question.To)
	text = r.Sum.Append(append(text, ','))
	return append(r.Sum.AppendNotes(text), '}', '\n')
}

// Run reads the leases and computes the outputs of the plan. The function named take is called with each
// part, in order. After this function returns, the part is reused. The error comes from [closing.Run.Do].
func (r *Report) Run(ctx context.Context, plan *closing.Plan, take func(*closing.Part) error) (*Result, error) {
	plan.Span, plan.Keys, plan.Where = r.Question.Span(), r.Question.GroupBy, r.Question.Where
	return r.run(ctx, plan, take)
}

// run is like [Report.Run], but its plan already contains the condition for the leases.
func (r *Report) run(ctx context.Context, plan *closing.Plan, take func(*closing.Part) error) (*Result, error) {
	plan.RatesFor, plan.Lacks = r.Question.Where, r.Question.CheckExchange
	plan.Required = append(r.Export.Accounts.Required(), r.Question.Required()...)
	run := &closing.Run{Plan: plan, Source: r.Source, Skip: r.Question.OnError == portfolio.SkipWrong, Progress: r.Progress, Serial: r.Serial}
	run.Part = func(p *closing.Part) error {
		for i := range p.Refused {
			if r.Refused != nil {
				r.Refused(&p.Refused[i])
			}
		}
		if take == nil {
			return nil
		}
		return take(p)
	}
	if err := run.Do(ctx); err != nil {
		return nil, err
	}
	return &Result{Question: r.Question, Sum: run.Sum, Done: run.Done}, nil
}

// Answer returns the report with all its leases, as in a response of the service. The error comes
// from [Report.Run] or [portfolio.Report.Finish].
func (r *Report) Answer(ctx context.Context) (*portfolio.Report, *Result, error) {
	answer := portfolio.NewReport(r.Question)
	currency, _ := portfolio.ParseKey("currency") // a valid key; the report itself rejects more than one currency
	// The report applies the condition for the leases. Otherwise, a lease that does not meet the
	// condition would be reported as derecognized.
	plan := &closing.Plan{Keep: true, Span: answer.Span(), Keys: []portfolio.Key{currency}}
	entries := 0
	done, err := r.run(ctx, plan, func(p *closing.Part) error {
		for i := range p.Refused {
			answer.Skip(int(p.Refused[i].Index), p.Refused[i].ID, p.Refused[i].Err)
		}
		for i := range p.Lines {
			if err := answer.Add(ctx, p.Lines[i].Lease, p.Lines[i].Figures); err != nil {
				return err
			}
			entries += len(p.Lines[i].Figures.Entries)
		}
		switch {
		case r.Limit.Leases > 0 && len(answer.Leases)+len(answer.Skipped) > r.Limit.Leases:
			return &TooManyError{r.Limit.Leases}
		case r.Limit.Entries > 0 && entries > r.Limit.Entries:
			return portfolio.ErrEntries
		}
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	if names := answer.Sum.Mixed(); names != nil {
		return nil, nil, &closing.MixedError{Currencies: names}
	}
	if err := answer.Finish(); err != nil {
		return nil, nil, err
	}
	done.Sum = answer.Sum
	return answer, done, nil
}

// TooManyError is the error for a source with more leases than a report may have.
type TooManyError struct{ Most int }

func (e *TooManyError) Error() string { return fmt.Sprintf("the file has more than %d leases", e.Most) }

// Form is an output format of a report.
type Form struct {
	Name   string
	About  string
	Ext    string // extension of the file name, such as .csv
	Binary bool   // whether the file is binary instead of text
	Ties   bool   // whether the format can show a comparative period and a trial balance
	Closes bool   // whether the format can contain deferred tax and the correcting entries for a previous closing
	Whole  bool   // whether an incomplete file is unusable; the file is nevertheless written while the leases are read

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
	{"xlsx", "the disclosure workbook, with live formulas that refer to the leases", ".xlsx", true, true, true, false, paper("xlsx")},
	{"pdf", "the closing paper to sign and file: trial balance, prior-period corrections and totals", ".pdf", true, true, true, false, paper("pdf")},
}, tables, journals())

// journals returns an output format for each accounting program's journal.
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

// Write writes the report to w in the given format. The error comes from [Report.Run] or w, or is an
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

// paper returns a writer for a workpaper on the whole report: the disclosure workbook (xlsx) or the
// workpaper of a closing (pdf). The leases are held in memory, so their number is limited.
func paper(format string) writer {
	return func(ctx context.Context, r *Report, w io.Writer) (*Result, error) {
		limited := *r
		limited.Limit.Leases = disclosure.MaxLeases
		answer, done, err := limited.Answer(ctx)
		if _, many := errors.AsType[*TooManyError](err); many {
			return nil, disclosure.TooMany()
		}
		if err != nil {
			return nil, err
		}
		return done, export.Find(format).Write(w, operations.Report.Name, answer, r.Export) //nolint:contextcheck // the work for one lease is limited
	}
}

// writeJournal writes the journal entries for accounting software: the entries of each lease, or
// entries summed over the leases.
func writeJournal(ctx context.Context, r *Report, f *export.Format, w io.Writer) (*Result, error) {
	r = r.monthly()
	j, err := f.Journals(r.Export, r.Question.Span())
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	j.Open(&text)
	if _, err := text.WriteTo(w); err != nil {
		return nil, err
	}
	var done *Result
	switch {
	case r.Question.Previous.Set || r.Question.DeferredTax != nil:
		done, err = r.writeAnswered(ctx, j, &text)
	case r.Export.Summed:
		done, err = r.writeSummed(ctx, j, &text)
	case j.Numbered():
		done, err = r.Run(ctx, &closing.Plan{Keep: true}, func(p *closing.Part) error { //nolint:contextcheck // the work for one lease is limited
			for i := range p.Lines {
				if err := j.Lease(&text, &p.Lines[i]); err != nil {
					return err
				}
			}
			_, err := text.WriteTo(w)
			return err
		})
	default:
		done, err = r.Run(ctx, &closing.Plan{Lease: j.Lease}, textTo(w))
	}
	if err != nil {
		return nil, err
	}
	if err := j.Close(&text, done.Sum.Books()); err != nil {
		return nil, err
	}
	done.Unclassified = j.Unclassified()
	_, err = text.WriteTo(w)
	return done, err
}

// monthly returns a copy of the report with journal entries by calendar month.
func (r *Report) monthly() *Report {
	report, question := *r, *r.Question
	question.Journal, report.Question = portfolio.Monthly, &question
	return &report
}

// writeSummed appends the journal entries, summed by account and group, to the text.
func (r *Report) writeSummed(ctx context.Context, j *export.Journals, text *bytes.Buffer) (*Result, error) {
	all, err := j.Summed(r.Question.GroupBy)
	if err != nil {
		return nil, err
	}
	done, err := r.Run(ctx, &closing.Plan{
		Start:   func() any { return all.Another() },
		Collect: func(to any, l *portfolio.Line) error { return to.(*export.Summed).Add(l) },
	}, func(p *closing.Part) error {
		all.Merge(p.Collected.(*export.Summed))
		return nil
	})
	if err != nil {
		return nil, err
	}
	return done, all.Write(text)
}

// writeAnswered appends the journal entries of a report to the text, keeping all leases in memory.
// The entries include prior-period corrections and deferred tax.
func (r *Report) writeAnswered(ctx context.Context, j *export.Journals, text *bytes.Buffer) (*Result, error) {
	answer, done, err := r.Answer(ctx)
	if err != nil {
		return nil, err
	}
	add := func(l *portfolio.Line) error { return j.Lease(text, l) } //nolint:contextcheck // the work for one lease is limited
	var all *export.Summed
	if r.Export.Summed {
		if all, err = j.Summed(r.Question.GroupBy); err != nil {
			return nil, err
		}
		add = all.Add
	}
	for l := range answer.Posted() {
		if err := add(l); err != nil {
			return nil, err
		}
	}
	if all != nil {
		err = all.Write(text)
	}
	return done, err
}
