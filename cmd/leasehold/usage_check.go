package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/leasehold-accounting/leasehold/internal/service"
)

func newUsageCheckCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "check",
		Short: "Check that counters, usage log and replay records agree",
		Long: `Check that counters, usage log and replay records agree, all as of one moment,
also while the server runs. The exit status is 0 if they do and 1 if they do
not; each difference is named.`,
		Example: "  leasehold usage check --db sqlite:leasehold.db",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return withService(cmd, true, func(ctx context.Context, s *service.Service) error {
				found, err := s.Check(ctx)
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
					_, err = fmt.Fprintln(out, "Counters, usage log and replay records agree.")
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
