// Package leasefile reads leases from files: CSV, workbooks (XLSX), one JSON object per
// line (NDJSON), and JSON (an array of leases, or a sequence of them).
//
// # Tables
//
// A table has one row per lease. The headings are the first row with known column names:
// the contract's names, the labels of forms, and common synonyms ([Columns]). Package cell
// reads the cells as spreadsheets write them. A column is a tag if it is
// named tag:NAME, if reports show its heading, or if [Options] name it. Any other column
// with values is an error. An empty cell means that the field is absent. The engine validates the
// values, and its messages are prefixed with the cell.
//
// Lists have separate tables, as sheets of a workbook or files of a directory: rent steps,
// rent-free months, one-off payments and events. Each row names its lease by id. The rows
// may be in any order; they are sorted by date. A row of the first three belongs to an
// event if it gives the event's date.
//
// # Reading
//
// [File.Next] splits the file into chunks, and a [Decoder] turns a chunk into leases, on
// any number of goroutines. The tables of lists are held in memory; leases are streamed.
package leasefile
