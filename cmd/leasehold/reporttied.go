package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/closing"
	"github.com/leasehold-accounting/leasehold/internal/closingfile"
	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/report"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

// tiedForms are the forms of a report that show what it ties out to.
var tiedForms = []string{"json", "table", "csv", "xlsx"}

// tied reads the flags of what a report ties out to; it returns nil where none is used.
func (f *reportFlags) tied(span leasehold.Span, form string) (*portfolio.Question, error) {
	if f.comparative == "" && f.previous == "" && len(f.deferredTax) == 0 {
		return nil, nil //nolint:nilnil // a report without them
	}
	if !slices.Contains(tiedForms, form) {
		return nil, usageError{fmt.Errorf("--comparative, --previous and --deferred-tax are not available with --format %s; available are %s", form, strings.Join(tiedForms, ", "))}
	}
	q := &portfolio.Question{From: span.From, To: span.To, Accrual: span.Accrual, AssetClassTag: strings.TrimPrefix(f.assetClassTag, "tag:")}
	if span.Monthly {
		q.Journal = portfolio.Monthly
	}
	var err error
	if f.comparative != "" {
		if q.Comparative, err = f.earlier(span); err != nil {
			return nil, err
		}
	}
	for _, text := range f.deferredTax {
		rate, err := taxRateOf(text)
		if err != nil {
			return nil, usageError{fmt.Errorf("--deferred-tax %q: %w", text, err)}
		}
		q.DeferredTax = append(q.DeferredTax, rate)
	}
	if f.previous != "" {
		p, err := readPrevious(f.previous, span.From)
		if err != nil {
			return nil, fmt.Errorf("--previous: %w", err)
		}
		q.Previous = strict.Some(*p)
	}
	if err := q.Check(); err != nil {
		return nil, usageError{err}
	}
	return q, nil
}

// earlier reads the span of --comparative.
func (f *reportFlags) earlier(span leasehold.Span) (none strict.Optional[portfolio.Interval], err error) {
	first, last, _ := strings.Cut(f.comparative, "..")
	from, errFrom := leasehold.ParseDate(first)
	to, errTo := leasehold.ParseDate(last)
	if errFrom != nil || errTo != nil || to.Before(from) || !to.Before(span.To) {
		return none, usageError{fmt.Errorf("--comparative %q is not allowed; allowed is a span that ends before --to, as in 2025-01-01..2025-12-31", f.comparative)}
	}
	return strict.Some(portfolio.Interval{From: from, To: to}), nil
}

// taxRateOf reads a rate of --deferred-tax: 0.25, or tag:entity=UK:0.25.
func taxRateOf(text string) (r portfolio.TaxRate, err error) {
	number := text
	if name, rest, keyed := strings.Cut(text, "="); keyed {
		i := strings.LastIndexByte(rest, ':')
		if i < 0 {
			return r, errors.New("is not a rate with a key; write NAME=VALUE:RATE, as in tag:entity=UK:0.25")
		}
		r.Key, number = map[string]string{name: rest[:i]}, rest[i+1:]
	}
	if r.Rate, err = money.Parse(number); err != nil {
		return r, fmt.Errorf("%s is %w", strict.Quote(number), err)
	}
	if r.Rate.Sign() < 0 || r.Rate.Cmp(money.Int(1)) > 0 {
		return r, errors.New("a rate from 0 to 1 is allowed, as in 0.25 for 25 %")
	}
	return r, nil
}

// readPrevious reads the close before a report: a closing, or an object with digest,
// leases or both.
func readPrevious(name string, from leasehold.Date) (*portfolio.Previous, error) {
	text, err := os.ReadFile(name) //nolint:gosec // the user names the file
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, cause(err))
	}
	if !closingfile.IsClosing(text) {
		p, err := portfolio.DecodePrevious(text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		return p, nil
	}
	c, err := closingfile.Read(text)
	if err != nil {
		return nil, fmt.Errorf("%s %w", name, err)
	}
	if err := c.Follows(from); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return c.Signed(), nil
}

// answerTied makes a report that ties out to something. Its leases are kept.
func (r *reportRun) answerTied(most int) (*portfolio.Report, *closing.Run, error) {
	q := r.question
	q.GroupBy, q.Where = r.keys, r.where
	answer := portfolio.NewReport(q)
	currency, err := portfolio.ParseKey("currency") // the report itself refuses several
	if err != nil {
		return nil, nil, err
	}
	// The report chooses its leases, so that one that it leaves out is not taken for gone.
	plan := &closing.Plan{Keep: true, Span: answer.Span(), Keys: []portfolio.Key{currency}}
	run, err := r.read(plan, func(p *closing.Part) error {
		for i := range p.Lines {
			if err := answer.Add(r.cmd.Context(), p.Lines[i].Lease, p.Lines[i].Figures); err != nil {
				return err
			}
		}
		for i := range p.Refused {
			f := &p.Refused[i]
			answer.Skipped = append(answer.Skipped, portfolio.NewSkipped(int(f.Index), f.ID, f.Err))
		}
		if most > 0 && len(answer.Leases) > most {
			return fmt.Errorf("a workbook holds at most %d leases; --format csv holds any number", most)
		}
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	if names := answer.Sum.Mixed(); names != nil {
		return nil, nil, fmt.Errorf("%s; --group-by currency reports on each separately", portfolio.Mixed(names))
	}
	if err := answer.Finish(); err != nil {
		return nil, nil, err
	}
	run.Sum = answer.Sum
	return answer, run, r.writeTotals(run)
}

// jsonTied writes the object that the service answers.
func (r *reportRun) jsonTied() error {
	answer, run, err := r.answerTied(0)
	if err != nil {
		return err
	}
	if _, err := r.out.Write(append(answer.Append(nil), '\n')); err != nil {
		return err
	}
	return r.end(run)
}

// tableTied prints the totals, with a section for each thing that the report ties out to.
func (r *reportRun) tableTied() error {
	answer, run, err := r.answerTied(0)
	if err != nil {
		return err
	}
	page := newPage(r.out)
	page.Portfolio(&report.Portfolio{From: r.span.From, To: r.span.To, Sum: answer.Sum, Refused: run.Done.Refused, Answer: answer})
	if _, err := page.WriteTo(r.out); err != nil {
		return err
	}
	return r.end(run)
}

// csvTied writes a row per lease. With an earlier span each row says its span in front,
// and those of the earlier one follow.
func (r *reportRun) csvTied() error {
	answer, run, err := r.answerTied(0)
	if err != nil {
		return err
	}
	rows := &export.LeaseRows{Tags: r.tags()}
	var text bytes.Buffer
	span := func(from, to string) {
		if answer.Comparative != nil {
			text.WriteString(from + "," + to + ",")
		}
	}
	list := func(from, to leasehold.Date, lines []portfolio.Line) {
		for i := range lines {
			span(from.String(), to.String())
			text.Write(rows.Append(nil, &lines[i]))
		}
	}
	span("from", "to")
	text.Write(rows.AppendHeader(nil))
	list(r.span.From, r.span.To, answer.Leases)
	if c := answer.Comparative; c != nil {
		list(c.From, c.To, c.Leases)
	}
	if _, err := io.Copy(r.out, &text); err != nil {
		return err
	}
	return r.end(run)
}
