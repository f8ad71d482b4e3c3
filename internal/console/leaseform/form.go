// Package leaseform contains the form for a lease: its inputs, their values, and the lease request that results
// from the values.
//
// The inputs are defined in input.go. The code in typed.go parses the text that users type. The code in form.go builds
// the request and shows each engine error next to the input that caused it. The code in view.go prepares the form with
// its values for the templates. Every page that contains the form uses this package's assets and templates directories.
package leaseform

import (
	"encoding/json"
	"errors"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/internal/wording"
)

// Values maps the names of the form's inputs to their values. An input's name in a list row contains the row's
// index, as in events[0].rentSteps[1].from. Indexes need not be consecutive.
type Values map[string]string

// Remarks contains error messages, or remarks on how values were read. Its keys are names of inputs, rows or
// lists, and "" for messages that do not belong to an input.
type Remarks map[string]string

// required is the message for an empty required input.
const required = "This field is required."

// MaxLen is the maximum length of a form in bytes. A form with the maximum number of rows in every
// list is longer, but the engine would reject it.
const MaxLen = 1 << 20

// FromForm returns the values of the lease form's inputs. It ignores all other fields.
func FromForm(form url.Values) Values {
	v := Values{}
	for name, typed := range form {
		if known(name) && len(typed) > 0 && typed[0] != "" {
			v[name] = typed[0]
		}
	}
	return v
}

// Encode returns v as a link's query.
func (v Values) Encode() string {
	query := url.Values{}
	for name, typed := range v {
		query.Set(name, typed)
	}
	return query.Encode()
}

// record contains the values of one object in the form: the lease or a list row.
type record struct {
	name  string // name of the record in the form, such as events[0]; empty for the lease
	typed map[string]string
	lists map[string]map[int]*record // rows, by list name and index
}

func newRecord(name string) *record {
	return &record{name: name, typed: map[string]string{}, lists: map[string]map[int]*record{}}
}

// rows returns the rows of a list in index order.
func (r *record) rows(list string) (rows []*record) {
	for _, at := range slices.Sorted(maps.Keys(r.lists[list])) {
		rows = append(rows, r.lists[list][at])
	}
	return rows
}

func (r *record) inputName(local string) string {
	if r.name == "" {
		return local
	}
	return r.name + "." + local
}

var element = regexp.MustCompile(`^([A-Za-z]+)\[([0-9]{1,5})\]\.(.+)$`)

// put stores the value of the input with the given name, and creates the rows that contain the input. The value
// must not be blank.
func (r *record) put(local, typed string) {
	m := element.FindStringSubmatch(local)
	if m == nil {
		r.typed[local] = typed
		return
	}
	at, _ := strconv.Atoi(m[2]) // an index has at most five digits
	if r.lists[m[1]] == nil {
		r.lists[m[1]] = map[int]*record{}
	}
	rows := r.lists[m[1]]
	if rows[at] == nil {
		rows[at] = newRecord(r.inputName(m[1] + "[" + strconv.Itoa(at) + "]"))
	}
	rows[at].put(m[3], typed)
}

// tree returns the form's values as a tree of records. It skips blank values, so that blank rows are not created.
func (v Values) tree() *record {
	root := newRecord("")
	for name, typed := range v {
		if typed = strings.TrimSpace(typed); typed != "" {
			root.put(name, typed)
		}
	}
	return root
}

func known(name string) bool {
	if name == YearEnds || name == JournalBy {
		return true
	}
	for local, within := name, lease; ; {
		m := element.FindStringSubmatch(local)
		if m == nil {
			return within.has(local)
		}
		if within = within.list(m[1]); within == nil {
			return false
		}
		local = m[3]
	}
}

// place is the position in the form where the page shows an error for a path in the request.
type place struct {
	name  string // name of the input, the list or the row
	input *Input
	empty bool // the input has no valid value
	quote bool // the input names the field that a quote from the lease contract supports
}

// reader builds the lease request from the values of a form.
type reader struct {
	faults     Remarks
	understood Remarks
	places     map[string]place // position in the form for each path in the request
}

// read returns the lease request that v describes, without inputs that have errors. The returned reader
// contains the error messages and remarks.
func (v Values) read() (body []byte, r *reader) {
	r = &reader{faults: Remarks{}, understood: Remarks{}, places: map[string]place{}}
	root := v.tree()
	r.setCurrency(root)
	body, _ = json.Marshal(r.object(root, lease, "")) // strings, valid numbers, flags and dates can always be encoded
	return body, r
}

// object returns a record's values as a JSON object. The given list defines the record's inputs and lists. A
// field with a dotted name a.b is in the nested object a.
func (r *reader) object(of *record, l *List, path string) map[string]any {
	object := map[string]any{}
	for _, i := range l.Inputs {
		name := of.inputName(i.Name)
		value := r.value(i, name, of.typed[i.Name])
		r.places[path+i.Field] = place{name: name, input: i, empty: value == nil}
		outer, inner, nested := strings.Cut(i.Field, ".")
		switch {
		case value == nil:
		case !nested:
			object[i.Field] = value
		case object[outer] == nil:
			object[outer] = map[string]any{inner: value}
		default:
			object[outer].(map[string]any)[inner] = value
		}
	}
	for _, within := range l.Lists {
		if rows := r.list(of, within, path+within.Name); rows != nil {
			object[within.Name] = rows
		}
	}
	return object
}

// value returns an input's value for the request, or nil if the input has no valid value. If a required choice
// is empty, value returns the first option, which is the default.
func (r *reader) value(in *Input, name, typed string) any {
	if typed == "" {
		if in.Required && in.Kind == member.Choice && in.Options[0].Means != "" {
			return in.Options[0].Means
		}
		return nil
	}
	read := in.read(typed)
	if read.fault != "" {
		r.faults[name] = read.fault
	}
	if read.value != nil && read.remark != "" {
		r.understood[name] = read.remark
	}
	return read.value
}

// list returns a list's rows as a JSON array or object. It returns nil if there are no rows, and an empty array
// if the user marked the list as empty.
func (r *reader) list(of *record, l *List, path string) any {
	rows, name := of.rows(l.Name), of.inputName(l.Name)
	r.places[path] = place{name: name}
	none := l.Ends && of.typed[l.endName()] != ""
	switch {
	case none && len(rows) > 0:
		r.faults[name] = "Remove the rows, or clear the box that ends the list."
		return nil
	case none:
		return []any{}
	case len(rows) == 0:
		return nil
	case l.object():
		return r.members(rows, l, path)
	}
	var list []any
	for i, row := range inOrder(rows, l.byDate()) {
		at := path + "[" + strconv.Itoa(i) + "]"
		r.places[at] = place{name: row.name}
		list = append(list, r.object(row, l, at+"."))
	}
	return list
}

// inOrder returns the rows sorted by date, as the API contract requires. Rows with the same date
// keep their order. If any date is invalid, all rows keep their order.
func inOrder(rows []*record, by *Input) []*record {
	if by == nil {
		return rows
	}
	dates := make(map[*record]civil.Date, len(rows))
	for _, row := range rows {
		date, fault := ReadDate(row.typed[by.Name])
		if fault != "" {
			return rows
		}
		dates[row] = date
	}
	slices.SortStableFunc(rows, func(a, b *record) int { return dates[a].Compare(dates[b]) })
	return rows
}

// Names of the inputs that determine how the page presents a lease's results.
const (
	YearEnds  = "yearEnds"  // number of the last month of the fiscal year
	JournalBy = "journalBy" // byPeriod for one entry per payment period; empty for one entry per calendar month
)

const byPeriod = "period"

// JournalByPeriod reports whether the journal has one entry per payment period. Otherwise it has
// one entry per calendar month.
func (v Values) JournalByPeriod() bool { return v[JournalBy] == byPeriod }

// YearEnds returns the number of the last month of the fiscal year. The default is 12, for December.
func (v Values) YearEnds() int {
	const december = 12
	if month, err := strconv.Atoi(v[YearEnds]); err == nil && month >= 1 && month <= december {
		return month
	}
	return december
}

// Needed returns the names of the lease's required inputs that are empty, in form order. The caller passes the
// error messages that Decode returned for v.
func (v Values) Needed(faults Remarks) (names []string) {
	for _, in := range lease.Inputs {
		if faults[in.Name] == required && strings.TrimSpace(v[in.Name]) == "" {
			names = append(names, in.Name)
		}
	}
	return names
}

// RowsOf returns the names of a list's rows, such as events[3], in the order of the lease request.
func (v Values) RowsOf(list string) (names []string) {
	for _, row := range inOrder(v.tree().rows(list), lease.list(list).byDate()) {
		names = append(names, row.name)
	}
	return names
}

// members returns a list's rows as a JSON object with one field per row. The first input of a row is the name
// of the field. For quotes from the lease contract, this name is the path of the lease field that the quote
// supports. The value of such a field is an object with the row's other inputs. For other lists, the value is
// the row's second input.
func (r *reader) members(rows []*record, l *List, path string) map[string]any {
	object, seen := map[string]any{}, map[string]bool{}
	key, value := l.Inputs[0], l.Inputs[1]
	for _, row := range rows {
		name, twice, keyName, valueName := row.typed[key.Name], "This name appears twice.", row.inputName(key.Name), row.inputName(value.Name)
		if l.Keyed {
			name, twice = r.pathOf(name), "This field is quoted twice."
		}
		switch text := row.typed[value.Name]; {
		case name == "":
			r.faults[keyName] = required
		case seen[name]:
			r.faults[keyName] = twice
		case l.Keyed:
			at := path + "." + name
			r.places[at] = place{name: keyName, input: key, quote: true}
			object[name] = r.object(row, &List{Inputs: l.Inputs[1:]}, at+".")
		case r.value(key, keyName, name) == nil:
		case text == "":
			r.faults[valueName] = required
		default:
			if read := r.value(value, valueName, text); read != nil {
				object[name] = read
			}
		}
		seen[name] = true
	}
	return object
}

// Decode returns the lease that v describes, along with remarks on how values were read. If v is invalid,
// Decode returns error messages and no lease.
func (v Values) Decode() (lease *leasehold.Lease, faults, understood Remarks) {
	body, r := v.read()
	lease, err := leasehold.Decode(body)
	r.refuse(err)
	if len(r.faults) > 0 {
		return nil, r.faults, r.understood
	}
	return lease, nil, r.understood
}

// Refused returns the error messages of an engine error for the inputs of v. It returns nil if err is not a
// [*leasehold.InvalidError].
func (v Values) Refused(err error) Remarks {
	if _, ok := errors.AsType[*leasehold.InvalidError](err); !ok {
		return nil
	}
	_, r := v.read()
	r.refuse(err)
	return r.faults
}

// refuse adds an engine error's messages to the form's error messages. An input that already has a message keeps it.
func (r *reader) refuse(err error) {
	invalid, ok := errors.AsType[*leasehold.InvalidError](err)
	if !ok {
		return
	}
	for _, fault := range invalid.Faults {
		at, exact := r.placeOf(fault.Field)
		if exact && at.input != nil && r.faults[at.name] != "" {
			continue
		}
		text := Words(fault.Message)
		switch {
		case exact && at.empty:
			if text = required; at.input.Change.May != "" {
				text = "This field is required for this type of event."
			}
		case exact && at.quote:
			text = "This field has no value. Type a label from the form, such as Lease term."
		case !exact || at.input == nil && at.name == "":
			text = Words(labelled(fault.Field) + ": " + fault.Message)
		}
		if before := r.faults[at.name]; before != "" {
			text = before + " " + text
		}
		r.faults[at.name] = text
	}
}

// placeOf returns the form's position for a path in the request, and true. If there is no such position,
// placeOf returns the position of the nearest enclosing row or list, and false.
func (r *reader) placeOf(path string) (at place, exact bool) {
	if at, ok := r.places[path]; ok {
		return at, true
	}
	for {
		cut := strings.LastIndexAny(path, ".[")
		if cut < 0 {
			return place{}, false
		}
		path = path[:cut]
		if at, ok := r.places[path]; ok && at.input == nil {
			return at, false
		}
	}
}

// Words returns an engine message about a lease as a sentence with the form's labels in place of field names.
func Words(message string) string { return wording.Sentence(labelled(message)) + "." }

// labels contains the labels of inputs and lists, by the field name in the API contract.
var labels = func() map[string]string {
	labels := map[string]string{}
	var add func(l *List)
	add = func(l *List) {
		for _, in := range l.Inputs {
			field := in.Field[strings.Index(in.Field, ".")+1:]
			if field != "" && labels[field] == "" {
				labels[field] = in.Label
			}
		}
		for _, within := range l.Lists {
			labels[within.Name] = within.Label
			add(within)
		}
	}
	for i := range groups { // the labels of a section's lists precede those of the next section's inputs
		add(&List{Inputs: groups[i].Inputs, Lists: groups[i].Lists})
	}
	return labels
}()

// terms contains the terms that users see for values of the API contract, such as standards and event types.
var terms = func() map[string]string {
	terms := map[string]string{"short_term": "short-term", "low_value": "low-value"}
	for _, w := range member.RateBases {
		terms[w.Name] = strings.ToLower(w.Label)
	}
	for _, s := range leasehold.Standards() {
		terms[s.String()] = s.Title()
	}
	for t := range leasehold.Purchase + 1 {
		terms[t.String()] = "“" + wording.Sentence(t.Title()) + "”"
	}
	return terms
}()

// fieldName matches a word that may be a field name or a value of the API contract.
var fieldName = regexp.MustCompile(`\b(?:basis\.)?[a-z]+(?:[A-Z][a-z]+)+\b|\b[A-Za-z]+_[A-Za-z0-9_]+\b`)

// rowPath matches the path of a list row in a message, such as events[0], optionally followed by a field.
var rowPath = regexp.MustCompile(`\b([a-zA-Z]+)\[([0-9]+)\](?:\.([A-Za-z]+))?`)

// labelled replaces the API contract's field names and values in a message with the form's terms.
func labelled(sentence string) string {
	sentence = rowPath.ReplaceAllStringFunc(sentence, func(path string) string {
		m := rowPath.FindStringSubmatch(path)
		n, err := strconv.Atoi(m[2])
		list, known := labels[m[1]]
		if err != nil || !known {
			return path
		}
		text := list + ", row " + strconv.Itoa(n+1)
		if label := labels[m[3]]; label != "" {
			text += ", " + label
		}
		return text
	})
	return fieldName.ReplaceAllStringFunc(sentence, func(word string) string {
		if label, known := labels[strings.TrimPrefix(word, "basis.")]; known {
			return label
		}
		if term, known := terms[word]; known {
			return term
		}
		return word
	})
}
