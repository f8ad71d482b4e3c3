// Package schedulefile reads somebody else's lease schedule from a CSV file, a
// workbook (XLSX) or JSON, for package reperform to check.
//
// Columns are identified by the words of their headings, whatever their
// order: Ending balance, Lease liability (closing), ROU asset | Closing with the
// first word in the row above. The reading lists recognized and other columns; a map
// from headings to members decides instead of the words.
//
// A row that has no figures, or is a total, or has neither number nor date where the
// others have, is left out, with the reason. A figure that cannot be read is an
// error: a row is never checked in part.
package schedulefile
