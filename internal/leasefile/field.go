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

// kind is the type of a field's value.
type kind uint8

const (
	amount kind = iota
	count       // a whole number
	rate        // a fraction, possibly written as a percentage
	share       // a fraction of 1, possibly written as a percentage
	text
	day
	flag
	word   // a name of an enumeration
	nested // a list or an object, written as JSON
)

// kinds maps the kinds of members to the kinds of cells.
var kinds = map[member.Kind]kind{
	member.Text: text, member.Choice: word, member.Flag: flag, member.Date: day, member.Currency: text, member.Amount: amount,
	member.Exchange: amount, member.Rate: rate, member.Share: share, member.Change: rate, member.Months: count,
	member.Tags: nested, member.Object: nested, member.List: nested,
}

// field is a member of a table's rows.
type field struct {
	name  string
	kind  kind
	row   *member.Member    // nil for another form of a member
	also  []string          // synonymous headings, in lower case and without punctuation
	words map[string]string // names of the contract by folded word

	instead []string // the fields that this one is another form of
}

// fieldOf returns the field of a member. path includes the name of the enclosing object.
func fieldOf(m *member.Member, path string) field {
	return field{name: path, kind: kinds[m.Kind], row: m, also: slices.Concat(m.Also, []string{m.Label, heading(m)}), words: wordsOf(m)}
}

// wordsOf returns the words of a choice.
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

// labelOf returns the label of a word: for a standard, its title.
func labelOf(m *member.Member, w *member.Word) string {
	var s leasehold.Standard
	if m.Name == "standard" && s.UnmarshalText([]byte(w.Name)) == nil {
		return s.Title()
	}
	return member.LabelOf(m.Words, w.Name)
}

// heading returns the template's heading of a member, with the unit if it is not obvious.
func heading(m *member.Member) string {
	if m.Kind == member.Months && !strings.Contains(strings.ToLower(m.Label), "month") {
		return m.Label + " (months)"
	}
	return m.Label
}

// idField names the lease that a row of any table belongs to.
var idField = fieldOf(member.Find(member.Lease, "id"), "id")

// eventField is the day of the event that a row of a list belongs to.
var eventField = field{name: "event", kind: day, also: []string{"eventdate", "ofevent", "dateofevent", "oftheeventof"}}

// Alternative fields for the term of a lease.
const (
	termMonths = "termMonths"
	endDate    = "endDate"
	termYears  = "termYears"
)

var otherTerms = []field{
	{name: termYears, kind: count, instead: []string{termMonths}, also: []string{"terminyears", "leasetermyears", "leaseterminyears", "years", "numberofyears"}},
	{
		name: endDate, kind: day, instead: []string{termMonths, termYears},
		also: []string{"end", "leaseend", "leaseenddate", "expiry", "expirydate", "expiration", "expirationdate", "leaseexpiry", "leaseexpiration"},
	},
}

// table describes one kind of rows.
type table struct {
	title    string // of the sheet in the template
	list     string // the member that its rows are of; empty for the leases
	files    []string
	file     string // in a directory
	help     string
	fields   []field
	required []string
	tags     bool              // columns may be tags
	restated bool              // an event may replace the list
	shared   bool              // the rows apply to all leases of the file
	keyed    bool              // the list is an object keyed by the first member of each row
	set      columns.Set       // the headings
	percents map[string]bool   // folded headings of percentages, under which a plain 6 is 6%
	unclear  map[string]string // fields with headings that could mean months or years
}

// leasesTable is the first of the tables. The others are the lists.
const leasesTable = 0

// tables returns the kinds of rows, with every heading that is recognized.
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
	all = append(all, exchangeTable())
	for i := range all {
		all[i].index()
	}
	return all
})

// listTable is the table of a list, without its fields.
func listTable(m *member.Member) table {
	return table{
		title: m.Sheet, list: m.Name, files: slices.Concat([]string{cell.Fold(m.Sheet), cell.Fold(m.Name), cell.Fold(m.Label)}, m.Also),
		file: strings.ReplaceAll(strings.ToLower(m.Sheet), " ", "-") + csvSuffix, help: m.Help, shared: m.Shared, keyed: m.Keyed,
	}
}

// fieldsOf are the members of a list.
func fieldsOf(m *member.Member) (list []field) {
	for _, leaf := range member.Leaves(m.Of) {
		list = append(list, fieldOf(leaf.Member, leaf.Path))
	}
	return list
}

// exchangeTable is the table of exchange rates.
func exchangeTable() table {
	t := listTable(&member.ExchangeRates)
	t.fields = slices.Concat(fieldsOf(&member.ExchangeRates), otherExchange)
	return t
}

// tableOf returns the index of the table of a list, or -1.
func tableOf(list string) int {
	return slices.IndexFunc(tables(), func(t table) bool { return t.list == list && list != "" })
}

// leaseFields are the members of a lease in the contract's order, and the other
// forms of the term.
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

// index builds the set of headings: the contract's names first, then the synonyms.
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
		if f.kind == count && heading(f.row) != f.row.Label {
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

// field returns a member by the contract's name, or nil.
func (t *table) field(name string) *field {
	for i := range t.fields {
		if t.fields[i].name == name {
			return &t.fields[i]
		}
	}
	return nil
}
