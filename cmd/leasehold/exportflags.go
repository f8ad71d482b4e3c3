package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/export/paper"
)

// exportFlags contains the options of output files for other programs.
type exportFlags struct {
	export.Options

	accounts string
	fund     string
	columns  []string
}

// register adds to a command the export flags whose names are in names.
func (f *exportFlags) register(cmd *cobra.Command, names ...string) {
	all := pflag.NewFlagSet("", pflag.ContinueOnError)
	all.StringVar(&f.Currency, "currency", "", "`code` of the amounts of leases without a currency; amounts are not converted")
	all.StringVar(&f.accounts, "accounts", "", "use the account codes in this YAML or JSON `file` in journals")
	all.StringVar(&f.fund, "fund", "", "set of entries of leases with two sets: the `name` government_wide or governmental")
	all.StringSliceVar(&f.columns, "columns", nil, "columns of the format entries: a list of `names`, each with an optional heading after =")
	all.Func("paper", "paper `size` of documents and workbooks, letter or a4; by default a4 for FRS 102, otherwise letter", parsed(&f.Paper, paper.Parse))
	for _, name := range names {
		cmd.Flags().AddFlag(all.Lookup(name))
	}
	_ = cmd.MarkFlagFilename("accounts", "yaml", "yml", "json") // the error means that the command does not have the flag
}

// options returns the export options that the flags describe.
func (f *exportFlags) options() (o export.Options, err error) {
	o = f.Options
	o.Version = buildVersion().Version
	if o.Fund, err = export.ParseFund(f.fund); err != nil {
		return o, f.wrong(err)
	}
	if o.Columns, err = export.ParseColumns(f.columns); err != nil {
		return o, f.wrong(err)
	}
	o.Accounts, err = readAccounts(f.accounts)
	return o, err
}

// wrong adds to an [export.OptionError] the name of the flag, or the file of the account map. It
// returns other errors unchanged.
func (f *exportFlags) wrong(err error) error {
	option, ok := errors.AsType[*export.OptionError](err)
	switch {
	case ok && option.Option == "accounts" && f.accounts != "":
		return fmt.Errorf("%s: %w", f.accounts, err)
	case ok && option.OfLease:
		return usageError{fmt.Errorf("%w (--%s)", option, option.Option)}
	case ok && (option.Option == "currency" || option.Option == "columns" || option.Option == "fund"):
		return usageError{fmt.Errorf("--%w", option)}
	}
	return err
}

// readAccounts reads an account map. It returns nil if name is empty.
func readAccounts(name string) (*export.Accounts, error) {
	if name == "" {
		return nil, nil //nolint:nilnil // the user has not supplied an account map
	}
	file, err := os.Open(name) //nolint:gosec // the user chooses the file
	if err != nil {
		return nil, fmt.Errorf("--accounts: %s: %w", name, cause(err))
	}
	defer file.Close() //nolint:errcheck // the file is only read
	accounts, err := export.ReadAccounts(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return accounts, nil
}
