package portfolio

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/jsonout"
	"github.com/leasehold-accounting/leasehold/internal/lists"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
)

// Where selects leases that meet all conditions (METHOD 25.9). A condition on the class refers to the
// class at the end of the reporting period.
type Where []Condition

// Condition requires the lease's value for Key to be one of Values.
type Condition struct {
	Key    Key
	Values []string
}

const maxValues = 1000 // maximum number of values per condition

// ParseCondition parses KEY=VALUE or KEY=VALUE,VALUE.
func ParseCondition(text string) (Condition, error) {
	key, values, found := strings.Cut(text, "=")
	if !found {
		return Condition{}, fmt.Errorf("%s has no value; write KEY=VALUE", strict.Quote(text))
	}
	k, err := ParseKey(key)
	if err != nil {
		return Condition{}, err
	}
	c := Condition{k, strings.Split(values, ",")}
	if problem := c.problem(); problem != "" {
		return Condition{}, fmt.Errorf("%s %s", key, problem)
	}
	return c, nil
}

// problem returns an error message for the first value that no lease can have, or "".
func (c *Condition) problem() string {
	for _, v := range c.Values {
		var err error
		allowed := ""
		switch c.Key.name {
		case byStandard:
			var s leasehold.Standard
			err = s.UnmarshalText([]byte(v))
			allowed = "; use " + lists.Or(standardNames()) + strict.DidYouMean(strict.Nearest(v, standardNames()))
		case byClassification:
			var s leasehold.ReportedClass
			err = s.UnmarshalText([]byte(v))
			allowed = "; use operating, finance, short_term or low_value"
		case byCurrency:
			if v != "" {
				_, err = money.ParseCurrency(v)
			}
		}
		if err != nil {
			return strict.Quote(v) + " is not known" + allowed
		}
	}
	return ""
}

// Span returns the options for measuring a lease. If w excludes the lease regardless of its class,
// no exchange rates are needed, because the lease is measured in its own currency.
func (w Where) Span(l *leasehold.Lease, span leasehold.Span) leasehold.Span {
	span.InLeaseCurrency = span.InLeaseCurrency || !w.known(l)
	return span
}

// Equal reports whether w and o contain the same conditions.
func (w Where) Equal(o Where) bool { return string(w.Append(nil)) == string(o.Append(nil)) }

// String describes the selected leases, such as "standard is IFRS_16 and tag:entity is North or South".
func (w Where) String() string {
	var texts []string
	for _, c := range w {
		values := lists.Join(c.Values, " or ", func(v string) string { return cmp.Or(v, "not stated") })
		texts = append(texts, c.Key.name+" is "+values)
	}
	return strings.Join(texts, " and ")
}

// Holds reports whether w selects the lease.
func (w Where) Holds(l *leasehold.Lease, f *leasehold.LeaseFigures) bool {
	return w.known(l) && !slices.ContainsFunc(w, func(c Condition) bool { return !slices.Contains(c.Values, c.Key.Value(l, f)) })
}

// known reports whether a lease meets all conditions, except conditions on its class.
func (w Where) known(l *leasehold.Lease) bool {
	return !slices.ContainsFunc(w, func(c Condition) bool {
		return c.Key.name != byClassification && !slices.Contains(c.Values, c.Key.Value(l, nil))
	})
}

func whereField[T any](in func(*T) *Where) strict.Field[T] {
	return strict.Omittable(strict.Field[T]{
		Name:  "where",
		Read:  func(rd *strict.Reader, _ *strict.Place, to *T) (string, error) { return in(to).read(rd) },
		Print: func(dst []byte, of *T) []byte { return in(of).Append(dst) },
	}, in, func(w Where) bool { return len(w) > 0 })
}

func (w *Where) read(rd *strict.Reader) (problem string, err error) {
	note := func(text string) { problem = cmp.Or(problem, text) }
	wrong, err := rd.Members("must be an object", func(text string) error {
		values, fault, err := readValues(rd)
		if err != nil {
			return err
		}
		k, unknown := ParseKey(text)
		c := Condition{k, values}
		switch {
		case unknown != nil:
			note(unknown.Error())
		case fault != "":
			note(strict.Quote(text) + " " + fault)
		case c.problem() != "":
			note(strict.Quote(text) + " " + c.problem())
		case len(*w) == maxKeys:
			note("has too many entries: at most " + strconv.Itoa(maxKeys) + " are allowed")
		default:
			*w = append(*w, c)
		}
		return nil
	})
	slices.SortFunc(*w, func(a, b Condition) int { return strings.Compare(a.Key.name, b.Key.name) })
	return cmp.Or(wrong, problem), err
}

func readValues(rd *strict.Reader) (list []string, problem string, err error) {
	read := func() error {
		v, err := rd.JSON.ReadValue()
		if err != nil {
			return err
		}
		text, ok := strict.Unquote(v)
		switch {
		case !ok:
			problem = "must be a string or an array of strings; got " + strict.Describe(v)
		case len(list) == maxValues:
			problem = "has too many values: at most " + strconv.Itoa(maxValues) + " are allowed"
		default:
			list = append(list, string(text))
		}
		return nil
	}
	if rd.JSON.PeekKind() == '[' {
		_, err = rd.Elements("", read)
	} else {
		err = read()
	}
	if len(list) == 0 && problem == "" {
		problem = "must have at least one value"
	}
	return list, problem, err
}

// Append appends the conditions as a JSON object, or nothing if w is empty.
func (w Where) Append(dst []byte) []byte {
	if len(w) == 0 {
		return dst
	}
	p := jsonout.Printer{Dst: append(dst, '{')}
	for i, c := range w {
		p.Comma(i)
		p.Text("", c.Key.name)
		p.Texts(":", c.Values)
	}
	return append(p.Dst, '}')
}

// Required is a set of conditions that at least one supplied lease must meet, so that a misspelled
// value is rejected (METHOD 25.9).
type Required struct {
	Field string // field path in the request
	Where Where  // conditions that a single lease must meet
}

// Required returns the request's conditions that no lease of the previous closing meets.
func (q *Question) Required() []Required {
	return slices.DeleteFunc(q.conditions(), func(r Required) bool {
		return slices.ContainsFunc(q.Previous.Value.Leases, func(s Signed) bool {
			return !slices.ContainsFunc(r.Where, func(c Condition) bool { return !slices.Contains(c.Values, s.value(c.Key)) })
		})
	})
}

// conditions returns the conditions in the where field and in the keys of the tax rates.
func (q *Question) conditions() (list []Required) {
	for i := range q.Where {
		list = append(list, Required{"where", q.Where[i : i+1]})
	}
	for i := range q.DeferredTax {
		var key Where
		for _, name := range slices.Sorted(maps.Keys(q.DeferredTax[i].Key)) {
			if k, err := ParseKey(name); err == nil {
				key = append(key, Condition{k, []string{q.DeferredTax[i].Key[name]}})
			}
		}
		if key != nil {
			list = append(list, Required{"deferredTax[" + strconv.Itoa(i) + "].key", key})
		}
	}
	return list
}

// Tags returns the names of the tags that the request uses outside its leases.
func (q *Question) Tags() (names []string) {
	for _, k := range q.GroupBy {
		names = append(names, k.tag)
	}
	for _, r := range q.conditions() {
		for _, c := range r.Where {
			names = append(names, c.Key.tag)
		}
	}
	names = append(names, q.AssetClassTag)
	return slices.DeleteFunc(names, func(name string) bool { return name == "" })
}

// matches records which conditions at least one lease meets. It also records the leases' values, which
// messages contain.
type matches struct {
	list   []Required
	met    []bool                     // whether any lease meets the condition with this index in the list
	values map[string]map[string]bool // values of the leases, by key
	tags   map[string]bool            // names of the leases' tags
}

const maxMatched = 1000 // maximum number of values recorded per key

// Require makes the sum record which conditions at least one lease meets. [Sum.Unmet] then returns
// an error for the other conditions.
func (s *Sum) Require(list []Required) {
	s.matches = matches{list, make([]bool, len(list)), map[string]map[string]bool{}, map[string]bool{}}
}

func (m *matches) see(l *leasehold.Lease, f *leasehold.LeaseFigures) {
	for i := range m.list {
		if m.met[i] {
			continue
		}
		m.met[i] = true
		for _, c := range m.list[i].Where {
			value := c.Key.Value(l, f)
			m.met[i] = m.met[i] && slices.Contains(c.Values, value)
			values := m.of(c.Key.name)
			if values[value] = true; len(values) > maxMatched {
				delete(values, value)
			}
			if value == "" && len(m.tags) < maxMatched {
				for name := range l.Tags {
					m.tags[name] = true
				}
			}
		}
	}
}

// value returns a signed lease's value for key k, or "" if the closing does not record the value.
func (s *Signed) value(k Key) string {
	switch {
	case k.name == byStandard && s.Standard.Set:
		return s.Standard.Value.String()
	case k.name == byClassification && s.Class.Set:
		return s.Class.Value.String()
	case k.name == byCurrency:
		return s.Currency.String()
	}
	return s.Tags[k.tag]
}

func (m *matches) of(key string) map[string]bool {
	if m.values[key] == nil {
		m.values[key] = map[string]bool{}
	}
	return m.values[key]
}

func (m *matches) merge(o *matches) {
	for i := range m.met {
		m.met[i] = m.met[i] || o.met[i]
	}
	for key, values := range o.values {
		if of := m.of(key); len(of) < maxMatched {
			maps.Copy(of, values)
		}
	}
	if len(m.tags) < maxMatched {
		maps.Copy(m.tags, o.tags)
	}
}

// Unmet returns a [*leasehold.InvalidError] for the conditions that no lease meets, or nil.
func (s *Sum) Unmet() error {
	var f strict.Faults
	for i, r := range s.matches.list {
		if !s.matches.met[i] {
			f.Add(nil, r.Field, s.matches.message(r.Where))
		}
	}
	return f.Err()
}

func (m *matches) message(where Where) string {
	text := "no lease meets " + where.String()
	for _, c := range where {
		values := slices.Sorted(maps.Keys(m.of(c.Key.name)))
		exists := slices.ContainsFunc(c.Values, func(v string) bool { return slices.Contains(values, v) })
		if exists && len(where) > 1 {
			continue
		}
		values = slices.DeleteFunc(values, func(v string) bool { return v == "" })
		noun, written := "values of "+c.Key.name, c.Values[0]
		if len(values) == 0 && c.Key.tag != "" {
			noun, written, values = "tags of the leases", c.Key.tag, slices.Sorted(maps.Keys(m.tags))
		}
		if near := nearest(written, values); near != "" {
			text += "; did you mean " + near + "?" //nolint:modernize // the list contains only a few conditions
		}
		if len(values) == 0 {
			text += "; the leases have no " + noun
			continue
		}
		text += "; " + noun + ": " + listed(values)
	}
	return text
}

func nearest(written string, names []string) string {
	if near := strict.Nearest(written, names); near != "" || written == "" {
		return near
	}
	for _, name := range names {
		if a, b := strings.ToLower(name), strings.ToLower(written); strings.Contains(a, b) || strings.Contains(b, a) {
			return name
		}
	}
	return ""
}
