package mcpapi

import (
	"encoding/json"
	"errors"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/leasehold-accounting/leasehold/internal/strict"
)

// eachMember calls f with each member of a JSON object, in order. It does not decode values,
// so amounts keep their text.
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

// appendMember appends a member to an object that is not closed.
func appendMember(object []byte, name string, value []byte) []byte {
	if object[len(object)-1] != '{' {
		object = append(object, ',')
	}
	object, _ = jsontext.AppendQuote(object, name) // the error reports invalid UTF-8, which is replaced
	return append(append(object, ':'), value...)
}

// withMember returns an object with one more member.
func withMember(object []byte, name string, value any) ([]byte, error) {
	text, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	return append(appendMember(slices.Clip(object[:len(object)-1]), name, text), '}'), nil
}

// edit returns a value with the member at a path replaced by the result of f, or without it
// if the result is nil. The path leads through lists to each of their elements.
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

// elements returns the elements of a JSON list with their text.
func elements(list []byte) (all []json.RawMessage, err error) {
	return all, json.Unmarshal(list, &all)
}

// join returns a JSON list.
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
