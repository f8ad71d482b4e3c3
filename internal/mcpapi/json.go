package mcpapi

import (
	"encoding/json"
	"errors"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/leasehold-accounting/leasehold/internal/strict"
)

// eachMember calls f with each field of a JSON object, in order. It passes values without decoding
// them, so that amounts keep their digits.
func eachMember(object []byte, f func(name string, value jsontext.Value) error) error {
	value := jsontext.Value(object)
	if value.Kind() != '{' || !value.IsValid(jsontext.AllowDuplicateNames(true)) {
		return errors.New("not a JSON object")
	}
	for name, value := range strict.Members(value) {
		if err := f(name, value); err != nil {
			return err
		}
	}
	return nil
}

// appendMember appends a field to a JSON object that has no closing brace yet.
func appendMember(object []byte, name string, value []byte) []byte {
	if object[len(object)-1] != '{' {
		object = append(object, ',')
	}
	object, _ = jsontext.AppendQuote(object, name) // the only possible error is invalid UTF-8, which AppendQuote replaces
	return append(append(object, ':'), value...)
}

// withMember returns a JSON object with one more field at its end.
func withMember(object []byte, name string, value any) ([]byte, error) {
	text, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	return append(appendMember(slices.Clip(object[:len(object)-1]), name, text), '}'), nil
}

// edit returns a JSON value in which f has replaced the field at path. If f returns nil, the field
// is removed. If a value on the path is a list, edit changes each element of the list.
func edit(value []byte, path []string, f func([]byte) ([]byte, error)) ([]byte, error) {
	if len(path) == 0 {
		return f(value)
	}
	switch value[0] {
	case '[':
		list, err := elements(value)
		if err != nil {
			return nil, err
		}
		for i := range list {
			if list[i], err = edit(list[i], path, f); err != nil {
				return nil, err
			}
		}
		return join(list), nil
	case '{':
		edited := append(make([]byte, 0, len(value)), '{')
		err := eachMember(value, func(name string, v jsontext.Value) (err error) {
			text := []byte(v)
			if name == path[0] {
				text, err = edit(text, path[1:], f)
			}
			if text != nil {
				edited = appendMember(edited, name, text)
			}
			return err
		})
		return append(edited, '}'), err
	default:
		return value, nil
	}
}

// elements returns the elements of a JSON list without decoding them.
func elements(list []byte) (all []json.RawMessage, err error) {
	return all, json.Unmarshal(list, &all)
}

// join returns a JSON list of the elements.
func join(list []json.RawMessage) []byte {
	text := []byte("[")
	for i, element := range list {
		if i > 0 {
			text = append(text, ',')
		}
		text = append(text, element...)
	}
	return append(text, ']')
}
