// Package ledgerfile reads a trial balance from a CSV file or a workbook (XLSX) as
// bookkeeping programs export it, for a report to tie out to (METHOD 22.3).
//
// Columns are found by the words of their headings: accounts by code, by name or both; a
// balance with its sign, a debit and a credit, or an amount next to a column that says
// which side it is on; currencies; and the keys that the report groups its leases by.
// Where there are opening balances, movements and closing balances, the closing ones
// count.
//
// An account map says which of our accounts a code of the ledger is. Accounts that are
// none of ours are left out, and so are titles and totals; every row that is left out is
// told with its reason. An amount of one of our accounts that cannot be read is an error:
// a trial balance is never compared in part.
package ledgerfile
