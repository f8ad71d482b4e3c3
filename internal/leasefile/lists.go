package leasefile

import (
	"bytes"
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/leasehold-accounting/leasehold/internal/sheet"
	"github.com/leasehold-accounting/leasehold/internal/strict"
)

// lives contains the rows of the list tables, by lease. The lists are read before the leases and do
// not change afterward.
type lives struct {
	byLease map[string]*life
	rows    int
	loose   []*RowError // errors of the rows without the id of a lease
}

// life contains the rows of one lease in each list table.
type life struct {
	lists   [][]item
	claimed atomic.Bool // whether the file contains the lease
}

// item is one row of a list.
type item struct {
	table    *opened
	line     int
	date     string // the date by which the list is sorted
	event    string // the date of the event to which the row belongs; "" if it belongs to the lease itself
	body     string // the row as a JSON object without its closing brace
	problems []Problem
}

func (one *item) place() Place { return Place{one.table.name, one.line} }

// maxListRows is the maximum total number of rows of all list tables. These rows are held in
// memory.
const maxListRows = 2_000_000

// add reads all rows of the list table t, which contains tables()[kind].
func (l *lives) add(kind int, t *opened) error {
	r := newRowReader(&tables()[kind], t.columns, t.style)
	for row, err := range t.rows() {
		if err != nil {
			return err
		}
		if l.rows++; l.rows > maxListRows {
			return fmt.Errorf("%s: the tables of lists have more than %d rows; use NDJSON, in which each lease contains its lists",
				Place{t.name, row.Number}, maxListRows)
		}
		l.put(kind, t, row, r)
	}
	return nil
}

// put adds one row of a list table to its lease.
func (l *lives) put(kind int, t *opened, row sheet.Row, r *rowReader) {
	at := Place{t.name, row.Number}
	one := item{table: t, line: row.Number, body: string(r.read(nil, at, row.Cells)), event: r.event}
	one.problems = slices.Clone(r.problems)
	if r.id == "" {
		l.loose = append(l.loose, &RowError{at, append(one.problems, Problem{
			Place: at, Field: idField.name, Message: "is required to name the lease of the row",
		})})
		return
	}
	for i, f := range r.fields {
		if f != nil && f.isDate() && f.row != nil && f.row.Required && !r.cell(i).Empty() {
			one.date, _ = r.style.Date(r.cell(i))
		}
	}
	own := l.byLease[r.id]
	if own == nil {
		own = &life{lists: make([][]item, len(tables()))}
		l.byLease[strings.Clone(r.id)] = own
	}
	own.lists[kind] = append(own.lists[kind], one)
}

// sort sorts the rows of each list by date.
func (l *lives) sort() {
	for _, own := range l.byLease {
		for i := range own.lists {
			slices.SortStableFunc(own.lists[i], func(a, b item) int { return cmp.Compare(a.date, b.date) })
		}
	}
}

// unclaimed returns an error for each list row whose lease is not in the file, sorted by place.
func (l *lives) unclaimed() []*RowError {
	list := slices.Clone(l.loose)
	for id, own := range l.byLease {
		if own.claimed.Load() {
			continue
		}
		for _, items := range own.lists {
			for i := range items {
				at := items[i].place()
				list = append(list, &RowError{at, append(slices.Clone(items[i].problems), Problem{
					Place: at, Field: idField.name, Message: "lease " + strconv.Quote(id) + " not found",
				})})
			}
		}
	}
	slices.SortFunc(list, func(a, b *RowError) int {
		return cmp.Or(cmp.Compare(a.Place.Sheet, b.Place.Sheet), cmp.Compare(a.Place.Line, b.Place.Line))
	})
	return list
}

// attach appends the lists of a lease as JSON fields to the fields of the lease. It adds problems
// to r.
func (own *life) attach(dst []byte, r *rowReader) []byte {
	for kind := range own.lists {
		if !own.has(kind, "") {
			continue
		}
		name := tables()[kind].list
		if i := r.column(name); !r.cell(i).Empty() {
			message := "appears in this cell and in " + own.lists[kind][0].table.name + "; remove one of the two"
			r.problems = append(r.problems, problemIn(r.columns, i, r.at, name, message))
		} else if kind == eventsTable() {
			dst = own.appendEvents(dst)
		} else {
			dst = own.appendList(dst, kind, "")
		}
	}
	r.problems = own.check(r.problems)
	return dst
}

// eventsTable returns the index of the table of events in tables.
func eventsTable() int { return tableOf("events") }

// rows iterates over the rows of a list that belong to the event on a date. If event is "", it
// iterates over the rows that belong to the lease itself.
func (own *life) rows(kind int, event string) iter.Seq[*item] {
	return func(yield func(*item) bool) {
		for i := range own.lists[kind] {
			if one := &own.lists[kind][i]; one.event == event && !yield(one) {
				return
			}
		}
	}
}

// has reports whether the list of an event or of the lease has at least one row.
func (own *life) has(kind int, event string) bool { return own.item(kind, event, 0) != nil }

// item returns the row with an index in the list of an event or of the lease. item returns nil if
// there is none.
func (own *life) item(kind int, event string, index int) *item {
	for one := range own.rows(kind, event) {
		if index == 0 {
			return one
		}
		index--
	}
	return nil
}

// appendList appends a list of an event or of the lease as a JSON field.
func (own *life) appendList(dst []byte, kind int, event string) []byte {
	if tables()[kind].keyed {
		return own.appendKeyed(dst, kind)
	}
	dst = append(open(dst, tables()[kind].list), '[')
	for one := range own.rows(kind, event) {
		dst = append(append(dst, one.body...), '}', ',')
	}
	return append(bytes.TrimSuffix(dst, []byte(",")), ']')
}

// appendKeyed appends a list as a JSON object whose keys are in the first field of each row.
func (own *life) appendKeyed(dst []byte, kind int) []byte {
	t := &tables()[kind]
	dst = append(open(dst, t.list), '{')
	for i := range own.lists[kind] {
		key, value := jsontext.Value(`""`), []byte{'{'}
		for name, v := range strict.Members(jsontext.Value(own.lists[kind][i].body + "}")) {
			if name == t.required[1] { // required[0] is the id of the lease
				key = v
			} else {
				value = append(open(value, name), v...)
			}
		}
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(append(append(append(dst, key...), ':'), value...), '}')
	}
	return append(dst, '}')
}

func (own *life) appendEvents(dst []byte) []byte {
	dst = append(open(dst, "events"), '[')
	events := own.lists[eventsTable()]
	for i := range events {
		one := &events[i]
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, one.body...)
		for kind := range own.lists {
			if tables()[kind].restated && one.date != "" && own.has(kind, one.date) && !one.states(kind) {
				dst = own.appendList(dst, kind, one.date)
			}
		}
		dst = append(dst, '}')
	}
	return append(dst, ']')
}

// states reports whether the row of an event has a cell that contains the list. In this case, no
// row of the list table may belong to the event.
func (one *item) states(kind int) bool {
	return strings.Contains(one.body, `"`+tables()[kind].list+`":`)
}

// check appends to problems the problems in the list rows of the lease.
func (own *life) check(problems []Problem) []Problem {
	days := map[string][]*item{}
	events := own.lists[eventsTable()]
	for i := range events {
		one := &events[i]
		days[one.date] = append(days[one.date], one)
	}
	for kind := range own.lists {
		for i := range own.lists[kind] {
			one := &own.lists[kind][i]
			problems = append(problems, one.problems...)
			if one.event == "" || len(one.problems) > 0 {
				continue
			}
			message := ""
			switch events := days[one.event]; {
			case len(events) == 0:
				message = "the lease has no event on " + one.event
			case len(events) > 1:
				message = "the lease has several events on " + one.event + "; write the list as JSON in the row of its event"
			case events[0].states(kind):
				message = tables()[kind].list + " also appears in the row of the event; remove one of the two"
			}
			if message != "" {
				problems = append(problems, one.problem(eventField.name, eventField.name, message))
			}
		}
	}
	return problems
}

// problem returns a problem of a field of a row, with the cell in the column for the field named
// column.
func (t *opened) problem(line int, path, column, message string) Problem {
	i := slices.IndexFunc(t.columns, func(c Column) bool { return c.Field == column && column != "" })
	return problemIn(t.columns, i, Place{t.name, line}, path, message)
}

func (one *item) problem(path, column, message string) Problem {
	return one.table.problem(one.line, path, column, message)
}

// find returns the list row and the name of its column for the path of an error, such as
// events[1].rentSteps[0].from. It returns nil if the path does not refer to a list row.
func (own *life) find(path string) (one *item, column string) {
	name, index, rest := element(path)
	kind := tableOf(name)
	if kind < 0 || index < 0 {
		return nil, ""
	}
	if one = own.item(kind, "", index); one == nil {
		return nil, ""
	}
	inner, i, last := element(rest)
	if k := tableOf(inner); kind == eventsTable() && k > leasesTable && i >= 0 && !one.states(k) {
		if of := own.item(k, one.date, i); of != nil {
			return of, last
		}
	}
	return one, inner
}

// faulty reports whether the row already has a problem in a column.
func (one *item) faulty(column string) bool {
	return slices.ContainsFunc(one.problems, func(p Problem) bool { return p.Field == column })
}

// element splits a path such as events[1].termMonths into its name, its index and the rest. The
// index is -1 if the path has none.
func element(path string) (name string, index int, rest string) {
	name, rest, found := strings.Cut(path, "[")
	if !found {
		return path, -1, ""
	}
	number, rest, _ := strings.Cut(rest, "]")
	index, err := strconv.Atoi(number)
	if err != nil {
		return name, -1, ""
	}
	return name, index, strings.TrimPrefix(rest, ".")
}
