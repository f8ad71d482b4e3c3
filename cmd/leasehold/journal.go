package main

import (
	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/report"
)

var journalOperation = &operation{
	Operation: operations.JournalEntries,
	short:     "The journal entries of a lease",
	long: `Compute the journal entries: one at commencement and one for each period, each
balanced. As csv it gives one row per line, numbered by its entry; entry 0 is the
commencement.

hledger is a journal for that program; quickbooks-online, xero, netsuite,
dynamics-365, sage-intacct, sap-s4hana and oracle-fusion are what these import,
and entries is CSV with the columns of --columns. --accounts names a YAML or JSON file of your own account codes:

  accounts:
    Right-of-use asset: "1700"
    Lease liability: {account: "2400", segments: {Class: Offices}}

With --from the leases come from a spreadsheet, one per row (see leasehold template),
or from JSON. A journal for another program has the entries of all of them in one
file, by calendar month, and is written only where every lease is right; each lease
needs an id of its own. csv has the entries of each lease by period, with its line and
id in front of each row. leasehold report adds up entries by account and group.`,
	example: `  leasehold journal office.json
  leasehold journal office.json --format csv -o entries.csv
  leasehold journal office.json --format hledger -o office.journal
  leasehold journal office.json --format xero --accounts accounts.yaml --since 2026-01-01 --until 2026-12-31 -o 2026.csv
  leasehold journal --from leases.csv --format netsuite --since 2026-03-01 --until 2026-03-31 -o march.csv`,
	table: (*report.Page).Journal,
	csv:   export.JournalCSV,
	rows:  export.JournalTable,
}
