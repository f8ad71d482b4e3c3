package main

import (
	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/report"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

var scheduleOperation = &operation{
	Operation: service.Schedule,
	short:     "The amortization schedule of a lease",
	long: `Compute the amortization schedule: for each payment its interest and principal,
the liability and the right-of-use asset after it, and the cost of the period.`,
	example: `  leasehold schedule office.json
  leasehold schedule office.json --format csv -o schedule.csv`,
	table: (*report.Page).Schedule,
	csv:   export.ScheduleCSV,
}
