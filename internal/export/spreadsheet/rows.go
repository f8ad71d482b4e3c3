package spreadsheet

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Rows describes rows of a sheet. Formulas refer to their columns by name.
type Rows struct {
	Sheet       string
	First, Last int      // numbers of the first and the last row
	Columns     []string // names of the columns, starting with the first column
}

// Local returns a formula for cells on the rows' own sheet, with references in place of column
// names. {x} is the cell of column x in the row with the given number, {x-} is the cell above it,
// and {x+} is the cell below it. {x:} is the column from the first to the last row, and {x^} is the
// cell above the first row.
func (r *Rows) Local(number int, formula string) string { return r.resolve("", "", number, formula) }

// Global is like [Rows.Local], but its formula can be in a cell on any sheet.
func (r *Rows) Global(number int, formula string) string {
	return r.resolve(reference(r.Sheet)+"!", "$", number, formula)
}

var columnName = regexp.MustCompile(`{\w+[-+:^]?}`)

func (r *Rows) resolve(sheet, mark string, number int, formula string) string {
	return columnName.ReplaceAllStringFunc(formula, func(text string) string {
		name, row, mark := strings.Trim(text, "{-+:^}"), number, mark
		switch text[len(text)-2] {
		case ':':
			return sheet + r.column(name)
		case '^':
			row, mark = r.First-1, "$"
		case '-':
			row--
		case '+':
			row++
		}
		return sheet + mark + r.Letter(name) + mark + strconv.Itoa(row)
	})
}

func (r *Rows) column(name string) string {
	return fmt.Sprintf("$%[1]s$%[2]d:$%[1]s$%[3]d", r.Letter(name), r.First, r.Last)
}

// Range returns a reference to the cells of a column, for formulas on any sheet.
func (r *Rows) Range(column string) string { return reference(r.Sheet) + "!" + r.column(column) }

// Letter returns the letter of a column.
func (r *Rows) Letter(column string) string { return Letter(1 + slices.Index(r.Columns, column)) }
