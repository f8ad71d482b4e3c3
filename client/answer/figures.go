package answer

import (
	"reflect"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/leasehold-accounting/leasehold/figure"
)

// Of returns the lease's figure c, or 0 if the response does not contain it.
func (f *LeaseFigures) Of(c figure.Concept) Number { return amountIn(f, c) }

// Of returns the group's figure c, or 0 if the response does not contain it.
func (f *GroupFigures) Of(c figure.Concept) Number { return amountIn(f, c) }

// Of returns figure c of all leases, or 0 if the response does not contain it.
func (f *TotalFigures) Of(c figure.Concept) Number { return amountIn(f, c) }

// Of returns figure c before currency translation, or 0 if the response does not contain it.
func (f *FunctionalFigures) Of(c figure.Concept) Number { return amountIn(f, c) }

// amountIn returns figure c of an object, or 0 if the object does not contain it. Package figure
// defines the JSON names.
func amountIn(object any, c figure.Concept) (n Number) {
	at := reflect.ValueOf(object).Elem()
	if name := c.Statement().Name; name != "" {
		at = memberOf(at, name)
	}
	name := c.Array()
	if name == "" {
		name = c.Name()
	}
	switch value := memberOf(at, name); {
	case !value.IsValid():
	case c.Array() != "" && elementOf(c) < value.Len():
		n, _ = reflect.TypeAssert[Number](value.Index(elementOf(c)))
	case c.Array() == "":
		n, _ = reflect.TypeAssert[Number](value)
	}
	return n
}

// elementOf returns the index of a figure in its JSON array.
func elementOf(c figure.Concept) (i int) {
	for _, other := range c.Statement().Figures {
		if other == c {
			break
		}
		if other.Array() == c.Array() {
			i++
		}
	}
	return i
}

// memberOf returns the field of an object with the given JSON name, or the zero Value if the object
// has no such field. If this API contract version does not define the field, a number is returned as
// a [Number] and an object as an [Unknown].
func memberOf(object reflect.Value, name string) reflect.Value {
	if !object.IsValid() {
		return object
	}
	for _, f := range reflect.VisibleFields(object.Type()) {
		if tag, _, _ := strings.Cut(f.Tag.Get("json"), ","); tag == name && tag != "" {
			return reflect.Indirect(object.FieldByIndex(f.Index))
		}
	}
	others, _ := reflect.TypeAssert[jsontext.Value](object.FieldByName("Others"))
	var members map[string]jsontext.Value
	if json.Unmarshal(others, &members) != nil || members[name] == nil {
		return reflect.Value{}
	}
	if members[name].Kind() == '{' {
		v := new(Unknown)
		_ = json.Unmarshal(members[name], v) // never fails, because the value is an object
		return reflect.ValueOf(v).Elem()
	}
	n := new(Number)
	if json.Unmarshal(members[name], n) != nil {
		return reflect.Value{}
	}
	return reflect.ValueOf(n).Elem()
}
