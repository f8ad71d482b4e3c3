package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/closingfile"
	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/ledgerfile"
	"github.com/leasehold-accounting/leasehold/internal/reportfile"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

// tieOut adds to q what the flags for reconciliations describe: the comparative period, the
// previous closing, deferred tax and the trial balance. It returns an error if form cannot show
// them.
func (f *reportFlags) tieOut(q *portfolio.Question, form *reportfile.Form, o *export.Options) (err error) {
	if f.concepts {
		if form.Name != "json" {
			return usageError{fmt.Errorf("--concepts works only with --format json, and not with %s", form.Name)}
		}
		q.Concepts = strict.Some(true)
	}
	needs := func(flags string, has func(*reportfile.Form) bool) error {
		var names []string
		for i := range reportfile.Forms {
			if has(&reportfile.Forms[i]) {
				names = append(names, reportfile.Forms[i].Name)
			}
		}
		return usageError{fmt.Errorf("%s are not available with --format %s; available are %s", flags, form.Name, strings.Join(names, ", "))}
	}
	compares := f.comparative != "" || f.comparativeReport != ""
	switch closes := f.previous != "" || len(q.DeferredTax) > 0; {
	case (compares || f.ledger != "") && !form.Ties:
		return needs("--comparative, --comparative-report and --ledger", func(o *reportfile.Form) bool { return o.Ties })
	case closes && !form.Closes:
		return needs("--previous and --deferred-tax", func(o *reportfile.Form) bool { return o.Closes })
	case !closes && !compares && f.ledger == "":
		return nil
	}
	if compares {
		if q.Comparative, err = f.earlier(q.To); err != nil {
			return err
		}
	}
	if f.previous != "" {
		p, err := readPrevious(f.previous, q.From)
		if err != nil {
			return fmt.Errorf("--previous: %w", err)
		}
		if o.Fund.Set && len(p.Periods) > 0 && o.Fund.Value != p.Fund {
			return usageError{fmt.Errorf("--fund %s differs from %s of the previous closing; it is constant in a chain", o.Fund.Value, p.Fund)}
		}
		q.Previous = strict.Some(*p)
		f.sheet.signed = p.DiscountRates
	}
	if f.ledger != "" {
		if err := f.readLedger(q, o); err != nil {
			return fmt.Errorf("--ledger: %w", err)
		}
	}
	if err := q.Check(); err != nil {
		return usageError{err}
	}
	return nil
}

// readLedger reads the trial balance into q. It stores in o which rows of the file were omitted,
// for the workpapers.
func (f *reportFlags) readLedger(q *portfolio.Question, o *export.Options) error {
	columns, err := ledgerfile.ParseMap(f.ledgerMap, q.GroupBy)
	if err != nil {
		return usageError{fmt.Errorf("--ledger-map: %w", err)}
	}
	file, err := os.Open(f.ledger)
	if err != nil {
		return fmt.Errorf("%s: %w", f.ledger, cause(err))
	}
	defer file.Close() //nolint:errcheck // the file is only read, so closing it loses no data
	read, err := ledgerfile.Read(file, ledgerfile.Options{Name: f.ledger, Map: columns, Sheet: f.ledgerSheet, Accounts: o.Accounts, Keys: q.GroupBy})
	if err != nil {
		return fmt.Errorf("%s: %w", f.ledger, err)
	}
	q.Ledger, o.Source = read.Rows, read.Source()
	return nil
}

// earlier returns the comparative period of --comparative, or the published report of
// --comparative-report. end is the last day of the reporting period.
func (f *reportFlags) earlier(end civil.Date) (none strict.Optional[portfolio.Comparison], err error) {
	if f.comparativeReport != "" {
		text, err := os.ReadFile(f.comparativeReport)
		if err != nil {
			return none, fmt.Errorf("--comparative-report: %s: %w", f.comparativeReport, cause(err))
		}
		return strict.Some(portfolio.Comparison{Published: portfolio.NewPublished(text)}), nil
	}
	first, last, _ := strings.Cut(f.comparative, "..")
	from, errFrom := civil.Parse(first)
	to, errTo := civil.Parse(last)
	if errFrom != nil || errTo != nil || to.Before(from) || !to.Before(end) {
		return none, usageError{fmt.Errorf("--comparative %q must be a period that ends before --to, as in 2025-01-01..2025-12-31", f.comparative)}
	}
	return strict.Some(portfolio.Comparison{Interval: portfolio.Interval{From: from, To: to}}), nil
}

// readPrevious reads the previous closing for a report from a closing file, or from a JSON object
// with the digest, the leases, or both.
func readPrevious(name string, from civil.Date) (*portfolio.Previous, error) {
	text, err := os.ReadFile(name) //nolint:gosec // the user chooses the file
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
