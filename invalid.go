package leasehold

import (
	"strconv"
	"strings"
)

// Fault is one thing that is wrong with a lease.
type Fault struct {
	Field   string // the path of the member, as in events[2].date; an unknown name as its message quotes it; or "body". Never empty
	Message string // what was wrong and what is allowed
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

// faults collects what is wrong with a lease.
type faults []Fault

// add notes a problem of a member at a place; an empty problem is none.
func (f *faults) add(at *place, name, problem string) {
	if problem != "" {
		*f = append(*f, Fault{at.path(name), problem})
	}
}

// err returns the collected faults as an error, or nil.
func (f faults) err() error {
	if len(f) == 0 {
		return nil
	}
	return &InvalidError{Faults: f}
}

// place is where an object is within the request: nil for the lease itself,
// else a member of an object, or an element of a list that is one.
type place struct {
	up    *place
	name  string
	index int // of the element; -1 where the member is no list
}

// path returns the path of a member of the object at p.
func (p *place) path(name string) string {
	if p == nil {
		return name
	}
	path := p.up.path(p.name)
	if p.index >= 0 {
		path += "[" + strconv.Itoa(p.index) + "]"
	}
	if name == "" {
		return path
	}
	return path + "." + name
}
