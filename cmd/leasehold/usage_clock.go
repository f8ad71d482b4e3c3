package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"
)

func newUsageTrustClockCommand() *cobra.Command {
	return (&dbCommand{
		use:   "trust-clock",
		short: "Tell the servers of a database that its clock is right",
		long: `Tell the servers of a database that its clock is right. With PostgreSQL that is
the database's clock, with a file this machine's.

Once a minute servers remove what is past its time: expired Idempotency-Keys,
secrets past their grace period, usage older than --keep-usage months. They
believe no clock that leaps: after a leap, or after days without any server, they
follow the clock at twice its pace and say so in their log. Use this command if
the clock is right. What is removed then cannot be brought back.`,
		example: "  leasehold usage trust-clock --db sqlite:leasehold.db",
		args:    cobra.NoArgs,
		run: func(ctx context.Context, o *opened) error {
			if err := o.TrustClock(ctx); err != nil {
				return err
			}
			_, err := fmt.Fprintln(o.out, "Servers remove what is past its time by this clock from now on.")
			return err
		},
	}).command()
}
