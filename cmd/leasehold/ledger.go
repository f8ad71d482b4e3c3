package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/leasehold-accounting/leasehold/internal/service"
)

func newLedgerCommand() *cobra.Command {
	return helpCommand("ledger", "Check and correct the books of the service", "  leasehold ledger verify",
		newLedgerVerifyCommand(), newLedgerVoidCommand())
}

func newLedgerVerifyCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "verify",
		Short: "Check that counters, usage log and replay records agree",
		Long: `Check that counters, usage log and replay records agree, all as of one moment,
also while the server runs. The exit status is 0 where they do, and 1 where they
do not; each difference is named.`,
		Example: "  leasehold ledger verify --db sqlite:leasehold.db",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return withBooks(cmd, true, func(ctx context.Context, s *service.Service) error {
				found, err := s.Verify(ctx)
				if err != nil {
					return err
				}
				out := cmd.OutOrStdout()
				switch {
				case asJSON:
					err = printJSON(out, struct {
						OK          bool     `json:"ok"`
						Differences []string `json:"differences"`
					}{len(found) == 0, append([]string{}, found...)})
				case len(found) == 0:
					_, err = fmt.Fprintln(out, "The books agree.")
				}
				if err != nil || len(found) == 0 {
					return err
				}
				if !asJSON {
					for _, difference := range found {
						fmt.Fprintln(out, difference)
					}
				}
				return errReported
			})
		},
	}
	jsonFlag(cmd, &asJSON)
	dbFlag(cmd)
	return cmd
}

func newLedgerVoidCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "void REQUEST_ID",
		Short: "Give back the unit of one request",
		Long: `Give back the unit of one request, by a row of -1 unit in the usage log. The
row of the request itself stays. An answer that is kept under its
Idempotency-Key goes: whoever repeats the request is billed anew.

It is for charges that somebody paid for and did not get: those whose outcome was
unknown when the connection to PostgreSQL broke, and that the server could not
settle in its lifetime (its log names them), or whose answer was lost when the
server was killed. It may run beside the server.`,
		Example: "  leasehold ledger void --db sqlite:leasehold.db req_4QZ…",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return withBooks(cmd, true, func(ctx context.Context, s *service.Service) error {
				if err := s.Void(ctx, args[0]); err != nil {
					return fmt.Errorf("%q: %w", args[0], err)
				}
				_, err := fmt.Fprintf(cmd.OutOrStdout(), "The unit of %s was given back.\n", args[0])
				return err
			})
		},
	}
	dbFlag(cmd)
	return cmd
}
