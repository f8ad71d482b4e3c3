package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/leasehold-accounting/leasehold/internal/usagedb/postgres"
)

func newMigrateCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "migrate",
		Short: "Bring a database's schema to this version",
		Long: `Bring a database's schema to this version, and create it if there is none.

'leasehold serve' does so automatically. This command is for those who change the
schema separately from running the servers, which may then use a role without
that right. Any number may run at the same time: the first migrates, and the
others find it done.`,
		Example: "  leasehold migrate --db postgres://owner@db.example/leasehold",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			d, err := commandDatabase(cmd)
			if err != nil {
				return err
			}
			if d.url == "" { // opening it is all there is to do
				db, err := openStore(cmd.Context(), d, openOptions{log: commandLog(cmd), lockTimeout: commandLockTimeout})
				if err != nil {
					return err
				}
				fmt.Fprintln(cmd.OutOrStdout(), "The schema is up to date.")
				return db.Close()
			}
			from, to, err := postgres.Migrate(cmd.Context(), d.url)
			if err != nil {
				return err
			}
			if from == to {
				fmt.Fprintf(cmd.OutOrStdout(), "The schema is already up to date (%d).\n", to)
			} else {
				fmt.Fprintf(cmd.OutOrStdout(), "The schema was upgraded from %d to %d.\n", from, to)
			}
			return nil
		},
	}
	defineSettings(cmd.Flags(), inDatabase)
	return cmd
}
