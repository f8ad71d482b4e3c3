package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/closing"
	"github.com/leasehold-accounting/leasehold/internal/closingfile"
	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/ledgerfile"
	"github.com/leasehold-accounting/leasehold/internal/lists"
	"github.com/leasehold-accounting/leasehold/internal/markup"
	"github.com/leasehold-accounting/leasehold/internal/reportfile"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

type reportFlags struct {
	outputFlags
	exportFlags

	question portfolio.Question
	sheet    sheetFlags
	concepts bool
	totals   string
	tags     []string

	ledger      string
	ledgerSheet string
	ledgerMap   []string

	comparative       string // earlier reporting period, as in the flag
	comparativeReport string // name of the file with a published report
	previous          string
	assetTaxBase      portfolio.TaxBase
}

func newReportCommand() *cobra.Command {
	flags := new(reportFlags)
	cmd := &cobra.Command{
		Use:   "report --from DATE --to DATE [FILE...]",
		Short: "Report on many leases at the end of a month, a year or another period",
		Long: `Report on many leases for the period from --from to --to: balances, rollforwards,
cost by kind, cash, maturities, current and long-term liability and weighted
averages, for each lease, for groups and in total. Every total is the sum of the
printed figures of its leases. Dates after --to have no effect, so the closing
balances of one report are the opening balances of the next.

Leases are read from CSV files, workbooks (.xlsx), NDJSON and JSON arrays, and from
directories with leases.csv and files for the lists, such as events.csv (docs/FILES.md).
Without a file, or if the file is -, the command reads standard input. Each lease needs
its own id. 'leasehold template --portfolio' writes a workbook to fill in. A report
needs little memory, even for a large number of leases.

If a lease is invalid, the report ends with an error that names the lease. With
--on-error skip, the lease is omitted and listed, and the exit status is 1. The command
writes only complete reports, even to standard output, except that it writes ndjson
line by line.

Formats:
` + described(reportFormats()),
		Example: `  leasehold report --from 2026-01-01 --to 2026-12-31 leases.csv
  leasehold report --from 2026-03-01 --to 2026-03-31 --group-by tag:entity,standard leases.ndjson
  leasehold report --from 2026-01-01 --to 2026-12-31 leases.ndjson -o leases-2026.csv --totals totals-2026.json`,
		ValidArgsFunction: completeLeases,
		RunE:              flags.write,
	}
	flags.register(cmd)
	flags.outputFlags.register(cmd, reportFormats())
	s := cmd.Flags()
	s.Func("journal", "add journal entries to json, ndjson and xlsx for each `period`: none or monthly (default none)",
		choice(&flags.question.Journal, []string{"none", "monthly"}, portfolio.NoJournal, portfolio.Monthly))
	s.Func("on-error", "`action` for an invalid lease: stop or skip (default stop)",
		choice(&flags.question.OnError, []string{"stop", "skip"}, portfolio.StopOnError, portfolio.SkipWrong))
	s.StringVar(&flags.totals, "totals", "", "also write the groups, the total and the averages to this `file`, as JSON")
	s.StringVar(&flags.previous, "previous", "", "compare the opening balances with the signed balances in this `file`: a closing, or JSON with digest, leases or both")
	return cmd
}

var completeLeases = cobra.FixedCompletions([]cobra.Completion{"csv", "xlsx", "ndjson", "jsonl", "json"}, cobra.ShellCompDirectiveFilterFileExt)

func (f *reportFlags) register(cmd *cobra.Command) {
	s, q := cmd.Flags(), &f.question
	s.Func("from", "first `date` of the reporting period, yyyy-mm-dd", parsed(&q.From, parseDate))
	s.Func("to", "last `date` of the reporting period, yyyy-mm-dd", parsed(&q.To, parseDate))
	s.Func("group-by", "group by these `names`: standard, classification, currency or tag:NAME", f.groupBy)
	s.Func("accrual", "`method` of accrual within payment periods: days, months or thirty_360 (months of 30 days) (default days)", unmarshal(&q.Accrual))
	s.Func("where", "include only the leases that meet this `condition`: KEY=VALUE or KEY=VALUE,VALUE with a key of --group-by; may be repeated",
		func(text string) error {
			return each((*[]portfolio.Condition)(&q.Where), portfolio.ParseCondition)(text)
		})
	s.StringSliceVar(&f.tags, "tags", nil, "`names` of additional tags to show as columns in csv and parquet")
	f.sheet.register(s)
	f.sheet.registerExchange(s)
	s.Func("presentation-currency", "translate all figures into the currency with this `code`; entries stay in the functional currencies",
		parsed(&q.Presentation, quoted("%q is %w", money.ParseCurrency)))
	s.BoolVar(&f.Summed, "summed", false, "sum the entries written for accounting software by account, month and --group-by key")
	s.BoolVar(&f.Reclassify, "reclassify", false, "add entries for the current portion of the liability at --to and their reversal on the next day, except for governmental funds, which have no lease liability")
	s.StringVar(&f.comparative, "comparative", "", "add the restated figures of the same leases for a comparative `period`, such as 2025-01-01..2025-12-31 (formats json, table, csv, xlsx and pdf)")
	s.StringVar(&f.comparativeReport, "comparative-report", "", "instead of --comparative, add an earlier report as it was published; `file` contains that report's json output")
	s.Func("asset-tax-base", "for --deferred-tax: the `parts` of the asset that have a tax base: none or direct_costs_and_incentives (default none)", unmarshal(&f.assetTaxBase))
	s.Func("deferred-tax", "compute deferred tax at this `rate`, such as 0.25, or at a rate that applies to some leases only, such as tag:entity=UK:0.25; may be repeated, and the first matching rate applies",
		each(&q.DeferredTax, quoted("%q: %w", portfolio.ParseTaxRate)))
	s.StringVar(&f.ledger, "ledger", "", "tie out the report to a trial balance in a CSV `file` or workbook exported from accounting software; --accounts selects the lease accounts")
	s.StringVar(&f.ledgerSheet, "ledger-sheet", "", "`name` of the trial balance's sheet in a workbook (default: the sheet most similar to a trial balance)")
	s.StringArrayVar(&f.ledgerMap, "ledger-map", nil, "assign a --ledger column to a field, as `heading=field`: first the column's heading or letter, then one of account, debit, credit, balance, side, currency, a key of --group-by, or - to ignore the column; may be repeated")
	s.BoolVar(&f.concepts, "concepts", false, "add to the json output the name that filings use for each figure")
	s.StringVar(&q.AssetClassTag, "asset-class-tag", "", "in xlsx, show assets by class; the tag with this `name` contains each asset's class")
	f.exportFlags.register(cmd, "currency", "accounts", "columns", "fund", "paper")
	_ = cmd.MarkFlagRequired("from") // the following calls cannot fail, because the flags exist
	_ = cmd.MarkFlagRequired("to")
	_ = cmd.MarkFlagFilename("ledger", "csv", "xlsx")
	cmd.MarkFlagsMutuallyExclusive("comparative", "comparative-report")
}

func (f *reportFlags) groupBy(text string) error {
	for name := range strings.SplitSeq(text, ",") {
		key, err := portfolio.ParseKey(name)
		switch {
		case err != nil:
			return err
		case slices.Contains(f.question.GroupBy, key):
			return errors.New(name + " appears more than once")
		}
		f.question.GroupBy = append(f.question.GroupBy, key)
	}
	return nil
}

func (f *reportFlags) request() (*portfolio.Question, error) {
	q := f.question
	if q.To.Before(q.From) {
		return nil, usageError{fmt.Errorf("--from %s is after --to %s", q.From, q.To)}
	}
	q.AssetClassTag = strings.TrimPrefix(q.AssetClassTag, "tag:")
	q.DeferredTax = slices.Clone(q.DeferredTax)
	for i := range q.DeferredTax {
		q.DeferredTax[i].AssetTaxBase = f.assetTaxBase
	}
	return &q, nil
}

func (f *reportFlags) write(cmd *cobra.Command, names []string) error {
	name, err := f.pick(cmd, cmd.Name(), reportFormats(), jsonFormat.name)
	if err != nil {
		return err
	}
	if err := keepInputs(cmd, f.out, f.totals); err != nil {
		return err
	}
	if f.totals != "" && filepath.Clean(f.totals) == filepath.Clean(f.out) {
		return usageError{errors.New("--totals must not name the report's file; choose another file for the totals")}
	}
	return f.writeForm(cmd, names, formOf(name), f.out)
}

func (f *reportFlags) writeForm(cmd *cobra.Command, names []string, form *reportfile.Form, out string) error {
	q, err := f.request()
	if err != nil {
		return err
	}
	if q.AssetClassTag != "" && form.Name != "xlsx" {
		return usageError{fmt.Errorf("--asset-class-tag works only with --format xlsx, not with %s", form.Name)}
	}
	if flags := cmd.Flags(); form.Name == "parquet-entries" {
		for _, flag := range []string{"accounts", "summed", "reclassify"} {
			if flags.Changed(flag) {
				return usageError{fmt.Errorf("--%s does not work with --format %s, which contains the report's account names; --format entries contains your account codes", flag, form.Name)}
			}
		}
	}
	options, err := f.options()
	if err != nil {
		return err
	}
	if err := needFlag(cmd, "ledger", "ledger-sheet", "ledger-map"); err != nil {
		return err
	}
	if err := f.tieOut(q, form, &options); err != nil {
		return err
	}
	f.sheet.tags = f.namedTags(q, &options)
	files, err := openFiles(cmd, names, &f.sheet)
	if err != nil {
		return err
	}
	if q.ExchangeRates, err = f.sheet.exchangeRates(names); err != nil {
		return err
	}
	r := &reportfile.Report{Question: q, Source: files.source(), Page: newPage, Tags: f.tags, Export: options}
	return writeOutput(cmd, out, form.Whole, func(w io.Writer) error {
		done, err := drive(cmd, r, files, out, w, func(ctx context.Context) (*reportfile.Result, error) { return r.Write(ctx, w, form) })
		if err != nil {
			return f.wrong(err)
		}
		return f.finish(cmd, files, done)
	})
}

// namedTags returns the tags that the report uses. A column with the name of such a tag is read as a tag.
func (f *reportFlags) namedTags(q *portfolio.Question, o *export.Options) []string {
	return slices.Concat(f.tags, q.Tags(), o.Accounts.Tags(), export.ColumnTags(o.Columns))
}

// byCurrency groups the report by currency, which allows leases in different currencies.
func byCurrency() []portfolio.Key {
	currency, _ := portfolio.ParseKey("currency") // cannot fail, because the key is valid
	return []portfolio.Key{currency}
}

func formOf(name string) *reportfile.Form {
	i := slices.IndexFunc(reportfile.Forms, func(r reportfile.Form) bool { return r.Name == name })
	return &reportfile.Forms[i]
}

func reportFormats() []format {
	return lists.Map(reportfile.Forms, func(f reportfile.Form) format { return format{f.Name, f.About, f.Ext, f.Binary} })
}

const listedMost = 100

// drive shows a progress bar while the do callback computes the report r, and lists rejected leases on
// standard error. The report is written to w, or to the output file.
func drive(
	cmd *cobra.Command, r *reportfile.Report, files *inputs, out string, w io.Writer, do func(context.Context) (*reportfile.Result, error),
) (*reportfile.Result, error) {
	defer collectLess(batchMemory)()
	stderr, listed := cmd.ErrOrStderr(), 0
	bar := newProgressBar(cmd, w, out != "", files.size)
	r.Progress = bar.show
	r.Refused = func(f *closing.Refusal) {
		bar.clear()
		switch listed++; {
		case listed <= listedMost:
			fmt.Fprintf(stderr, "leasehold: %v\n", f)
		case listed == listedMost+1:
			fmt.Fprintln(stderr, "leasehold: additional rejected leases are counted but not listed")
		}
	}
	done, err := do(cmd.Context())
	bar.clear()
	if mixed, ok := errors.AsType[*closing.MixedError](err); ok {
		return nil, fmt.Errorf("%w; --group-by currency reports on each currency separately, and --presentation-currency translates all figures into one currency", mixed)
	}
	return done, err
}

func (f *reportFlags) finish(cmd *cobra.Command, files *inputs, done *reportfile.Result) error {
	if f.totals != "" {
		err := writeTo(cmd, f.totals, func(w io.Writer) error {
			_, err := w.Write(done.Totals())
			return err
		})
		if err != nil {
			return err
		}
	}
	if n := done.Unclassified; n > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "leasehold: --reclassify omits %s of governmental funds, which have no lease liability\n", markup.Plural(n, "lease"))
	}
	return reportRefused(cmd.ErrOrStderr(), files.name(), done.Done.Refused, done.Done.Leases)
}

// tieOut adds the data for reconciliations to q: the comparative period, the previous closing, deferred
// tax and the trial balance. It returns an error if the format cannot show them.
func (f *reportFlags) tieOut(q *portfolio.Question, form *reportfile.Form, o *export.Options) (err error) {
	if f.concepts {
		if form.Name != "json" {
			return usageError{fmt.Errorf("--concepts works only with --format json, not with %s", form.Name)}
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
		return usageError{fmt.Errorf("%s are not available with --format %s; use --format %s", flags, form.Name, lists.Or(names))}
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
		p, err := readFile(f.previous, previousReader(q.From))
		if err != nil {
			return fmt.Errorf("--previous: %w", err)
		}
		if o.Fund.Set && len(p.Periods) > 0 && o.Fund.Value != p.Fund {
			return usageError{fmt.Errorf("--fund %s differs from the fund of the previous closing, %s; it must be the same in every closing of a chain", o.Fund.Value, p.Fund)}
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

// readLedger adds the trial balance to the argument q. For the workpapers, it adds a description of
// the trial balance file to the argument o.
func (f *reportFlags) readLedger(q *portfolio.Question, o *export.Options) error {
	columns, err := ledgerfile.ParseMap(f.ledgerMap, q.GroupBy)
	if err != nil {
		return usageError{fmt.Errorf("--ledger-map: %w", err)}
	}
	options := ledgerfile.Options{Name: f.ledger, Map: columns, Sheet: f.ledgerSheet, Accounts: o.Accounts, Keys: q.GroupBy}
	read, err := readFile(f.ledger, func(file io.Reader) (*ledgerfile.Reading, error) { return ledgerfile.Read(file, options) })
	if err != nil {
		return err
	}
	q.Ledger, o.Source = read.Rows, read.Source()
	return nil
}

// earlier returns the comparative period from --comparative, or the published report from
// --comparative-report. The reporting period ends on the date in end.
func (f *reportFlags) earlier(end civil.Date) (none strict.Optional[portfolio.Comparison], err error) {
	if f.comparativeReport != "" {
		text, err := readFile(f.comparativeReport, io.ReadAll)
		if err != nil {
			return none, fmt.Errorf("--comparative-report: %w", err)
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

// previousReader returns a function that reads the previous closing for a report. The input is a closing, or a
// JSON object with the digest, the leases, or both. The report begins on the from date.
func previousReader(from civil.Date) func(io.Reader) (*portfolio.Previous, error) {
	return func(file io.Reader) (*portfolio.Previous, error) {
		text, err := io.ReadAll(file)
		switch {
		case err != nil:
			return nil, err
		case !closingfile.IsClosing(text):
			return portfolio.DecodePrevious(text)
		}
		c, err := closingfile.Read(text)
		if err != nil {
			return nil, err
		}
		return c.Signed(), c.Follows(from)
	}
}
