package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"
)

func newUsageRefundCommand() *cobra.Command {
	return (&dbCommand{
		use:   "refund REQUEST_ID",
		short: "Refund the units of one request",
		long: `Refund the units of one request with a negative row in the usage log. The row of the
request remains. The response stored under its Idempotency-Key is removed, so a
repeated request is billed again.

Use it for requests that were billed but never answered: the connection to PostgreSQL
broke during the commit and the server stopped before it could determine the outcome
(its log names the request), or the server was killed before it could respond. The
command may run while the server runs.`,
		example: "  leasehold usage refund --db sqlite:leasehold.db req_4QZ…",
		args:    cobra.ExactArgs(1),
		run: func(ctx context.Context, o *opened) error {
			id := o.args[0]
			if err := o.Refund(ctx, id); err != nil {
				return fmt.Errorf("%q: %w", id, err)
			}
			_, err := fmt.Fprintf(o.out, "Refunded %s.\n", id)
			return err
		},
	}).command()
}
