// Package schedulefile reads somebody else's lease schedule from a CSV file, a
// workbook (XLSX) or JSON, for package reperform to check.
//
// What a column is, is found out from the words of its heading, whatever their
// order: Ending balance, Lease liability (closing), ROU asset | Closing with the
// first word in the row above. What was recognized is told, and what was not; a map
// from headings to members says it for sure.
//
// A row that has no figures, or is a total, or has neither number nor date where the
// others have, is left out, with the reason. A figure that cannot be read is an
// error: a row is never checked in part.
package schedulefile
