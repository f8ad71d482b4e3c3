package oracle

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
)

// reader reads the fields of a decoded JSON object. It records the first error.
type reader struct {
	path    string // path of the object, followed by a period; empty at the top level
	members map[string]any
	err     *error
}

// read decodes a body that consists of one JSON object.
func read(body []byte) (*reader, error) {
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	members := map[string]any{}
	if err := decoder.Decode(&members); err != nil {
		return nil, err
	}
	return &reader{members: members, err: new(error)}, nil
}

func (m *reader) fail(name string) {
	if *m.err == nil {
		*m.err = fmt.Errorf("%s%s: unexpected %v", m.path, name, m.members[name])
	}
}

func (m *reader) text(name, absent string) string {
	switch v := m.members[name].(type) {
	case nil:
		return absent
	case string:
		return v
	default:
		m.fail(name)
		return absent
	}
}

func (m *reader) flag(name string) *bool {
	switch v := m.members[name].(type) {
	case nil:
		return nil
	case bool:
		return &v
	default:
		m.fail(name)
		return nil
	}
}

func (m *reader) number(name string) *big.Rat {
	switch v := m.members[name].(type) {
	case nil:
		return nil
	case json.Number:
		if r, ok := new(big.Rat).SetString(v.String()); ok {
			return r
		}
	}
	m.fail(name)
	return nil
}

func (m *reader) requiredNumber(name string) *big.Rat {
	v := m.number(name)
	if v == nil {
		m.fail(name)
		return new(big.Rat)
	}
	return v
}

func (m *reader) integer(name string) *int {
	r := m.number(name)
	if r == nil {
		return nil
	}
	if !r.IsInt() || !r.Num().IsInt64() {
		m.fail(name)
		return nil
	}
	i := int(r.Num().Int64())
	return &i
}

func (m *reader) requiredInt(name string) int {
	if i := m.integer(name); i != nil {
		return *i
	}
	m.fail(name)
	return 0
}

func (m *reader) day(name string) date {
	d, err := parseDate(m.text(name, ""))
	if err != nil {
		m.fail(name)
	}
	return d
}

func (m *reader) texts(name string) []string {
	var all []string
	items, _ := m.members[name].([]any)
	for _, item := range items {
		all = append(all, fmt.Sprint(item))
	}
	return all
}

func (m *reader) labels(name string) map[string]string {
	object := m.object(name)
	if object == nil {
		return nil
	}
	all := map[string]string{}
	for label := range object.members {
		all[label] = object.text(label, "")
	}
	return all
}

// object returns a reader of the nested object name, or nil if the object is absent.
func (m *reader) object(name string) *reader {
	switch v := m.members[name].(type) {
	case nil:
		return nil
	case map[string]any:
		return &reader{m.path + name + ".", v, m.err}
	default:
		m.fail(name)
		return nil
	}
}

// list reads an array of objects. stated reports whether the array is present, even if it is empty.
func list[T any](m *reader, name string, item func(*reader) T) (items []T, stated bool) {
	switch v := m.members[name].(type) {
	case nil:
		return nil, false
	case []any:
		items = make([]T, 0, len(v))
		for i, element := range v {
			members, ok := element.(map[string]any)
			if !ok {
				m.fail(name)
			}
			items = append(items, item(&reader{fmt.Sprintf("%s%s[%d].", m.path, name, i), members, m.err}))
		}
		return items, true
	default:
		m.fail(name)
		return nil, false
	}
}
