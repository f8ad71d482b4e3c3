// Package reportfile reports on the leases of files and writes the report in one of its [Forms].
//
// # Design
//
// A [Report] combines a request without leases, a source of leases, and options for the output.
// [Report.Run] reads the source on every core, in order and with little memory, and rejects the
// same leases for every form. A form that needs all leases in memory calls [Report.Answer], which
// builds the report of package portfolio. A file therefore equals the service's response for the
// same leases.
package reportfile

import (
	"context"
	"fmt"
	"io"

	"github.com/leasehold-accounting/leasehold/internal/batch"
	"github.com/leasehold-accounting/leasehold/internal/closing"
	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/report"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

// Report is a report on the leases of a source.
type Report struct {
	Question *portfolio.Question // the request, without leases
	Source   batch.Source

	Refused  func(*closing.Refusal)         // receives the rejected leases; may be nil
	Progress func(batch.Progress)           // may be nil
	Page     func(w io.Writer) *report.Page // returns a page for the form table, written to w
	Tags     []string                       // tags that have a column in the form csv
	Export   export.Options                 // options of journals and workbooks
	Serial   bool                           // use only the caller's goroutine instead of every core
	Limit    struct{ Leases, Entries int }  // maximum for [Report.Answer]; 0 for no limit
}

// Result summarizes a report.
type Result struct {
	Question *portfolio.Question
	Sum      *portfolio.Sum
	Done     batch.Progress

	// Unclassified is the number of leases without a reclassification in a journal that
	// reclassifies current liabilities.
	Unclassified int64
}

// Totals returns the groups, the total and the averages as JSON.
func (r *Result) Totals() []byte {
	text := portfolio.AppendSpan([]byte{'{'}, r.Question.From, r.Question.To)
	text = r.Sum.Append(append(text, ','))
	return append(r.Sum.AppendNotes(text), '}', '\n')
}

// Run reads the leases and computes the outputs of plan. take receives the parts in order; the
// memory of a part is reused after take returns. The error is from [closing.Run].
func (r *Report) Run(ctx context.Context, plan *closing.Plan, take func(*closing.Part) error) (*Result, error) {
	plan.Span, plan.Keys, plan.Where = r.Question.Span(), r.Question.GroupBy, r.Question.Where
	return r.run(ctx, plan, take)
}

// run is [Report.Run] with a plan that already selects the leases.
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

// Answer returns the report with its leases, as the service would respond. The error is from
// [Report.Run] or [portfolio.Report.Finish].
func (r *Report) Answer(ctx context.Context) (*portfolio.Report, *Result, error) {
	answer := portfolio.NewReport(r.Question)
	currency, err := portfolio.ParseKey("currency") // the report itself rejects several currencies
	if err != nil {
		return nil, nil, err
	}
	// The report selects its leases, so that a lease that is not selected is not reported as
	// derecognized.
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
		return r.within(len(answer.Leases)+len(answer.Skipped), entries)
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

// TooManyError reports a source with more leases than the maximum of a report.
type TooManyError struct{ Most int }

func (e *TooManyError) Error() string { return fmt.Sprintf("the file has more than %d leases", e.Most) }

// within returns an error if the numbers of leases or entries exceed the limits of a report.
func (r *Report) within(leases, entries int) error {
	switch {
	case r.Limit.Leases > 0 && leases > r.Limit.Leases:
		return &TooManyError{r.Limit.Leases}
	case r.Limit.Entries > 0 && entries > r.Limit.Entries:
		return portfolio.ErrEntries
	}
	return nil
}
