// Package reportfile reports on the leases of files, and writes the report in one of its
// [Forms].
//
// # Design
//
// A [Report] is a question without leases, a source of leases, and what its files need to
// know. [Report.Run] drives it: it reads the source on every core, in order and in little
// memory, and what is refused is refused alike whatever the form. A form that needs
// every lease at hand asks [Report.Answer], which fills the report of the package
// portfolio, so that a file gets the answer that the service gives to the same leases.
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

	Refused  func(*closing.Refusal)         // is told of leases that are left out; may be nil
	Progress func(batch.Progress)           // may be nil
	Page     func(w io.Writer) *report.Page // starts a page for w, of the form table
	Tags     []string                       // tags with a column each, of the form csv
	Export   export.Options                 // of journals and workbooks
	Serial   bool                           // on the goroutine of the caller alone; else on every core
	Limit    struct{ Leases, Entries int }  // of [Report.Answer]; 0 for any number
}

// Result is what became of a report.
type Result struct {
	Question *portfolio.Question
	Sum      *portfolio.Sum
	Done     batch.Progress

	// Unclassified is how many leases a journal that reclassifies leaves out.
	Unclassified int64
}

// Totals returns the groups, the total and the averages as JSON.
func (r *Result) Totals() []byte {
	text := portfolio.AppendSpan([]byte{'{'}, r.Question.From, r.Question.To)
	text = r.Sum.Append(append(text, ','))
	return append(r.Sum.AppendNotes(text), '}', '\n')
}

// Run reads the leases and makes of them what plan says. take gets the parts in their
// order; what it gets is used again. The error is that of [closing.Run].
func (r *Report) Run(ctx context.Context, plan *closing.Plan, take func(*closing.Part) error) (*Result, error) {
	plan.Span, plan.Keys, plan.Where = r.Question.Span(), r.Question.GroupBy, r.Question.Where
	return r.run(ctx, plan, take)
}

// run is [Report.Run] with a plan that says which leases.
func (r *Report) run(ctx context.Context, plan *closing.Plan, take func(*closing.Part) error) (*Result, error) {
	plan.Among, plan.Lacks = r.Question.Where, r.Question.CheckExchange
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

// Answer makes the report as the service answers it. Its leases are kept. The error is
// that of [Report.Run], or of [portfolio.Report.Finish].
func (r *Report) Answer(ctx context.Context) (*portfolio.Report, *Result, error) {
	answer := portfolio.NewReport(r.Question)
	currency, err := portfolio.ParseKey("currency") // the report itself refuses several
	if err != nil {
		return nil, nil, err
	}
	// The report chooses its leases, so that one that it leaves out is not taken for gone.
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

// TooManyError refuses a source with more leases than a report may have.
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
