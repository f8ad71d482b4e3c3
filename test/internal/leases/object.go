package leases

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// object is a JSON object. The values of an object are strings, literals, objects and lists.
type object map[string]any

// literal is a number or a boolean with its JSON text.
type literal string

func whole(n int) literal { return literal(strconv.Itoa(n)) }

// remove removes the value at a path such as events[1].changePct, and reports whether the value
// existed.
func (o object) remove(path string) bool {
	name, rest, _ := strings.Cut(path, ".")
	name, index, isRow := strings.Cut(name, "[")
	switch value := o[name].(type) {
	case nil:
		return false
	case []object:
		i, err := strconv.Atoi(strings.TrimSuffix(index, "]"))
		if !isRow || err != nil || i >= len(value) {
			delete(o, name)
			return true
		}
		if rest != "" {
			return value[i].remove(rest)
		}
		value = slices.Delete(value, i, i+1)
		if o[name] = value; len(value) == 0 {
			delete(o, name)
		}
	case object:
		if rest != "" {
			return value.remove(rest)
		}
		delete(o, name)
	default:
		delete(o, name)
	}
	return true
}

// text returns the object as JSON with its fields in random order.
func (d *draw) text(o object) string {
	names := slices.Sorted(maps.Keys(o))
	d.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	members := make([]string, len(names))
	for i, name := range names {
		members[i] = strconv.Quote(name) + ":" + d.json(o[name])
	}
	return "{" + strings.Join(members, ",") + "}"
}

func (d *draw) json(value any) string {
	switch v := value.(type) {
	case object:
		return d.text(v)
	case []object:
		rows := make([]string, len(v))
		for i := range v {
			rows[i] = d.text(v[i])
		}
		return "[" + strings.Join(rows, ",") + "]"
	case literal:
		return string(v)
	default:
		return strconv.Quote(fmt.Sprint(v))
	}
}
