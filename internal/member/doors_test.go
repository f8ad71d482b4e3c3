package member_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/cell"
	"github.com/leasehold-accounting/leasehold/internal/console/leaseform"
	"github.com/leasehold-accounting/leasehold/internal/leasefile/leasetemplate"
	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/internal/sheet"
	"github.com/leasehold-accounting/leasehold/internal/wording"
)

// The engine, the form, the reports and the template contain every field of the table. Package
// api compares the API contract with the engine.
func TestEveryInterfaceHasEveryField(t *testing.T) {
	t.Parallel()
	form, sheets := formFields(), template(t)
	for i := range member.Lease {
		m := &member.Lease[i]
		if !slices.Contains(leasehold.FieldNames(), m.Name) {
			t.Errorf("the engine does not read %s", m.Name)
		}
		if wording.Label(m.Name) != m.Label {
			t.Errorf("papers call %s %q", m.Name, wording.Label(m.Name))
		}
	}
	for _, leaf := range member.Leaves(member.Lease) {
		if form[leaf.Path] != leaf.Label {
			t.Errorf("the form calls %s %q", leaf.Path, form[leaf.Path])
		}
		if leaf.Kind == member.List {
			checkSheet(t, leaf.Member, sheets)
			continue
		}
		if leaf.Kind != member.Tags && !hasHeading(sheets["Leases"], leaf.Label) {
			t.Errorf("the sheet Leases of the template has no column %s", leaf.Label)
		}
	}
}

// checkSheet checks a list's fields, both in the rows of the form and in the list's sheet.
func checkSheet(t *testing.T, m *member.Member, sheets map[string][]string) {
	t.Helper()
	form := rowFields(m.Name)
	for i := range m.Of {
		inner := &m.Of[i]
		if form[inner.Name] != inner.Label {
			t.Errorf("the form calls %s of %s %q", inner.Name, m.Name, form[inner.Name])
		}
		if inner.Kind == member.Tags {
			if !hasHeading(sheets[m.Sheet], "tag:entity") {
				t.Errorf("the sheet %s of the template has no column for a tag", m.Sheet)
			}
			continue
		}
		if inner.Kind != member.List && !hasHeading(sheets[m.Sheet], inner.Label) {
			t.Errorf("the sheet %s of the template has no column %s", m.Sheet, inner.Label)
		}
	}
}

func hasHeading(headings []string, label string) bool {
	return slices.ContainsFunc(headings, func(h string) bool { return h == label || h == label+" (months)" })
}

// formFields returns the labels of the form's inputs and lists, by field.
func formFields() map[string]string {
	labels := map[string]string{}
	for _, g := range leaseform.View(nil, nil, nil).Groups {
		fields, lists := g.Fields, g.Lists
		if g.Rest != nil {
			fields, lists = slices.Concat(fields, g.Rest.Fields), slices.Concat(lists, g.Rest.Lists)
		}
		for _, f := range fields {
			labels[f.Field] = f.Label
		}
		for _, l := range lists {
			labels[l.Name] = l.Label
		}
	}
	return labels
}

// rowFields returns the labels in the rows of a list, by field.
func rowFields(list string) map[string]string {
	labels := map[string]string{}
	for _, l := range leaseform.View(nil, nil, nil).Lists {
		if l.Path != list {
			continue
		}
		for _, f := range l.Blank.Fields {
			labels[f.Field] = f.Label
		}
		for _, within := range l.Blank.Lists {
			labels[within.Name] = within.Label
		}
	}
	return labels
}

// template returns the column headings of each template sheet.
func template(t *testing.T) map[string][]string {
	t.Helper()
	var file bytes.Buffer
	if err := leasetemplate.Write(&file); err != nil {
		t.Fatal(err)
	}
	book, err := sheet.OpenBook(bytes.NewReader(file.Bytes()), int64(file.Len()), sheet.Local())
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]string{}
	for i, name := range book.Sheets() {
		rows, err := book.Rows(i)
		if err != nil {
			t.Fatal(err)
		}
		row, err := rows.Next()
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range row.Cells {
			all[name] = append(all[name], c.Text)
		}
		if err := rows.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// Every row has a unique label, help text and limits.
func TestEveryRowIsComplete(t *testing.T) {
	t.Parallel()
	for what, rows := range map[string][]member.Member{"a lease": member.Lease, "an event": member.Event} {
		labels := map[string]bool{}
		for _, leaf := range member.Leaves(rows) {
			if leaf.Label == "" || leaf.Help == "" || labels[leaf.Label] {
				t.Errorf("%s of %s has the label %q and the help %q", leaf.Path, what, leaf.Label, leaf.Help)
			}
			labels[leaf.Label] = true
			checkRow(t, leaf.Member)
		}
	}
}

// The form offers every event type under its own name. An intention shows at most three fields,
// including the fields that the event type requires.
func TestEveryEventTypeIsOfferedWithItsRequiredFields(t *testing.T) {
	t.Parallel()
	names, labels := map[string]bool{}, map[string]bool{}
	for i := range member.Intentions {
		in := &member.Intentions[i]
		kind := member.EventTypeOf(in.Type)
		if kind == nil || in.Label == "" || in.Help == "" || names[in.Name] || labels[in.Label] || len(in.Asks) > 3 {
			t.Errorf("the intention %s is %+v", in.Name, *in)
			continue
		}
		names[in.Name], labels[in.Label] = true, true
		for _, name := range in.Asks {
			if may, _ := kind.States(name); !may {
				t.Errorf("%s asks for %s, which %s cannot state", in.Name, name, in.Type)
			}
		}
		for _, name := range kind.Required {
			if !slices.Contains(in.Asks, name) {
				t.Errorf("%s does not ask for %s, which %s requires", in.Name, name, in.Type)
			}
		}
	}
	for i := range member.EventTypes {
		if !names[member.EventTypes[i].Name] {
			t.Errorf("no intention offers the type %s", member.EventTypes[i].Name)
		}
	}
}

func checkRow(t *testing.T, m *member.Member) {
	t.Helper()
	bounded := m.Kind == member.Text || m.Kind == member.Months || m.Kind == member.List || m.Kind == member.Tags
	switch {
	case bounded != (m.Most > 0):
		t.Errorf("%s has the bound %d", m.Name, m.Most)
	case (m.Kind == member.Choice) != (m.Words != nil):
		t.Errorf("%s has the words %v", m.Name, m.Words)
	case (m.Kind == member.List || m.Kind == member.Tags) && (m.Row == "" || m.Of == nil):
		t.Errorf("%s has no noun for its rows", m.Name)
	}
	for _, heading := range slices.Concat(m.Also, m.Vague) {
		if cell.Fold(heading) != heading {
			t.Errorf("the heading %q of %s is not folded", heading, m.Name)
		}
	}
}

// A field restricted to some standards names only existing standards.
func TestFieldsReferToExistingStandards(t *testing.T) {
	t.Parallel()
	known := map[string]bool{}
	for _, s := range leasehold.Standards() {
		known[s.String()] = true
	}
	for _, w := range member.Standards {
		if !known[w.Name] {
			t.Errorf("unknown standard %s", w.Name)
		}
		delete(known, w.Name)
	}
	if len(known) > 0 {
		t.Errorf("no words for %v", known)
	}
	for i := range member.Lease {
		for _, name := range member.Lease[i].Only {
			if member.LabelOf(member.Standards, name) == "" || !slices.Contains(member.Names(member.Standards), name) {
				t.Errorf("%s refers to the unknown standard %s", member.Lease[i].Name, name)
			}
		}
	}
}

// The table contains the engine's event types, and each event field is accepted by at least one
// event type.
func TestEventTypesMatchTheEngine(t *testing.T) {
	t.Parallel()
	for i := range member.EventTypes {
		row := &member.EventTypes[i]
		var engine leasehold.EventType
		if err := engine.UnmarshalText([]byte(row.Name)); err != nil || int(engine) != i || engine.Title() != row.Title {
			t.Errorf("%s is the engine's %v, %v", row.Name, engine, err)
		}
	}
	for i := range member.Event {
		name := member.Event[i].Name
		stated := name == "date" || name == "type"
		for j := range member.EventTypes {
			may, _ := member.EventTypes[j].States(name)
			stated = stated || may
		}
		if !stated {
			t.Errorf("no event may state %s", name)
		}
	}
}
