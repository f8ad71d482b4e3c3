package sheet

import (
	"bytes"
	"errors"
	"iter"
	"strings"

	"github.com/leasehold-accounting/leasehold/internal/cell"
)

// Separators are the characters that may separate the cells of a CSV file.
const Separators = ",;\t|"

// CSV is a format with one row per line and a separator between cells. A cell that contains a
// separator, a quotation mark or a line break is enclosed in quotation marks, and each quotation
// mark in it is doubled (RFC 4180).
type CSV struct {
	Separator byte
}

// UTF16 returns an error if start, the beginning of a file, has the UTF-16 byte order mark.
func UTF16(start []byte) error {
	if bytes.HasPrefix(start, []byte("\xff\xfe")) || bytes.HasPrefix(start, []byte("\xfe\xff")) {
		return errors.New("the file is in UTF-16; save it in UTF-8")
	}
	return nil
}

// OldLines returns an error if start, the beginning of a file, uses the line breaks of Mac OS 9.
// The Excel format "CSV (Macintosh)" still uses them.
func OldLines(start []byte) error {
	if i := bytes.IndexByte(start, '\r'); i >= 0 && i+1 < len(start) && bytes.IndexByte(start, '\n') < 0 {
		return errors.New("the lines end in a carriage return without a line feed; save the file as CSV UTF-8")
	}
	return nil
}

// Cut returns the length in bytes of the complete rows at the beginning of text, which must begin at the start of a
// row. It counts at most the given number of rows, or all of them if that number is 0.
func (f CSV) Cut(text []byte, most int) int {
	if most == 0 {
		last := bytes.LastIndexByte(text, '\n') + 1
		if bytes.IndexByte(text[:last], '"') < 0 {
			return last
		}
	}
	cut := 0
	for rows := 0; cut < len(text) && (rows < most || most == 0); rows++ {
		n, whole := f.row(text[cut:])
		if !whole {
			break
		}
		cut += n
	}
	return cut
}

// row returns the length of the first row, including its line end, and reports whether the row has
// a line end.
func (f CSV) row(text []byte) (n int, whole bool) {
	end := bytes.IndexByte(text, '\n')
	if end < 0 {
		end = len(text)
	}
	if bytes.IndexByte(text[:end], '"') < 0 {
		return end + 1, end < len(text)
	}
	for at := 0; ; {
		if at < len(text) && text[at] == '"' {
			length := quoted(text[at:])
			if length < 0 {
				return len(text), false
			}
			at += length
		}
		next := bytes.IndexByte(text[at:], '\n')
		if next < 0 {
			next = len(text) - at
		}
		sep := bytes.IndexByte(text[at:at+next], f.Separator)
		if sep < 0 {
			return at + next + 1, at+next < len(text)
		}
		at += sep + 1
	}
}

// CSVRow is a row of a CSV file.
type CSVRow struct {
	Row

	Len     int    // length in bytes, including the line end
	Problem string // reason why the row cannot be split into cells
}

// Split yields the rows of the given text. The first line has the given number. If reuse is not
// nil, a row's cells are valid only until the next row.
func (f CSV) Split(text []byte, line int, reuse []cell.Cell) iter.Seq[CSVRow] {
	return func(yield func(CSVRow) bool) {
		for len(text) > 0 {
			cells, n, problem := f.Row(text, reuse)
			if reuse != nil {
				reuse = cells[:0]
			}
			if !yield(CSVRow{Row{line, cells}, n, problem}) {
				return
			}
			line += bytes.Count(text[:n], []byte("\n"))
			text = text[n:]
		}
	}
}

// Row splits the first row of text, appends its cells to the slice, and returns the row's length in
// bytes, including its line break. If the row cannot be split, it returns the reason and the length
// of the first line.
func (f CSV) Row(text []byte, cells []cell.Cell) (all []cell.Cell, n int, problem string) {
	n, _ = f.row(text)
	n = min(n, len(text))
	row := strings.TrimSuffix(string(text[:n]), "\n")
	row = strings.TrimSuffix(row, "\r")
	for {
		if strings.HasPrefix(row, `"`) {
			length := quoted(row)
			if length < 0 {
				return cells, n, "a quotation mark is not closed"
			}
			cells, row = append(cells, cell.Of(strings.ReplaceAll(row[1:length-1], `""`, `"`))), row[length:]
			if row == "" {
				return cells, n, ""
			}
			if row[0] != f.Separator {
				return cells, n, "a quotation mark that closes a cell is followed by something other than a separator"
			}
			row = row[1:]
			continue
		}
		value, rest, more := strings.Cut(row, string(rune(f.Separator)))
		if strings.IndexByte(value, '"') >= 0 {
			return cells, n, "a quotation mark is inside a cell that does not start with a quotation mark; enclose the cell in quotation marks and double the quotation mark inside it"
		}
		cells = append(cells, cell.Of(value))
		if !more {
			return cells, n, ""
		}
		row = rest
	}
}

// quoted returns the length of the quoted cell at the start of text, or -1 if no quotation mark closes it.
func quoted[T string | []byte](text T) int {
	for at := 1; at < len(text); at++ {
		if text[at] != '"' {
			continue
		}
		if at++; at == len(text) || text[at] != '"' {
			return at
		}
	}
	return -1
}
