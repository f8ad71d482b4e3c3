package leaseform

import (
	"cmp"
	"embed"
	"slices"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold"
)

// Files contains the form's templates, scripts and style sheet.
//
//go:embed assets templates
var Files embed.FS

// Form contains the form with its values for the templates.
type Form struct {
	Groups  []GroupView
	Lists   []ListView // an empty row of each list; the page's script copies it to add a row
	Trouble string     // error message that does not belong to an input
	Needed  string     // labels of the required inputs that are empty, separated by commas
}

// GroupView is a section of the form with its values.
type GroupView struct {
	Title  string
	Folds  bool // whether the section is folded as long as it contains no values
	Closed bool
	Fields []FieldView
	Lists  []ListView
	Rest   *GroupView // the section's rarely used inputs and lists, under a title made up of their labels; nil if there are none
}

// FieldView is an input with its value and its error message or remark.
type FieldView struct {
	*Input

	Path   string // name of the input in the form, including the row
	Value  string
	Fault  string
	Remark string
	Hint   string // placeholder text
	Hidden bool   // whether the input does not apply to the row's kind of event or to the lease's standard
	Folded bool   // whether the input is empty and unusual for the row's kind of event
	Bare   bool   // whether the help text is omitted
	Quotes string // path by which a quote can refer to the field; "" if no quote can support the field
}

// ID returns the input's id attribute in the page.
func (f FieldView) ID() string { return idOf(f.Path) }

func idOf(path string) string {
	return strings.NewReplacer("[", "-", "]", "", ".", "-").Replace(path)
}

// ListView is a list with its rows.
type ListView struct {
	*List

	Path   string
	Rows   []RowView
	Blank  RowView // an empty row, which users without scripts fill in to add a row
	None   bool    // whether the user indicated that the list has no rows
	Fault  string
	Hidden bool
	Folded bool // whether the list is empty and unusual for the row's kind of event
	Bare   bool // whether the help text is omitted
}

// ID returns the list's id attribute in the page.
func (l ListView) ID() string { return idOf(l.Path) }

// RowView is a row of a list.
type RowView struct {
	Path   string
	Row    string // noun for one row
	Cards  bool
	Fields []FieldView
	Lists  []ListView
	Fault  string
	Kinds  bool // whether the list's rows are of different kinds, as events are
}

// ID returns the row's id attribute in the page.
func (r RowView) ID() string { return idOf(r.Path) }

// Copied is the placeholder for the row index in the empty rows that the page's script copies.
const Copied = "__at__"

type viewer struct {
	faults, understood Remarks
	standard           string
	bare               bool // omits the help text, which empty rows would repeat
}

// View returns the form with the values v, error messages, and remarks on the values.
func View(v Values, faults, understood Remarks) Form {
	root := v.tree()
	standard := cmp.Or(root.typed["standard"], leasehold.Lease{}.Standard.String())
	w := viewer{faults: faults, understood: understood, standard: standard}
	f := Form{Groups: make([]GroupView, len(groups)), Trouble: faults[""]}
	for i := range groups {
		f.Groups[i] = w.group(root, &groups[i])
	}
	f.Lists = w.copies("", lease)
	return f
}

// Blank returns the empty form. Its Needed field contains the required inputs' labels.
func Blank() Form {
	_, faults, _ := Values{}.Decode()
	f, needed := View(nil, nil, nil), Values{}.Needed(faults)
	var labels []string
	for _, in := range lease.Inputs {
		if slices.Contains(needed, in.Name) {
			labels = append(labels, in.Label)
		}
	}
	f.Needed = strings.Join(labels, ", ")
	return f
}

func (w viewer) group(root *record, g *Group) GroupView {
	view, rest, names := GroupView{Title: g.Title, Folds: g.Folded, Closed: g.Folded}, GroupView{Closed: true}, []string{}
	of := func(rare bool, label string) *GroupView {
		if !rare {
			return &view
		}
		names = append(names, label)
		return &rest
	}
	for _, in := range g.Inputs {
		field, to := w.field(root, in, ""), of(in.Rest, in.Label)
		field.Hidden = field.Only != "" && !slices.Contains(strings.Fields(field.Only), w.standard) && field.Value == ""
		to.Fields, to.Closed = append(to.Fields, field), to.Closed && field.Value == "" && field.Fault == ""
	}
	for _, l := range g.Lists {
		list, to := w.list(root, l, "", true), of(l.Rest, l.Label)
		to.Lists, to.Closed = append(to.Lists, list), to.Closed && len(list.Rows) == 0 && list.Fault == ""
	}
	if rest.Title = strings.Join(names, ", "); len(names) > 0 {
		view.Rest = &rest
	}
	return view
}

// copies returns an empty row for each of the given lists and, recursively, for the lists within these rows.
// The given prefix is the name of the row that contains the lists, followed by a dot. For the lists of the
// lease itself, the prefix is "".
func (w viewer) copies(within string, in *List) (list []ListView) {
	for _, l := range in.Lists {
		path := within + l.Name
		row := w.row(newRecord(path+"["+Copied+"]"), l, false)
		list = append(append(list, ListView{List: l, Path: path, Blank: row}), w.copies(row.Path+".", l)...)
	}
	return list
}

// field returns the view of a record's input. The kind of event is "" unless the record is an event.
func (w viewer) field(of *record, in *Input, kind string) FieldView {
	path := of.inputName(in.Name)
	view := FieldView{
		Input: in, Path: path, Value: of.typed[in.Name], Fault: w.faults[path], Remark: w.understood[path],
		Hint: in.Change.hint(kind, w.standard, in.Hint), Hidden: in.Change.hidden(kind), Bare: w.bare,
	}
	view.Folded = in.Change.folded(kind) && view.Value == "" && view.Fault == ""
	if in.quotable {
		view.Quotes = of.inputName(in.Field)
	}
	return view
}

// list returns the view of a list with its rows. On request, it also contains an empty row.
func (w viewer) list(of *record, l *List, kind string, spare bool) ListView {
	path := of.inputName(l.Name)
	view := ListView{
		List: l, Path: path, Fault: w.faults[path], None: l.Ends && of.typed[l.endName()] != "", Hidden: l.Change.hidden(kind),
		Bare: w.bare,
	}
	for _, row := range of.rows(l.Name) {
		view.Rows = append(view.Rows, w.row(row, l, spare))
	}
	view.Folded = l.Change.folded(kind) && len(view.Rows) == 0 && !view.None && view.Fault == ""
	if spare {
		next := 0 // one more than the largest index in use
		for at := range of.lists[l.Name] {
			next = max(next, at+1)
		}
		w.bare = true
		view.Blank = w.row(newRecord(path+"["+strconv.Itoa(next)+"]"), l, false)
	}
	return view
}

func (w viewer) row(of *record, l *List, spare bool) RowView {
	view := RowView{Path: of.name, Row: l.Row, Cards: l.Cards, Fault: w.faults[of.name], Kinds: len(l.Kinds()) > 0}
	kind := of.typed["type"]
	for _, in := range l.Inputs {
		view.Fields = append(view.Fields, w.field(of, in, kind))
	}
	for _, within := range l.Lists {
		view.Lists = append(view.Lists, w.list(of, within, kind, spare))
	}
	return view
}
