package main

import (
	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/report"
)

var scheduleOperation = &operation{
	Operation: operations.Schedule,
	short:     "The amortization schedule of a lease",
	long: `Compute the amortization schedule: for each payment its interest and principal,
the liability and the right-of-use asset after it, and the cost of the period.

With --from the leases come from a spreadsheet, one per row (see leasehold template),
or from JSON. As csv, which is the default where the output is not a terminal, their
schedules follow each other in one file, with the line and the id of the lease in
front of each row.

With --at the answer also has the balances at the end of a day: the liability, the
interest accrued, the right-of-use asset, and the current and long-term portion.`,
	example: `  leasehold schedule office.json
  leasehold schedule office.json --format csv -o schedule.csv
  leasehold schedule --from leases.csv -o schedules.csv
  leasehold schedule office.json --at 2026-12-31`,
	table: (*report.Page).Schedule,
	csv:   export.ScheduleCSV,
	rows:  export.ScheduleTable,
}
