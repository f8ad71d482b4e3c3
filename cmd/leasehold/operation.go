package main

import (
	"context"
	"errors"
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

// operation describes the command for an operation of the service: its help texts and the layout of
// its results. All other code is the same for all operations.
type operation struct {
	*operations.Operation

	short, long, example string

	table func(*report.Page, *leasehold.Result)
	csv   func(io.Writer, *leasehold.Result) error // writes the format csv; if nil, [export.Format.Write] does
	rows  *export.Table                            // table for many leases; if nil, the table is a summary with one row per lease

	at leasehold.Optional[civil.Date] // the value of --at: the day whose balances are requested
}

// atDay returns the operation with the balances at the end of the day that text names. The format
// csv then contains only these balances.
func (op *operation) atDay(text string) (*operation, error) {
	day, err := dateFlag("at", text)
	if err != nil {
		return nil, err
	}
	with := *op
	with.at = leasehold.Some(day)
	with.csv, with.rows = export.BalancesCSV, export.BalancesTable
	return &with, nil
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

	from         string
	at           string
	since, until string
	monthly      bool
	sheet        sheetFlags
	remote       remoteFlags
}

func (f *operationFlags) register(cmd *cobra.Command, op *operation) {
	s := cmd.Flags()
	f.outputFlags.register(cmd, op.formats())
	f.remote.register(cmd)
	s.StringVar(&f.from, "from", "", "read leases from this `file`: CSV or a workbook (.xlsx) with one per row, or JSON (- for standard input)")
	_ = cmd.MarkFlagFilename("from", "csv", "xlsx", "json", "ndjson", "jsonl") // never fails, because the flag exists
	f.sheet.register(s)
	switch op.Operation {
	case operations.Compute:
		f.exportFlags.register(cmd, "currency", "paper")
	case operations.Schedule:
		s.StringVar(&f.at, "at", "", "also print the balances at the end of this `date`, yyyy-mm-dd; csv contains only the balances, one row per lease")
	case operations.JournalEntries:
		f.exportFlags.register(cmd, "currency", "accounts", "columns", "fund")
		s.StringVar(&f.since, "since", "", "only entries from this `date` on, yyyy-mm-dd")
		s.StringVar(&f.until, "until", "", "only entries up to this `date`, yyyy-mm-dd")
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
			if err := flags.remote.check(cmd); err != nil {
				return err
			}
			op := op
			if cmd.Flags().Changed("at") {
				var err error
				if op, err = op.atDay(flags.at); err != nil {
					return err
				}
			}
			switch {
			case cmd.Flags().Changed("from"):
				return op.answerSheet(cmd, args, flags)
			case flags.remote.server != "":
				return op.askServer(cmd, args, flags)
			default:
				return op.answer(cmd, args, flags)
			}
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

// oneFile returns an error if the command has more than one argument.
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
func (f *operationFlags) options(cmd *cobra.Command) (o export.Options, err error) {
	if o, err = f.exportFlags.options(); err != nil {
		return o, err
	}
	if f.since != "" {
		if o.First, err = dateFlag("since", f.since); err != nil {
			return o, err
		}
	}
	if f.until != "" {
		if o.Last, err = dateFlag("until", f.until); err != nil {
			return o, err
		}
	}
	switch {
	case f.monthly:
		o.Entries = export.EntriesByMonth
	case cmd.Flags().Changed("monthly"):
		o.Entries = export.EntriesByPeriod
	}
	return o, nil
}

// answer computes one lease, or a file with one lease per line, without a server.
func (op *operation) answer(cmd *cobra.Command, args []string, flags *operationFlags) error {
	name, err := flags.pick(cmd, op.Command, op.formats(), jsonFormat.name)
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
		if flags.monthly {
			return usageError{errors.New("--monthly is for one lease; for the entries of many, use leasehold report --journal monthly")}
		}
		return op.answerLines(cmd, in, flags)
	}
	options, err := flags.options(cmd)
	if err != nil {
		return err
	}
	result, err := op.readResult(cmd, in, &flags.sheet)
	if err != nil {
		return err
	}
	write := writeTo
	if export.Find(name) != nil {
		write = writeWhole
	}
	return write(cmd, flags.out, func(w io.Writer) error { return flags.wrong(op.write(w, name, result, options)) })
}

// write writes the result of one lease in an output format.
func (op *operation) write(w io.Writer, name string, r *leasehold.Result, o export.Options) error {
	monthly := o.Entries == export.EntriesByMonth
	switch {
	case name == tableFormat.name && monthly:
		entries, err := leasehold.MonthlyJournal(context.Background(), r)
		if err != nil {
			return err
		}
		return writePage(w, func(p *report.Page) { p.Months(r, entries) })
	case name == tableFormat.name:
		return writePage(w, func(p *report.Page) { op.table(p, r) })
	case name == jsonFormat.name && monthly:
		return writeMonths(w, r)
	case name == jsonFormat.name:
		return writeJSON(w, op.AppendResult(nil, r))
	case name == csvFormat.name && op.csv != nil:
		return op.csv(w, r)
	}
	err := export.Find(name).Write(w, op.Name, r, o)
	if _, ok := errors.AsType[*export.OptionError](err); err != nil && !ok {
		return fmt.Errorf("--format %s: %w", name, err)
	}
	return err
}

// writeMonths writes the journal entries of a lease by calendar month as JSON.
func writeMonths(w io.Writer, r *leasehold.Result) error {
	entries, err := leasehold.MonthlyJournal(context.Background(), r)
	if err != nil {
		return err
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

// readResult reads the lease from an input with one lease and computes it.
func (op *operation) readResult(cmd *cobra.Command, in *input, sheet *sheetFlags) (*leasehold.Result, error) {
	rates, err := sheet.table()
	if err != nil {
		return nil, err
	}
	body, err := readLease(cmd, in)
	if err != nil {
		return nil, err
	}
	result, err := op.compute(leasehold.DecodeWith(body, rates))
	if err != nil {
		return nil, fmt.Errorf("%s: %w%s", in.name, err, in.hint(cmd))
	}
	return result, nil
}

// compute computes the accounting of a decoded lease, with the balances of --at. If err is not nil,
// it returns err.
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
