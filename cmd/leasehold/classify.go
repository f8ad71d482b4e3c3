package main

import (
	"github.com/spf13/cobra"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/report"
)

func newClassifyCommand() *cobra.Command {
	cmd := newQuestionCommand(&question{
		name: "classify", append: (*leasehold.Result).AppendClassify,
		table: (*report.Page).Classify, csv: export.CriteriaCSV,
	}, new(answerFlags))
	cmd.Short = "Operating or finance, and why"
	cmd.Long = `Classify a lease: the five criteria of ASC 842 with the numbers behind each, or
the single lessee model of IFRS 16 and GASB 87. As csv it gives the criteria.` + formatHelp
	cmd.Example = `  leasehold classify equipment.json
  leasehold classify leases.ndjson --format ndjson`
	return cmd
}
