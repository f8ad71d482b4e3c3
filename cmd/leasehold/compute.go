package main

import (
	"github.com/spf13/cobra"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/report"
)

func newComputeCommand() *cobra.Command {
	q := &question{
		name: "compute", append: (*leasehold.Result).AppendCompute,
		table: (*report.Page).Compute, csv: export.ScheduleCSV,
	}
	flags := new(answerFlags)
	cmd := newQuestionCommand(q, flags)
	cmd.Short = "The whole accounting of a lease"
	cmd.Long = `Compute the whole accounting of a lease: liability, right-of-use asset, schedule,
classification, journal entries, disclosures, citations and notes. As csv it
gives the rows of the schedule, as xlsx a workbook that computes everything by
itself, as pdf a schedule to print.

With --from the leases come from a spreadsheet saved as CSV: a header row of the
contract's field names and an optional id, one lease a row (see leasehold
template). The answer is one summary row a lease, as table or csv (the default
where it does not go to a terminal), or the whole answers as ndjson. A row that
is refused is named by its line and column.` + formatHelp
	cmd.Example = `  leasehold compute office.json
  leasehold compute office.json --format csv -o schedule.csv
  leasehold compute office.json -o office.xlsx
  echo '{"commencementDate":"2026-01-01","termMonths":60,"paymentAmount":10000,"discountRateAnnual":0.06}' | leasehold compute
  leasehold compute leases.ndjson --format ndjson > answers.ndjson
  leasehold compute --from leases.csv --format csv -o summary.csv`
	from := cmd.Flags().String("from", "", "read leases from this CSV `file`, one a row (- for standard input)")
	_ = cmd.MarkFlagFilename("from", "csv") // the flag exists
	ask := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if cmd.Flags().Changed("from") {
			return askSheet(cmd, q, args, *from, flags)
		}
		return ask(cmd, args)
	}
	return cmd
}
