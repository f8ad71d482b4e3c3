package service

import (
	"fmt"

	"github.com/leasehold-accounting/leasehold"
)

// Operation is one of the four computations.
type Operation uint8

// The operations.
const (
	Compute Operation = iota
	Schedule
	JournalEntries
	Classify
)

// Operations lists the operations.
func Operations() []Operation { return []Operation{Compute, Schedule, JournalEntries, Classify} }

var operationNames = [...]string{"compute", "schedule", "journal-entries", "classify"}

// String returns the operation's name, which is also the last segment of its
// path: compute, schedule, journal-entries or classify.
func (o Operation) String() string { return operationNames[o] }

// ParseOperation returns the operation of that name.
func ParseOperation(name string) (Operation, error) {
	for i, known := range operationNames {
		if name == known {
			return Operation(i), nil
		}
	}
	return 0, fmt.Errorf("%q is not an operation", name)
}

// Units returns what one success is billed: 1, or 0 for classify.
func (o Operation) Units() int64 {
	if o == Classify {
		return 0
	}
	return 1
}

// appendResult appends what the operation answers: one JSON object.
func (o Operation) appendResult(dst []byte, r *leasehold.Result) []byte {
	switch o {
	case Compute:
		return r.AppendCompute(dst)
	case Schedule:
		return r.AppendSchedule(dst)
	case JournalEntries:
		return r.AppendJournal(dst)
	case Classify:
		return r.AppendClassify(dst)
	default:
		panic("service: no such operation")
	}
}
