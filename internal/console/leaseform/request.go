package leaseform

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/money"
)

// FromRequest returns the form values that result in the given lease request. The request must be one that the
// engine accepts. FromRequest returns an error if the form has no input for one of its fields.
func FromRequest(body []byte) (Values, error) {
	var request map[string]any
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	if err := d.Decode(&request); err != nil {
		return nil, err
	}
	v := Values{}
	return v, v.fill("", request, lease)
}

// fill sets the values of the inputs for an object's fields. The given prefix is the name of the object's row
// in the form, followed by a dot, or "" for the lease. The caller also passes the object's inputs and lists.
func (v Values) fill(within string, object map[string]any, fields *List) error {
	object = flat(object, fields.Inputs)
	for _, i := range fields.Inputs {
		stated := object[i.Field]
		if stated == nil {
			continue
		}
		delete(object, i.Field)
		typed, err := i.typed(stated)
		if err != nil {
			return err
		}
		v[within+i.Name] = typed
	}
	for _, l := range fields.Lists {
		stated := object[l.Name]
		if stated == nil {
			continue
		}
		delete(object, l.Name)
		if err := v.fillRows(within+l.Name, l, stated); err != nil {
			return err
		}
	}
	for name, stated := range object {
		if stated != nil {
			return fmt.Errorf("%s%s: has no input in the form", within, name)
		}
	}
	return nil
}

// flat returns a copy of the object. If the form has separate inputs for the fields of a nested object, the
// copy contains these fields under dotted names, such as basis.discounting.
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

func (v Values) fillRows(name string, l *List, stated any) error {
	if l.object() {
		return v.fillPairs(name, l, stated)
	}
	rows, ok := stated.([]any)
	if !ok {
		return fmt.Errorf("%s: must be a list", name)
	}
	if len(rows) == 0 && l.Ends {
		v[name+"None"] = "yes"
	}
	for i, row := range rows {
		object, ok := row.(map[string]any)
		if !ok {
			return fmt.Errorf("%s[%d]: must be an object", name, i)
		}
		if err := v.fill(name+"["+strconv.Itoa(i)+"].", object, l); err != nil {
			return err
		}
	}
	return nil
}

// fillPairs sets the row values of a list that is an object in the request. Each of its fields becomes one row.
func (v Values) fillPairs(name string, l *List, stated any) error {
	pairs, ok := stated.(map[string]any)
	if !ok {
		return fmt.Errorf("%s: must be an object", name)
	}
	for row, key := range slices.Sorted(maps.Keys(pairs)) { // sorted by name, so that equal requests result in equal forms
		place := name + "[" + strconv.Itoa(row) + "]."
		v[place+l.Inputs[0].Name] = key
		if !l.Keyed {
			v[place+l.Inputs[1].Name] = fmt.Sprint(pairs[key])
			continue
		}
		object, ok := pairs[key].(map[string]any)
		if !ok {
			return fmt.Errorf("%s.%s: must be an object", name, key)
		}
		if err := v.fill(place, object, &List{Inputs: l.Inputs[1:]}); err != nil {
			return err
		}
	}
	return nil
}

// typed returns a field's value as the text that a user would type into its input.
func (in *Input) typed(stated any) (string, error) {
	switch value := stated.(type) {
	case bool:
		return strconv.FormatBool(value), nil
	case string:
		return value, nil
	case json.Number:
		if !in.percent() {
			return value.String(), nil
		}
		d, err := money.Parse(value.String())
		return d.Shift(2).String() + "%", err // a small percentage without the percent sign would be rejected
	case map[string]any:
		if in.Kind != member.Tags {
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

// pathOf returns the request path of the field that a quote from the lease contract supports. The user types
// either an input's label or a path with the form's row indexes.
func (r *reader) pathOf(typed string) string {
	for _, leaf := range member.Leaves(member.Lease) {
		if strings.EqualFold(leaf.Label, typed) {
			return leaf.Path
		}
	}
	for path, at := range r.places {
		if rest, found := strings.CutPrefix(typed, at.name+"."); found && at.input == nil && strings.HasSuffix(at.name, "]") {
			if rest = path + "." + rest; r.places[rest].name != "" {
				return rest
			}
		}
	}
	return typed
}

// notInContracts are the lease fields that a lease contract does not contain: identifiers,
// accounting choices and the quotes themselves.
var notInContracts = []string{"id", "name", "tags", "standard", "basis", "fund", "classification", "exemption", "evidence"}

// quotable reports whether a passage of the lease contract can be quoted to support the field at the given path.
func quotable(path string) bool {
	first, _, _ := strings.Cut(path, ".")
	return !slices.Contains(notInContracts, first)
}
