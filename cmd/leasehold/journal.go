package main

import (
	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/report"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

var journalOperation = &operation{
	Operation: service.JournalEntries,
	short:     "The journal entries of a lease",
	long: `Compute the journal entries: one at commencement and one for each period, each
balanced. As csv it gives one row a line, numbered by its entry; entry 0 is the
commencement.

hledger and beancount are the journals of those programs; quickbooks-online,
quickbooks-desktop, xero and netsuite are what these import. --accounts names a
YAML or JSON file of your own account codes:

  accounts:
    Right-of-use asset: "1700"
    Lease liability: {account: "2400", segments: {Class: Offices}}`,
	example: `  leasehold journal office.json
  leasehold journal office.json --format csv -o entries.csv
  leasehold journal office.json --format hledger -o office.journal
  leasehold journal office.json --format xero --accounts accounts.yaml --since 2026-01-01 --until 2026-12-31 -o 2026.csv`,
	table: (*report.Page).Journal,
	csv:   export.JournalCSV,
}
