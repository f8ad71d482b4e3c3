package main

import (
	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/report"
)

var computeOperation = &operation{
	Operation: operations.Compute,
	short:     "The whole accounting of a lease",
	long: `Compute the whole accounting of a lease: liability, right-of-use asset, schedule,
classification, journal entries, disclosures, citations and notes. As csv it
gives the rows of the schedule, as xlsx a workbook with live formulas, as pdf a
schedule to print.

With --from the leases come from a spreadsheet, CSV or a workbook: a row of
headings, one lease per row (see leasehold template), or from JSON. The answer is one
summary row per lease, as table or csv (the default unless it goes to a terminal),
or the complete results as ndjson. An error names the line and column of its row.`,
	example: `  leasehold compute office.json
  leasehold compute office.json --format csv -o schedule.csv
  leasehold compute office.json -o office.xlsx
  echo '{"commencementDate":"2026-01-01","termMonths":60,"paymentAmount":10000,"discountRateAnnual":0.06}' | leasehold compute
  leasehold compute leases.ndjson --format ndjson > answers.ndjson
  leasehold compute --from leases.csv --format csv -o summary.csv`,
	table: (*report.Page).Compute,
	csv:   export.ScheduleCSV,
}
