package reportfile

import (
	"bytes"
	"context"
	"io"

	"github.com/leasehold-accounting/leasehold/internal/closing"
	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

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

// writeSummed appends the journal entries, summed by account and group, to text.
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

// writeAnswered appends the journal entries of a report to text, with all leases in memory. Entries
// for prior-period corrections and deferred tax are included.
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
