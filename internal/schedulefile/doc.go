// Package schedulefile reads a lease schedule from a CSV file, a workbook (XLSX) or JSON, for
// package reperform to verify.
//
// Columns are recognized by the words of their headings, in any order: Ending balance, Lease
// liability (closing), ROU asset | Closing with the first word in the row above. The reading
// lists the recognized and the remaining columns; a map from headings to fields overrides the
// words.
//
// Rows without figures, totals, and rows without the number or date that other rows have are
// omitted, with the reason. A figure that cannot be read is an error: no row is verified in
// part.
package schedulefile
