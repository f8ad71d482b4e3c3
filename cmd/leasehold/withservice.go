package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/leasehold-accounting/leasehold/internal/service"
)

// withService runs body with the service on the database of --db: for commands
// that work beside a running server.
func withService(cmd *cobra.Command, mustExist bool, body func(ctx context.Context, s *service.Service) error) error {
	return withDatabase(cmd, mustExist, func(ctx context.Context, s *service.Service, _ *store) error { return body(ctx, s) })
}

// withDatabase is withService with the store.
func withDatabase(cmd *cobra.Command, mustExist bool, body func(ctx context.Context, s *service.Service, db *store) error) error {
	d, err := commandDatabase(cmd)
	if err != nil {
		return err
	}
	// A server on another file would not know what this command creates.
	_, missing := os.Stat(d.file)
	if d.file != "" && errors.Is(missing, fs.ErrNotExist) && !mustExist {
		fmt.Fprintf(cmd.ErrOrStderr(), "leasehold: creating database %s\n", d.file)
	}
	return withOpen(cmd.Context(), d, openOptions{log: commandLog(cmd), mustExist: mustExist, lockTimeout: commandLockTimeout}, body)
}

// commandDatabase returns the database of --db.
func commandDatabase(cmd *cobra.Command) (database, error) {
	s, err := load(cmd.Flags(), (*settings).dbFlag)
	if err != nil {
		return database{}, err
	}
	var v violations
	d := s.database(&v)
	return d, v.err()
}

// commandLog is the log of a command that people run: text, and little of it.
func commandLog(cmd *cobra.Command) *slog.Logger {
	return slog.New(slog.NewTextHandler(cmd.ErrOrStderr(), &slog.HandlerOptions{Level: slog.LevelWarn}))
}

// withOpen runs body with the service on d and its store.
func withOpen(ctx context.Context, d database, o openOptions, body func(ctx context.Context, s *service.Service, db *store) error) error {
	db, err := openStore(ctx, d, o)
	if err != nil {
		return err
	}
	s, err := service.New(service.Config{Store: db, Clock: time.Now, Log: o.log})
	if err != nil {
		return errors.Join(err, db.Close())
	}
	defer s.Close()
	return errors.Join(body(ctx, s, db), db.Close())
}

// dbFlag adds --db to a command.
func dbFlag(cmd *cobra.Command) {
	s := defaultSettings()
	s.dbFlag(cmd.Flags())
}

// helpCommand is a command that only groups others.
func helpCommand(use, short, example string, commands ...*cobra.Command) *cobra.Command {
	cmd := &cobra.Command{
		Use: use, Short: short, Example: example,
		Args: cobra.NoArgs, // and so refuses an unknown command
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(commands...)
	return cmd
}
