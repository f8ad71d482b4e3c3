package main

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/leasehold-accounting/leasehold/internal/leasecsv"
)

func newTemplateCommand() *cobra.Command {
	var out string
	var force bool
	cmd := &cobra.Command{
		Use:   "template",
		Short: "An empty spreadsheet for leases",
		Long: `Print a CSV file to fill with leases in a spreadsheet: a header row of every
field and one lease to overwrite. Columns that are not needed may be deleted.
Save it as CSV (UTF-8) and read it with leasehold compute --from.`,
		Example: `  leasehold template -o leases.csv
  leasehold compute --from leases.csv`,
		Args:              cobra.NoArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := keepExisting(out, force); err != nil {
				return err
			}
			return writeTo(cmd, out, func(w io.Writer) error { return leasecsv.WriteTemplate(w) })
		},
	}
	cmd.Flags().StringVarP(&out, "output", "o", "", "write to this `file`, which must not exist yet")
	cmd.Flags().BoolVar(&force, "force", false, "replace a file that exists")
	return cmd
}
