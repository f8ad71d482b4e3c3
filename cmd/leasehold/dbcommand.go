package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/leasehold-accounting/leasehold/internal/account"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// dbCommand describes a command on the database of --db, also next to a running
// server.
type dbCommand struct {
	use, short, long, example string

	args    cobra.PositionalArgs
	creates bool // whether it creates a missing database
	json    bool // whether it has --json
	flags   func(flags *pflag.FlagSet)
	// check rejects an invalid command line before the database is opened. It may be
	// nil.
	check func(cmd *cobra.Command, args []string) error
	run   func(ctx context.Context, o *opened) error
}

// opened is a database that a command has opened, and the command's arguments.
type opened struct {
	*service.Service

	accounts *account.Accounts
	cmd      *cobra.Command
	out      io.Writer
	args     []string
	asJSON   bool
}

// command returns the command.
func (d *dbCommand) command() *cobra.Command {
	o := &opened{}
	cmd := &cobra.Command{
		Use: d.use, Short: d.short, Long: d.long, Example: d.example, Args: d.args,
		RunE: func(cmd *cobra.Command, args []string) error {
			if d.check != nil {
				if err := d.check(cmd, args); err != nil {
					return err
				}
			}
			o.cmd, o.out, o.args = cmd, cmd.OutOrStdout(), args
			return d.open(cmd, o)
		},
	}
	if d.flags != nil {
		d.flags(cmd.Flags())
	}
	if d.json {
		cmd.Flags().BoolVar(&o.asJSON, "json", false, "print only JSON")
	}
	defineSettings(cmd.Flags(), inDatabase)
	return cmd
}

// open opens the database and runs the command.
func (d *dbCommand) open(cmd *cobra.Command, o *opened) error {
	settings, err := readSettings(cmd.Flags(), inDatabase)
	if err != nil {
		return err
	}
	target := settings.database
	// A server on another file would not see the changes of this command.
	_, missing := os.Stat(target.file)
	if target.file != "" && errors.Is(missing, fs.ErrNotExist) && d.creates {
		fmt.Fprintf(cmd.ErrOrStderr(), "leasehold: creating database %s\n", target.file)
	}
	options := openOptions{log: commandLog(cmd), plans: settings.plans, mustExist: !d.creates, lockTimeout: commandLockTimeout}
	return withOpen(cmd.Context(), target, options, func(ctx context.Context, s *service.Service, db *store) error {
		o.Service, o.accounts = s, account.New(account.Config{Store: db.accounts, Service: s, Clock: time.Now})
		return d.run(service.By(ctx, service.Actor{ID: service.Operator}), o)
	})
}

// commandPlans returns the plans of --plans.
func commandPlans(cmd *cobra.Command) (meter.Plans, error) {
	c, err := readSettings(cmd.Flags(), inDatabase)
	return c.plans.limits, err
}

// commandDatabase returns the database of --db.
func commandDatabase(cmd *cobra.Command) (database, error) {
	c, err := readSettings(cmd.Flags(), inDatabase)
	return c.database, err
}

// commandLog is the log of an interactive command: brief text.
func commandLog(cmd *cobra.Command) *slog.Logger {
	return slog.New(slog.NewTextHandler(cmd.ErrOrStderr(), &slog.HandlerOptions{Level: slog.LevelWarn}))
}

// withOpen runs body with the service on d and its store.
func withOpen(ctx context.Context, d database, o openOptions, body func(ctx context.Context, s *service.Service, db *store) error) error {
	db, err := openStore(ctx, d, o)
	if err != nil {
		return err
	}
	s := service.New(service.Config{Store: db, Clock: time.Now, Log: o.log, Plans: o.plans.limits, Operations: o.plans.operations})
	return errors.Join(body(ctx, s, db), db.Close())
}

// helpCommand is a command that only groups others.
func helpCommand(use, short, example string, commands ...*cobra.Command) *cobra.Command {
	cmd := &cobra.Command{
		Use: use, Short: short, Example: example,
		Args: cobra.NoArgs, // rejects an unknown command
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(commands...)
	return cmd
}
