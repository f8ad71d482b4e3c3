package main

import (
	"github.com/spf13/cobra"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/report"
)

func newJournalCommand() *cobra.Command {
	cmd := newQuestionCommand(&question{
		name: "journal", append: (*leasehold.Result).AppendJournal,
		table: (*report.Page).Journal, csv: export.JournalCSV,
	}, new(answerFlags))
	cmd.Short = "The journal entries of a lease"
	cmd.Long = `Compute the journal entries: one at commencement and one for each period, each
balanced. As csv it gives one row a line, numbered by its entry; entry 0 is the
commencement.` + formatHelp
	cmd.Example = `  leasehold journal office.json
  leasehold journal office.json --format csv -o entries.csv`
	return cmd
}
