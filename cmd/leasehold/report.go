package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/reportfile"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

// reportFlags are the flags of leasehold report.
type reportFlags struct {
	from, to string
	groupBy  []string
	journal  string
	accrual  string
	where    []string
	onError  string
	format   string
	out      string
	totals   string
	tags     []string
	sheet    sheetFlags
	exchange exchangeFlag
	present  string

	summed     bool
	reclassify bool
	fund       string
	columns    []string
	currency   string
	accounts   string
	paper      paperSize

	ledger      string
	ledgerSheet string
	ledgerMap   []string
	concepts    bool
	comparative string

	comparativeReport string // a published report

	previous      string
	deferredTax   []string
	assetTaxBase  string
	assetClassTag string
}

// newReportCommand makes the command that reports on many leases.
func newReportCommand() *cobra.Command {
	flags := new(reportFlags)
	cmd := &cobra.Command{
		Use:   "report --from DATE --to DATE [FILE...]",
		Short: "Month-end and year-end figures of many leases",
		Long: `Report on many leases over the days from --from to --to: balances, rollforwards,
cost by kind, cash, maturities, current and long-term liability and weighted
averages, for each lease, for groups of them and in all. Every total is the sum of
the printed figures of its leases. The report knows nothing after --to, so the
closing balances of one report are the opening balances of the next.

Leases are read from CSV files and workbooks (.xlsx), one per row, from files with one
JSON object a line or an array of them, and from directories with leases.csv and the
files of lists that docs/FILES.md names, such as events.csv; without a file, or for -,
from standard input. Each needs an id of its own. leasehold template --portfolio writes a
workbook to fill in.
Any number of leases is read, on every core, and little of them is kept in memory.

A wrong lease ends the report and is named. With --on-error skip it is left out and
listed, and the exit status is 1 at the end. A report is written only when it is
whole, to standard output too; ndjson is written line by line as leases are read.` + "\n\n" + reportFormatHelp(),
		Example: `  leasehold report --from 2026-01-01 --to 2026-12-31 leases.csv
  leasehold report --from 2026-03-01 --to 2026-03-31 --group-by tag:entity,standard leases.ndjson
  leasehold report --from 2026-01-01 --to 2026-12-31 leases.ndjson -o leases-2026.csv --totals totals-2026.json`,
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
			return []cobra.Completion{"csv", "xlsx", "ndjson", "jsonl", "json"}, cobra.ShellCompDirectiveFilterFileExt
		},
		RunE: func(cmd *cobra.Command, args []string) error { return flags.run(cmd, args) },
	}
	flags.register(cmd)
	names := reportFormatNames()
	s := cmd.Flags()
	s.StringVar(&flags.journal, "journal", "none", "journal entries by calendar month in json, ndjson and xlsx: none or monthly")
	s.StringVar(&flags.onError, "on-error", "stop", "action for an invalid lease: stop or skip")
	s.StringVarP(&flags.format, "format", "f", "", "form of the report: "+strings.Join(names, ", ")+
		" (default: by the name of the output file, else table on a terminal, json otherwise)")
	s.StringVarP(&flags.out, "output", "o", "", "write to this `file`, which is replaced only by a whole report")
	s.StringVar(&flags.totals, "totals", "", "write the groups, the total and the averages to this `file` too, as JSON")
	s.StringVar(&flags.previous, "previous", "", "compare the opening with signed balances: a closing, or a JSON `file` with digest, leases or both")
	_ = cmd.RegisterFlagCompletionFunc("format", func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return names, cobra.ShellCompDirectiveNoFileComp
	}) // the flag exists
	return cmd
}

// register adds the flags that a report and a close share.
func (f *reportFlags) register(cmd *cobra.Command) {
	s := cmd.Flags()
	s.StringVar(&f.from, "from", "", "first `date` of the reporting period, yyyy-mm-dd")
	s.StringVar(&f.to, "to", "", "last `date` of the reporting period, yyyy-mm-dd")
	s.StringSliceVar(&f.groupBy, "group-by", nil, "add up by these, separated by commas: `names` out of standard, classification, currency, tag:NAME")
	s.StringVar(&f.accrual, "accrual", "days", "how the rows of leases accrue: days, months or thirty_360 (months of 30 days)")
	s.StringArrayVar(&f.where, "where", nil, "only these leases: a `condition` KEY=VALUE or KEY=VALUE,VALUE with a key of --group-by; all conditions hold")
	s.StringSliceVar(&f.tags, "tags", nil, "additional tags as columns in csv and parquet, next to the tags of --group-by: a list of `names`")
	f.sheet.register(s)
	f.exchange.register(s)
	s.StringVar(&f.present, "presentation-currency", "", "translate all figures into the currency of this `code`; entries stay in the functional currencies")
	s.BoolVar(&f.summed, "summed", false, "add up the journal of a bookkeeping program by account, month and --group-by")
	s.BoolVar(&f.reclassify, "reclassify", false, "add the current portion of the liability at --to and its reversal on the next day, except for governmental funds, which carry no liability")
	s.StringVar(&f.fund, "fund", "", fundFlag)
	s.StringSliceVar(&f.columns, "columns", nil, "columns of the form entries: a list of `names`, each with an optional heading after =")
	s.StringVar(&f.currency, "currency", "", "`code` of the amounts of leases without a currency; amounts are not converted")
	s.StringVar(&f.accounts, "accounts", "", "write your own account codes in journals, from this YAML or JSON `file`")
	s.StringVar(&f.comparative, "comparative", "", "add an earlier `period` of the same leases, restated, in json, table, csv, xlsx and pdf, as in 2025-01-01..2025-12-31")
	s.StringVar(&f.comparativeReport, "comparative-report", "", "add an earlier report as published in these forms, from the `file` of its json")
	s.StringVar(&f.assetTaxBase, "asset-tax-base", "none", "asset components with a tax base, for --deferred-tax: none, or direct_costs_and_incentives")
	s.StringArrayVar(&f.deferredTax, "deferred-tax", nil, "deferred tax at this rate, as in 0.25 (`amount`); NAME=VALUE:RATE for some leases, as in tag:entity=UK:0.25; may be repeated, the first that fits counts")
	s.StringVar(&f.ledger, "ledger", "", "tie out to a trial balance: a CSV `file` or workbook exported by accounting software; --accounts selects the lease accounts")
	s.StringVar(&f.ledgerSheet, "ledger-sheet", "", "the `name` of the sheet in that workbook (default: the sheet most similar to a trial balance)")
	s.StringArrayVar(&f.ledgerMap, "ledger-map", nil, "assign one of its columns, as `heading=field`: a heading or letter, and account, debit, credit, balance, side, currency, a key of --group-by or -; may be repeated")
	s.BoolVar(&f.concepts, "concepts", false, "add the names that filings use for the figures, in json")
	s.StringVar(&f.assetClassTag, "asset-class-tag", "", "show assets by class in xlsx: the `name` of the tag that says the class")
	s.Var(&f.paper, "paper", "paper `size` of the workbook, letter or a4; by default a4 for FRS 102, otherwise letter")
	_ = cmd.MarkFlagFilename("accounts", "yaml", "yml", "json") // the flag exists
	_ = cmd.MarkFlagFilename("ledger", "csv", "xlsx")           // same
}

// run reads the flags and makes the report.
func (f *reportFlags) run(cmd *cobra.Command, args []string) error {
	q, err := f.question()
	if err != nil {
		return err
	}
	return f.write(cmd, q, args)
}

// write makes the report on some files, and writes it.
func (f *reportFlags) write(cmd *cobra.Command, q *portfolio.Question, names []string) error {
	form, err := f.pick(cmd.OutOrStdout())
	if err != nil {
		return err
	}
	if err := keepInputs(cmd, f.out, f.totals); err != nil {
		return err
	}
	if f.totals != "" && filepath.Clean(f.totals) == filepath.Clean(f.out) {
		return usageError{errors.New("--totals names the file of the report; choose another file for the totals")}
	}
	return f.writeForm(cmd, q, names, form, f.out)
}

// writeForm writes the report on some files in one form.
func (f *reportFlags) writeForm(cmd *cobra.Command, q *portfolio.Question, names []string, form *reportfile.Form, out string) error {
	if f.assetClassTag != "" && form.Name != "xlsx" {
		return usageError{fmt.Errorf("--asset-class-tag works only with --format xlsx, and not with %s", form.Name)}
	}
	if flags := cmd.Flags(); form.Name == "parquet-entries" {
		for _, flag := range []string{"accounts", "summed", "reclassify"} {
			if flags.Changed(flag) {
				return usageError{fmt.Errorf("--%s does not work with --format %s, which has the accounts of the report; --format entries has your own", flag, form.Name)}
			}
		}
	}
	options, err := f.options()
	if err != nil {
		return err
	}
	if err := f.tieOut(q, form, &options); err != nil {
		return err
	}
	if form.Binary && (out == "" || out == "-") && terminalOf(cmd.OutOrStdout()).is {
		return usageError{fmt.Errorf("--format %s cannot be written to a terminal; name a file with -o", form.Name)}
	}
	f.sheet.tags = f.namedTags(q, &options)
	files, err := openFiles(cmd, names, &f.sheet)
	if err != nil {
		return err
	}
	defer files.close()
	if q.ExchangeRates, err = f.exchange.table(names, &f.sheet); err != nil {
		return err
	}
	r := &reportfile.Report{Question: q, Source: files.source(), Page: newPage, Tags: f.tags, Export: options}
	write := writeTo
	if form.Whole {
		write = writeWhole
	}
	return write(cmd, out, func(w io.Writer) error {
		done, err := drive(cmd, r, files, out, w, func(ctx context.Context) (*reportfile.Result, error) { return r.Write(ctx, w, form) })
		if err != nil {
			return f.wrong(err)
		}
		return f.finish(cmd, files, done)
	})
}

// namedTags returns the tags that options name. Columns with these headings become tags.
func (f *reportFlags) namedTags(q *portfolio.Question, o *export.Options) []string {
	return slices.Concat(f.tags, q.Tags(), o.Accounts.Tags(), export.ColumnTags(o.Columns))
}

// question parses the flags of the report request.
func (f *reportFlags) question() (*portfolio.Question, error) {
	span, err := spanOf(f.from, f.to)
	if err != nil {
		return nil, err
	}
	q := &portfolio.Question{From: span.From, To: span.To, AssetClassTag: strings.TrimPrefix(f.assetClassTag, "tag:")}
	for _, name := range f.groupBy {
		k, err := portfolio.ParseKey(name)
		if err == nil && slices.Contains(q.GroupBy, k) {
			err = errors.New(name + " appears more than once")
		}
		if err != nil {
			return nil, usageError{fmt.Errorf("--group-by: %w", err)}
		}
		q.GroupBy = append(q.GroupBy, k)
	}
	for _, text := range f.where {
		c, err := portfolio.ParseCondition(text)
		if err != nil {
			return nil, usageError{fmt.Errorf("--where: %w", err)}
		}
		q.Where = append(q.Where, c)
	}
	monthly, errJournal := oneOf("journal", f.journal, "none", "monthly")
	var errAccrual error
	if err := q.Accrual.UnmarshalText([]byte(f.accrual)); err != nil {
		errAccrual = usageError{fmt.Errorf("--accrual %w", err)}
	}
	skip, errSkip := oneOf("on-error", f.onError, "stop", "skip")
	if err := cmp.Or(errJournal, errAccrual, errSkip); err != nil {
		return nil, err
	}
	if monthly {
		q.Journal = portfolio.Monthly
	}
	if skip {
		q.OnError = portfolio.SkipWrong
	}
	if f.present != "" {
		if q.Presentation, err = money.ParseCurrency(f.present); err != nil {
			return nil, usageError{fmt.Errorf("--presentation-currency %q is %w", f.present, err)}
		}
	}
	return q, nil
}

// oneOf parses a flag with two possible values and reports whether the value is yes.
func oneOf(flag, word, no, yes string) (bool, error) {
	if word != no && word != yes {
		return false, usageError{fmt.Errorf("--%s %q is not allowed; allowed are %s and %s", flag, word, no, yes)}
	}
	return word == yes, nil
}

// pick selects the format: by name, otherwise by the output file, otherwise
// table on a terminal and json elsewhere.
func (f *reportFlags) pick(out io.Writer) (*reportfile.Form, error) {
	name := f.format
	if ext := strings.ToLower(filepath.Ext(f.out)); name == "" && ext != "" {
		if i := slices.IndexFunc(reportfile.Forms, func(r reportfile.Form) bool { return r.Ext == ext }); i >= 0 {
			return &reportfile.Forms[i], nil
		}
	}
	switch {
	case name == "" && f.out == "" && terminalOf(out).is:
		name = "table"
	case name == "":
		name = "json"
	}
	return formOf(name)
}

// formOf returns the form of that name.
func formOf(name string) (*reportfile.Form, error) {
	if i := slices.IndexFunc(reportfile.Forms, func(r reportfile.Form) bool { return r.Name == name }); i >= 0 {
		return &reportfile.Forms[i], nil
	}
	return nil, usageError{fmt.Errorf("--format %q is not known; allowed are %s", name, strings.Join(reportFormatNames(), ", "))}
}

// options reads the flags of journals.
func (f *reportFlags) options() (o export.Options, err error) {
	o = export.Options{Currency: f.currency, Paper: f.paper.Size, Version: buildVersion().Version, Reclassify: f.reclassify, Summed: f.summed}
	if o.Fund, err = export.ParseFund(f.fund); err != nil {
		return o, f.wrong(err)
	}
	if o.Columns, err = export.ParseColumns(f.columns); err != nil {
		return o, f.wrong(err)
	}
	o.Accounts, err = readAccounts(f.accounts)
	return o, err
}

// wrong adds the name of the flag to an error about a file option.
func (f *reportFlags) wrong(err error) error {
	option, ok := errors.AsType[*export.OptionError](err)
	switch {
	case !ok:
		return err
	case option.Option == "accounts" && f.accounts != "":
		return fmt.Errorf("%s: %w", f.accounts, err)
	case option.Option == "currency" || option.Option == "columns" || option.Option == "fund":
		return optionError(option)
	}
	return err
}
