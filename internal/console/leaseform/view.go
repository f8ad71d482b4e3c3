package leaseform

import (
	"embed"
	"slices"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold"
)

// Files are the templates, scripts and style sheet of the form.
//
//go:embed assets templates
var Files embed.FS

// Form is the form with what was typed into it.
type Form struct {
	Groups  []GroupView
	Lists   []ListView // an empty row of each list, for the script to copy
	Trouble string     // a message that belongs to no field
}

// GroupView is a group of the form with what was typed into it.
type GroupView struct {
	Title  string
	Folded bool
	Closed bool
	Fields []FieldView
	Lists  []ListView
}

// FieldView is an input with what was typed into it, and what is wrong with that
// or how it was understood.
type FieldView struct {
	*Input

	Path   string // the name in the form
	Value  string
	Fault  string
	Remark string
	Hidden bool // it has no meaning for the row's type of event or the standard
}

// ID is what the parts of the input are called in the page.
func (f FieldView) ID() string { return idOf(f.Path) }

func idOf(path string) string {
	return strings.NewReplacer("[", "-", "]", "", ".", "-").Replace(path)
}

// ListView is a list with its rows.
type ListView struct {
	*List

	Path   string
	Rows   []RowView
	Blank  RowView // a row to type into, for a browser without a script
	None   bool    // it is stated to have no rows
	Fault  string
	Hidden bool
}

// ID is what the parts of the list are called in the page.
func (l ListView) ID() string { return idOf(l.Path) }

// RowView is a row of a list.
type RowView struct {
	Path   string
	Row    string // what a row is
	Cards  bool
	Fields []FieldView
	Lists  []ListView
	Fault  string
}

// ID is what the parts of the row are called in the page.
func (r RowView) ID() string { return idOf(r.Path) }

// Copied stands for the place of a row in what the script copies.
const Copied = "__at__"

// viewer makes views of what was typed.
type viewer struct {
	faults, understood Remarks
}

// View returns the form with what was typed into it.
func View(v Values, faults, understood Remarks) Form {
	w, root := viewer{faults, understood}, v.tree()
	f := Form{Groups: make([]GroupView, len(groups)), Trouble: faults[""]}
	standard := root.typed["standard"]
	if standard == "" {
		standard = leasehold.ASC842.String()
	}
	for i := range groups {
		g := &groups[i]
		view := GroupView{Title: g.Title, Folded: g.Folded, Closed: g.Rare}
		for j := range g.Inputs {
			field := w.field(root, &g.Inputs[j], root.typed[g.Inputs[j].Name])
			field.Hidden = field.Only != "" && !slices.Contains(strings.Fields(field.Only), standard) && field.Value == ""
			view.Fields = append(view.Fields, field)
			view.Closed = view.Closed && field.Value == "" && field.Fault == ""
		}
		for j := range g.Lists {
			list := w.list(root, &g.Lists[j], true)
			view.Lists = append(view.Lists, list)
			view.Closed = view.Closed && len(list.Rows) == 0 && list.Fault == ""
		}
		f.Groups[i] = view
	}
	f.Lists = w.copies("", lists)
	return f
}

// copies returns an empty row of each list, and of those within them.
func (w viewer) copies(within string, in func(func(*List) bool)) (list []ListView) {
	for l := range in {
		path := within + l.Name
		row := w.row(newRecord(path+"["+Copied+"]"), l, false)
		list = append(list, ListView{List: l, Path: path, Blank: row})
		list = append(list, w.copies(row.Path+".", func(yield func(*List) bool) {
			for i := range l.Lists {
				if !yield(&l.Lists[i]) {
					return
				}
			}
		})...)
	}
	return list
}

func (w viewer) field(of *record, in *Input, typed string) FieldView {
	path := of.inputName(in.Name)
	return FieldView{Input: in, Path: path, Value: typed, Fault: w.faults[path], Remark: w.understood[path]}
}

// list returns a list with its rows and, where spare is set, with an empty one.
func (w viewer) list(of *record, l *List, spare bool) ListView {
	path := of.inputName(l.Name)
	view := ListView{List: l, Path: path, Fault: w.faults[path], None: l.Ends && of.typed[l.endName()] != ""}
	for _, row := range of.lists[l.Name] {
		view.Rows = append(view.Rows, w.row(row, l, spare))
	}
	if spare {
		view.Blank = w.row(newRecord(path+"["+strconv.Itoa(of.nextPlace(l.Name))+"]"), l, false)
	}
	return view
}

// nextPlace is a place behind the rows of a list.
func (r *record) nextPlace(list string) int {
	next := 0
	for at := range r.places[list] {
		next = max(next, at+1)
	}
	return next
}

func (w viewer) row(of *record, l *List, spare bool) RowView {
	view := RowView{Path: of.name, Row: l.Row, Cards: l.Cards, Fault: w.faults[of.name]}
	kind := of.typed["type"]
	hidden := func(types string) bool { return types != "" && !slices.Contains(strings.Fields(types), kind) }
	for i := range l.Inputs {
		field := w.field(of, &l.Inputs[i], of.typed[l.Inputs[i].Name])
		field.Hidden = hidden(field.Types)
		view.Fields = append(view.Fields, field)
	}
	for i := range l.Lists {
		list := w.list(of, &l.Lists[i], spare)
		list.Hidden = hidden(list.Types)
		view.Lists = append(view.Lists, list)
	}
	return view
}
