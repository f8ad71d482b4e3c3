package strict

import (
	"strconv"
	"strings"
)

// Fault is one validation error.
type Fault struct {
	Field   string // path of the field, as in events[2].date; an unknown name as the message quotes it; or "body"; never empty
	Message string // the error and the allowed values

	unknown bool // of an unknown field
}

// InvalidError reports an invalid request with every fault found, in order.
type InvalidError struct {
	Faults []Fault // never empty
}

// Field returns the field of the first fault.
func (e *InvalidError) Field() string { return e.Faults[0].Field }

// Error lists the faults, each after the path of its field.
func (e *InvalidError) Error() string {
	var b strings.Builder
	for i, f := range e.Faults {
		if i > 0 {
			b.WriteString("; ")
		}
		b.WriteString(f.Field)
		b.WriteString(": ")
		b.WriteString(f.Message)
	}
	return b.String()
}

// Faults is a list of validation errors.
type Faults []Fault

// Add adds a fault with the message problem for a field of the object at a place. It does nothing
// if problem is empty.
func (f *Faults) Add(at *Place, name, problem string) {
	if problem != "" {
		*f = append(*f, Fault{Field: at.path(name), Message: problem})
	}
}

// Readable reports whether all faults concern unknown fields. The known fields were then read
// correctly and can be checked against each other.
func (f Faults) Readable() bool {
	for i := range f {
		if !f[i].unknown {
			return false
		}
	}
	return true
}

// addUnknown adds the fault for an unknown field.
func (f *Faults) addUnknown(at *Place, name, problem string) {
	f.Add(at, name, problem)
	(*f)[len(*f)-1].unknown = true
}

// Err returns an [*InvalidError] with the faults, or nil without faults.
func (f Faults) Err() error {
	if len(f) == 0 {
		return nil
	}
	return &InvalidError{Faults: f}
}

// Place is the position of an object within the request. A nil place is the request itself. Any
// other place is the object in a field, or an element of the array in a field.
type Place struct {
	Up    *Place
	Name  string
	Index int // index of the element; -1 if the field is not an array
}

// path returns the path of a field of the object at p. With an empty name it returns the path of
// the object.
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

// Element returns the place of an element of the array in field name of the object at a place.
// With index -1, it returns the place of the object in that field.
func Element(at *Place, name string, index int) *Place { return &Place{at, name, index} }
