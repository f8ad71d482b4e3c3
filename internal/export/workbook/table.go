package workbook

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/internal/lists"
)

// table describes a sheet with a row for each item. Formulas refer to the columns by name.
type table struct {
	sheet       string
	first, last int // numbers of the first and last row of the items
	columns     []column
}

type column struct {
	name    string
	heading spreadsheet.ColumnHeading
	look    spreadsheet.Style
	part    part             // the part of a table to which the column belongs; 0 if the table has no parts
	formula string           // "" if each row sets the cell
	value   func(r *row) any // returns the service's value in a row; nil if the service has no such value
}

func (t *table) head(s *spreadsheet.Sheet, title, about string) {
	s.Freeze(4, 0)
	s.Table(title, about, lists.Map(t.columns, func(c column) spreadsheet.ColumnHeading { return c.heading })...)
}

// values returns the service's values of a row for the columns in parts, by column.
func (t *table) values(parts part, r *row) map[string]any {
	values := map[string]any{}
	for _, c := range t.columns {
		if c.value != nil && parts&c.part != 0 {
			values[c.name] = c.value(r)
		}
	}
	return values
}

// put writes a row. values contains the stored values of the cells, by column. formulas contains the
// formulas of the row, by column; the columns in parts have their own formula otherwise.
func (b *book) put(s *spreadsheet.Sheet, t *table, parts part, formulas map[string]string, values map[string]any) {
	cells, number := make([]any, len(t.columns)), s.Row()+1
	for i, c := range t.columns {
		formula, value := formulas[c.name], values[c.name]
		if formula == "" && parts&c.part != 0 {
			formula = c.formula
		}
		switch {
		case formula != "":
			cells[i] = s.Formula(c.look, value, b.fit(t.local(number, formula)))
		case value != nil:
			cells[i] = s.Value(c.look, value)
		}
	}
	s.Put(cells...)
}

// local returns a formula for cells on the sheet of the table, with references instead of names of
// columns. {x} is the cell of column x in the row with the given number, {x-} is the cell above, and
// {x+} is the cell below. {x:} is the column from the first row to the last row, and {x^} is the
// cell above the first row.
func (t *table) local(number int, formula string) string { return t.resolve("", "", number, formula) }

// global returns a formula with the names of [table.local] for cells on any sheet.
func (t *table) global(number int, formula string) string {
	sheet := t.sheet
	if strings.Contains(sheet, " ") {
		sheet = "'" + sheet + "'"
	}
	return t.resolve(sheet+"!", "$", number, formula)
}

var reference = regexp.MustCompile(`{\w+[-+:^]?}`)

func (t *table) resolve(sheet, mark string, number int, formula string) string {
	return reference.ReplaceAllStringFunc(formula, func(text string) string {
		letter, row, mark := t.letter(strings.Trim(text, "{-+:^}")), number, mark
		switch text[len(text)-2] {
		case ':':
			return fmt.Sprintf("%s$%s$%d:$%s$%d", sheet, letter, t.first, letter, t.last)
		case '^':
			row, mark = t.first-1, "$"
		case '-':
			row--
		case '+':
			row++
		}
		return sheet + mark + letter + mark + strconv.Itoa(row)
	})
}

func (t *table) letter(name string) string {
	return spreadsheet.Letter(1 + slices.IndexFunc(t.columns, func(c column) bool { return c.name == name }))
}
