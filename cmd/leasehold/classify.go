package main

import (
	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/report"
)

var classifyOperation = &operation{
	Operation: operations.Classify,
	short:     "Operating or finance, and why",
	long: `Classify a lease: the five criteria of ASC 842 with the numbers behind each, or
the single lessee model of every other standard. As csv it gives the criteria.

With --from the leases come from a spreadsheet, one per row (see leasehold template),
or from JSON. As csv, which is the default where the output is not a terminal, each
lease has one row: its class, why, and the verdict on each criterion.`,
	example: `  leasehold classify equipment.json
  leasehold classify leases.ndjson --format ndjson
  leasehold classify --from leases.csv -o classes.csv`,
	table: (*report.Page).Classify,
	csv:   export.CriteriaCSV,
	rows:  export.ClassTable,
}
