// Package leasefile reads leases from files: CSV, workbooks (XLSX), one JSON object per
// line (NDJSON), and JSON (an array of leases, or one lease after the other).
//
// # Tables
//
// In CSV and workbooks, the leases are a table with one row per lease. The heading row is the first
// row with known headings. Known are the field names of the API contract, the labels in the template,
// and common synonyms ([Columns]). Package cell reads dates and numbers in the formats of
// spreadsheets. A column contains a tag if its heading is tag:NAME, a common tag such as entity, or a
// heading that [Options] list. Any other column with values is an error. If a cell is empty, the
// lease does not have the field. Package leasehold validates the leases, and its messages are
// preceded by the place of the cell.
//
// Lists of a lease have their own tables: rent steps, rent-free months, one-off payments and events.
// These tables are sheets of a workbook or files of a directory. Each row contains the id of its
// lease. The rows may be in any order, because they are sorted by date. A row of the first three
// lists that contains the date of an event belongs to this event.
//
// # Reading
//
// [File.Next] splits the file into chunks. A [Decoder] decodes the leases of a chunk, and several
// goroutines may do so at the same time. The rows of list tables are held in memory, whereas the
// leases are read as a stream.
package leasefile
