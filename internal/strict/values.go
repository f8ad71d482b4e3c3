package strict

import (
	"bytes"
	"iter"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// Members yields the names and values of the fields of a JSON object in order, including repeated
// names. It yields nothing for other values, and stops at invalid JSON.
func Members(object jsontext.Value) iter.Seq2[string, jsontext.Value] {
	return func(yield func(string, jsontext.Value) bool) {
		d := jsontext.NewDecoder(bytes.NewReader(object), jsontext.AllowDuplicateNames(true))
		if t, err := d.ReadToken(); err != nil || t.Kind() != '{' {
			return
		}
		for d.PeekKind() == '"' {
			token, err := d.ReadToken()
			if err != nil {
				return
			}
			name := token.String()
			value, err := d.ReadValue()
			if err != nil || !yield(name, value.Clone()) {
				return
			}
		}
	}
}

// Elements yields the elements of a JSON array. It yields nothing for other values, and stops at
// invalid JSON.
func Elements(array jsontext.Value) iter.Seq[jsontext.Value] {
	return func(yield func(jsontext.Value) bool) {
		d := jsontext.NewDecoder(bytes.NewReader(array), jsontext.AllowDuplicateNames(true))
		if t, err := d.ReadToken(); err != nil || t.Kind() != '[' {
			return
		}
		for k := d.PeekKind(); k != ']' && k != jsontext.KindInvalid; k = d.PeekKind() {
			value, err := d.ReadValue()
			if err != nil || !yield(value.Clone()) {
				return
			}
		}
	}
}

// Leaf is a string, number or boolean in a request.
type Leaf struct {
	Path  string // path such as rentSteps[0].from
	Name  string // last part of the path, without an index
	Value jsontext.Value
}

// Leaves lists the leaves of a valid JSON value in order.
func Leaves(value jsontext.Value) []Leaf { return leaves(nil, value, "", "") }

func leaves(to []Leaf, value jsontext.Value, path, name string) []Leaf {
	switch value.Kind() {
	case '{':
		for inner, v := range Members(value) {
			at := inner
			if path != "" {
				at = path + "." + inner
			}
			to = leaves(to, v, at, inner)
		}
	case '[':
		i := 0
		for v := range Elements(value) {
			to = leaves(to, v, path+"["+strconv.Itoa(i)+"]", name)
			i++
		}
	case 'n':
	default:
		to = append(to, Leaf{path, name, value})
	}
	return to
}
