// Package reportfile reports on the leases of files and writes the report in one of its
// [Forms].
//
// # Design
//
// A [Report] combines a request without leases, a source of leases, and the options of its
// files. [Report.Run] reads the source on every core, in order and in little memory, and
// rejects the same leases for every form. A form that needs all leases in memory calls
// [Report.Answer], which fills the report of package portfolio, so that a file equals the
// service's response for the same leases.
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
	Question *portfolio.Question // without leases
	Source   batch.Source

	Refused  func(*closing.Refusal)         // receives the excluded leases; may be nil
	Progress func(batch.Progress)           // may be nil
	Page     func(w io.Writer) *report.Page // starts a page for w, for the form table
	Tags     []string                       // tags with a column each, for the form csv
	Export   export.Options                 // for journals and workbooks
	Serial   bool                           // use only the caller's goroutine instead of every core
	Limit    struct{ Leases, Entries int }  // of [Report.Answer]; 0 for no limit
}

// Result summarizes a report.
type Result struct {
	Question *portfolio.Question
	Sum      *portfolio.Sum
	Done     batch.Progress

	// Unclassified is the number of leases that a reclassifying journal omits.
	Unclassified int64
}

// Totals returns the groups, the total and the averages as JSON.
func (r *Result) Totals() []byte {
	text := portfolio.AppendSpan([]byte{'{'}, r.Question.From, r.Question.To)
	text = r.Sum.Append(append(text, ','))
	return append(r.Sum.AppendNotes(text), '}', '\n')
}

// Run reads the leases and computes what plan requires. take receives the parts in order; their
// memory is reused. The error is from [closing.Run].
func (r *Report) Run(ctx context.Context, plan *closing.Plan, take func(*closing.Part) error) (*Result, error) {
	plan.Span, plan.Keys, plan.Where = r.Question.Span(), r.Question.GroupBy, r.Question.Where
	return r.run(ctx, plan, take)
}

// run is [Report.Run] with a plan that selects the leases.
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

// Answer returns the report as the service answers it, with its leases. The error is from
// [Report.Run] or [portfolio.Report.Finish].
func (r *Report) Answer(ctx context.Context) (*portfolio.Report, *Result, error) {
	answer := portfolio.NewReport(r.Question)
	currency, err := portfolio.ParseKey("currency") // the report itself rejects several
	if err != nil {
		return nil, nil, err
	}
	// The report selects its leases, so that an excluded lease is not reported as derecognized.
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

// TooManyError reports a source with more leases than a report may have.
type TooManyError struct{ Most int }

func (e *TooManyError) Error() string { return fmt.Sprintf("the file has more than %d leases", e.Most) }

// within returns an error where a report has more than it may.
func (r *Report) within(leases, entries int) error {
	switch {
	case r.Limit.Leases > 0 && leases > r.Limit.Leases:
		return &TooManyError{r.Limit.Leases}
	case r.Limit.Entries > 0 && entries > r.Limit.Entries:
		return portfolio.ErrEntries
	}
	return nil
}
