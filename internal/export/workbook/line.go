package workbook

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/money"
)

// sheetColumn is a column of a sheet with a name for formulas.
type sheetColumn struct {
	name    string
	heading spreadsheet.ColumnHeading
}

type layout []sheetColumn

func (l layout) table(s *spreadsheet.Sheet, title, about string) {
	headings := make([]spreadsheet.ColumnHeading, len(l))
	for i, c := range l {
		headings[i] = c.heading
	}
	s.Freeze(4, 0)
	s.Table(title, about, headings...)
}

func (l layout) letter(name string) string {
	return spreadsheet.Letter(1 + slices.IndexFunc(l, func(c sheetColumn) bool { return c.name == name }))
}

// area returns a reference to several rows of a column, for formulas on any sheet.
func (l layout) area(sheet, name string, from, to int) string {
	return fmt.Sprintf("%[1]s!$%[2]s$%[3]d:$%[2]s$%[4]d", sheet, l.letter(name), from, to)
}

// formula replaces the column names in a formula with cell references. {x} is the cell of column x
// in the given row. {x-} is the cell one row above, and {x+} is the cell one row below.
func (l layout) formula(format string, row int) string {
	var f strings.Builder
	for {
		text, after, found := strings.Cut(format, "{")
		f.WriteString(text)
		if !found {
			return f.String()
		}
		name, rest, _ := strings.Cut(after, "}")
		at := row
		switch name[len(name)-1] {
		case '-':
			at--
		case '+':
			at++
		}
		f.WriteString(l.letter(strings.TrimRight(name, "-+")) + strconv.Itoa(at))
		format = rest
	}
}

// line is a labeled cell with an explanation and a name for formulas.
type line struct {
	name, label, about string
	look               spreadsheet.Style
	value              any    // the value that the service computed
	formula            string // "" if the cell contains a value instead of a formula
}

func (b *book) lines(s *spreadsheet.Sheet, list ...line) {
	for _, x := range list {
		cell := s.Value(x.look, x.value)
		if x.formula != "" {
			cell = s.Formula(x.look, x.value, x.formula)
		}
		row := s.Put(s.Text(spreadsheet.Label, x.label), cell, s.Text(spreadsheet.Note, x.about))
		if x.name != "" {
			s.Define(x.name, "B", row)
		}
	}
}

func (b *book) section(s *spreadsheet.Sheet, label, value, about string, list ...line) {
	s.Headings(spreadsheet.Left(label), spreadsheet.Right(value), spreadsheet.Left(about))
	b.lines(s, list...)
}

func (b *book) input(s *spreadsheet.Sheet, x line) {
	b.lines(s, x)
	b.inputs = append(b.inputs, x)
}

func (b *book) amount(name, label, about string, a money.Amount, formula string) line {
	return line{name, label, about, spreadsheet.Amount, b.number(a), formula}
}

func (b *book) total(name, label, about string, a money.Amount, formula string) line {
	return line{name, label, about, spreadsheet.AmountBold, b.number(a), "ROUND(" + formula + "," + strconv.Itoa(b.places) + ")"}
}

func text(label, value, about string) line {
	return line{label: label, about: about, look: spreadsheet.RightText, value: value}
}
