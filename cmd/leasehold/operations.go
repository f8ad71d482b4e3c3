package main

import (
	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/report"
)

// leaseOperations contains the commands of the operations on one lease.
var leaseOperations = []*operation{
	{
		Operation: operations.Compute,
		short:     "Compute the complete accounting of a lease",
		long: `Compute the whole accounting of a lease: liability, right-of-use asset, schedule,
classification, journal entries, disclosures, citations and notes. As csv it
contains the rows of the schedule, as xlsx a workbook with live formulas, as pdf a
schedule to print.

With --from the result is one summary row per lease, as table or csv, or the
complete results as ndjson.`,
		example: `  leasehold compute office.json
  leasehold compute office.json --format csv -o schedule.csv
  leasehold compute office.json -o office.xlsx
  echo '{"commencementDate":"2026-01-01","termMonths":60,"paymentAmount":10000,"discountRateAnnual":0.06}' | leasehold compute
  leasehold compute leases.ndjson --format ndjson > answers.ndjson
  leasehold compute --from leases.csv --format csv -o summary.csv`,
		table: (*report.Page).Compute,
	},
	{
		Operation: operations.Schedule,
		short:     "Compute the amortization schedule of a lease",
		long: `Compute the amortization schedule: for each payment its interest and principal,
the liability and the right-of-use asset after it, and the cost of the period.

With --from the csv contains the schedules one after the other, each row with the
line and the id of its lease.

With --at the result also contains the balances at the end of a day: the liability,
the accrued interest, the right-of-use asset, and the current and long-term portion.`,
		example: `  leasehold schedule office.json
  leasehold schedule office.json --format csv -o schedule.csv
  leasehold schedule --from leases.csv -o schedules.csv
  leasehold schedule office.json --at 2026-12-31`,
		table: (*report.Page).Schedule,
		rows:  export.ScheduleTable,
	},
	{
		Operation: operations.JournalEntries,
		short:     "Compute the journal entries of a lease",
		long: `Compute the journal entries: one at commencement and one for each period, each
balanced. As csv it contains one row per line, numbered by its entry; entry 0 is the
commencement.

hledger is a journal for that program; quickbooks-online, xero, netsuite,
dynamics-365, sage-intacct, sap-s4hana and oracle-fusion are the import formats of
these programs, and entries is CSV with the columns of --columns. --accounts names a
YAML or JSON file of your own account codes:

  accounts:
    Right-of-use asset: "1700"
    Lease liability: {account: "2400", segments: {Class: Offices}}

With --from a journal for another program contains the entries of all leases by
calendar month, and is written only if every lease is valid and has its own id. csv
contains the entries by period, each row with the line and id of its lease. leasehold
report adds up entries by account and group.`,
		example: `  leasehold journal office.json
  leasehold journal office.json --format csv -o entries.csv
  leasehold journal office.json --format hledger -o office.journal
  leasehold journal office.json --format xero --accounts accounts.yaml --since 2026-01-01 --until 2026-12-31 -o 2026.csv
  leasehold journal --from leases.csv --format netsuite --since 2026-03-01 --until 2026-03-31 -o march.csv`,
		table: (*report.Page).Journal,
		rows:  export.JournalTable,
	},
	{
		Operation: operations.Classify,
		short:     "Classify a lease and explain its class",
		long: `Classify a lease: the five criteria of ASC 842 with the numbers behind each, or
the single lessee model of every other standard. As csv it contains the criteria.

With --from the csv has one row per lease: its class, why, and the verdict on each
criterion.`,
		example: `  leasehold classify equipment.json
  leasehold classify leases.ndjson --format ndjson
  leasehold classify --from leases.csv -o classes.csv`,
		table: (*report.Page).Classify,
		csv:   export.CriteriaCSV,
		rows:  export.ClassTable,
	},
}

// formatHelp is the paragraph on output formats in the help of every operation on one lease.
const formatHelp = `

The lease is one JSON object with the fields of the contract, read from FILE or
from standard input. With --format ndjson, input and output have one lease per
line in the same order. An invalid line produces an error object, the remaining
lines continue, and the exit status is 1.

With --from the leases come from CSV, a workbook or JSON: a row of headings and one
lease per row (see leasehold template). The default format is csv unless the output
is a terminal. An error names the line and column of its row.

Exit status: 0 for a result, 1 for an invalid lease or a file that cannot be
read or written, 2 for an invalid command line.`
