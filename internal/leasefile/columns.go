package leasefile

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/cell"
	"github.com/leasehold-accounting/leasehold/internal/columns"
	"github.com/leasehold-accounting/leasehold/internal/lists"
	"github.com/leasehold-accounting/leasehold/internal/sheet"
	"github.com/leasehold-accounting/leasehold/internal/strict"
)

const tagPrefix = "tag:"

// Column describes a column of a file. Its field is a field of the API contract, or it is endDate
// or termYears, which state the lease term in another way.
type Column = columns.Column

// columnsOf determines each column's field from its heading. The caller supplies the position of
// the heading row and the first rows below it. The error lists all invalid headings.
func (t *table) columnsOf(at Place, headings []cell.Cell, rows []sheet.Row, o *Options) ([]Column, error) {
	for len(headings) > 0 && headings[len(headings)-1].Empty() {
		headings = headings[:len(headings)-1]
	}
	h := heads{table: t, at: at, rows: rows, options: o, list: make([]Column, len(headings)), seen: map[string]int{}}
	for i, c := range headings {
		h.list[i] = Column{Letter: sheet.Letter(i), Heading: columns.Heading(c)}
		if !c.Empty() {
			h.recognize(i)
		}
	}
	h.otherForms()
	h.identify()
	h.checkTags()
	for _, name := range t.required {
		if !h.has(name) && (o.Rates == nil || name != "discountRateAnnual" || !t.tags) {
			h.faults.Add("%s: column %s is missing", at, name)
		}
	}
	return h.list, h.faults.Err()
}

type heads struct {
	table   *table
	at      Place
	rows    []sheet.Row // the first rows below the heading row
	options *Options
	list    []Column
	seen    map[string]int // index of the column for each field or tag
	faults  columns.Faults
}

func (h *heads) fault(column int, format string, args ...any) {
	h.faults.Add("%s, column %s: %s", h.at, h.list[column].Letter, fmt.Sprintf(format, args...))
}

func (h *heads) recognize(i int) {
	c := &h.list[i]
	folded := cell.Fold(c.Heading)
	if indexOf(h.options.Ignore, folded) >= 0 {
		c.Why = "ignored as requested"
		return
	}
	if name, ok := cutTag(c.Heading); ok && (h.table.tags || h.table.shared && h.table.field("tags") != nil) {
		if name == "" {
			h.fault(i, "%q lacks a tag name after the colon", c.Heading)
			return
		}
		c.Tag = name
		h.claim(i, tagPrefix+name)
		return
	}
	name, known := h.table.set.Exact[folded]
	switch field, vague := h.table.unclear[folded]; {
	case vague:
		h.fault(i, "%s may be in months or in years; write %s or %s", strict.Quote(c.Heading), field, strict.Quote(c.Heading+" (months)"))
	case known && !h.classTag(i, folded):
		c.Field = name
		c.Percent = h.table.field(name).isRate() && (h.table.percents[folded] || strings.Contains(c.Heading, "%"))
		h.claim(i, name)
	default:
		h.other(i)
	}
}

func indexOf(headings []string, folded string) int {
	return slices.IndexFunc(headings, func(name string) bool { return cell.Fold(name) == folded })
}

// shownTags contains the folded headings that become tags even without an option.
var shownTags = []string{"entity", "lessor", "vendor", "landlord", "asset", "location", "class", "department", "costcentre", "costcenter"}

// classTag reports whether a column headed Class is a tag rather than the classification. It is a
// tag if an option lists the heading, or if no sample value is a classification.
func (h *heads) classTag(i int, folded string) bool {
	if folded != "class" || !h.table.tags {
		return false
	}
	if indexOf(h.options.Tags, folded) >= 0 {
		return true
	}
	return h.hasValue(i, nil) && !h.hasValue(i, h.table.field("classification").words)
}

// hasValue reports whether column i has a value in the sample rows. Unless the words map is nil,
// only its keys count as values.
func (h *heads) hasValue(i int, words map[string]string) bool {
	return slices.ContainsFunc(h.rows, func(r sheet.Row) bool {
		if i >= len(r.Cells) || r.Cells[i].Empty() {
			return false
		}
		_, known := words[cell.Fold(r.Cells[i].Text)]
		return known || words == nil
	})
}

// other handles column i, which has no field. If shownTags or an option contains a column's
// heading, that column becomes a tag (METHOD 25.9). Otherwise it must be empty.
func (h *heads) other(i int) {
	c := &h.list[i]
	folded := cell.Fold(c.Heading)
	if h.table.tags {
		if named := indexOf(h.options.Tags, folded); named >= 0 {
			c.Tag = h.options.Tags[named]
		} else if slices.Contains(shownTags, folded) {
			c.Tag = c.Heading
		}
	}
	switch {
	case c.Tag != "":
		h.claim(i, tagPrefix+c.Tag)
	case h.hasValue(i, nil):
		h.fault(i, "%s is not recognized (%s); %s", strict.Quote(c.Heading), h.nearest(folded), h.remedy(c.Heading))
	default:
		c.Why = notRecognized
	}
}

const notRecognized = "the heading is not recognized"

func (h *heads) nearest(folded string) string {
	least := map[string]int{} // for each field or tag: the smallest edit distance from the heading, in thousandths of the longer text's length
	compare := func(known, name string) {
		d := 1000 * strict.Distance(folded, known) / max(len(folded), len(known))
		if least[name] == 0 || d < least[name] {
			least[name] = d
		}
	}
	for known, name := range h.table.set.Exact {
		compare(known, name)
	}
	if h.table.tags {
		for _, tag := range shownTags {
			compare(tag, tag)
		}
	}
	names := slices.SortedFunc(maps.Keys(least), func(a, b string) int { return cmp.Or(least[a]-least[b], strings.Compare(a, b)) })
	if least[names[0]] <= 334 {
		return "did you mean " + names[0] + "?"
	}
	return "the nearest headings are " + lists.And(names[:min(3, len(names))])
}

func (h *heads) remedy(heading string) string {
	text := "rename the column, or list it in --ignore-columns"
	if h.options.Uploaded {
		text = "rename, remove or ignore the column"
	}
	if h.table.tags {
		return "if it is a tag, write " + tagPrefix + strict.Clip(heading) + "; otherwise " + text
	}
	return text
}

func (h *heads) claim(i int, name string) {
	if first, twice := h.seen[name]; twice {
		h.fault(i, "%s is a second column for %s; column %s (%s) is the first", strict.Quote(h.list[i].Heading), name, sheet.Letter(first), strict.Clip(h.list[first].Heading))
		return
	}
	h.seen[name] = i
}

// otherForms ignores a column if a preferred alternative is also present. For example, it ignores
// the end date if there is a term in months.
func (h *heads) otherForms() {
	for _, f := range h.table.fields {
		i, ok := h.seen[f.name]
		if !ok {
			continue
		}
		for _, name := range f.instead {
			if _, ok := h.seen[name]; ok {
				delete(h.seen, f.name)
				h.list[i].Field, h.list[i].Why = "", name+" has a column of its own"
			}
		}
	}
}

// identify determines the meaning of a column headed Lease. If another column contains the ID, this
// column contains the lease's name. Otherwise, it contains the ID.
func (h *heads) identify() {
	i, named := h.seen["name"]
	if named && h.table.tags && !h.has(idField.name) && cell.Fold(h.list[i].Heading) == "lease" {
		h.list[i].Field, h.seen[idField.name] = idField.name, i
		delete(h.seen, "name")
	}
}

// has reports whether any column contains the named field or an alternative to it.
func (h *heads) has(name string) bool {
	_, ok := h.seen[name]
	return ok || slices.ContainsFunc(h.table.fields, func(f field) bool {
		_, other := h.seen[f.name]
		return other && slices.Contains(f.instead, name)
	})
}

func (h *heads) checkTags() {
	if _, object := h.seen["tags"]; !object {
		return
	}
	for i := range h.list {
		if h.list[i].Tag != "" {
			h.fault(i, "%s cannot be combined with the tags column; use one of them", strict.Quote(h.list[i].Heading))
		}
	}
}

func cutTag(heading string) (string, bool) {
	if len(heading) < len(tagPrefix) || !strings.EqualFold(heading[:len(tagPrefix)], tagPrefix) {
		return "", false
	}
	return cell.Trim(heading[len(tagPrefix):]), true
}

// FromCells returns the lease in a row of cells. With headings, the columns may be in any order. If
// headings is nil, they must be in the template's order. The error is a [*RowError], or it
// describes wrong headings or a wrong number of cells.
func FromCells(headings, cells []cell.Cell) (*leasehold.Lease, error) {
	t := &tables()[leasesTable]
	if headings == nil {
		for _, h := range headingsOf(t) {
			headings = append(headings, cell.Of(h.Text))
		}
		for len(cells) > len(headings) && cells[len(cells)-1].Empty() {
			cells = cells[:len(cells)-1]
		}
		if len(cells) > len(headings) {
			return nil, fmt.Errorf("the row has %d cells; the template has %d columns", len(cells), len(headings))
		}
	}
	rows := []sheet.Row{{Number: 1, Cells: cells}}
	columns, err := t.columnsOf(Place{Line: 1}, headings, rows, new(Options))
	if err != nil {
		return nil, err
	}
	file := &File{kind: XLSX, table: &opened{columns: columns, style: styleOf(t, columns, rows, new(Options), cell.Style{})}}
	row := file.NewDecoder().row(rows[0])
	return row.Lease, row.Err
}
