package leasefile

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/leasehold-accounting/leasehold/internal/cell"
	"github.com/leasehold-accounting/leasehold/internal/sheet"
)

// opened is a table whose headings have been read.
type opened struct {
	sheet   string
	csv     sheet.CSV
	columns []Column
	style   cell.Style

	// next returns the next row. The cells are valid until next is called again.
	next func() (line int, cells []cell.Cell, err error)
}

// sampled is one of the first rows of a table, which determine the headings and the format of dates
// and numbers.
type sampled struct {
	line, end int // number of the row's first line, and number of bytes up to the end of the row
	cells     []cell.Cell
	problem   string // why the row cannot be split into cells; "" if it can
}

func cellsOf(rows []sampled) [][]cell.Cell {
	cells := make([][]cell.Cell, len(rows))
	for i := range rows {
		cells[i] = rows[i].cells
	}
	return cells
}

// These are the maximum sizes, in bytes and in rows, of the sample that determines the format of
// dates and numbers.
const (
	sampleLen  = 64 << 10
	sampleRows = 1000
)

// headOf finds the heading row among the first rows of a table and determines the fields of the
// columns. at is the index of the heading row. other is the style of the tables that were read
// before.
func headOf(t *table, name string, rows []sampled, o Options, other cell.Style) (columns []Column, style cell.Style, at int, err error) {
	cells := cellsOf(rows)
	at, _, _ = t.set.Head(cells, nil)
	switch {
	case at < 0 && len(rows) > 0 && rows[0].problem != "":
		return nil, style, at, unsplit(Place{name, rows[0].line}, rows[0].problem)
	case at < 0:
		return nil, style, at, errEmpty
	}
	if columns, err = t.columnsOf(Place{name, rows[at].line}, cells[at], cells[at+1:], &o); err != nil {
		return nil, style, at, err
	}
	return columns, styleOf(t, columns, cells[at+1:], o, other), at, nil
}

var errEmpty = errors.New("the file is empty; its first row must name the columns")

// styleOf determines the format of ambiguous dates and numbers. The options take precedence over
// the other cells of the table, and these over other, which is the style of the file's other
// tables.
func styleOf(t *table, columns []Column, rows [][]cell.Cell, o Options, other cell.Style) cell.Style {
	var seen cell.Evidence
	for _, cells := range rows {
		for i := range cells[:min(len(cells), len(columns))] {
			if f := t.field(columns[i].Field); f == nil {
				continue
			} else if f.kind == day {
				seen.SeeDate(cells[i])
			} else if f.kind <= share {
				seen.SeeNumber(cells[i])
			}
		}
	}
	return seen.Style(cell.Style{Dates: o.Dates, Decimals: o.Decimals}, other)
}

// openCSV reads the headings of a CSV file as those of tables()[kind]. Afterwards, s continues with
// the row below the headings.
func openCSV(s *splitter, kind int, name string, o Options, other cell.Style) (*opened, error) {
	if err := s.skipMark(); err != nil {
		return nil, err
	}
	if err := s.more(sampleLen); err != nil {
		return nil, err
	}
	if err := sheet.OldLines(s.rest()); err != nil {
		return nil, err
	}
	t := &tables()[kind]
	format, rows := bestCSV(t, s.rest(), s.err != nil)
	if len(rows) == 0 && len(s.rest()) > 0 && s.err == nil {
		return nil, errRowLong
	}
	if format.Separator == ',' && other.Decimals == cell.AnyDecimals {
		other.Decimals = cell.Point // if commas separate the cells, the program that wrote the file does not use decimal commas
	}
	columns, style, at, err := headOf(t, name, rows, o, other)
	if err != nil {
		return nil, err
	}
	s.pass(rows[at].end)
	s.cut = func(text []byte, most int, last bool) (int, error) {
		n := format.Cut(text, most)
		if last && n == 0 {
			n = len(text) // the last row of a file may lack a line break
		}
		return n, nil
	}
	s.tooLong = func(line int) error { return fmt.Errorf("line %d: %w", line, errRowLong) }
	return &opened{sheet: name, csv: format, columns: columns, style: style, next: csvSource(s, format, name)}, nil
}

var errRowLong = fmt.Errorf("a row is longer than %d bytes; is a quotation mark left open?", maxRecord)

// bestCSV splits the start of a file into rows. It uses the separator with which the most headings
// are recognized.
func bestCSV(t *table, start []byte, last bool) (best sheet.CSV, rows []sampled) {
	most := -1
	for i := range len(sheet.Separators) {
		f := sheet.CSV{Separator: sheet.Separators[i]}
		list := firstOf(f, start, last)
		cells := cellsOf(list)
		at, _, n := t.set.Head(cells, nil)
		score := 1000 * n
		if at >= 0 {
			score += min(len(cells[at]), 999) // without known headings, prefer the separator that results in more columns
		}
		if score > most {
			best, rows, most = f, list, score
		}
	}
	return best, rows
}

// firstOf splits the start of a file into its first rows.
func firstOf(f sheet.CSV, text []byte, last bool) (rows []sampled) {
	whole := len(text)
	if !last {
		whole = f.Cut(text, 0)
	}
	line, at := 1, 0
	for at < whole && len(rows) < sampleRows {
		cells, n, problem := f.Row(text[at:], nil)
		rows = append(rows, sampled{line, at + n, cells, problem})
		line += bytes.Count(text[at:at+n], newline)
		at += n
	}
	return rows
}

// csvSource returns a function that returns the next row of a CSV file. name is the name of the
// file in a directory.
func csvSource(s *splitter, f sheet.CSV, name string) func() (int, []cell.Cell, error) {
	var (
		c     Chunk
		text  []byte
		cells []cell.Cell
		line  int
	)
	return func() (int, []cell.Cell, error) {
		if len(text) == 0 {
			if err := s.next(&c); err != nil {
				return 0, nil, err
			}
			text, line = c.Text, c.Line
		}
		all, n, problem := f.Row(text, cells[:0])
		cells = all
		at := Place{name, line}
		line += bytes.Count(text[:n], newline)
		text = text[n:]
		if problem != "" {
			return at.Line, nil, unsplit(at, problem)
		}
		return at.Line, cells, nil
	}
}
