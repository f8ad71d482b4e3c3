package leasefile

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/cell"
	"github.com/leasehold-accounting/leasehold/internal/columns"
	"github.com/leasehold-accounting/leasehold/internal/member"
)

// field describes a possible column of a table.
type field struct {
	name  string
	kind  member.Kind
	row   *member.Member    // field of the API contract; nil for an alternative such as the end date
	also  []string          // synonyms of the name that may appear in headings
	words map[string]string // names of the API contract's choices, by folded word

	instead []string // fields that this field can replace, as an end date replaces a term in months
}

func (f *field) isDate() bool { return f.kind == member.Date }

func (f *field) isNumber() bool {
	return slices.Contains([]member.Kind{member.Amount, member.Rate, member.Share, member.Change, member.Exchange, member.Months}, f.kind)
}

// isRate reports whether the field is a rate, which a cell may contain as a percentage.
func (f *field) isRate() bool { return f.kind == member.Rate || f.kind == member.Change }

func (f *field) isNested() bool {
	return f.kind == member.Tags || f.kind == member.Object || f.kind == member.List
}

// fieldOf returns the column for a field of the API contract. The path is the field's name. If the
// field is part of an object, the object's name and a period precede it.
func fieldOf(m *member.Member, path string) field {
	return field{name: path, kind: m.Kind, row: m, also: slices.Concat(m.Also, []string{m.Label, heading(m)}), words: wordsOf(m)}
}

func wordsOf(m *member.Member) map[string]string {
	if m.Kind != member.Choice {
		return nil
	}
	known := map[string]string{}
	for i := range m.Words {
		w := &m.Words[i]
		for _, written := range slices.Concat([]string{w.Name, labelOf(m, w)}, w.Also) {
			known[cell.Fold(written)] = w.Name
		}
	}
	return known
}

// labelOf returns the label that users see for a word. An accounting standard's label is its title.
func labelOf(m *member.Member, w *member.Word) string {
	var s leasehold.Standard
	if m.Name == "standard" && s.UnmarshalText([]byte(w.Name)) == nil {
		return s.Title()
	}
	return member.LabelOf(m.Words, w.Name)
}

// heading returns the field's heading in the template. The heading for a number of months includes the unit.
func heading(m *member.Member) string {
	if m.Kind == member.Months && !strings.Contains(strings.ToLower(m.Label), "month") {
		return m.Label + " (months)"
	}
	return m.Label
}

// idField is the column for a lease's ID. List tables have it too.
var idField = fieldOf(member.Find(member.Lease, "id"), "id")

// eventField is the column for an event's date in a list table.
var eventField = field{name: "event", kind: member.Date, also: []string{"eventdate", "ofevent", "dateofevent", "oftheeventof"}}

// The columns that can contain the lease term.
const (
	termMonths = "termMonths"
	endDate    = "endDate"
	termYears  = "termYears"
)

var otherTerms = []field{
	{name: termYears, kind: member.Months, instead: []string{termMonths}, also: []string{"terminyears", "leasetermyears", "leaseterminyears", "years", "numberofyears"}},
	{
		name: endDate, kind: member.Date, instead: []string{termMonths, termYears},
		also: []string{"end", "leaseend", "leaseenddate", "expiry", "expirydate", "expiration", "expirationdate", "leaseexpiry", "leaseexpiration"},
	},
}

type table struct {
	title    string // name of the sheet in the template
	list     string // name of the list in the API contract; empty for the table of leases
	files    []string
	file     string // name of the file that contains the table in a directory
	help     string
	fields   []field
	required []string
	tags     bool              // whether columns can become tags
	restated bool              // whether an event can replace the list
	shared   bool              // whether the rows apply to all leases in the file
	keyed    bool              // whether the list is a JSON object, keyed by the first required field of each row
	set      columns.Set       // recognized headings
	percents map[string]bool   // folded headings of percentages, such as escalationpercent; the number 6 in such a column means 6%
	unclear  map[string]string // folded headings that could mean either months or years, with their fields
}

// leasesTable is the index of the table of leases in tables.
const leasesTable = 0

// tables returns all tables, beginning with the leases and ending with the exchange rates.
var tables = sync.OnceValue(func() []table {
	all := []table{{title: "Leases", files: []string{"leases"}, file: "leases.csv", fields: leaseFields(), tags: true}}
	for i := range member.Lease {
		m := &member.Lease[i]
		if m.Kind != member.List {
			continue
		}
		t := listTable(m)
		t.restated = member.Find(member.Event, m.Name) != nil
		if !t.shared {
			t.fields, t.required = []field{idField}, []string{idField.name}
		}
		if t.restated {
			t.fields = append(t.fields, eventField)
		}
		t.fields = append(t.fields, fieldsOf(m)...)
		all = append(all, t)
	}
	rates := listTable(&member.ExchangeRates)
	rates.fields = slices.Concat(fieldsOf(&member.ExchangeRates), otherExchange)
	all = append(all, rates)
	for i := range all {
		all[i].index()
	}
	return all
})

func listTable(m *member.Member) table {
	return table{
		title: m.Sheet, list: m.Name, files: slices.Concat([]string{cell.Fold(m.Sheet), cell.Fold(m.Name), cell.Fold(m.Label)}, m.Also),
		file: strings.ReplaceAll(strings.ToLower(m.Sheet), " ", "-") + csvSuffix, help: m.Help, shared: m.Shared, keyed: m.Keyed,
	}
}

func fieldsOf(m *member.Member) (list []field) {
	for _, leaf := range member.Leaves(m.Of) {
		list = append(list, fieldOf(leaf.Member, leaf.Path))
	}
	return list
}

func tableOf(list string) int {
	return slices.IndexFunc(tables(), func(t table) bool { return t.list == list && list != "" })
}

func leaseFields() (list []field) {
	for i := range member.Lease {
		m := &member.Lease[i]
		list = append(list, fieldOf(m, m.Name))
		if m.Kind == member.Object {
			for j := range m.Of {
				list = append(list, fieldOf(&m.Of[j], m.Name+"."+m.Of[j].Name))
			}
		}
	}
	return append(list, otherTerms...)
}

// index sets the recognized headings. API names take precedence over template headings, which take
// precedence over synonyms.
func (t *table) index() {
	t.set.Exact, t.percents, t.unclear = map[string]string{}, map[string]bool{}, map[string]string{}
	put := func(heading string, f *field) {
		if heading = cell.Fold(heading); heading != "" && t.set.Exact[heading] == "" {
			t.set.Exact[heading] = f.name
		}
	}
	for i := range t.fields {
		f := &t.fields[i]
		put(f.name, f)
		if f.row == nil {
			continue
		}
		if f.row.Required {
			t.required = append(t.required, f.name)
		}
		if f.kind == member.Months && heading(f.row) != f.row.Label {
			for _, vague := range append([]string{f.row.Label}, f.row.Vague...) {
				t.unclear[cell.Fold(vague)] = f.name
			}
		}
	}
	for i := range t.fields {
		if f := &t.fields[i]; f.row != nil {
			put(heading(f.row), f)
		}
	}
	for i := range t.fields {
		for _, heading := range t.fields[i].also {
			put(heading, &t.fields[i])
		}
	}
	for heading, name := range maps.Clone(t.set.Exact) {
		for _, unit := range []string{"percent", "pct"} {
			if t.set.Exact[heading+unit] == "" {
				t.set.Exact[heading+unit], t.percents[heading+unit] = name, true
			}
		}
	}
}

func (t *table) field(name string) *field {
	if i := slices.IndexFunc(t.fields, func(f field) bool { return f.name == name }); i >= 0 {
		return &t.fields[i]
	}
	return nil
}
