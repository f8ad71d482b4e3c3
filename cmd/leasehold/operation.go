package main

import (
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
	"github.com/leasehold-accounting/leasehold/ratetable"
)

// operation is an operation of the service as a command: its help texts and the layout of its
// results. All other code is common to the commands.
type operation struct {
	*operations.Operation

	short, long, example string

	table func(*report.Page, *leasehold.Result)
	csv   func(io.Writer, *leasehold.Result) error
	rows  *export.Table // table for many leases; nil for a summary with one row per lease

	at leasehold.Optional[civil.Date] // the day of the requested balances, from --at
}

// atDay returns the operation with the balances at the end of a day. Its CSV format then contains
// these balances.
func (op *operation) atDay(text string) (*operation, error) {
	day, err := dateFlag("at", text)
	if err != nil {
		return nil, err
	}
	with := *op
	with.at = leasehold.Optional[civil.Date]{Value: day, Set: true}
	with.csv, with.rows = export.BalancesCSV, export.BalancesTable
	return &with, nil
}

// prepare applies --at to a lease.
func (op *operation) prepare(l *leasehold.Lease) {
	if op.at.Set {
		l.At = op.at
	}
}

// leaseOperations are the operations on one lease as commands.
var leaseOperations = []*operation{computeOperation, scheduleOperation, journalOperation, classifyOperation}

// answerFlags are the flags of the commands for a single lease.
type answerFlags struct {
	from   string
	at     string
	sheet  sheetFlags
	format string
	out    string
	files  fileFlags
	remote remoteFlags
}

// register adds the flags to a command.
func (f *answerFlags) register(cmd *cobra.Command, op *operation) {
	cmd.Flags().StringVarP(&f.format, "format", "f", "", "output format: "+strings.Join(op.formatNames(), ", ")+
		" (default: by the name of the output file, else table on a terminal, json otherwise)")
	cmd.Flags().StringVarP(&f.out, "output", "o", "", "write to this `file`, which is replaced only by a complete result")
	_ = cmd.RegisterFlagCompletionFunc("format", func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		var all []cobra.Completion
		for _, f := range formats {
			if !f.given(op) {
				continue
			}
			all = append(all, cobra.CompletionWithDesc(f.name, f.about))
		}
		return all, cobra.ShellCompDirectiveNoFileComp
	}) // the flag exists
}

// newOperationCommand returns the command that performs op on a lease. The lease comes from a
// file, standard input or a row of a spreadsheet, and the result is computed locally or on a
// server.
func newOperationCommand(op *operation) *cobra.Command {
	flags := new(answerFlags)
	cmd := &cobra.Command{
		Use:     op.Command + " [FILE|-]",
		Short:   op.short,
		Long:    op.long + formatHelp,
		Example: op.example,
		Args:    oneFile,
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return []cobra.Completion{"json", "ndjson"}, cobra.ShellCompDirectiveFilterFileExt
		},
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
	flags.remote.register(cmd)
	flags.files.register(cmd, op)
	cmd.Flags().StringVar(&flags.from, "from", "", "read leases from this `file`: CSV or a workbook (.xlsx) with one per row, or JSON (- for standard input)")
	_ = cmd.MarkFlagFilename("from", "csv", "xlsx", "json", "ndjson", "jsonl") // the flag exists
	flags.sheet.register(cmd.Flags())
	if op.Operation == operations.Schedule {
		cmd.Flags().StringVar(&flags.at, "at", "", "also print the balances at the end of this `date`, yyyy-mm-dd; csv contains only the balances, one row per lease")
	}
	return cmd
}

// oneFile rejects more than one file.
func oneFile(cmd *cobra.Command, args []string) error {
	if len(args) > 1 {
		return fmt.Errorf("%d files were named, and %s reads one; put many leases into one file, one per line (--format ndjson)", len(args), cmd.Name())
	}
	return nil
}

// formatHelp is part of every answering command's help.
const formatHelp = `

The lease is one JSON object with the fields of the contract, read from FILE or
from standard input. With --format ndjson, input and output have one lease per
line in the same order. An invalid line produces an error object, the remaining
lines continue, and the exit status is 1.

Exit status: 0 for a result, 1 for an invalid lease or a file that cannot be
read or written, 2 for an invalid command line.`

// answer computes one lease, or a lease per line, locally.
func (op *operation) answer(cmd *cobra.Command, args []string, flags *answerFlags) error {
	f, err := flags.pick(cmd.OutOrStdout(), "json")
	if err != nil {
		return err
	}
	in, err := openInput(cmd, args)
	if err != nil {
		return err
	}
	defer in.close()
	if f.file != nil || flags.files.given(cmd) || f.name == "csv" && flags.files.monthly.yes {
		return op.writeFile(cmd, in, f, flags)
	}
	if f.answer == nil && flags.files.monthly.yes {
		return usageError{errors.New("--monthly is for one lease; for the entries of many, use leasehold report --journal monthly")}
	}
	if f.answer == nil {
		return writeTo(cmd, flags.out, func(w io.Writer) error { return op.stream(cmd, in, w, flags) })
	}
	result, err := op.readResult(cmd, in, &flags.sheet)
	if err != nil {
		return err
	}
	answer := f.answer
	if flags.files.monthly.yes {
		answer = monthlyAnswers[f.name]
	}
	return writeTo(cmd, flags.out, func(w io.Writer) error { return answer(w, op, result) })
}

// readLease reads the text of the one lease of an input.
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

// readResult reads the one lease of an input and computes it.
func (op *operation) readResult(cmd *cobra.Command, in *input, sheet *sheetFlags) (*leasehold.Result, error) {
	rates, err := sheet.table()
	if err != nil {
		return nil, err
	}
	body, err := readLease(cmd, in)
	if err != nil {
		return nil, err
	}
	result, err := op.compute(body, rates)
	if err != nil {
		return nil, fmt.Errorf("%s: %w%s", in.name, err, in.hint(cmd))
	}
	return result, nil
}

// compute parses a lease and computes its accounting. rates supplies missing
// rates; nil means no table.
func (op *operation) compute(body []byte, rates *ratetable.Table) (*leasehold.Result, error) {
	lease, err := leasehold.DecodeWith(body, rates)
	if err != nil {
		return nil, err
	}
	lease.AdoptRates()
	op.prepare(lease)
	return leasehold.Compute(lease)
}
