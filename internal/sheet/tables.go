package sheet

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold/internal/cell"
	"github.com/leasehold-accounting/leasehold/internal/lists"
)

// Table is a table in a file. The meaning of its columns is not yet known.
type Table struct {
	Sheet    string // name of the sheet; empty for CSV
	Rows     []Row
	From1904 bool
	Decimals cell.Decimals // decimal separator that the file format implies
}

// Row is a table row with its number in the file, counted from 1.
type Row struct {
	Number int
	Cells  []cell.Cell
}

// Limits are the maximum length and dimensions of a file.
type Limits struct{ Bytes, Rows, Cells int }

// File describes a CSV file or workbook that contains the table to read.
type File struct {
	Limits

	Name  string // file name; .xlsx or .xlsm means a workbook, and for any other extension the content determines the format
	Sheet string // name of the sheet to read; empty to search all sheets
}

// Read returns the bytes of a file, or an error if the file is longer than its limit.
func (f *File) Read(in io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(in, int64(f.Bytes)+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("read the file: %w", err)
	case len(data) > f.Bytes:
		return nil, fmt.Errorf("the file is larger than %d MB", f.Bytes>>20)
	}
	return data, nil
}

// Tables calls a function with each table that the file may contain, until the function returns
// true. A CSV file is split with each separator in turn, and a workbook has one table per sheet.
// Tables returns an error if the file contains no table.
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
			t.Decimals = cell.Point // commas cannot mark decimals if they separate the cells
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

// book calls the callback with the rows of the requested sheet or of each sheet. If there are
// several sheets, it skips any sheet that is not readable.
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
		return fmt.Errorf("sheet %q not found; the sheets are %s", f.Sheet, lists.And(names))
	}
	return nil
}

func (f *File) sheet(book *Book, i int) (list []Row, err error) {
	rows, err := book.Rows(i)
	if err != nil {
		return nil, err
	}
	defer rows.Close() //nolint:errcheck // the file was opened for reading, so an error on closing it loses no data
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

// Rows reads the rows of a sheet one by one.
type Rows struct {
	book *Book
	part part
	in   *tokens
	line int
	text []byte // reused for the text of each cell
}

// Rows opens the sheet with the given index in [Book.Sheets]. The caller must close the result.
func (b *Book) Rows(sheet int) (*Rows, error) {
	in, err := unpack(b.sheets[sheet].file)
	if err != nil {
		return nil, err
	}
	return &Rows{book: b, part: b.sheets[sheet], in: in}, nil
}

// Close closes the sheet.
func (r *Rows) Close() error { return r.in.Close() }

// Done returns the number of bytes read and the length of the sheet, both after unpacking.
func (r *Rows) Done() (read, all int64) {
	return r.in.read, int64(min(r.part.file.UncompressedSize64, 1<<62))
}

// Next returns the next row, or io.EOF after the last row.
func (r *Rows) Next() (Row, error) {
	for {
		token, err := r.in.next()
		switch {
		case errors.Is(err, io.EOF):
			return Row{}, io.EOF
		case err != nil:
			return Row{}, r.fault(err)
		}
		switch t := token.(type) {
		case xml.StartElement:
			if t.Name.Local != "row" {
				continue
			}
			r.line++
			if n, err := strconv.Atoi(attribute(t, "r")); err == nil && n >= r.line {
				r.line = n
			}
			cells, err := r.row()
			if err != nil {
				return Row{}, r.fault(err)
			}
			return Row{r.line, cells}, nil
		case xml.EndElement:
			if t.Name.Local == "sheetData" {
				return Row{}, io.EOF
			}
		}
	}
}

func (r *Rows) fault(err error) error {
	if errors.Is(err, errLong) || errors.Is(err, errSpent) {
		return err
	}
	return damaged("sheet %s, after row %d: %w", r.part.name, r.line, err)
}

// row reads a row's cells. The row's start element must already have been read.
func (r *Rows) row() (cells []cell.Cell, err error) {
	for {
		token, err := r.in.next()
		if err != nil {
			return nil, unexpected(err)
		}
		switch t := token.(type) {
		case xml.StartElement:
			if t.Name.Local != "c" {
				continue
			}
			column := len(cells)
			if ref := attribute(t, "r"); ref != "" {
				if column, err = columnOf(ref, column); err != nil {
					return nil, err
				}
			}
			c, err := r.cell(t)
			if err != nil {
				return nil, err
			}
			if c.Empty() {
				continue
			}
			if column >= maxColumns {
				return nil, fmt.Errorf("there is a cell in column %s, but only %d columns are read", Letter(column), maxColumns)
			}
			for len(cells) < column {
				cells = append(cells, cell.Cell{})
			}
			cells = append(cells, c)
		case xml.EndElement:
			if t.Name.Local == "row" {
				return cells, nil
			}
		}
	}
}

// columnOf returns the column index in a cell reference such as AB12. A row's cells must be in
// ascending order, so an index below the given minimum is an error.
func columnOf(ref string, least int) (int, error) {
	n := 0
	for i := 0; i < len(ref) && ref[i] >= 'A' && ref[i] <= 'Z' && n < 1<<20; i++ {
		n = n*26 + int(ref[i]-'A') + 1
	}
	if n--; n < least {
		return 0, fmt.Errorf("the cell %.20q is not in ascending order", ref)
	}
	return n, nil
}

// cell reads a cell. The cell's start element must already have been read.
func (r *Rows) cell(e xml.StartElement) (cell.Cell, error) {
	var err error
	if r.text, err = appendText(r.text[:0], r.in, "c"); err != nil || len(r.text) == 0 {
		return cell.Cell{}, err
	}
	c := cell.Of(string(r.text))
	switch attribute(e, "t") {
	case "s":
		text, ok := r.book.texts.of(string(r.text))
		if !ok {
			return cell.Cell{}, fmt.Errorf("shared string %.20q not found", r.text)
		}
		c.Text = text
	case "str", "inlineStr", "d": // the cell contains text
	case "b":
		c.Type = cell.Bool
	case "e":
		c.Type = cell.Fault
	default:
		c.Type = cell.Number
		if i, err := strconv.Atoi(attribute(e, "s")); err == nil && i >= 0 && i < len(r.book.formats) {
			c.Type = r.book.formats[i]
		}
	}
	return c, nil
}
