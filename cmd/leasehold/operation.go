package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/batch"
	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/report"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

// operation describes the command for an operation on one lease: its help text and the layout of
// its results. All other code is shared by the operations.
type operation struct {
	*operations.Operation

	short, long, example string

	table func(*report.Page, *leasehold.Result)
	csv   func(io.Writer, *leasehold.Result) error // writes the csv format; nil to use [export.Format.Write]
	rows  *export.Table                            // table for many leases; if nil, the table is a summary with one row per lease

	at leasehold.Optional[civil.Date] // value of --at: the date as of which balances are requested
}

func (op *operation) formats() []format {
	list := []format{tableFormat, jsonFormat, linesFormat, csvFormat}
	for _, f := range fileFormats(op.Operation) {
		if f.name != csvFormat.name {
			list = append(list, f)
		}
	}
	return list
}

type operationFlags struct {
	requestFlags

	from    string
	at      civil.Date
	monthly bool
	sheet   sheetFlags
}

func (f *operationFlags) register(cmd *cobra.Command, op *operation) {
	s := cmd.Flags()
	f.outputFlags.register(cmd, op.formats())
	f.remoteFlags.register(cmd)
	s.StringVar(&f.from, "from", "", "read leases from this `file`: CSV or a workbook (.xlsx) with one lease per row, or JSON (- for standard input)")
	_ = cmd.MarkFlagFilename("from", "csv", "xlsx", "json", "ndjson", "jsonl") // cannot fail, because the flag exists
	f.sheet.register(s)
	switch op.Operation {
	case operations.Compute:
		f.exportFlags.register(cmd, "currency", "paper")
	case operations.Schedule:
		s.Func("at", "also print the balances at the end of this `date`, yyyy-mm-dd; csv contains only the balances, one row per lease", parsed(&f.at, parseDate))
	case operations.JournalEntries:
		f.exportFlags.register(cmd, "currency", "accounts", "columns", "fund")
		s.Func("since", "write only entries from this `date` on, yyyy-mm-dd", parsed(&f.First, parseDate))
		s.Func("until", "write only entries up to this `date`, yyyy-mm-dd", parsed(&f.Last, parseDate))
		s.BoolVar(&f.monthly, "monthly", false, "write one entry per calendar month; this is the default in files for accounting software")
	}
}

func newOperationCommand(op *operation) *cobra.Command {
	flags := new(operationFlags)
	cmd := &cobra.Command{
		Use:               op.Command + " [FILE|-]",
		Short:             op.short,
		Long:              op.long + formatHelp,
		Example:           op.example,
		Args:              oneFile,
		ValidArgsFunction: completeLease("json", "ndjson"),
		RunE: func(cmd *cobra.Command, args []string) error {
			op := op
			if cmd.Flags().Changed("at") {
				withBalances := *op
				op = &withBalances
				op.at, op.csv, op.rows = leasehold.Some(flags.at), export.BalancesTable.CSV, export.BalancesTable
			}
			if cmd.Flags().Changed("from") {
				return op.answerSheet(cmd, args, flags)
			}
			return op.answer(cmd, args, flags)
		},
	}
	flags.register(cmd, op)
	return cmd
}

func completeLease(extensions ...cobra.Completion) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return extensions, cobra.ShellCompDirectiveFilterFileExt
	}
}

func oneFile(cmd *cobra.Command, args []string) error {
	if len(args) > 1 {
		return fmt.Errorf("%d files were named, but %s reads only one; put all the leases into one file, one per line (--format ndjson)", len(args), cmd.Name())
	}
	return nil
}

// used returns the flags on the command line that apply only to files for other programs.
func (f *operationFlags) used(cmd *cobra.Command) (list []string) {
	for _, name := range []string{"currency", "paper", "accounts", "since", "until", "columns", "fund"} {
		if cmd.Flags().Changed(name) {
			list = append(list, "--"+name)
		}
	}
	return list
}

func (f *operationFlags) options(cmd *cobra.Command) (export.Options, error) {
	o, err := f.exportFlags.options()
	switch {
	case f.monthly:
		o.Entries = export.EntriesByMonth
	case cmd.Flags().Changed("monthly"):
		o.Entries = export.EntriesByPeriod
	}
	return o, err
}

func (op *operation) answer(cmd *cobra.Command, args []string, flags *operationFlags) error {
	name, server, in, err := flags.open(cmd, args, op.Operation, op.formats(), jsonFormat, linesFormat)
	if err != nil {
		return err
	}
	defer in.close()
	if used := flags.used(cmd); len(used) > 0 && export.Find(name) == nil {
		return usageError{fmt.Errorf("%s: requires a file format such as csv, not %s; choose the format with --format or with the file name, such as -o 2026.csv",
			strings.Join(used, ", "), name)}
	}
	if name == linesFormat.name {
		return op.answerLines(cmd, server, in, flags)
	}
	options, err := flags.options(cmd)
	if err != nil {
		return err
	}
	rates, err := flags.sheet.table()
	if err != nil {
		return err
	}
	lease, err := readLease(cmd, in)
	if err != nil {
		return err
	}
	if server != nil {
		body, err := flags.ask(cmd, server, op.Operation, op.withAt(withRates(lease, rates)))
		if err != nil {
			return fmt.Errorf("%s: %w", in.name, err)
		}
		return writeTo(cmd, flags.out, func(w io.Writer) error { return writeJSON(w, body) })
	}
	result, err := op.compute(leasehold.DecodeWith(lease, rates))
	if err != nil {
		return fmt.Errorf("%s: %w%s", in.name, err, in.hint(cmd))
	}
	return writeOutput(cmd, flags.out, export.Find(name) != nil, func(w io.Writer) error { return flags.wrong(op.write(w, name, result, options)) })
}

func (op *operation) write(w io.Writer, name string, r *leasehold.Result, o export.Options) error {
	if o.Entries == export.EntriesByMonth && export.Find(name) == nil {
		return writeMonths(w, name, r)
	}
	switch {
	case name == tableFormat.name:
		return writePage(w, func(p *report.Page) { op.table(p, r) })
	case name == jsonFormat.name:
		return writeJSON(w, op.AppendResult(nil, r))
	case name == csvFormat.name && op.csv != nil:
		return op.csv(w, r)
	}
	return writeExport(w, name, op.Operation, r, o)
}

func writeMonths(w io.Writer, name string, r *leasehold.Result) error {
	entries, err := leasehold.MonthlyJournal(context.Background(), r)
	if err != nil {
		return err
	}
	if name == tableFormat.name {
		return writePage(w, func(p *report.Page) { p.Months(r, entries) })
	}
	line, text := portfolio.Line{Lease: &r.Lease}, []byte(`{"journalEntries":[`)
	for i := range entries {
		if i > 0 {
			text = append(text, ',')
		}
		text = line.AppendEntry(text, &entries[i])
	}
	return writeJSON(w, append(text, "]}"...))
}

func readLease(cmd *cobra.Command, in *input) ([]byte, error) {
	body, err := io.ReadAll(io.LimitReader(in, batch.MaxLine+1))
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", in.name, cause(err))
	}
	if len(body) > batch.MaxLine {
		return nil, fmt.Errorf("%s: the lease is larger than the %d bytes allowed%s", in.name, batch.MaxLine, in.hint(cmd))
	}
	return body, nil
}

// compute computes a decoded lease with the balances as of --at. If decoding has failed, it returns err.
func (op *operation) compute(lease *leasehold.Lease, err error) (*leasehold.Result, error) {
	if err != nil {
		return nil, err
	}
	lease.AdoptRates()
	if op.at.Set {
		lease.At = op.at
	}
	return leasehold.Compute(lease)
}

var leaseOperations = []*operation{
	{
		Operation: operations.Compute,
		short:     "Compute the complete accounting of a lease",
		long: `Compute the complete accounting of a lease: liability, right-of-use asset, schedule,
classification, journal entries, disclosures, citations and notes. With --format csv,
the output contains the schedule's rows; xlsx is a workbook with live formulas,
and pdf is a schedule to print.

With --from, the table and csv formats contain one summary row per lease, and ndjson
contains the complete results.`,
		example: `  leasehold compute office.json
  leasehold compute office.json --format csv -o schedule.csv
  leasehold compute office.json -o office.xlsx
  echo '{"commencementDate":"2026-01-01","termMonths":60,"paymentAmount":10000,"discountRateAnnual":0.06}' | leasehold compute
  leasehold compute leases.ndjson --format ndjson > answers.ndjson
  leasehold compute --from leases.csv --format csv -o summary.csv`,
		table: (*report.Page).Compute,
	},
	{
		Operation: operations.Schedule,
		short:     "Compute the amortization schedule of a lease",
		long: `Compute the amortization schedule: for each payment, its interest and principal, the
liability and the right-of-use asset after the payment, and the period's cost.

With --from, the CSV output contains the schedules one after the other, and each row
contains its lease's line number and id.

With --at, the result also contains the balances at the end of a day: the liability,
the accrued interest, the right-of-use asset, and the current and long-term portion.`,
		example: `  leasehold schedule office.json
  leasehold schedule office.json --format csv -o schedule.csv
  leasehold schedule --from leases.csv -o schedules.csv
  leasehold schedule office.json --at 2026-12-31`,
		table: (*report.Page).Schedule,
		rows:  export.ScheduleTable,
	},
	{
		Operation: operations.JournalEntries,
		short:     "Compute the journal entries of a lease",
		long: `Compute the journal entries, one at commencement and one for each period. Every entry
balances. With --format csv, the output contains one row per entry line, with the
entry's number; entry 0 is the commencement entry.

The hledger format is a journal for the hledger program. The programs QuickBooks Online,
Xero, NetSuite, Dynamics 365, Sage Intacct, SAP S/4HANA and Oracle Fusion import the
formats quickbooks-online, xero, netsuite, dynamics-365, sage-intacct, sap-s4hana and
oracle-fusion. The entries format is CSV with the columns that --columns lists.
--accounts names a YAML or JSON file with your own account codes:

  accounts:
    Right-of-use asset: "1700"
    Lease liability: {account: "2400", segments: {Class: Offices}}

With --from, a journal for another program contains the entries of all leases by
calendar month, and is written only if every lease is valid and has its own id. The
CSV output contains the entries by period, and each row contains its lease's line
number and id. To add up entries by account and group, use leasehold report.`,
		example: `  leasehold journal office.json
  leasehold journal office.json --format csv -o entries.csv
  leasehold journal office.json --format hledger -o office.journal
  leasehold journal office.json --format xero --accounts accounts.yaml --since 2026-01-01 --until 2026-12-31 -o 2026.csv
  leasehold journal --from leases.csv --format netsuite --since 2026-03-01 --until 2026-03-31 -o march.csv`,
		table: (*report.Page).Journal,
		rows:  export.JournalTable,
	},
	{
		Operation: operations.Classify,
		short:     "Classify a lease and explain its class",
		long: `Classify a lease according to the five criteria of ASC 842, and show the numbers behind
each criterion. Every other standard has a single lessee model. With --format csv, the
output contains the criteria.

With --from, the CSV output has one row per lease with its class, the reason, and the
verdict on each criterion.`,
		example: `  leasehold classify equipment.json
  leasehold classify leases.ndjson --format ndjson
  leasehold classify --from leases.csv -o classes.csv`,
		table: (*report.Page).Classify,
		csv:   export.CriteriaTable.CSV,
		rows:  export.ClassTable,
	},
}

const formatHelp = `

The lease is one JSON object with the fields of the API, read from FILE or from
standard input. With --format ndjson, input and output have one lease per line in
the same order. An invalid line produces an error object, the remaining lines are
still computed, and the exit status is 1.

With --from, leases are read from JSON, or from CSV or a workbook with a row of
headings and one lease per row (see leasehold template). The default format is csv
unless the output is a terminal. An error names the line and the column.`
