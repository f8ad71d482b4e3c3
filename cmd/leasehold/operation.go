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

// operation describes the command for an operation on one lease: its help texts and the layout of
// its results. All other code is the same for all operations.
type operation struct {
	*operations.Operation

	short, long, example string

	table func(*report.Page, *leasehold.Result)
	csv   func(io.Writer, *leasehold.Result) error // writes the format csv; if nil, [export.Format.Write] does
	rows  *export.Table                            // table for many leases; if nil, the table is a summary with one row per lease

	at leasehold.Optional[civil.Date] // the value of --at: the day whose balances are requested
}

// atDay returns the operation with the balances at the end of a day. The format csv then contains
// only these balances.
func (op *operation) atDay(day civil.Date) *operation {
	with := *op
	with.at = leasehold.Some(day)
	with.csv, with.rows = export.BalancesCSV, export.BalancesTable
	return &with
}

// formats returns the output formats of the operation for one lease.
func (op *operation) formats() []format {
	list := []format{tableFormat, jsonFormat, linesFormat, csvFormat}
	for _, f := range fileFormats(op.Operation) {
		if f.name != csvFormat.name {
			list = append(list, f)
		}
	}
	return list
}

// operationFlags contains the flags of the commands for operations on one lease.
type operationFlags struct {
	outputFlags
	exportFlags
	remoteFlags

	from    string
	at      civil.Date
	monthly bool
	sheet   sheetFlags
}

func (f *operationFlags) register(cmd *cobra.Command, op *operation) {
	s := cmd.Flags()
	f.outputFlags.register(cmd, op.formats())
	f.remoteFlags.register(cmd)
	s.StringVar(&f.from, "from", "", "read leases from this `file`: CSV or a workbook (.xlsx) with one per row, or JSON (- for standard input)")
	_ = cmd.MarkFlagFilename("from", "csv", "xlsx", "json", "ndjson", "jsonl") // never fails, because the flag exists
	f.sheet.register(s)
	switch op.Operation {
	case operations.Compute:
		f.exportFlags.register(cmd, "currency", "paper")
	case operations.Schedule:
		s.Func("at", "also print the balances at the end of this `date`, yyyy-mm-dd; csv contains only the balances, one row per lease", parsed(&f.at, parseDate))
	case operations.JournalEntries:
		f.exportFlags.register(cmd, "currency", "accounts", "columns", "fund")
		s.Func("since", "only entries from this `date` on, yyyy-mm-dd", parsed(&f.First, parseDate))
		s.Func("until", "only entries up to this `date`, yyyy-mm-dd", parsed(&f.Last, parseDate))
		s.BoolVar(&f.monthly, "monthly", false, "one entry per calendar month; the default in files for accounting software")
	}
}

// newOperationCommand returns the command for op. The lease comes from a file, standard input or a
// row of a spreadsheet. The result is computed locally or on a server.
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
				op = op.atDay(flags.at)
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

// completeLease returns a shell completion for one argument that names a lease file.
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
		return fmt.Errorf("%d files were named, but %s reads only one; put many leases into one file, one per line (--format ndjson)", len(args), cmd.Name())
	}
	return nil
}

// used returns the names of the flags on the command line that apply only to files for other
// programs.
func (f *operationFlags) used(cmd *cobra.Command) (list []string) {
	for _, name := range []string{"currency", "paper", "accounts", "since", "until", "columns", "fund"} {
		if cmd.Flags().Changed(name) {
			list = append(list, "--"+name)
		}
	}
	return list
}

// options returns the export options of the flags that apply to files for other programs.
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

// answer computes one lease, or a file with one lease per line, locally or on a server.
func (op *operation) answer(cmd *cobra.Command, args []string, flags *operationFlags) error {
	name, err := flags.pickFor(cmd, op.Operation, &flags.outputFlags, op.formats(), jsonFormat, linesFormat)
	if err != nil {
		return err
	}
	server, err := flags.client()
	if err != nil {
		return err
	}
	in, err := openInput(cmd, args)
	if err != nil {
		return err
	}
	defer in.close()
	if used := flags.used(cmd); len(used) > 0 && export.Find(name) == nil {
		return usageError{fmt.Errorf("%s: works only with file formats such as csv, and --format %s is not one; choose one with --format or by the name of the file, such as -o 2026.csv",
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

// write writes the result of one lease in an output format.
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

// writeMonths writes the journal entries of a lease by calendar month as JSON or as a table.
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

// readLease reads the text of the lease from an input with one lease.
func readLease(cmd *cobra.Command, in *input) ([]byte, error) {
	body, err := io.ReadAll(io.LimitReader(in, batch.MaxLine+1))
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", in.name, cause(err))
	}
	if len(body) > batch.MaxLine {
		return nil, fmt.Errorf("%s: the lease is longer than the %d bytes allowed%s", in.name, batch.MaxLine, in.hint(cmd))
	}
	return body, nil
}

// compute computes the accounting of a decoded lease, with the balances of --at. If err is not nil,
// compute returns err.
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
