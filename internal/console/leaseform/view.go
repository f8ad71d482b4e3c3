package leaseform

import (
	"embed"
	"slices"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold"
)

// Files contains the templates, scripts and style sheet of the form.
//
//go:embed assets templates
var Files embed.FS

// Form is the form with its values.
type Form struct {
	Groups  []GroupView
	Lists   []ListView // an empty row of each list, which the script copies
	Trouble string     // error message that belongs to no field
	Needed  string     // labels of the required inputs that are empty
}

// GroupView is a group of inputs under a title.
type GroupView struct {
	Title  string
	Folds  bool // folded while the group is empty
	Closed bool
	Fields []FieldView
	Lists  []ListView
	Rest   *RestView // rarely used inputs and lists; nil if there are none
}

// RestView contains the inputs and lists of a group that are rarely used.
type RestView struct {
	Names  string // the labels
	Closed bool
	Fields []FieldView
	Lists  []ListView
}

// FieldView is an input with its value and its error message or remark.
type FieldView struct {
	*Input

	Path   string // name in the form
	Value  string
	Fault  string
	Remark string
	Hint   string // placeholder
	Hidden bool   // the input has no meaning for the row's kind of change or for the standard
	Folded bool   // the input is unusual for the row's kind of change
	Bare   bool   // shown without help
	Quotes string // path under which quotes support the field; "" if it cannot be quoted for
}

// ID returns the identifier of the field in the page.
func (f FieldView) ID() string { return idOf(f.Path) }

func idOf(path string) string {
	return strings.NewReplacer("[", "-", "]", "", ".", "-").Replace(path)
}

// ListView is a list with its rows.
type ListView struct {
	*List

	Path   string
	Rows   []RowView
	Blank  RowView // an empty row, for browsers without scripts
	None   bool    // the list is set to have no rows
	Fault  string
	Hidden bool
	Folded bool // as in FieldView
	Bare   bool // shown without help
}

// ID returns the identifier of the list in the page.
func (l ListView) ID() string { return idOf(l.Path) }

// RowView is a row of a list.
type RowView struct {
	Path   string
	Row    string // name of a row
	Cards  bool
	Fields []FieldView
	Lists  []ListView
	Fault  string
	Kinds  bool // the row has a kind, which determines the folded inputs
}

// ID returns the identifier of the row in the page.
func (r RowView) ID() string { return idOf(r.Path) }

// Copied is the index placeholder in the row templates that the script copies.
const Copied = "__at__"

// viewer builds views.
type viewer struct {
	faults, understood Remarks
	standard           string
	bare               bool // omits help texts, as in the many rows for browsers without scripts
}

// View returns the form with the user's values and the messages and remarks on them.
func View(v Values, faults, understood Remarks) Form {
	root := v.tree()
	w := viewer{faults: faults, understood: understood, standard: root.typed["standard"]}
	if w.standard == "" {
		w.standard = leasehold.Lease{}.Standard.String() // the default
	}
	f := Form{Groups: make([]GroupView, len(groups)), Trouble: faults[""]}
	for i := range groups {
		f.Groups[i] = w.group(root, &groups[i])
	}
	f.Lists = w.copies("", lease)
	return f
}

// Blank returns the empty form. Its field Needed has the labels of the required inputs.
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
	view, rest, names := GroupView{Title: g.Title, Folds: g.Folded, Closed: g.Folded}, &RestView{Closed: true}, []string{}
	for _, in := range g.Inputs {
		field := w.field(root, in, "")
		field.Hidden = field.Only != "" && !slices.Contains(strings.Fields(field.Only), w.standard) && field.Value == ""
		empty := field.Value == "" && field.Fault == ""
		if in.Rest {
			rest.Fields, names, rest.Closed = append(rest.Fields, field), append(names, in.Label), rest.Closed && empty
			continue
		}
		view.Fields, view.Closed = append(view.Fields, field), view.Closed && empty
	}
	for _, l := range g.Lists {
		list := w.list(root, l, "", true)
		empty := len(list.Rows) == 0 && list.Fault == ""
		if l.Rest {
			rest.Lists, names, rest.Closed = append(rest.Lists, list), append(names, list.Label), rest.Closed && empty
			continue
		}
		view.Lists, view.Closed = append(view.Lists, list), view.Closed && empty
	}
	if len(names) > 0 {
		rest.Names = strings.Join(names, ", ")
		view.Rest = rest
	}
	return view
}

// copies returns an empty row of each list of in and of the lists within them. within is the path
// of the row that has the lists.
func (w viewer) copies(within string, in *List) (list []ListView) {
	for _, l := range in.Lists {
		path := within + l.Name
		row := w.row(newRecord(path+"["+Copied+"]"), l, false)
		list = append(append(list, ListView{List: l, Path: path, Blank: row}), w.copies(row.Path+".", l)...)
	}
	return list
}

// field returns the view of an input in a record. kind is the row's kind of change, or "" outside
// such rows.
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

// list returns the view of a list with its rows. If spare is set, an empty row is added.
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
		w.bare = true
		view.Blank = w.row(newRecord(path+"["+strconv.Itoa(of.nextPlace(l.Name))+"]"), l, false)
	}
	return view
}

// nextPlace returns the index after the last row of a list.
func (r *record) nextPlace(list string) int {
	next := 0
	for at := range r.lists[list] {
		next = max(next, at+1)
	}
	return next
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
