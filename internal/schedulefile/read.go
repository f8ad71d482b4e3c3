// Package schedulefile reads a lease schedule from a CSV file, a workbook (XLSX) or JSON. Package
// reperform verifies the schedule.
//
// The words in headings such as Ending balance or Lease liability (closing) determine the meaning
// of the columns. The columns may be in any order. If the row above the headings contains a group
// heading, the two headings are combined, as in ROU asset | Closing. A [Reading] contains the
// columns with and without a recognized meaning. If the caller maps headings to fields, that map
// takes precedence over the words.
//
// Rows without figures and rows with totals are omitted. If the rows are numbered or dated, rows
// without a number or date are also omitted. The Reading gives the reason for each omitted row. A
// figure that cannot be read is an error, because a row must not be verified in part.
package schedulefile

import (
	"bytes"
	"io"
	"path/filepath"
	"strings"

	"github.com/leasehold-accounting/leasehold/internal/cell"
	"github.com/leasehold-accounting/leasehold/internal/columns"
	"github.com/leasehold-accounting/leasehold/internal/sheet"
	"github.com/leasehold-accounting/leasehold/reperform"
)

// Options contains settings that the reader cannot always determine from the file. With the zero
// value, the file determines everything.
type Options struct {
	Name     string        // file name; the extension, or the file's content if the extension is unknown, determines the format
	Map      columns.Map   // assigns headings or column letters to fields; see [ParseMap]
	Sheet    string        // sheet of a workbook to read; defaults to the first sheet with a schedule
	Dates    cell.Order    // order of day and month in ambiguous dates such as 1/2/2026
	Decimals cell.Decimals // decimal separator in ambiguous numbers such as 1,234
}

// Reading is a schedule that was read from a file.
type Reading struct {
	Theirs  reperform.Theirs
	Sheet   string            // name of the sheet in a workbook
	Columns []columns.Column  // columns in file order
	Left    []columns.LeftOut // omitted rows, with reasons
	Notes   []string          // sentences about assumptions made in reading the file
}

// The maximum sizes of a file. A schedule has at most [reperform.MaxRows] rows.
const (
	maxFile  = 32 << 20 // in bytes
	maxRows  = 20_000
	maxCells = 400_000
)

// ParseMap parses a map of columns. For example, "ending bal=liabilityClose" assigns a heading to a
// field, "C=interest" assigns a column letter, and "Notes=-" excludes a column.
func ParseMap(list []string) (columns.Map, error) {
	return columns.ParseMap(list, fields, "a schedule", "ending bal=liabilityClose")
}

// Read reads a schedule. The error is either an [*columns.Error] or an error from reading the input.
func Read(in io.Reader, o Options) (*Reading, error) {
	file := sheet.File{Name: o.Name, Sheet: o.Sheet, Limits: sheet.Limits{Bytes: maxFile, Rows: maxRows, Cells: maxCells}}
	data, err := file.Read(in)
	if err != nil {
		return nil, columns.Refuse("%s", err)
	}
	suffix := strings.ToLower(filepath.Ext(o.Name))
	text := bytes.TrimLeft(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")), " \t\r\n")
	if suffix == ".json" || suffix == "" && len(text) > 0 && (text[0] == '{' || text[0] == '[') {
		return readJSON(text, o)
	}
	found, err := headings.Read(file, data, o.Map)
	if err != nil {
		return nil, err
	}
	return (&table{Table: found}).read(o)
}
