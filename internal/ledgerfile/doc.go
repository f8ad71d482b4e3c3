// Package ledgerfile reads a trial balance from a CSV file or a workbook (XLSX) as exported by
// accounting software. A report is reconciled to the trial balance (METHOD 22.3).
//
// Columns are recognized by the words in their headings. Accounts may be identified by code, name
// or both. Amounts may be a signed balance, a debit and a credit, or an amount with a column for
// its side. There may be columns for currencies and for the keys by which the report groups its
// leases. If there are opening balances, movements and closing balances, the closing balances are
// used.
//
// An account map assigns ledger codes to Leasehold's accounts. Other accounts, titles and totals
// are omitted, each row with its reason. If an amount of a Leasehold account cannot be read, this
// is an error, because no trial balance is compared in part.
package ledgerfile
