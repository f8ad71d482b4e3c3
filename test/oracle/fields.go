package oracle

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"reflect"
	"strings"
)

// read decodes a JSON object into a struct, using the `json` tags. The into argument is a pointer
// to the struct. A `default` tag contains the default value of a string or number. It also returns
// the object with these defaults.
func read(body []byte, into any) (map[string]any, error) {
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	object := map[string]any{}
	if err := decoder.Decode(&object); err != nil {
		return nil, err
	}
	return object, fill(reflect.ValueOf(into).Elem(), object, "")
}

// fill sets a Go variable to the decoded JSON value at path. A null leaves the variable unchanged.
func fill(to reflect.Value, value any, path string) error {
	ok := true
	switch v := value.(type) {
	case nil:
	case json.Number:
		var exact *big.Rat
		exact, ok = new(big.Rat).SetString(v.String())
		switch to.Interface().(type) {
		case *big.Rat:
			to.Set(reflect.ValueOf(exact))
		case int:
			to.SetInt(exact.Num().Int64())
		case *int:
			i := int(exact.Num().Int64())
			to.Set(reflect.ValueOf(&i))
		default:
			ok = false
		}
	case bool:
		to.Set(reflect.ValueOf(&v))
	case string:
		switch into := to.Addr().Interface().(type) {
		case *date:
			var err error
			*into, err = parseDate(v)
			ok = err == nil
		case *string:
			*into = v
		case *[]string: // a condition with a single value
			*into = []string{v}
		}
	default:
		return fillNested(to, value, path)
	}
	if !ok {
		return fmt.Errorf("%s: unexpected %v", path, value)
	}
	return nil
}

// fillNested stores a decoded JSON array or object in a Go variable.
func fillNested(to reflect.Value, value any, path string) error {
	if to.Kind() == reflect.Pointer {
		to.Set(reflect.New(to.Type().Elem()))
		to = to.Elem()
	}
	if items, is := value.([]any); is {
		to.Set(reflect.MakeSlice(to.Type(), len(items), len(items)))
		for i, item := range items {
			if err := fill(to.Index(i), item, fmt.Sprintf("%s[%d]", path, i)); err != nil {
				return err
			}
		}
		return nil
	}
	object := value.(map[string]any)
	if to.Kind() == reflect.Struct {
		return fillStruct(to, object, path)
	}
	to.Set(reflect.MakeMap(to.Type()))
	for name, item := range object {
		element := reflect.New(to.Type().Elem()).Elem()
		if err := fill(element, item, path+"."+name); err != nil {
			return err
		}
		to.SetMapIndex(reflect.ValueOf(name), element)
	}
	return nil
}

func fillStruct(to reflect.Value, object map[string]any, path string) error {
	for field, at := range to.Fields() {
		name := field.Tag.Get("json")
		if name == ",inline" {
			if err := fillStruct(at, object, path); err != nil {
				return err
			}
		}
		if text, ok := field.Tag.Lookup("default"); ok && object[name] == nil {
			object[name] = text
			if at.Type() == reflect.TypeFor[*big.Rat]() {
				object[name] = json.Number(text)
			}
		}
		if name == "" || object[name] == nil {
			continue
		}
		if err := fill(at, object[name], strings.TrimPrefix(path+"."+name, ".")); err != nil {
			return err
		}
	}
	return nil
}
