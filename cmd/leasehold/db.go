package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/usagedb"
	"github.com/leasehold-accounting/leasehold/internal/usagedb/postgres"
)

func newDBCommand() *cobra.Command {
	return helpCommand("db", "Copy a database to PostgreSQL, or to a backup", "  leasehold db backup monday.db", newDBCopyCommand(), newDBBackupCommand())
}

func newDBCopyCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "copy SOURCE TARGET",
		Short: "Move the database from a file to PostgreSQL, permanently",
		Long: `Move the database from a file to PostgreSQL, permanently: keys, counters, usage
log, rejected requests, replay records and accounts. Both databases are checked. The
target must be empty. The transaction that reads the source also marks it as moved,
so no request is billed in between: a server that still uses the file then responds
with 500.`,
		Example: "  leasehold db copy sqlite:leasehold.db postgres://leasehold@db.example/leasehold",
		Args:    cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			source, err := parseDatabase(args[0])
			if err != nil || source.file == "" {
				return usageError{errors.New("the source must be sqlite:FILE")}
			}
			target, err := parseDatabase(args[1])
			if err != nil || target.url == "" {
				return usageError{errors.New("the target must be postgres://user@host:5432/database")}
			}
			options := commandOptions(cmd)
			return withOpen(cmd.Context(), source, options, func(ctx context.Context, s *service.Service, from *store) error {
				options.mustExist = false
				return withOpen(ctx, target, options, func(ctx context.Context, _ *service.Service, to *store) error {
					if err := move(ctx, s, from, to, target.String()); err != nil {
						return err
					}
					fmt.Fprintf(cmd.OutOrStdout(), "Moved to %s; all checks passed. %s is now read-only; keep it as a backup.\n", target, source)
					return nil
				})
			})
		},
	}
}

// move copies the tables of the database from to the empty database to, and marks from as moved. s
// is the service on from. target is the address of the new database.
func move(ctx context.Context, s *service.Service, from, to *store, target string) error {
	arrived := false
	err := from.move(ctx, target, func(ctx context.Context, tables []usagedb.Table) error {
		// The source is already read-only, so the checked data equals the copied data.
		found, err := s.Check(ctx)
		if err != nil {
			return err
		}
		if err := consistent("source", found); err != nil {
			return err
		}
		err = to.fill(ctx, tables, func(found service.Checked) error { return consistent("target", found) })
		arrived = err == nil
		return err
	})
	switch {
	case err != nil && arrived:
		return fmt.Errorf("the target is complete, but the source could not be marked as moved and remains in use: drop the schema leasehold at the target and copy again: %w", err)
	case err != nil:
		return fmt.Errorf("no data was moved: %w", err)
	}
	return nil
}

func consistent(side string, found service.Checked) error {
	if len(found.Differences) == 0 {
		return nil
	}
	return fmt.Errorf("the %s is inconsistent:\n%s", side, strings.Join(found.Differences, "\n"))
}

func newDBBackupCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "backup FILE",
		Short: "Write a copy of the database to a new file, even while the server runs",
		Long: `Write a copy of the database to a new file, even while the server runs: all of
it as of one moment, checked. Until it is complete its name ends in .part. The
copy is itself a database: to restore it, stop the server, put it in place of
the old file, remove that file's -wal and -shm companions, and start the server
again.

For PostgreSQL use its own tools: pg_dump, or WAL archiving.`,
		Example: "  leasehold db backup --db sqlite:leasehold.db monday.db",
		Args:    cobra.ExactArgs(1),

		ValidArgsFunction: cobra.FixedCompletions(nil, cobra.ShellCompDirectiveDefault), // the argument is a file name
	}
	return withSettings(cmd, inDatabase, func(cmd *cobra.Command, args []string, c *config) error {
		if err := backUp(cmd, c.database, args[0]); err != nil {
			return err
		}
		_, err := fmt.Fprintf(cmd.OutOrStdout(), "Wrote %s and checked it.\n", args[0])
		return err
	})
}

func syncFolder(path string) error {
	folder, err := os.Open(path) //nolint:gosec // the user chooses the path
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

// backUp writes a backup under a temporary name. backUp checks the complete file and then renames
// it, so an interrupted backup never has the final name.
func backUp(cmd *cobra.Command, d database, path string) (err error) {
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("backup: %s: %w", path, cmp.Or(err, fs.ErrExist))
	}
	part := fmt.Sprintf("%s.%d.part", path, os.Getpid())
	options := commandOptions(cmd)
	err = withOpen(cmd.Context(), d, options, func(ctx context.Context, _ *service.Service, db *store) error {
		if db.backup == nil {
			return errors.New("--db: back up a PostgreSQL database with its own tools, such as pg_dump")
		}
		return db.backup(ctx, part)
	})
	if err != nil {
		return err
	}
	// Open the copy to verify that it can be restored.
	err = withOpen(cmd.Context(), database{file: part}, options, func(ctx context.Context, s *service.Service, _ *store) error {
		found, err := s.Check(ctx)
		if err != nil {
			return err
		}
		return consistent("backup", found)
	})
	if err == nil {
		err = os.Rename(part, path)
	}
	if err == nil {
		return syncFolder(filepath.Dir(path)) // otherwise, the file could have the name with .part again after a power failure
	}
	if err != nil {
		for _, companion := range []string{"", "-wal", "-shm"} {
			if gone := os.Remove(part + companion); !errors.Is(gone, fs.ErrNotExist) {
				err = errors.Join(err, gone)
			}
		}
	}
	return err
}

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
