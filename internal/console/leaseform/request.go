package leaseform

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// FromRequest returns the form that makes a lease request, as one would type it.
// It is for requests that the engine accepts; a member that no input has is an
// error.
func FromRequest(body []byte) (Values, error) {
	var request map[string]any
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	if err := d.Decode(&request); err != nil {
		return nil, err
	}
	v := Values{}
	return v, v.fill("", request, slices.Collect(inputs), slices.Collect(lists))
}

// fill types the members of an object. within is the name of its row in the form,
// with a dot behind it.
func (v Values) fill(within string, object map[string]any, in []*Input, of []*List) error {
	object = flat(object, in)
	for _, i := range in {
		stated, has := object[i.Field]
		if !has || stated == nil {
			continue
		}
		delete(object, i.Field)
		typed, err := i.typed(stated)
		if err != nil {
			return err
		}
		v[within+i.Name] = typed
	}
	for _, l := range of {
		stated, has := object[l.Name]
		if !has || stated == nil {
			continue
		}
		delete(object, l.Name)
		if err := v.fillRows(within+l.Name, l, stated); err != nil {
			return err
		}
	}
	for name, stated := range object {
		if stated != nil {
			return fmt.Errorf("%s%s: the form has no input for it", within, name)
		}
	}
	return nil
}

// flat returns an object with the members of nested objects that inputs state one
// by one, by their paths.
func flat(object map[string]any, in []*Input) map[string]any {
	out := make(map[string]any, len(object))
	for name, stated := range object {
		inner, nested := stated.(map[string]any)
		if !nested || !slices.ContainsFunc(in, func(i *Input) bool { return strings.HasPrefix(i.Field, name+".") }) {
			out[name] = stated
			continue
		}
		for part, value := range inner {
			out[name+"."+part] = value
		}
	}
	return out
}

// fillRows types the rows of a list.
func (v Values) fillRows(name string, l *List, stated any) error {
	if l.object || l.keyed {
		return v.fillPairs(name, l, stated)
	}
	rows, ok := stated.([]any)
	if !ok {
		return fmt.Errorf("%s: must be a list", name)
	}
	if len(rows) == 0 && l.Ends {
		v[name+"None"] = "yes"
	}
	in, within := pointers(l.Inputs), pointers(l.Lists)
	for i, row := range rows {
		object, ok := row.(map[string]any)
		if !ok {
			return fmt.Errorf("%s[%d]: must be an object", name, i)
		}
		if err := v.fill(name+"["+strconv.Itoa(i)+"].", object, in, within); err != nil {
			return err
		}
	}
	return nil
}

// pointers returns a pointer to each of a list.
func pointers[T any](list []T) []*T {
	all := make([]*T, len(list))
	for i := range list {
		all[i] = &list[i]
	}
	return all
}

// fillPairs types the members of an object as rows, by their names.
func (v Values) fillPairs(name string, l *List, stated any) error {
	pairs, ok := stated.(map[string]any)
	if !ok {
		return fmt.Errorf("%s: must be an object", name)
	}
	for row, key := range slices.Sorted(maps.Keys(pairs)) { // so that the same request is the same form
		place := name + "[" + strconv.Itoa(row) + "]."
		v[place+l.Inputs[0].Name] = key
		if l.object {
			v[place+l.Inputs[1].Name] = fmt.Sprint(pairs[key])
			continue
		}
		object, ok := pairs[key].(map[string]any)
		if !ok {
			return fmt.Errorf("%s.%s: must be an object", name, key)
		}
		if err := v.fill(place, object, pointers(l.Inputs[1:]), nil); err != nil {
			return err
		}
	}
	return nil
}

// typed returns a member's value as one types it into the input.
func (in *Input) typed(stated any) (string, error) {
	switch value := stated.(type) {
	case bool:
		return strconv.FormatBool(value), nil
	case string:
		return value, nil
	case json.Number:
		if in.kind != percent {
			return value.String(), nil
		}
		r, ok := new(big.Rat).SetString(value.String())
		if !ok {
			return "", fmt.Errorf("%s: %s is not a number", in.Field, value)
		}
		r.Mul(r, big.NewRat(100, 1))
		places, _ := r.FloatPrec()
		return r.FloatString(places) + "%", nil // marked as a percentage
	case map[string]any:
		if in.kind != pairs {
			break
		}
		parts := make([]string, 0, len(value))
		for _, name := range slices.Sorted(maps.Keys(value)) {
			parts = append(parts, name+"="+fmt.Sprint(value[name]))
		}
		return strings.Join(parts, "; "), nil
	}
	return "", fmt.Errorf("%s: no input holds %T", in.Field, stated)
}
