// Package ledgerfile reads a trial balance from a CSV file or a workbook (XLSX) as accounting
// software exports it, for a report to tie out to (METHOD 22.3).
//
// Columns are recognized by the words of their headings: accounts by code, name or both; a
// signed balance, a debit and a credit, or an amount and a column with its side; currencies;
// and the keys by which the report groups its leases. If there are opening balances,
// movements and closing balances, the closing balances are used.
//
// An account map assigns the codes of the ledger to Leasehold's accounts. Other accounts,
// titles and totals are omitted, each row with its reason. An amount of a Leasehold account
// that cannot be read is an error: no trial balance is compared in part.
package ledgerfile
