package leasefile

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/cell"
	"github.com/leasehold-accounting/leasehold/internal/columns"
	"github.com/leasehold-accounting/leasehold/internal/sheet"
)

// opened is a table after its headings have been read.
type opened struct {
	name    string // name of the sheet, or of the file in the directory
	csv     sheet.CSV
	columns []Column
	style   cell.Style

	next  func() (sheet.Row, error) // returns the next row, or io.EOF after the last row
	chunk func(*Chunk) error        // fills a chunk with the next rows, as [File.Next] does
	close func() error
}

// rows yields all rows that are not blank. A read error is the last element.
func (t *opened) rows() iter.Seq2[sheet.Row, error] {
	return func(yield func(sheet.Row, error) bool) {
		for {
			switch r, err := t.next(); {
			case errors.Is(err, io.EOF):
				return
			case err != nil:
				yield(r, err)
				return
			case columns.Filled(r.Cells) > 0 && !yield(r, nil):
				return
			}
		}
	}
}

// These constants limit the sample of leading rows that determines date and number formats.
const (
	sampleLen  = 64 << 10 // in bytes
	sampleRows = 1000
)

var errEmpty = errors.New("the file is empty; its first row must name the columns")

// headOf finds the heading row in a table's first rows and returns its index. The last parameter is
// the style of the tables that were read earlier.
func headOf(t *table, name string, rows []sheet.Row, o *Options, other cell.Style) (*opened, int, error) {
	at, _, _ := t.set.Head(rows, nil)
	if at < 0 {
		return nil, at, errEmpty
	}
	list, err := t.columnsOf(Place{name, rows[at].Number}, rows[at].Cells, rows[at+1:], o)
	if err != nil {
		return nil, at, err
	}
	return &opened{name: name, columns: list, style: styleOf(t, list, rows[at+1:], o, other)}, at, nil
}

// styleOf determines how ambiguous dates and numbers are read. The order of precedence is: first
// the options, then the table's cells, then the style of the file's other tables.
func styleOf(t *table, list []Column, rows []sheet.Row, o *Options, other cell.Style) cell.Style {
	var seen cell.Evidence
	for _, r := range rows {
		for i := range r.Cells[:min(len(r.Cells), len(list))] {
			switch f := t.field(list[i].Field); {
			case f == nil:
			case f.isDate():
				seen.SeeDate(r.Cells[i])
			case f.isNumber():
				seen.SeeNumber(r.Cells[i])
			}
		}
	}
	return seen.Style(cell.Style{Dates: o.Dates, Decimals: o.Decimals}, other)
}

// openCSV opens a CSV file that contains the table tables()[kind]. Afterward, s is positioned below
// the headings. The last parameter is the style of the tables that were read earlier.
func openCSV(s *splitter, kind int, name string, o *Options, other cell.Style) (*opened, error) {
	if err := s.more(sampleLen); err != nil {
		return nil, err
	}
	if err := sheet.OldLines(s.rest()); err != nil {
		return nil, err
	}
	t := &tables()[kind]
	start := bestStart(t, s.rest(), s.err != nil)
	if len(start.rows) == 0 && len(s.rest()) > 0 && s.err == nil {
		return nil, errRowLong
	}
	if start.format.Separator == ',' && other.Decimals == cell.AnyDecimals {
		other.Decimals = cell.Point // commas cannot mark decimals if they separate the cells
	}
	table, at, err := headOf(t, name, start.rows, o, other)
	if errors.Is(err, errEmpty) && start.problem != "" {
		return nil, unsplit(Place{name, start.rows[0].Number}, start.problem)
	}
	if err != nil {
		return nil, err
	}
	s.pass(start.ends[at])
	s.cut = func(text []byte, most int, last bool) (int, error) {
		n := start.format.Cut(text, most)
		if last && n == 0 {
			n = len(text) // the last row of a file may lack a line break
		}
		return n, nil
	}
	s.tooLong = errRowLong
	table.csv, table.chunk, table.next = start.format, s.next, csvSource(s, start.format, name)
	return table, nil
}

var errRowLong = fmt.Errorf("a row is longer than %d bytes; is a quotation mark left open?", maxRecord)

type csvStart struct {
	format  sheet.CSV
	rows    []sheet.Row
	ends    []int  // number of bytes up to the end of each row
	problem string // reason why the first row cannot be split into cells
}

// bestStart splits the start of a file into cells. It uses the separator that yields the most known
// headings. If last is true, the text is the whole file.
func bestStart(t *table, text []byte, last bool) (best csvStart) {
	most := -1
	for _, separator := range []byte(sheet.Separators) {
		start := startOf(sheet.CSV{Separator: separator}, text, last)
		at, _, n := t.set.Head(start.rows, nil)
		score := 1000 * n
		if at >= 0 {
			score += min(len(start.rows[at].Cells), 999) // without known headings, prefer the separator that yields more columns
		}
		if score > most {
			best, most = start, score
		}
	}
	return best
}

func startOf(f sheet.CSV, text []byte, last bool) csvStart {
	if !last {
		text = text[:f.Cut(text, 0)]
	}
	start, end := csvStart{format: f}, 0
	for r := range f.Split(text, 1, nil) {
		if len(start.rows) == 0 {
			start.problem = r.Problem
		}
		end += r.Len
		start.rows, start.ends = append(start.rows, r.Row), append(start.ends, end)
		if len(start.rows) == sampleRows {
			break
		}
	}
	return start
}

func csvSource(s *splitter, f sheet.CSV, name string) func() (sheet.Row, error) {
	var c Chunk
	var rows []sheet.CSVRow
	return func() (sheet.Row, error) {
		if len(rows) == 0 {
			if err := s.next(&c); err != nil {
				return sheet.Row{}, err
			}
			rows = slices.Collect(f.Split(c.Text, c.Line, nil))
		}
		r := rows[0]
		rows = rows[1:]
		if r.Problem != "" {
			return r.Row, unsplit(Place{name, r.Number}, r.Problem)
		}
		return r.Row, nil
	}
}

// Place is the position of a row in a file.
type Place struct {
	Sheet string // sheet of a workbook or file in a directory; otherwise empty
	Line  int    // line or row number, counted from 1
}

// String returns the position for a message, such as "line 7" or "sheet Leases, row 7".
func (p Place) String() string {
	line := strconv.Itoa(p.Line)
	switch {
	case p.Sheet == "":
		return "line " + line
	case strings.HasSuffix(p.Sheet, csvSuffix):
		return p.Sheet + ", line " + line
	}
	return "sheet " + p.Sheet + ", row " + line
}

// Problem is an error in a cell or in a whole row.
type Problem struct {
	Place   Place
	Column  int    // column number, counted from 1; 0 if the problem concerns the whole row
	Heading string // heading of the column as written in the file
	Field   string // API path such as events[1].termMonths, or "body" for the whole lease
	Message string
}

// problemIn returns a problem with the field at the given path. The column index is -1 if the field has no column.
func problemIn(list []Column, column int, at Place, path, message string) Problem {
	p := Problem{Place: at, Column: column + 1, Field: path, Message: message}
	if column >= 0 && column < len(list) {
		p.Heading = list[column].Heading
	}
	return p
}

// text returns the problem's column and message, without the row's position.
func (p Problem) text() string {
	var b strings.Builder
	if p.Column > 0 {
		b.WriteString("column " + sheet.Letter(p.Column-1))
		if p.Heading != "" && p.Heading != p.Field {
			b.WriteString(" " + strconv.Quote(p.Heading))
		}
		b.WriteString(" (" + p.Field + ")")
	} else {
		b.WriteString(p.Field)
	}
	b.WriteString(": " + p.Message)
	return b.String()
}

// RowError is the error for a rejected row. It wraps a [*leasehold.InvalidError] that uses API
// paths to describe the problems.
type RowError struct {
	Place    Place
	Problems []Problem // never empty
}

// Error lists the problems, each with its cell. Consecutive problems in the same row share the row's position.
func (e *RowError) Error() string {
	var b strings.Builder
	at := Place{}
	for i, p := range e.Problems {
		if i > 0 {
			b.WriteString("; ")
		}
		if p.Place != at || i == 0 {
			b.WriteString(p.Place.String() + ", ")
			at = p.Place
		}
		b.WriteString(p.text())
	}
	return b.String()
}

// Unwrap returns the problems as a [*leasehold.InvalidError].
func (e *RowError) Unwrap() error {
	faults := make([]leasehold.Fault, len(e.Problems))
	for i, p := range e.Problems {
		faults[i] = leasehold.Fault{Field: p.Field, Message: p.Message}
	}
	return &leasehold.InvalidError{Faults: faults}
}
