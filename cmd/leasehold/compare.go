package main

import (
	"github.com/spf13/cobra"

	"github.com/leasehold-accounting/leasehold/internal/report"
	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/treatments"
)

// newCompareCommand makes the command that shows a lease under every treatment.
func newCompareCommand() *cobra.Command {
	a := &analysis{op: service.Compare, table: func(p *report.Page, r service.Result) {
		if c, ok := r.Value().(*treatments.Comparison); ok {
			p.Compare(c)
		}
	}}
	cmd := &cobra.Command{
		Use:   "compare [FILE|-]",
		Short: "One lease under every treatment, side by side",
		Long: `Compare the treatments of a lease: operating and finance under ASC 842, IFRS 16
and GASB 87, with their initial figures, every lease year, their totals, and what
each differs by from the first. As xlsx it gives a workbook, as csv the rows of
the lease years.

The lease is one JSON object with the fields of the contract, read from FILE or
from standard input. Its standard, classification and exemption are left out; so
is what a standard refuses, and notes say so.

Exit status: 0 for an answer, 1 for a lease that is refused or a file that
cannot be read or written, 2 for a wrong command line.`,
		Example: `  leasehold compare office.json
  leasehold compare office.json -o treatments.xlsx
  leasehold compare office.json --format csv | head`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: completeLease,
		RunE: func(cmd *cobra.Command, args []string) error {
			if _, err := a.pick(cmd); err != nil {
				return err
			}
			in, err := openInput(cmd, args)
			if err != nil {
				return err
			}
			defer in.close()
			lease, err := readLease(cmd, in)
			if err != nil {
				return err
			}
			return a.answer(cmd, in.name, lease, nil, fine)
		},
	}
	a.register(cmd)
	return cmd
}
