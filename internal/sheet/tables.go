package sheet

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/leasehold-accounting/leasehold/internal/cell"
)

// Table is a table of a file with columns that have not been interpreted.
type Table struct {
	Sheet    string // name of the sheet; empty for CSV
	Rows     []Row
	From1904 bool
	Decimals cell.Decimals // decimal separator that follows from the format of the file
}

// Row is a row of a table with its number in the file, counted from 1.
type Row struct {
	Number int
	Cells  []cell.Cell
}

// Limits are the maximum length and size of a file.
type Limits struct{ Bytes, Rows, Cells int }

// File describes a CSV file or a workbook with a table to read.
type File struct {
	Limits

	Name  string // a name that ends in .xlsx or .xlsm requires a workbook; for other names, the content determines the format
	Sheet string // name of the sheet to read; empty if any sheet may contain the table
}

// Read returns the bytes of a file, or an error if the file is longer than its limit.
func (f *File) Read(in io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(in, int64(f.Bytes)+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("read the file: %w", err)
	case len(data) > f.Bytes:
		return nil, fmt.Errorf("the file is longer than %d MB", f.Bytes>>20)
	}
	return data, nil
}

// Tables calls try with each table that the file may contain, until try returns true. A CSV file is
// split by each separator, and a workbook has a table for each sheet. Tables returns an error if
// the file contains no table.
func (f *File) Tables(data []byte, try func(*Table) (certain bool)) error {
	isBook, err := IsBook(data)
	suffix := strings.ToLower(filepath.Ext(f.Name))
	switch {
	case err != nil:
		return err
	case isBook:
		return f.book(data, try)
	case suffix == ".xlsx" || suffix == ".xlsm":
		return errors.New("not an Excel workbook (.xlsx)")
	case len(bytes.TrimSpace(data)) == 0:
		return errors.New("the file is empty")
	}
	if err := cmp.Or(UTF16(data), OldLines(data)); err != nil {
		return err
	}
	return f.text(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")), try)
}

func (f *File) text(data []byte, try func(*Table) bool) error {
	var first error
	some := false
	for _, separator := range []byte(Separators) {
		t := &Table{}
		if separator == ',' {
			t.Decimals = cell.Point // if the separator is a comma, decimals cannot be separated by commas
		}
		var err error
		if t.Rows, err = f.split(CSV{separator}, data); err != nil {
			first = cmp.Or(first, err)
			continue
		}
		if some = true; try(t) {
			return nil
		}
	}
	if some {
		return nil
	}
	return first
}

func (f *File) split(by CSV, data []byte) (rows []Row, err error) {
	cells := 0
	for r := range by.Split(data, 1, nil) {
		if r.Problem != "" {
			return nil, fmt.Errorf("line %d cannot be split into cells: %s", r.Number, r.Problem)
		}
		rows = append(rows, r.Row)
		if cells += len(r.Cells); len(rows) > f.Rows || cells > f.Cells {
			return nil, fmt.Errorf("the file has more than %d rows or %d cells", f.Rows, f.Cells)
		}
	}
	return rows, nil
}

// book calls try with the rows of the requested sheet or of each sheet. If there are several
// sheets, book skips sheets that cannot be read.
func (f *File) book(data []byte, try func(*Table) bool) error {
	book, err := OpenBook(bytes.NewReader(data), int64(len(data)), Uploaded(int64(len(data))))
	if err != nil {
		return err
	}
	names := book.Sheets()
	some := false
	for i, name := range names {
		if f.Sheet != "" && !strings.EqualFold(name, f.Sheet) {
			continue
		}
		rows, err := f.sheet(book, i)
		if err != nil {
			if f.Sheet != "" || len(names) == 1 || errors.Is(err, errSpent) {
				return err
			}
			continue
		}
		if some = true; try(&Table{Sheet: name, Rows: rows, From1904: book.From1904}) {
			return nil
		}
	}
	if !some {
		return fmt.Errorf("sheet %q not found; the sheets are %s", f.Sheet, strings.Join(names, ", "))
	}
	return nil
}

func (f *File) sheet(book *Book, i int) (list []Row, err error) {
	rows, err := book.Rows(i)
	if err != nil {
		return nil, err
	}
	defer rows.Close() //nolint:errcheck // an error on closing a file that was opened for reading loses no data
	for cells := 0; ; {
		r, err := rows.Next()
		if errors.Is(err, io.EOF) {
			return list, nil
		}
		if err != nil {
			return nil, err
		}
		list = append(list, r)
		if cells += len(r.Cells); len(list) > f.Rows || cells > f.Cells {
			return nil, fmt.Errorf("sheet %s has more than %d rows or %d cells", book.Sheets()[i], f.Rows, f.Cells)
		}
	}
}
