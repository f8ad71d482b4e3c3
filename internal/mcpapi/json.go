package mcpapi

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/leasehold-accounting/leasehold/internal/strict"
)

// appendMember appends a field to a JSON object that has no closing brace yet.
func appendMember(object []byte, name string, value []byte) []byte {
	if object[len(object)-1] != '{' {
		object = append(object, ',')
	}
	object, _ = jsontext.AppendQuote(object, name) // the only possible error is invalid UTF-8, which AppendQuote replaces
	return append(append(object, ':'), value...)
}

// withMember returns a JSON object with an additional last field.
func withMember(object jsontext.Value, name string, value any) jsontext.Value {
	text, _ := json.Marshal(value) // the values of this package have no type that JSON cannot represent
	return append(appendMember(slices.Clip(object[:len(object)-1]), name, text), '}')
}

// edit returns a valid JSON value in which f has replaced the field at a path such as
// result.schedule. If f returns nil, the field is removed. If a value on the path is a list, edit
// changes each element of the list.
func edit(value jsontext.Value, path string, f func(jsontext.Value) jsontext.Value) jsontext.Value {
	if path == "" {
		return f(value)
	}
	switch value.Kind() {
	case '[':
		list := elements(value)
		for i := range list {
			list[i] = edit(list[i], path, f)
		}
		return join(list)
	case '{':
		name, rest, _ := strings.Cut(path, ".")
		edited := []byte{'{'}
		for member, v := range strict.Members(value) {
			if member == name {
				v = edit(v, rest, f)
			}
			if v != nil {
				edited = appendMember(edited, member, v)
			}
		}
		return append(edited, '}')
	default:
		return value
	}
}

func elements(list jsontext.Value) []jsontext.Value { return slices.Collect(strict.Elements(list)) }

func join(list []jsontext.Value) jsontext.Value {
	var texts [][]byte
	for _, element := range list {
		texts = append(texts, element)
	}
	return slices.Concat([]byte("["), bytes.Join(texts, []byte(",")), []byte("]"))
}
