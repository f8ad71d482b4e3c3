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
		Long: `Bring a database's schema to this version, and make it where there is none.

Every command that opens a database does so by itself. This one is for those
who change the schema apart from running the servers, which may then use a role
without the right to. Any number may run at once: the first migrates, and the
others find it done.`,
		Example: "  leasehold migrate --db postgres://owner@db.example/leasehold",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, err := load(cmd.Flags(), (*settings).dbFlag)
			if err != nil {
				return err
			}
			var v violations
			d := s.database(&v)
			if err := v.err(); err != nil {
				return err
			}
			if d.url == "" { // opening it is all there is to do
				store, _, err := openStore(cmd.Context(), d, commandLog(cmd), false, commandPatience, nil)
				if err != nil {
					return err
				}
				fmt.Fprintln(cmd.OutOrStdout(), "The schema is this version's.")
				return store.Close()
			}
			from, to, err := postgres.Migrate(cmd.Context(), d.url)
			if err != nil {
				return err
			}
			if from == to {
				fmt.Fprintf(cmd.OutOrStdout(), "The schema is this version's already (%d).\n", to)
			} else {
				fmt.Fprintf(cmd.OutOrStdout(), "The schema went from %d to %d.\n", from, to)
			}
			return nil
		},
	}
	dbFlag(cmd)
	return cmd
}
