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

	"github.com/leasehold-accounting/leasehold/internal/cell"
	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/internal/sheet"
	"github.com/leasehold-accounting/leasehold/internal/strict"
)

// listTables contains the rows of the list tables by lease.
type listTables struct {
	byLease   map[string]*leaseLists
	rows      int
	withoutID []*RowError // errors for rows without an id
}

// leaseLists contains the list rows of one lease.
type leaseLists struct {
	lists   [][]item    // rows of each list, indexed like the result of tables()
	claimed atomic.Bool // whether the file contains the lease
}

// item is a row in a list table.
type item struct {
	table    *opened
	at       Place
	date     string // date by which the list is sorted; "" if the row lacks a valid date
	event    string // date of the event to which the row belongs; "" if it belongs to the lease itself
	body     string // the row's JSON object without its closing brace
	problems []Problem
}

// maxListRows is the maximum number of rows in all list tables together. It is limited because the
// rows are held in memory.
const maxListRows = 2_000_000

func (l *listTables) add(kind int, t *opened) error {
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

func (l *listTables) put(kind int, t *opened, row sheet.Row, r *rowReader) {
	at := Place{t.name, row.Number}
	one := item{table: t, at: at, body: string(r.read(nil, at, row.Cells)), event: r.event}
	one.problems = slices.Clone(r.problems)
	if r.id == "" {
		l.withoutID = append(l.withoutID, &RowError{at, append(one.problems, Problem{
			Place: at, Field: idField.name, Message: "is required to identify the row's lease",
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
		own = &leaseLists{lists: make([][]item, len(tables()))}
		l.byLease[strings.Clone(r.id)] = own
	}
	own.lists[kind] = append(own.lists[kind], one)
}

// Unclaimed returns errors sorted by position, one for each list row that belongs to no lease in
// the file. Call it after all chunks have been decoded.
func (f *File) Unclaimed() []*RowError {
	if f.lists == nil {
		return nil
	}
	list := slices.Clone(f.lists.withoutID)
	for id, own := range f.lists.byLease {
		if own.claimed.Load() {
			continue
		}
		for _, items := range own.lists {
			for i := range items {
				list = append(list, &RowError{items[i].at, append(slices.Clone(items[i].problems), Problem{
					Place: items[i].at, Field: idField.name, Message: "lease " + strconv.Quote(id) + " not found",
				})})
			}
		}
	}
	slices.SortFunc(list, func(a, b *RowError) int {
		return cmp.Or(cmp.Compare(a.Place.Sheet, b.Place.Sheet), cmp.Compare(a.Place.Line, b.Place.Line))
	})
	return list
}

// attach appends a lease's lists to dst as JSON fields, and adds the problems in their rows to r.problems.
func (own *leaseLists) attach(dst []byte, r *rowReader) []byte {
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

func eventsTable() int { return tableOf("events") }

// rows yields a list's rows for the event on the given date, or for the lease itself if event is "".
func (own *leaseLists) rows(kind int, event string) iter.Seq[*item] {
	return func(yield func(*item) bool) {
		for i := range own.lists[kind] {
			if one := &own.lists[kind][i]; one.event == event && !yield(one) {
				return
			}
		}
	}
}

func (own *leaseLists) has(kind int, event string) bool { return own.item(kind, event, 0) != nil }

// item returns the row at the given index in the list of an event or of the lease, or nil if the
// list is shorter.
func (own *leaseLists) item(kind int, event string, index int) *item {
	for one := range own.rows(kind, event) {
		if index == 0 {
			return one
		}
		index--
	}
	return nil
}

func (own *leaseLists) appendList(dst []byte, kind int, event string) []byte {
	if tables()[kind].keyed {
		return own.appendKeyed(dst, kind)
	}
	dst = append(open(dst, tables()[kind].list), '[')
	for one := range own.rows(kind, event) {
		dst = append(append(dst, one.body...), '}', ',')
	}
	return append(bytes.TrimSuffix(dst, []byte(",")), ']')
}

// appendKeyed appends a list as a JSON object, keyed by the first required field of each row.
func (own *leaseLists) appendKeyed(dst []byte, kind int) []byte {
	t := &tables()[kind]
	dst = append(open(dst, t.list), '{')
	for i := range own.lists[kind] {
		key, value := jsontext.Value(`""`), []byte{'{'}
		for name, v := range strict.Members(jsontext.Value(own.lists[kind][i].body + "}")) {
			if name == t.required[1] { // required[0] is the lease's ID
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

func (own *leaseLists) appendEvents(dst []byte) []byte {
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

// states reports whether a cell in an event's row also contains the list as JSON.
func (one *item) states(kind int) bool {
	return strings.Contains(one.body, `"`+tables()[kind].list+`":`)
}

func (own *leaseLists) check(problems []Problem) []Problem {
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
				problems = append(problems, one.table.problem(one.at, eventField.name, eventField.name, message))
			}
		}
	}
	return problems
}

// problem returns a problem with the named field's cell in the row at the given position.
func (t *opened) problem(at Place, path, column, message string) Problem {
	i := slices.IndexFunc(t.columns, func(c Column) bool { return c.Field == column && column != "" })
	return problemIn(t.columns, i, at, path, message)
}

// find returns the list row and its field for an error path such as events[1].rentSteps[0].from, or
// nil if the path does not refer to a list row.
func (own *leaseLists) find(path string) (one *item, column string) {
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

// element splits a path such as events[1].termMonths into name, index and rest. The index is -1 if
// the path contains no index.
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

// term appends the lease term in months, which it computes from the term in years or the end date
// in column i.
func (r *rowReader) term(dst []byte, i int) []byte {
	var months, problem string
	if r.fields[i].name == termYears {
		months, problem = r.years(r.cells[i])
	} else {
		months, problem = r.until(r.cells[i])
	}
	if problem != "" {
		r.fault(i, problem)
		return dst
	}
	if months == "" { // the term is unknown because the commencement date is invalid
		r.noTerm = true
		return dst
	}
	return append(open(dst, termMonths), months...)
}

func (r *rowReader) years(c cell.Cell) (months, problem string) {
	years, problem := r.style.Decimal(c)
	if problem != "" {
		return "", problem
	}
	n, whole := cell.MonthsOf(years)
	if !whole || n < 0 || n > 12*member.MaxTermMonths {
		return "", c.Text + " years is not a whole number of months within the limits for a lease"
	}
	return strconv.FormatInt(n, 10), ""
}

// until returns the number of months from the commencement date to the end date in c, or a problem
// with c. Both results are empty if the commencement date is invalid.
func (r *rowReader) until(c cell.Cell) (months, problem string) {
	last, problem := r.style.Day(c)
	if problem != "" {
		return "", problem
	}
	start, problem := r.style.Day(r.cell(r.column("commencementDate")))
	if problem != "" {
		return "", ""
	}
	n, exact := start.MonthsTo(last.Next())
	if !exact || n < 1 {
		return "", "from " + start.String() + " to " + last.String() + " is not a whole number of months; supply termMonths"
	}
	return strconv.Itoa(n), ""
}
