package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"
)

func newUsageTrustClockCommand() *cobra.Command {
	return (&dbCommand{
		use:   "trust-clock",
		short: "Confirm to the servers that the clock is right",
		long: `Confirm to the servers of a database that its clock is right. With PostgreSQL that is
the database's clock, with a file this machine's.

Once a minute servers remove expired data: Idempotency-Keys, secrets past their grace
period, and usage older than --keep-usage months. They distrust a clock that jumps:
after a jump, or after days without a server, they follow the clock at twice its pace
and report it in their log. Use this command if the clock is right. Removed data cannot
be restored.`,
		example: "  leasehold usage trust-clock --db sqlite:leasehold.db",
		args:    cobra.NoArgs,
		run: func(ctx context.Context, o *opened) error {
			if err := o.TrustClock(ctx); err != nil {
				return err
			}
			_, err := fmt.Fprintln(o.out, "Servers now remove expired data by this clock.")
			return err
		},
	}).command()
}
