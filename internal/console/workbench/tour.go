package workbench

import (
	"strings"

	"github.com/leasehold-accounting/leasehold"
)

type tourStep struct{ At, Title, Text string }

var tour = []tourStep{
	{
		"#lease", "The lease",
		"Four fields are required: date, term, payment and rate. All others have defaults. Samples and an empty lease are at the top. A message below a field explains an invalid entry.",
	},
	{
		"#results .summary", "The result",
		"The amounts change as you type. Click an underlined amount to see its formula, the numbers in it and the paragraph of the standard.",
	},
	{
		"#results .criteria", "The classification",
		"Each criterion with the inputs of its test. A criterion without input is not tested.",
	},
	{
		"#results table.schedule", "The schedule",
		"Select a row to see the formulas of its amounts. Journal entries, disclosures and paragraphs are in the tabs above.",
	},
	{
		"#results .actions", "Downloads",
		"A workbook with live formulas, a PDF for your file, and entries for your accounting software. Other pages check another schedule and report on many leases.",
	},
}

func standards() string {
	titles := make([]string, len(leasehold.Standards()))
	for i, s := range leasehold.Standards() {
		titles[i] = s.Title()
	}
	last := len(titles) - 1
	return strings.Join(titles[:last], ", ") + " and " + titles[last]
}
