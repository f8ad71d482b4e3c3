// Package ledgerfile reads a trial balance that accounting software has exported to a CSV file or a
// workbook (XLSX). A report is reconciled to the trial balance (METHOD 22.3).
//
// The words in the headings determine the meaning of the columns. An account may be given by its
// code, its name or both. An amount may be a balance with a sign, a debit and a credit in two
// columns, or an amount with another column that contains debit or credit. Further columns may
// contain the currency and the keys that group the leases of the report. If the file contains
// opening balances, movements and closing balances, the closing balances are used.
//
// An account map assigns account codes of the ledger to Leasehold's accounts. Rows of other
// accounts, titles and totals are omitted, and the result contains the reason for each omitted row.
// If an amount of a Leasehold account cannot be read, the result is an error, because a report must
// not be compared with a part of the trial balance.
package ledgerfile
