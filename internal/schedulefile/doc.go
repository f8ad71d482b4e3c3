// Package schedulefile reads a lease schedule from a CSV file, a workbook (XLSX) or JSON. Package
// reperform verifies the schedule.
//
// The words in the headings determine the meaning of the columns. Examples are Ending balance and
// Lease liability (closing). The columns may be in any order. If the row above the headings
// contains a group heading, both are combined, such as ROU asset | Closing. A [Reading] contains
// the columns with and without a recognized meaning. A map from headings to fields takes precedence
// over the words.
//
// Rows without figures and rows with totals are omitted. If other rows have a number or a date,
// rows without it are omitted as well. The Reading contains the reason for each omitted row. If a
// figure cannot be read, the result is an error, because a row must not be verified in part.
package schedulefile
