package strict

import (
	"bytes"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/leasehold-accounting/leasehold/money"
)

// respellDepth is the maximum depth to which objects and arrays are normalized. Valid requests and
// responses are less deep, and the limit bounds the work for other input.
const respellDepth = 8

// Respell appends a JSON value in a normalized spelling: without white space, with fields sorted
// by name, and with numbers and strings in their shortest form. The value must be valid JSON.
func Respell(dst []byte, value jsontext.Value) []byte { return respell(dst, value, 0) }

func respell(dst []byte, value jsontext.Value, depth int) []byte {
	switch value.Kind() {
	case '{', '[':
		if depth < respellDepth {
			return respellAll(dst, value, depth+1)
		}
	case '"':
		text, _ := Unquote(value)
		return AppendQuoted(dst, string(text))
	case '0':
		if d, err := money.Parse([]byte(value)); err == nil {
			return d.Append(dst)
		}
	default:
	}
	return append(dst, value...)
}

// respellAll appends an object or an array in normalized spelling.
func respellAll(dst []byte, value jsontext.Value, depth int) []byte {
	d := jsontext.NewDecoder(bytes.NewReader(value), jsontext.AllowDuplicateNames(true))
	_, _ = d.ReadToken() // reads the opening brace or bracket
	object := value[0] == '{'
	var parts [][]byte
	for k := d.PeekKind(); k != '}' && k != ']' && k != jsontext.KindInvalid; k = d.PeekKind() {
		v, _ := d.ReadValue()
		part := respell(nil, v, depth)
		if object {
			v, _ = d.ReadValue()
			part = respell(append(part, ':'), v, depth)
		}
		parts = append(parts, part)
	}
	if object {
		slices.SortStableFunc(parts, bytes.Compare)
	}
	dst = append(append(dst, value[0]), bytes.Join(parts, []byte{','})...)
	return append(dst, value[0]+2) // in ASCII, } is two after {, and ] is two after [
}
