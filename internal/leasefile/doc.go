// Package leasefile reads leases from files: CSV, workbooks (XLSX), one JSON object
// a line (NDJSON), and JSON (an array of leases, or one after the other).
//
// # Tables
//
// A table has one row per lease. The first row that names the columns is found by
// what it says: the contract's names, the labels of forms, and the words that
// people use for them ([Columns]). Cells are read by package cell, as spreadsheets
// write them. A further column is carried as a tag of its heading. An empty cell
// means that the member is absent. The engine checks the values, so a refusal reads
// as it does everywhere else, with the place of the cell in front.
//
// Lists have tables of their own, in a workbook as sheets, in a directory as files:
// steps of the rent, rent-free months, single payments and events. Each row names
// its lease by the id. The rows may be in any order; they are sorted by their dates.
// A row of the first three belongs to an event where it gives the event's date.
//
// # Reading
//
// [File.Next] cuts the file into chunks, one after the other, and a [Decoder] turns
// a chunk into leases, on any number of goroutines. The file is never in memory as
// a whole; the tables of lists are.
package leasefile
