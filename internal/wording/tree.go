package wording

import (
	"bytes"
	"iter"

	"github.com/go-json-experiment/json/jsontext"
)

// elements ranges over the values of an array that the engine has printed.
func elements(array jsontext.Value) iter.Seq[jsontext.Value] {
	return func(yield func(jsontext.Value) bool) {
		d := jsontext.NewDecoder(bytes.NewReader(array))
		for _, err := d.ReadToken(); err == nil && d.PeekKind() != ']'; {
			var value jsontext.Value
			if value, err = d.ReadValue(); err != nil || !yield(value.Clone()) {
				return
			}
		}
	}
}

// memberOf returns the value of an object's member, or nil.
func memberOf(object jsontext.Value, name string) jsontext.Value {
	d := jsontext.NewDecoder(bytes.NewReader(object))
	for _, err := d.ReadToken(); err == nil && d.PeekKind() != '}'; {
		var key, value jsontext.Value
		if key, err = d.ReadValue(); err != nil {
			return nil
		}
		found := plain(key) == name
		if value, err = d.ReadValue(); err == nil && found {
			return value.Clone()
		}
	}
	return nil
}
