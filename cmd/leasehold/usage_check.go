package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"
)

func newUsageCheckCommand() *cobra.Command {
	return (&dbCommand{
		use:   "check",
		short: "Check that counters, usage log and replay records agree",
		long: `Check that counters, usage log and replay records agree, all as of one moment,
also while the server runs. The exit status is 0 if they do and 1 if they do
not; each difference is named.`,
		example: "  leasehold usage check --db sqlite:leasehold.db",
		args:    cobra.NoArgs,
		json:    true,
		run: func(ctx context.Context, o *opened) error {
			found, err := o.Check(ctx)
			if err != nil {
				return err
			}
			switch {
			case o.asJSON:
				err = printJSON(o.out, struct {
					OK          bool     `json:"ok"`
					Differences []string `json:"differences"`
				}{len(found) == 0, append([]string{}, found...)})
			case len(found) == 0:
				_, err = fmt.Fprintln(o.out, "Counters, usage log and replay records agree.")
			default:
				for _, difference := range found {
					fmt.Fprintln(o.out, difference)
				}
			}
			if err != nil || len(found) == 0 {
				return err
			}
			return errReported
		},
	}).command()
}
