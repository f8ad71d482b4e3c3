package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/leasehold-accounting/leasehold/internal/usagedb/postgres"
)

func newMigrateCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "migrate",
		Short: "Migrate a database's schema to this version",
		Long: `Migrate a database's schema to this version, and create it if it does not exist.

'leasehold serve' migrates automatically. Use this command to migrate the schema
separately, so that the servers may use a role without that right. Several may run
simultaneously: the first migrates.`,
		Example: "  leasehold migrate --db postgres://owner@db.example/leasehold",
		Args:    cobra.NoArgs,
	}
	return withSettings(cmd, inDatabase, func(cmd *cobra.Command, _ []string, c *config) error {
		if c.database.url == "" { // a database file is migrated when it is opened
			options := commandOptions(cmd)
			options.mustExist = false
			db, err := openStore(cmd.Context(), c.database, options)
			if err != nil {
				return err
			}
			fmt.Fprintln(cmd.OutOrStdout(), "The schema is up to date.")
			return db.Close()
		}
		from, to, err := postgres.Migrate(cmd.Context(), c.database.url)
		switch {
		case err != nil:
			return err
		case from == to:
			fmt.Fprintf(cmd.OutOrStdout(), "The schema is already up to date (%d).\n", to)
		default:
			fmt.Fprintf(cmd.OutOrStdout(), "The schema was upgraded from %d to %d.\n", from, to)
		}
		return nil
	})
}
