package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/leasehold-accounting/leasehold/internal/batch"
	"github.com/leasehold-accounting/leasehold/internal/export"
)

// newAccountMapCommand returns the command that writes a template of an account map, which the user
// completes.
func newAccountMapCommand() *cobra.Command {
	var (
		file  newFile
		sheet sheetFlags
		t     export.AccountTemplate
	)
	cmd := &cobra.Command{
		Use:   "template [FILE...]",
		Short: "Write an account map for --accounts",
		Long: `Write an account map in YAML with an empty code for each account, to fill with the
codes of your ledger and to name with --accounts in report, close and journal. With
files of leases it contains the accounts to which these leases post from commencement
to the end of their terms; without a file it contains every account.

Right-of-use assets, lease liabilities and lease expense have an entry for each class
if the leases have several. --by adds entries for each standard or for each value of
a tag. Accounts that only an option needs are comments.`,
		Example: `  leasehold accounts template leases.csv -o accounts.yaml
  leasehold accounts template leases.csv --by tag:entity -o accounts.yaml`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := errors.Join(file.keepExisting(), keepInputs(cmd, file.out)); err != nil {
				return err
			}
			if len(args) > 0 {
				if err := addAccounts(cmd, &t, &sheet, args); err != nil {
					return err
				}
			}
			return writeTo(cmd, file.out, t.Write)
		},
	}
	sheet.register(cmd.Flags())
	cmd.Flags().StringSliceVar(&t.By, "by", nil, "an entry for each value of these `names`: standard or tag:NAME")
	file.register(cmd)
	return cmd
}

// addAccounts adds to t the accounts that the journal entries of the leases in the named files use.
func addAccounts(cmd *cobra.Command, t *export.AccountTemplate, sheet *sheetFlags, names []string) error {
	files, err := openFiles(cmd, names, sheet)
	if err != nil {
		return err
	}
	err = batch.ForEach(files.source(), func(it *batch.Item) error {
		if it.Err == nil {
			it.Err = t.Add(cmd.Context(), it.Lease)
		}
		if it.Err != nil {
			return fmt.Errorf("%s%w", batch.Where(it.Line, it.Err), it.Err)
		}
		return nil
	})
	if option, wrong := errors.AsType[*export.OptionError](err); wrong {
		return usageError{fmt.Errorf("--%w", option)}
	}
	return err
}
