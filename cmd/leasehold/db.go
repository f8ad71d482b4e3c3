package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/usagedb"
)

func newDBCommand() *cobra.Command {
	return helpCommand("db", "Copy a database to PostgreSQL, or to a backup", "  leasehold db backup monday.db", newDBCopyCommand(), newDBBackupCommand())
}

func newDBCopyCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "copy SOURCE TARGET",
		Short: "Move the books from a file to PostgreSQL, for good",
		Long: `Move the books from a file to PostgreSQL, for good: keys, counters, usage log,
refusals and replay records. The books are checked on both sides. The target
must have none of its own. The source is marked as moved in the transaction in
which it was read: no charge falls between, and a server that is still on it
answers 500 from then on.`,
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
			return copyBooks(cmd, source, target)
		},
	}
}

// mover is a store whose books can be moved away; importer is one that takes
// them.
type (
	mover interface {
		Move(ctx context.Context, to string, take func(ctx context.Context, tables []usagedb.Table) error) error
	}
	importer interface {
		Import(ctx context.Context, tables []usagedb.Table, check func(differences []string) error, readable func(stored []byte) error) error
	}
)

func copyBooks(cmd *cobra.Command, source, target database) error {
	log := commandLog(cmd)
	return withStore(cmd.Context(), source, log, true, func(ctx context.Context, from *service.Service) error {
		return withStore(ctx, target, log, false, func(ctx context.Context, to *service.Service) error {
			old, ok := from.Store.(mover)
			if !ok {
				return errors.New("the source cannot be moved")
			}
			fresh, ok := to.Store.(importer)
			if !ok {
				return errors.New("the target takes no books")
			}
			if err := move(ctx, from, old, fresh, target.String()); err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "The books are at %s now, and agree. %s takes nothing more; keep it as a backup.\n", target, source)
			return nil
		})
	})
}

// move moves the books of from, which old can give away, to fresh.
func move(ctx context.Context, from *service.Service, old mover, fresh importer, to string) error {
	arrived := false
	err := old.Move(ctx, to, func(ctx context.Context, tables []usagedb.Table) error {
		// Nobody can write to the source now, so that this is also what is
		// copied.
		found, err := from.Check(ctx)
		if err != nil {
			return err
		}
		if err := sound("source", found); err != nil {
			return err
		}
		err = fresh.Import(ctx, tables, func(found []string) error { return sound("target", found) }, from.Readable)
		arrived = err == nil
		return err
	})
	switch {
	case err != nil && arrived:
		return fmt.Errorf("the target has the books, but the source could not be marked as moved and goes on: drop the schema leasehold at the target and copy again: %w", err)
	case err != nil:
		return fmt.Errorf("nothing was moved: %w", err)
	}
	return nil
}

func sound(side string, differences []string) error {
	if len(differences) == 0 {
		return nil
	}
	return fmt.Errorf("the books of the %s do not agree:\n%s", side, strings.Join(differences, "\n"))
}

func newDBBackupCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "backup FILE",
		Short: "Write a copy of the database to a new file, also while the server runs",
		Long: `Write a copy of the database to a new file, also while the server runs: all of
it as of one moment, checked. Until it is whole it has another name, which ends
in .part. The copy is itself a database: to restore it, stop
the server, put it in the place of the old file, remove that one's -wal and -shm
companions, and start the server again.

PostgreSQL has tools of its own: pg_dump, or archiving of its log.`,
		Example: "  leasehold db backup --db sqlite:leasehold.db monday.db",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := backUp(cmd, args[0]); err != nil {
				return err
			}
			_, err := fmt.Fprintf(cmd.OutOrStdout(), "%s is written, and its books agree.\n", args[0])
			return err
		},
	}
	dbFlag(cmd)
	return cmd
}

// backUp gives a backup its name when it is whole and checked: one that was
// interrupted, by whatever, never passes for another.
func backUp(cmd *cobra.Command, path string) (err error) {
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("backup: %s: %w", path, cmp.Or(err, fs.ErrExist))
	}
	part := fmt.Sprintf("%s.%d.part", path, os.Getpid())
	err = withService(cmd, true, func(ctx context.Context, s *service.Service) error {
		store, ok := s.Store.(interface {
			Backup(ctx context.Context, path string) error
		})
		if !ok {
			return errors.New("--db: a PostgreSQL database is backed up with its own tools, such as pg_dump")
		}
		return store.Backup(ctx, part)
	})
	if err != nil {
		return err
	}
	// What cannot be restored is no backup.
	err = withStore(cmd.Context(), database{file: part}, commandLog(cmd), true, func(ctx context.Context, s *service.Service) error {
		found, err := s.Check(ctx)
		if err != nil {
			return err
		}
		return sound("backup", found)
	})
	if err == nil {
		err = os.Rename(part, path)
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
