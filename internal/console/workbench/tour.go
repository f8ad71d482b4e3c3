package workbench

import (
	"strings"

	"github.com/leasehold-accounting/leasehold"
)

// tourStep is a step of the tour: what it shows, and what it says of it.
type tourStep struct{ At, Title, Text string }

// tour has the steps for a first visit.
var tour = []tourStep{
	{
		"#lease", "The lease",
		"A date, a term, the rent and a rate are enough; everything else has a default. Samples, and an empty lease, are at the top. A message next to a field explains an entry that it cannot read.",
	},
	{
		"#results .summary", "The answer",
		"It follows as you type. Press a figure that is underlined: its formula opens with its numbers and the paragraph behind it.",
	},
	{
		"#results .criteria", "Why it has its class",
		"Each criterion with what it was tested on. What you did not state is not tested, and the page says so.",
	},
	{
		"#results table.schedule", "The schedule and what is beside it",
		"Choose a row to see how its figures come about. Journal entries, disclosures and the paragraphs are in the tabs above.",
	},
	{
		"#results .actions", "What you take along",
		"A workbook with live formulas, a PDF for the file, entries for your bookkeeping program. The pages at the top check somebody else's schedule and report on many leases.",
	},
}

// standards names the standards, in words.
func standards() string {
	titles := make([]string, len(leasehold.Standards()))
	for i, s := range leasehold.Standards() {
		titles[i] = s.Title()
	}
	last := len(titles) - 1
	return strings.Join(titles[:last], ", ") + " and " + titles[last]
}
