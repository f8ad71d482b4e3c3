package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/leasehold-accounting/leasehold/internal/doctor"
)

func newDoctorCommand() *cobra.Command { return newDoctorCommandFor(doctor.Examples) }

// newDoctorCommandFor returns the command leasehold doctor for the given examples.
func newDoctorCommandFor(all func() ([]doctor.Example, error)) *cobra.Command {
	return &cobra.Command{
		Use:   "doctor",
		Short: "Check this program against published examples",
		Long: `Compute the built-in lease examples of standard setters, textbooks and guides, and
compare every figure with its published value. The tolerance of an example is the
rounding of its source.

Exit status: 0 if all agree, 1 if one differs.`,
		Example:           `  leasehold doctor`,
		Args:              cobra.NoArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			examples, err := all()
			if err != nil {
				return err
			}
			outcomes := make([]*doctor.Outcome, len(examples))
			failed := 0
			for i := range examples {
				if outcomes[i], err = doctor.Check(&examples[i]); err != nil {
					return err
				}
				if len(outcomes[i].Faults) > 0 {
					failed++
				}
			}
			page := newPage(cmd.OutOrStdout())
			page.Doctor(outcomes)
			if _, err := page.WriteTo(cmd.OutOrStdout()); err != nil {
				return err
			}
			if failed > 0 {
				fmt.Fprintf(cmd.ErrOrStderr(), "leasehold: %d of %d published examples do not agree\n", failed, len(examples))
				return errReported
			}
			return nil
		},
	}
}
