package strict

import (
	"slices"
	"strconv"
	"strings"
)

// Fault is one validation error.
type Fault struct {
	Field   string // path such as events[2].date; the quoted name of an unknown field; or "body"; never empty
	Message string // the problem and the allowed values

	unknown bool // whether the field is unknown
}

// InvalidError reports an invalid request. It contains all faults that were found, in request order.
type InvalidError struct {
	Faults []Fault // never empty
}

// Field returns the field of the first fault.
func (e *InvalidError) Field() string { return e.Faults[0].Field }

// Error returns the faults, each with the path of its field.
func (e *InvalidError) Error() string {
	texts := make([]string, len(e.Faults))
	for i, f := range e.Faults {
		texts[i] = f.Field + ": " + f.Message
	}
	return strings.Join(texts, "; ")
}

// Faults is a list of validation errors.
type Faults []Fault

// Add adds a fault for a field of the object at the given place. It does nothing if the message is "".
func (f *Faults) Add(at *Place, name, problem string) {
	if problem != "" {
		*f = append(*f, Fault{Field: at.path(name), Message: problem})
	}
}

// Readable reports whether all faults are unknown fields. If so, all known fields were read
// correctly and can be checked against each other.
func (f Faults) Readable() bool {
	return !slices.ContainsFunc(f, func(f Fault) bool { return !f.unknown })
}

func (f *Faults) addUnknown(at *Place, name, problem string) {
	f.Add(at, name, problem)
	(*f)[len(*f)-1].unknown = true
}

// Err returns an [*InvalidError] with the faults, or nil if there are none.
func (f Faults) Err() error {
	if len(f) == 0 {
		return nil
	}
	return &InvalidError{Faults: f}
}

// Place is the position of an object in a request. A nil *Place is the request itself. Any other
// place is the object in a field, or an element of the array in a field.
type Place struct {
	Up    *Place
	Name  string
	Index int // index of the element; -1 for the object in a field
}

// path returns the path of the field with the given name in the object at p. If name is "", path
// returns the path of the object itself.
func (p *Place) path(name string) string {
	if p == nil {
		return name
	}
	path := p.Up.path(p.Name)
	if p.Index >= 0 {
		path += "[" + strconv.Itoa(p.Index) + "]"
	}
	if name == "" {
		return path
	}
	return path + "." + name
}

// Element returns the place of an array element, given the place of the object and the name of the
// field that contains the array. If the index is -1, the field contains an object, and Element
// returns the place of that object.
func Element(at *Place, name string, index int) *Place { return &Place{at, name, index} }
