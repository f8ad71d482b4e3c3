package columns

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold/internal/cell"
	"github.com/leasehold-accounting/leasehold/internal/sheet"
	"github.com/leasehold-accounting/leasehold/internal/strict"
)

// Table is a table with recognized columns.
type Table struct {
	Sheet   string      // name of the sheet; empty unless the file is a workbook
	Rows    []sheet.Row // rows below the headings
	Columns []Column
	Style   cell.Style // set by [Table.Learn]
	Left    []LeftOut
	Notes   []string // sentences about assumptions

	set   *Set
	above []sheet.Row
	score int
	at    map[string][]int // column indexes by field
}

// LeftOut is an omitted row.
type LeftOut struct {
	Row  int // row number, counted from 1
	Text string
	Why  string
}

// Read returns the file's table with the headings that best match s.
func (s *Set) Read(file sheet.File, data []byte, m Map) (best *Table, err error) {
	err = file.Tables(data, func(found *sheet.Table) (certain bool) {
		if t := s.Find(found, m); best == nil || t.score > best.score {
			best = t
		}
		return s.Enough > 0 && found.Sheet != "" && best.score >= s.Enough
	})
	if err != nil {
		return nil, Refuse("%s", err)
	}
	return best, nil
}

// Find recognizes the headings of a table.
func (s *Set) Find(in *sheet.Table, m Map) *Table {
	t := &Table{Sheet: in.Sheet, Style: cell.Style{From1904: in.From1904, Decimals: in.Decimals}, set: s}
	at, list, score := s.Head(in.Rows, m)
	if t.Columns, t.score = list, score; at >= 0 {
		t.above, t.Rows = in.Rows[:at], in.Rows[at+1:]
	}
	t.index()
	return t
}

// OfFields recognizes JSON field names as headings. Each row must have a cell for each name.
func (s *Set) OfFields(names []string, rows []sheet.Row, m Map) *Table {
	t := &Table{Rows: rows, Style: cell.Style{Decimals: cell.Point}, set: s}
	heads := make([]cell.Cell, len(names))
	for i, name := range names {
		if heads[i].Text = name; !slices.Contains(s.Dates, name) && !slices.Contains(s.Numbers, name) {
			heads[i].Text = spaced(name)
		}
	}
	t.Columns, t.score = s.Recognize(heads, nil, m)
	for i := range t.Columns {
		t.Columns[i].Heading, t.Columns[i].Letter = names[i], ""
	}
	t.index()
	return t
}

// spaced splits a name such as endingBalance into separate words.
func spaced(name string) string {
	var b []rune
	lower := false
	for _, c := range name {
		if lower && 'A' <= c && c <= 'Z' {
			b = append(b, ' ')
		}
		lower = 'a' <= c && c <= 'z'
		b = append(b, c)
	}
	return string(b)
}

func (t *Table) index() {
	t.at = map[string][]int{}
	for i := range t.Columns {
		if f := t.Columns[i].Field; f != "" {
			t.at[f] = append(t.at[f], i)
		}
	}
}

// Learn determines the notation of numbers and dates, unless the supplied style contains it. Learn also omits
// the rows above the headings.
func (t *Table) Learn(supplied cell.Style) {
	var e cell.Evidence
	for i := range t.Rows {
		for _, f := range t.set.Dates {
			e.SeeDate(t.Cell(&t.Rows[i], f))
		}
		for _, f := range t.set.Numbers {
			e.SeeNumber(t.Cell(&t.Rows[i], f))
		}
	}
	t.Style = e.Style(supplied, t.Style)
	for i := range t.above {
		if Filled(t.above[i].Cells) > 0 {
			t.Leave(&t.above[i], "it is above the headings")
		}
	}
}

// Has reports whether any column has the field.
func (t *Table) Has(field string) bool { return len(t.at[field]) > 0 }

// At returns the indexes of a field's columns.
func (t *Table) At(field string) []int { return t.at[field] }

// Cell returns the cell of the first column with the field.
func (t *Table) Cell(r *sheet.Row, field string) cell.Cell {
	if at := t.at[field]; len(at) > 0 && at[0] < len(r.Cells) {
		return r.Cells[at[0]]
	}
	return cell.Cell{}
}

// Rank returns the rank of the field's column, or 0 if there is no such column.
func (t *Table) Rank(field string) int {
	if !t.Has(field) {
		return 0
	}
	return t.Columns[t.at[field][0]].rank
}

// Drop removes the field from its columns. The why argument is the reason.
func (t *Table) Drop(field, why string) {
	for _, i := range t.at[field] {
		t.Columns[i].Field, t.Columns[i].Why = "", why
	}
	delete(t.at, field)
}

// Move assigns a field's columns to another field.
func (t *Table) Move(field, to string) {
	for _, i := range t.at[field] {
		t.Columns[i].Field = to
	}
	t.index()
}

// Leave omits a row. The list of omitted rows shows the text of each row's first cells.
func (t *Table) Leave(r *sheet.Row, why string) {
	var texts []string
	for _, c := range r.Cells {
		if !c.Empty() && len(texts) < 4 {
			texts = append(texts, strict.Clip(t.Style.Shown(c)))
		}
	}
	t.Left = append(t.Left, LeftOut{Row: r.Number, Text: strings.Join(texts, " "), Why: why})
}

// Note adds a sentence to the notes.
func (t *Table) Note(format string, args ...any) {
	t.Notes = append(t.Notes, fmt.Sprintf(format, args...))
}

// Named returns the columns that have a heading or values.
func (t *Table) Named() (list []Column) {
	for i, c := range t.Columns {
		if c.Heading == "" && c.Field == "" {
			if !slices.ContainsFunc(t.Rows, func(r sheet.Row) bool { return i < len(r.Cells) && !r.Cells[i].Empty() }) {
				continue
			}
			c.Why = "it has no heading"
		}
		list = append(list, c)
	}
	return list
}

// Fields returns pairs of a heading and its field, for the columns that have a field.
func Fields(list []Column) (named [][2]string) {
	for _, c := range list {
		if c.Field != "" {
			named = append(named, [2]string{cmp.Or(c.Heading, "column "+c.Letter), c.Field})
		}
	}
	return named
}

// Column returns the name of the field's column for a message.
func (t *Table) Column(field string) string {
	c := t.Columns[t.at[field][0]]
	if c.Letter == "" {
		return "field " + strict.Quote(c.Heading)
	}
	return "column " + c.Letter
}

// Place returns the position of a row for a message.
func (t *Table) Place(r *sheet.Row) string {
	switch {
	case t.Sheet != "":
		return fmt.Sprintf("sheet %s, row %d", t.Sheet, r.Number)
	case len(t.Columns) > 0 && t.Columns[0].Letter == "":
		return fmt.Sprintf("row %d", r.Number)
	}
	return fmt.Sprintf("line %d", r.Number)
}

// maxFaults is the maximum number of rows or cells that one message lists.
const maxFaults = 10

// Faults lists rows and cells that cannot be read.
type Faults []string

// Add appends a fault, unless the list has already reached the maximum length for a message.
func (f *Faults) Add(format string, args ...any) {
	if len(*f) < maxFaults {
		*f = append(*f, fmt.Sprintf(format, args...))
	}
}

// Err returns the faults as an error, or nil.
func (f Faults) Err() error {
	if len(f) == 0 {
		return nil
	}
	return Refuse("%s", strings.Join(f, "; "))
}
