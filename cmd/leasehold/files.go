package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/export/paper"
	"github.com/leasehold-accounting/leasehold/internal/operations"
)

// fileFormats returns the file formats for other programs, except csv, which formats already
// contains.
func fileFormats() []format {
	var list []format
	for i := range export.Formats {
		if f := &export.Formats[i]; f.Name != "csv" {
			list = append(list, format{f.Name, f.About, f.Ext, nil, f})
		}
	}
	return list
}

// fundFlag explains the flag --fund.
const fundFlag = "entries to write for leases with two sets of entries: the `name` government_wide or governmental"

// fileFlags are the options of files.
type fileFlags struct {
	currency string
	accounts string
	paper    paperSize
	since    string
	until    string
	columns  []string
	fund     string
	monthly  choice
}

// paperSize is the value of a flag.
type paperSize struct{ paper.Size }

func (p *paperSize) Set(name string) (err error) {
	p.Size, err = paper.Parse(name)
	return err
}

func (*paperSize) Type() string { return "string" }

// register adds the flags to the commands that use them.
func (f *fileFlags) register(cmd *cobra.Command, op *operation) {
	if op.Operation != operations.Compute && op.Operation != operations.JournalEntries {
		return
	}
	if op.Operation == operations.Compute {
		cmd.Flags().Var(&f.paper, "paper", "paper `size` of documents and workbooks, letter or a4; by default a4 for FRS 102, otherwise letter")
	}
	cmd.Flags().StringVar(&f.currency, "currency", "", "`code` of the amounts in files; amounts are not converted")
	if op.Operation == operations.JournalEntries {
		cmd.Flags().StringVar(&f.accounts, "accounts", "", "use the account codes in this YAML or JSON `file`")
		cmd.Flags().StringVar(&f.since, "since", "", "only entries from this `date` on, yyyy-mm-dd")
		cmd.Flags().StringVar(&f.until, "until", "", "only entries up to this `date`, yyyy-mm-dd")
		cmd.Flags().StringSliceVar(&f.columns, "columns", nil, "columns of the form entries: a list of `names`, each with an optional heading after =")
		cmd.Flags().StringVar(&f.fund, "fund", "", fundFlag)
		cmd.Flags().Var(&f.monthly, "monthly", "one entry per calendar month; the default in files for accounting software")
		cmd.Flags().Lookup("monthly").NoOptDefVal = "true"
		_ = cmd.MarkFlagFilename("accounts", "yaml", "yml", "json") // the flag exists
	}
}

// used returns the flags that were set and apply only to files.
func (f *fileFlags) used(cmd *cobra.Command) (list []string) {
	for _, name := range []string{"currency", "paper", "accounts", "since", "until", "columns", "fund"} {
		if cmd.Flags().Changed(name) {
			list = append(list, "--"+name)
		}
	}
	return list
}

// given reports whether any flag was set that applies only to files.
func (f *fileFlags) given(cmd *cobra.Command) bool { return len(f.used(cmd)) > 0 }

// options reads the flags.
func (f *fileFlags) options() (export.Options, error) {
	o := export.Options{Currency: f.currency, Paper: f.paper.Size, Version: buildVersion().Version}
	for _, bound := range []struct {
		flag, text string
		date       *civil.Date
	}{{"since", f.since, &o.First}, {"until", f.until, &o.Last}} {
		if bound.text == "" {
			continue
		}
		d, err := dateFlag(bound.flag, bound.text)
		if err != nil {
			return o, err
		}
		*bound.date = d
	}
	if f.monthly.given {
		o.Entries = export.EntriesByPeriod
		if f.monthly.yes {
			o.Entries = export.EntriesByMonth
		}
	}
	var err error
	if o.Fund, err = export.ParseFund(f.fund); err != nil {
		return o, usageError{fmt.Errorf("--%w", err)}
	}
	if o.Columns, err = export.ParseColumns(f.columns); err != nil {
		return o, usageError{fmt.Errorf("--%w", err)}
	}
	o.Accounts, err = readAccounts(f.accounts)
	return o, err
}

// readAccounts reads an account map; nil for an empty name.
func readAccounts(name string) (*export.Accounts, error) {
	if name == "" {
		return nil, nil //nolint:nilnil // no map is no error
	}
	file, err := os.Open(name) //nolint:gosec // the user names the file
	if err != nil {
		return nil, fmt.Errorf("--accounts: %s: %w", name, cause(err))
	}
	defer file.Close() //nolint:errcheck // it is only read
	accounts, err := export.ReadAccounts(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return accounts, nil
}

// choice is a boolean flag that records whether it was set.
type choice struct{ given, yes bool }

func (c *choice) String() string { return "" }
func (c *choice) Type() string   { return "bool" }

// Set reads the flag.
func (c *choice) Set(text string) error {
	yes, err := strconv.ParseBool(text)
	*c = choice{true, yes}
	return err
}

// writeFile writes the one lease of an input as a file for another program.
func (op *operation) writeFile(cmd *cobra.Command, in *input, f *format, flags *answerFlags) error {
	file := f.file
	if f.name == "csv" {
		file = export.Find("csv")
	}
	if file == nil {
		return usageError{fmt.Errorf("%s: works only with file formats such as csv, and --format %s is not one; choose one with --format or by the name of the file, such as -o 2026.csv",
			strings.Join(flags.files.used(cmd), ", "), f.name)}
	}
	if !file.Gives(op.Name) {
		return usageError{fmt.Errorf("--format %s is not available for %s, only for %s", f.name, op.Command, commandsOf(file))}
	}
	binary := f.name == "xlsx" || f.name == "pdf"
	if binary && (flags.out == "" || flags.out == "-") && terminalOf(cmd.OutOrStdout()).is {
		return usageError{fmt.Errorf("--format %s cannot be written to a terminal; name a file with -o", f.name)}
	}
	options, err := flags.files.options()
	if err != nil {
		return err
	}
	result, err := op.readResult(cmd, in, &flags.sheet)
	if err != nil {
		return err
	}
	var content bytes.Buffer // whole before the first byte is written
	err = file.Write(&content, op.Name, result, options)
	var option *export.OptionError
	switch {
	case errors.As(err, &option) && (option.Option == "currency" || option.Option == "fund"):
		return optionError(option)
	case errors.As(err, &option) && option.Option == "accounts" && flags.files.accounts != "":
		return fmt.Errorf("%s: %w", flags.files.accounts, err)
	case err != nil:
		return fmt.Errorf("--format %s: %w", f.name, err)
	}
	return writeTo(cmd, flags.out, func(w io.Writer) error {
		_, err := content.WriteTo(w)
		return err
	})
}

// optionError adds the name of the flag to an error about a file option.
func optionError(option *export.OptionError) error {
	if option.OfLease {
		return usageError{fmt.Errorf("%w (--%s)", option, option.Option)}
	}
	return usageError{fmt.Errorf("--%w", option)}
}

// commandsOf lists the commands that write a file format.
func commandsOf(file *export.Format) string {
	var names []string
	for _, op := range operations.All() {
		if file.Gives(op.Name) {
			names = append(names, op.Command)
		}
	}
	return strings.Join(names, ", ")
}
