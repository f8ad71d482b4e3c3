package portfolio

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/strict"
)

// Required is a set of conditions that at least one supplied lease must meet. A misspelled value is
// therefore rejected (METHOD 25.9).
type Required struct {
	Field string // field path in the request
	Where Where  // one lease must meet all conditions
}

// Required returns the conditions of the request that no lease of the previous closing meets.
func (q *Question) Required() []Required {
	return slices.DeleteFunc(q.conditions(), func(r Required) bool {
		return slices.ContainsFunc(q.Previous.Value.Leases, func(s Signed) bool {
			return !slices.ContainsFunc(r.Where, func(c Condition) bool { return !slices.Contains(c.Values, s.value(c.Key)) })
		})
	})
}

// conditions returns the conditions in the field where and in the keys of the tax rates.
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

// matches records which conditions at least one lease meets. The values of the leases are recorded
// for messages.
type matches struct {
	list   []Required
	met    []bool                     // whether a lease meets the element of list
	values map[string]map[string]bool // values of the leases, by key
	tags   map[string]bool            // names of the tags of the leases
}

const maxMatched = 1000 // maximum number of values recorded per key

// Require makes the sum record which of the conditions at least one lease meets. [Sum.Unmet] then
// returns an error for the other conditions.
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

// value returns the value of a signed lease for key k, or "" if the closing does not record the value.
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

// message describes an unmet condition and lists the values of the leases.
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
			text += "; did you mean " + near + "?" //nolint:modernize // a few conditions
		}
		if len(values) == 0 {
			text += "; the leases have no " + noun
			continue
		}
		text += "; " + noun + ": " + listed(values)
	}
	return text
}

// nearest returns a name that resembles written, contains written or is part of written, or "".
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
