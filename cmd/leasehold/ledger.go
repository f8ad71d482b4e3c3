package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/leasehold-accounting/leasehold/internal/service"
)

func newLedgerCommand() *cobra.Command {
	return helpCommand("ledger", "Check the books of the service", "  leasehold ledger verify", newLedgerVerifyCommand())
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
