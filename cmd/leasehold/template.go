package main

import (
	"errors"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/leasehold-accounting/leasehold/internal/leasefile"
	"github.com/leasehold-accounting/leasehold/internal/leasefile/leasetemplate"
)

func newTemplateCommand() *cobra.Command {
	var (
		file      newFile
		portfolio bool
	)
	cmd := &cobra.Command{
		Use:   "template",
		Short: "Write a blank lease template",
		Long: `Print a CSV file to fill with leases in a spreadsheet: a row of headings for every
field, and one lease to overwrite. Columns that are not needed may be deleted. Save
it as CSV (UTF-8) and read it with leasehold compute --from.

With --portfolio it is a workbook (.xlsx) with a sheet for leases and one for each list,
such as events and rates, with lists of values, a comment on each column and examples.
leasehold report and leasehold compute --from read it.`,
		Example: `  leasehold template -o leases.csv
  leasehold compute --from leases.csv
  leasehold template --portfolio -o leases.xlsx
  leasehold report --from 2026-01-01 --to 2026-12-31 leases.xlsx`,
		Args:              cobra.NoArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := file.keepExisting(); err != nil {
				return err
			}
			write := leasefile.WriteTemplate
			if portfolio || strings.EqualFold(filepath.Ext(file.out), ".xlsx") {
				write = leasetemplate.Write
				if file.out == "" && terminalOf(cmd.OutOrStdout()).is {
					return usageError{errors.New("a workbook cannot be written to a terminal; name a file with -o")}
				}
			}
			return writeTo(cmd, file.out, write)
		},
	}
	cmd.Flags().BoolVar(&portfolio, "portfolio", false, "write a workbook")
	file.register(cmd)
	return cmd
}
