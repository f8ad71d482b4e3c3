package answer

import (
	"reflect"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/leasehold-accounting/leasehold/figure"
)

// Of returns a figure of the lease, or 0 if it is missing.
func (f *LeaseFigures) Of(c figure.Concept) Number { return amountIn(f, c) }

// Of returns a figure of the group, or 0 if it is missing.
func (f *GroupFigures) Of(c figure.Concept) Number { return amountIn(f, c) }

// Of returns a figure of all leases, or 0 if it is missing.
func (f *TotalFigures) Of(c figure.Concept) Number { return amountIn(f, c) }

// Of returns a figure before translation, or 0 if it is missing.
func (f *FunctionalFigures) Of(c figure.Concept) Number { return amountIn(f, c) }

// amountIn returns a figure of an object. It finds the figure by the member names in the list of
// figures.
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

// elementOf returns a figure's index in its array.
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

// memberOf returns a field of an object, or the zero value if it is missing. A number that the API
// contract does not define becomes a [Number]; an object that it does not define is kept as JSON.
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
		_ = json.Unmarshal(members[name], v) // it was read as an object
		return reflect.ValueOf(v).Elem()
	}
	n := new(Number)
	if json.Unmarshal(members[name], n) != nil {
		return reflect.Value{}
	}
	return reflect.ValueOf(n).Elem()
}
