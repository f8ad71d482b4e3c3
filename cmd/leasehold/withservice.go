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
	s, err := load(cmd.Flags(), (*settings).dbFlag)
	if err != nil {
		return err
	}
	var v violations
	database := s.database(&v)
	if err := v.err(); err != nil {
		return err
	}
	// A server on another file would not know what this command makes.
	_, missing := os.Stat(database.file)
	if database.file != "" && errors.Is(missing, fs.ErrNotExist) && !mustExist {
		fmt.Fprintf(cmd.ErrOrStderr(), "leasehold: there was no database %s; it is made now\n", database.file)
	}
	return withStore(cmd.Context(), database, commandLog(cmd), mustExist, body)
}

// commandLog is the log of a command that people run: text, and little of it.
func commandLog(cmd *cobra.Command) *slog.Logger {
	return slog.New(slog.NewTextHandler(cmd.ErrOrStderr(), &slog.HandlerOptions{Level: slog.LevelWarn}))
}

// withStore runs body with the service on d.
func withStore(ctx context.Context, d database, log *slog.Logger, mustExist bool, body func(ctx context.Context, s *service.Service) error) error {
	store, _, err := openStore(ctx, d, log, mustExist, commandPatience, nil)
	if err != nil {
		return err
	}
	core, err := service.New(service.Config{Store: store, Clock: time.Now, Log: log})
	if err != nil {
		return errors.Join(err, store.Close())
	}
	defer core.Close()
	return errors.Join(body(ctx, core), store.Close())
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
