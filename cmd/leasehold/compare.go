package main

import (
	"encoding/json"
	"strings"

	"github.com/spf13/cobra"

	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/report"
	"github.com/leasehold-accounting/leasehold/treatments"
)

// newCompareCommand returns the command that computes a lease under each accounting treatment.
func newCompareCommand() *cobra.Command {
	a := &analysis{op: operations.Compare, table: func(p *report.Page, r operations.Result) {
		if c, ok := r.Value().(*treatments.Comparison); ok {
			p.Compare(c)
		}
	}}
	var under []string
	cmd := &cobra.Command{
		Use:   "compare [FILE|-]",
		Short: "Compare one lease under every accounting treatment",
		Long: `Compare the treatments of a lease: operating and finance under ASC 842, IFRS 16,
GASB 87, FRS 102 and GASB 96, or the treatments that --treatments names. The
comparison contains initial amounts, every lease year, totals, and the difference
of each treatment from the first. Format xlsx is a workbook; csv contains one row
for each lease year.

The lease is one JSON object with the fields of the contract, read from FILE or
from standard input. Its standard, classification and exemption are ignored.
Fields that a standard rejects are omitted with a note.

Exit status: 0 for a result, 1 for an invalid lease or a file that cannot be
read or written, 2 for an invalid command line.`,
		Example: `  leasehold compare office.json
  leasehold compare office.json -o treatments.xlsx
  leasehold compare office.json --treatments IFRS_16,FRS_102
  leasehold compare office.json --format csv | head`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: completeLease("json"),
		RunE: func(cmd *cobra.Command, args []string) error {
			question := func(lease []byte) ([]byte, error) { return withTreatments(lease, under), nil }
			return a.answer(cmd, args, question, nil, func([]byte) bool { return true })
		},
	}
	a.register(cmd)
	cmd.Flags().StringSliceVar(&under, "treatments", nil, "`names` of the treatments, in the order of the answer: "+strings.Join(treatments.Keys(), ", ")+
		" (default: all)")
	_ = cmd.RegisterFlagCompletionFunc("treatments", cobra.FixedCompletions(treatments.Keys(), cobra.ShellCompDirectiveNoFileComp)) // the flag exists
	return cmd
}

// withTreatments adds the field treatments to the text of a lease. If the text is not a JSON
// object, it is returned unchanged and the operation rejects it.
func withTreatments(lease []byte, under []string) []byte {
	names, err := json.Marshal(under)
	if under == nil || err != nil {
		return lease
	}
	return withField(lease, append([]byte(`"treatments":`), names...))
}
