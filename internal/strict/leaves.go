package strict

import (
	"bytes"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// Leaf is a string, number or boolean within a request.
type Leaf struct {
	Path  string // as in rentSteps[0].from
	Name  string // the last part of the path, without an index
	Value jsontext.Value
}

// Leaves lists the leaves of a valid JSON value in their order.
func Leaves(value jsontext.Value) []Leaf {
	return leaves(nil, jsontext.NewDecoder(bytes.NewReader(value)), "", "")
}

func leaves(to []Leaf, d *jsontext.Decoder, path, name string) []Leaf {
	switch d.PeekKind() {
	case '{':
		_, _ = d.ReadToken() // the value is JSON
		for d.PeekKind() == '"' {
			token, _ := d.ReadToken()
			inner := token.String()
			at := inner
			if path != "" {
				at = path + "." + inner
			}
			to = leaves(to, d, at, inner)
		}
		_, _ = d.ReadToken()
	case '[':
		_, _ = d.ReadToken()
		for i := 0; d.PeekKind() != ']' && d.PeekKind() != 0; i++ {
			to = leaves(to, d, path+"["+strconv.Itoa(i)+"]", name)
		}
		_, _ = d.ReadToken()
	default:
		value, err := d.ReadValue()
		if err == nil && value.Kind() != 'n' {
			to = append(to, Leaf{path, name, bytes.Clone(value)})
		}
	}
	return to
}
