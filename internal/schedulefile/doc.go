// Package schedulefile reads a lease schedule from a CSV file, a workbook (XLSX) or JSON, for
// package reperform to verify.
//
// Columns are recognized by the words in their headings, in any order, such as Ending balance or
// Lease liability (closing). A group heading in the row above is part of the heading, as in ROU
// asset | Closing. A Reading lists the recognized and the other columns. A map from headings to
// fields overrides the recognition.
//
// Rows without figures, rows with totals, and rows that lack the number or date that other rows
// have are omitted, with the reason. A figure that cannot be read is an error, because no row is
// verified in part.
package schedulefile
