package leasehold

import "strings"

// Fault is one thing that is wrong with a lease.
type Fault struct {
	Field   string // the contract's field name, an unknown name as its message quotes it, or "body"; never empty
	Message string // what was wrong and what is allowed
}

// InvalidError says why a lease was refused. It carries every fault that was
// found, the first one first.
type InvalidError struct {
	Faults []Fault // never empty
}

// Field is the name of the first field at fault.
func (e *InvalidError) Field() string { return e.Faults[0].Field }

// Error lists the faults, each opened by the name of its field.
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

// faults collects what is wrong while a lease is read.
type faults []Fault

// add notes a problem of a field; an empty problem is none.
func (f *faults) add(field, problem string) {
	if problem != "" {
		*f = append(*f, Fault{field, problem})
	}
}

// err returns the collected faults as an error, or nil.
func (f faults) err() error {
	if len(f) == 0 {
		return nil
	}
	return &InvalidError{Faults: f}
}
