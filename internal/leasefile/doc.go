// Package leasefile reads leases from files: CSV, workbooks (XLSX), one JSON object per line
// (NDJSON), and JSON (an array of leases, or consecutive leases).
//
// # Tables
//
// In CSV and workbooks, the leases are a table with one row per lease. The heading row is the first
// row with known headings. The known headings are the field names of the API contract, the labels
// in the template, and common synonyms ([Columns]). Package cell reads dates and numbers in the
// formats of spreadsheets. A column contains a tag if its heading is tag:NAME, a common tag such as
// entity, or a heading that [Options] list. Any other column with values is an error. An empty cell
// means that the lease lacks the field. Package leasehold validates the leases. Each error message
// begins with the position of the cell.
//
// Lists of a lease, such as rent steps, payments and events, have their own tables. These tables
// are sheets of a workbook or files of a directory. Each row contains the id of its lease. The rows
// may be in any order, because the package sorts them by date. A rent step, a rent-free period or a
// single payment belongs to an event if its row contains the date of the event.
//
// # Reading
//
// [File.Next] splits the file into chunks. A [Decoder] decodes the leases of a chunk. Several
// goroutines may decode different chunks at the same time. The package holds the rows of list
// tables in memory and reads the leases as a stream.
package leasefile
