package workbook

import (
	"slices"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/money"
)

// layout lists the names of the columns of a sheet from left to right.
type layout []string

// letter returns the letter of the column with the given name.
func (l layout) letter(name string) string { return spreadsheet.Letter(slices.Index(l, name) + 1) }

// formula replaces the column names in a formula with cells: {x} is the cell of column x in the
// row, {x-} is the cell above it, and {x+} is the cell below it.
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

// line is a labeled cell with an explanation. Formulas refer to the cell by its name.
type line struct {
	name, label, about string
	look               spreadsheet.Style
	value              any    // the service's value
	formula            string // "" if the cell is a value
}

// lines writes lines with their values in column B.
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

// inputs writes lines whose values the user may change.
func (b *book) inputs(s *spreadsheet.Sheet, list ...line) {
	b.lines(s, list...)
	b.typed = append(b.typed, list...)
}

// amount returns a line with an amount of the currency.
func (b *book) amount(name, label, about string, a money.Amount, formula string) line {
	return line{name, label, about, spreadsheet.Amount, b.number(a), formula}
}

// total returns a line with a total.
func (b *book) total(name, label, about string, a money.Amount, formula string) line {
	return line{name, label, about, spreadsheet.AmountBold, b.number(a), "ROUND(" + formula + "," + strconv.Itoa(b.places) + ")"}
}

// units returns a line for an amount in minor units.
func units(name, label, about string, a money.Amount, formula string) line {
	return line{name, label, about, spreadsheet.Whole, minor(a), formula}
}

// text returns a line with a text value.
func text(label, value, about string) line {
	return line{label: label, about: about, look: spreadsheet.RightText, value: value}
}
