package main

import (
	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/report"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

var classifyOperation = &operation{
	Operation: service.Classify,
	short:     "Operating or finance, and why",
	long: `Classify a lease: the five criteria of ASC 842 with the numbers behind each, or
the single lessee model of IFRS 16 and GASB 87. As csv it gives the criteria.`,
	example: `  leasehold classify equipment.json
  leasehold classify leases.ndjson --format ndjson`,
	table: (*report.Page).Classify,
	csv:   export.CriteriaCSV,
}
