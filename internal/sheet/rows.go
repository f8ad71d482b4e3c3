package sheet

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/leasehold-accounting/leasehold/internal/cell"
)

// Rows reads the rows of a sheet one after the other.
type Rows struct {
	book *Book
	part part
	in   *tokens
	line int
	text []byte // buffer for the text of a cell
}

// Rows opens the sheet with the given index in [Book.Sheets]. The caller must close the result.
func (b *Book) Rows(sheet int) (*Rows, error) {
	r := &Rows{book: b, part: b.sheets[sheet]}
	in, err := unpack(r.part.file)
	if err != nil {
		return nil, err
	}
	r.in = in
	return r, nil
}

// Close closes the sheet.
func (r *Rows) Close() error { return r.in.Close() }

// Done returns the number of bytes read and the length of the sheet, both of the unpacked sheet.
func (r *Rows) Done() (read, all int64) {
	return r.in.read, int64(min(r.part.file.UncompressedSize64, 1<<62))
}

// Next returns the next row. After the last row, the error is io.EOF.
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

// row reads the cells of a row. The start element of the row must have been read.
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
				return nil, fmt.Errorf("there is a cell in column %s; %d columns are read", Letter(column), maxColumns)
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

// columnOf returns the index of the column in a cell reference such as AB12. The cells of a row
// must be in ascending order, so the index must be at least least.
func columnOf(ref string, least int) (int, error) {
	n := 0
	for i := 0; i < len(ref) && ref[i] >= 'A' && ref[i] <= 'Z' && n < 1<<20; i++ {
		n = n*26 + int(ref[i]-'A') + 1
	}
	if n--; n < least {
		return 0, fmt.Errorf("the cell %.20q is out of order", ref)
	}
	return n, nil
}

// cell reads a cell. The start element of the cell must have been read.
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
			return cell.Cell{}, fmt.Errorf("there is no shared text %.20q", r.text)
		}
		c.Text = text
	case "str", "inlineStr", "d": // a text
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
