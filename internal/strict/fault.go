package strict

import (
	"strconv"
	"strings"
)

// Fault is one thing that is wrong with a lease.
type Fault struct {
	Field   string // the path of the member, as in events[2].date; an unknown name as its message quotes it; or "body". Never empty
	Message string // what was wrong and what is allowed

	unknown bool // it names a member that the contract does not know
}

// InvalidError says why a lease was refused. It carries every fault that was
// found, the first one first.
type InvalidError struct {
	Faults []Fault // never empty
}

// Field is the path of the first member at fault.
func (e *InvalidError) Field() string { return e.Faults[0].Field }

// Error lists the faults, each opened by the path of its member.
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

// Faults collects what is wrong with a lease.
type Faults []Fault

// Add notes a problem of a member at a place; an empty problem is ignored.
func (f *Faults) Add(at *Place, name, problem string) {
	if problem != "" {
		*f = append(*f, Fault{Field: at.path(name), Message: problem})
	}
}

// Readable reports whether every member that the contract knows was read: the faults,
// if any, are unknown members, and what several members show together can be told.
func (f Faults) Readable() bool {
	for i := range f {
		if !f[i].unknown {
			return false
		}
	}
	return true
}

// addUnknown notes members that the contract does not know.
func (f *Faults) addUnknown(at *Place, name, problem string) {
	f.Add(at, name, problem)
	(*f)[len(*f)-1].unknown = true
}

// Err returns the collected faults as an error, or nil.
func (f Faults) Err() error {
	if len(f) == 0 {
		return nil
	}
	return &InvalidError{Faults: f}
}

// Place is where an object is within the request: nil for the lease itself,
// else a member of an object, or an element of a list that is one.
type Place struct {
	Up    *Place
	Name  string
	Index int // of the element; -1 where the member is no list
}

// path returns the path of a member of the object at p, or of the object itself
// where the member has no name.
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

// Element returns the place of an element of a list, or of an object where index is
// -1, that is a member of the object at a place.
func Element(at *Place, name string, index int) *Place { return &Place{at, name, index} }
