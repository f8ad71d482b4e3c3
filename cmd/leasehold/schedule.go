package main

import (
	"github.com/spf13/cobra"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/report"
)

func newScheduleCommand() *cobra.Command {
	cmd := newQuestionCommand(&question{
		name: "schedule", append: (*leasehold.Result).AppendSchedule,
		table: (*report.Page).Schedule, csv: export.ScheduleCSV,
	}, new(answerFlags))
	cmd.Short = "The amortization schedule of a lease"
	cmd.Long = `Compute the amortization schedule: for each payment its interest and principal,
the liability and the right-of-use asset after it, and the cost of the period.` + formatHelp
	cmd.Example = `  leasehold schedule office.json
  leasehold schedule office.json --format csv -o schedule.csv`
	return cmd
}
