package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/leasehold-accounting/leasehold/internal/service"
)

func newUsageRefundCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "refund REQUEST_ID",
		Short: "Refund the units of one request",
		Long: `Refund the units of one request with a negative row in the usage log. The row
of the request itself stays. The answer stored under its Idempotency-Key is
removed, so a repeated request is billed again.

Use it for requests that were billed but never answered: the connection to
PostgreSQL broke during the commit and the server stopped before it could find
out what happened (its log names the request), or the server was killed before
it could answer. The command may run beside the server.`,
		Example: "  leasehold usage refund --db sqlite:leasehold.db req_4QZ…",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return withService(cmd, true, func(ctx context.Context, s *service.Service) error {
				if err := s.Refund(ctx, args[0]); err != nil {
					return fmt.Errorf("%q: %w", args[0], err)
				}
				_, err := fmt.Fprintf(cmd.OutOrStdout(), "Refunded %s.\n", args[0])
				return err
			})
		},
	}
	dbFlag(cmd)
	return cmd
}
