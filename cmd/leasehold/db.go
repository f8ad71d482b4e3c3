package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/leasehold-accounting/leasehold/internal/account"
	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/usagedb"
	"github.com/leasehold-accounting/leasehold/internal/usagedb/postgres"
	"github.com/leasehold-accounting/leasehold/internal/usagedb/sqlite"
)

func newDBCommand() *cobra.Command {
	return helpCommand("db", "Move a database to PostgreSQL, or back it up", "  leasehold db backup monday.db", newDBCopyCommand(), newDBBackupCommand())
}

func newDBCopyCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "copy SOURCE TARGET",
		Short: "Move the database from a file to PostgreSQL, permanently",
		Long: `Move the database from a file to PostgreSQL, permanently: keys, counters, usage
log, rejected requests, replay records and accounts. Both databases are checked. The
target must be empty. The transaction that reads the source also marks it as moved,
so no request can be billed between these steps. After the move, a server that still
uses the file responds with status 500.`,
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

// move copies all tables from the service's database to an empty database at the given target, and then marks
// the first database as moved.
func move(ctx context.Context, s *service.Service, from, to *store, target string) error {
	arrived := false
	err := from.move(ctx, target, func(ctx context.Context, tables []usagedb.Table) error {
		// The source is already read-only, so the checked data is the same as the copied data.
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
		return fmt.Errorf("the target is complete, but the source could not be marked as moved and remains in use: drop the leasehold schema in the target database and copy again: %w", err)
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
		Short: "Write a copy of the database to a new file, even while the server is running",
		Long: `Write a copy of the database to a new file, even while the server is running. The copy
shows the state at a single point in time and is checked. Until it is complete, its
name ends in .part. The copy is itself a database. To restore it, stop the server,
replace the old file with the copy, remove the old -wal and -shm files, and start the
server again.

For PostgreSQL, use its own tools: pg_dump, or WAL archiving.`,
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

// backUp writes a backup under a temporary name, checks the complete file and then renames it, so that
// an interrupted backup never has the final name.
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
		return sqlite.SyncFile(path) // otherwise a power failure could undo the renaming
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
		Long: `Migrate a database's schema to this version. If the database does not exist, the
command creates it.

'leasehold serve' migrates automatically. Use this command to migrate the schema
separately, so that the servers can use a role that has no right to migrate. If
several such commands run simultaneously, only the first one migrates.`,
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

// dbCommand describes a command that uses the --db database. The command may run while a server
// uses the same database.
type dbCommand struct {
	use, short, example string // the use line also names the arguments; all are required
	more                string // help text after short

	creates bool // whether the command creates the database if it does not exist
	json    bool // whether the command has the --json flag
	in      commandSet
	flags   func(cmd *cobra.Command)
	// check rejects an invalid command line before the database is opened. It may be nil.
	check func(cmd *cobra.Command, args []string, c *config) error
	run   func(ctx context.Context, o *opened) error
}

type opened struct {
	*service.Service

	accounts *account.Accounts
	config   *config
	cmd      *cobra.Command
	out      io.Writer
	args     []string
	asJSON   bool
}

func (d *dbCommand) command() *cobra.Command {
	o := &opened{}
	cmd := &cobra.Command{Use: d.use, Short: d.short, Long: longHelp(d.short, d.more), Example: d.example, Args: cobra.NoArgs}
	if n := len(strings.Fields(d.use)) - 1; n > 0 {
		cmd.Args = cobra.ExactArgs(n)
	}
	if d.json {
		jsonFlag(cmd, &o.asJSON)
	}
	if d.flags != nil {
		d.flags(cmd)
	}
	return withSettings(cmd, inDatabase|d.in, func(cmd *cobra.Command, args []string, c *config) error {
		if d.check != nil {
			if err := d.check(cmd, args, c); err != nil {
				return err
			}
		}
		o.config, o.cmd, o.out, o.args = c, cmd, cmd.OutOrStdout(), args
		return d.open(o)
	})
}

// changed prints a sentence that describes the change to a key or account; with --json, it prints a value
// instead. If the change has failed, it only returns the error.
func (o *opened) changed(value any, done string, err error) error {
	switch {
	case err != nil:
		return err
	case o.asJSON:
		return printJSON(o.out, value)
	}
	_, err = fmt.Fprintf(o.out, "%s: %s\n", o.args[0], done)
	return err
}

func longHelp(short, more string) string { return strings.TrimSpace(short + ".\n\n" + more) }

func (d *dbCommand) open(o *opened) error {
	c := o.config
	// A new database file may be a mistake: if the running server uses another file, this command's
	// changes do not affect the server.
	_, missing := os.Stat(c.database.file)
	if c.database.file != "" && errors.Is(missing, fs.ErrNotExist) && d.creates {
		fmt.Fprintf(o.cmd.ErrOrStderr(), "leasehold: creating database %s\n", c.database.file)
	}
	options := commandOptions(o.cmd)
	options.plans, options.mustExist = c.plans, !d.creates
	return withOpen(o.cmd.Context(), c.database, options, func(ctx context.Context, s *service.Service, db *store) error {
		o.Service, o.accounts = s, account.New(account.Config{Store: db.accounts, Service: s, Clock: time.Now})
		err := d.run(service.By(ctx, service.Actor{ID: service.Operator}), o)
		switch {
		case errors.Is(err, service.ErrNoKey):
			return fmt.Errorf("%q: %w; 'leasehold keys list' shows the IDs", o.args[0], err)
		case errors.Is(err, account.ErrNoAccount):
			return fmt.Errorf("%q: %w; 'leasehold accounts list' shows them", o.args[0], err)
		}
		return err
	})
}

func commandOptions(cmd *cobra.Command) openOptions {
	log := slog.New(slog.NewTextHandler(cmd.ErrOrStderr(), &slog.HandlerOptions{Level: slog.LevelWarn}))
	return openOptions{log: log, mustExist: true, lockTimeout: commandLockTimeout}
}

func withOpen(ctx context.Context, d database, o openOptions, body func(ctx context.Context, s *service.Service, db *store) error) error {
	db, err := openStore(ctx, d, o)
	if err != nil {
		return err
	}
	s := service.New(service.Config{Store: db, Clock: time.Now, Log: o.log, Plans: o.plans.limits, Operations: o.plans.operations})
	return errors.Join(body(ctx, s, db), db.Close())
}

// withSettings adds settings to a command. The command passes their values to the function run.
func withSettings(cmd *cobra.Command, in commandSet, run func(cmd *cobra.Command, args []string, c *config) error) *cobra.Command {
	defineSettings(cmd.Flags(), in)
	if cmd.ValidArgsFunction == nil {
		cmd.ValidArgsFunction = cobra.NoFileCompletions
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, err := readSettings(cmd.Flags(), in)
		if err != nil {
			return err
		}
		return run(cmd, args, c)
	}
	return cmd
}

func jsonFlag(cmd *cobra.Command, asJSON *bool) {
	cmd.Flags().BoolVar(asJSON, "json", false, "print only JSON")
}

// helpCommand returns a command that groups other commands and prints only its help.
func helpCommand(use, short, example string, commands ...*cobra.Command) *cobra.Command {
	cmd := &cobra.Command{
		Use: use, Short: short, Example: example,
		Args: cobra.NoArgs, // an unknown subcommand is an error
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(commands...)
	return cmd
}

// confirmed makes a command ask for confirmation before an irreversible action if standard input is
// a terminal. The question is a format string in which %s stands for the first argument.
func (d *dbCommand) confirmed(question string) *dbCommand {
	yes := false
	d.flags = func(cmd *cobra.Command) {
		cmd.Flags().BoolVarP(&yes, "yes", "y", false, "skip the confirmation on a terminal")
	}
	d.check = func(cmd *cobra.Command, args []string, _ *config) error {
		if yes || !terminalOf(cmd.InOrStdin()).is {
			return nil
		}
		fmt.Fprintf(cmd.ErrOrStderr(), question+" [y/N] ", args[0])
		answer, _ := bufio.NewReader(cmd.InOrStdin()).ReadString('\n') // without a reply, the action is not confirmed
		if answer = strings.ToLower(strings.TrimSpace(answer)); answer == "y" || answer == "yes" {
			return nil
		}
		return errors.New("nothing was changed")
	}
	return d
}

// database identifies a database by an SQLite file name or a PostgreSQL URL.
type database struct {
	file string
	url  string
}

func parseDatabase(text string) (database, error) {
	if file, ok := strings.CutPrefix(text, "sqlite:"); ok && file != "" {
		return database{file: file}, nil
	}
	u, err := url.Parse(text)
	if err == nil && (u.Scheme == "postgres" || u.Scheme == "postgresql") && u.Host+u.RawQuery != "" {
		return database{url: text}, nil
	}
	// The error does not contain the value, because the value may contain a password.
	return database{}, errors.New("must be sqlite:FILE or postgres://user@host:5432/database")
}

// String returns the database's address without its password.
func (d database) String() string {
	if d.url != "" {
		return postgres.Redact(d.url)
	}
	return d.file
}

const commandLockTimeout = 20 * time.Second // maximum wait for a database file that another process has locked

type openOptions struct {
	log   *slog.Logger
	plans planConfig
	// mustExist is true if the database must not be created and its schema must not be changed.
	mustExist bool
	// keep is true in a server; see Keep in [sqlite.Options].
	keep bool
	// lockTimeout is the maximum time for which a command waits for a locked database file. In a
	// server it is 0, and each request's deadline applies.
	lockTimeout time.Duration
	// observe is called after each commit to the store. It may be nil.
	observe func(computations int, took time.Duration, failed bool)
}

// store is an open database with the functions that its kind of database supports.
type store struct {
	service.Store

	accounts account.Store
	// failed is closed if the store has failed and the process must end; nil for PostgreSQL.
	failed <-chan struct{}
	// queueLength returns the number of callers that wait for the SQLite writer or a connection.
	queueLength func() int
	// backup copies the database to a new file; nil for PostgreSQL, which has its own tools.
	backup func(ctx context.Context, path string) error
	// move passes all tables to a function, and then marks the database as moved; nil for PostgreSQL.
	move func(ctx context.Context, to string, take func(ctx context.Context, tables []usagedb.Table) error) error
	// fill writes tables to an empty database; nil for SQLite.
	fill func(ctx context.Context, tables []usagedb.Table, approve func(service.Checked) error) error
}

func openStore(ctx context.Context, d database, o openOptions) (*store, error) {
	if d.url != "" {
		s, err := postgres.Open(ctx, postgres.Options{
			URL: d.url, Clock: time.Now, Log: o.log, MustExist: o.mustExist, Observe: o.observe,
		})
		if err != nil {
			return nil, withHint(err)
		}
		return &store{Store: s, accounts: s.Accounts(), queueLength: s.QueueLength, fill: s.Import}, nil
	}
	s, err := sqlite.Open(ctx, sqlite.Options{
		Path: d.file, Clock: time.Now, Log: o.log, MustExist: o.mustExist, Keep: o.keep, Observe: o.observe, LockTimeout: o.lockTimeout,
	})
	if err != nil {
		return nil, withHint(err)
	}
	return &store{
		Store: s, accounts: s.Accounts(), failed: s.Failed(), queueLength: s.QueueLength, backup: s.Backup, move: s.Move,
	}, nil
}

// withHint adds a hint to a database error if there is a command that solves the problem.
func withHint(err error) error {
	problem, ok := errors.AsType[*usagedb.SchemaError](err)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, usagedb.ErrNoSchema):
		return fmt.Errorf("%w; 'leasehold serve', 'leasehold keys create' or 'leasehold migrate' creates it", err)
	case ok && problem.Have < problem.Want:
		return fmt.Errorf("%w; 'leasehold migrate' upgrades it, after which an earlier version can no longer open it", err)
	default:
		return err
	}
}
