package leasecsv

import (
	"fmt"
	"strings"

	"github.com/leasehold-accounting/leasehold"
)

// RowError is the refusal of one row.
type RowError struct {
	Line     int
	Problems []Problem // never empty
}

// Problem is what is wrong with one cell, or with the row as a whole.
type Problem struct {
	Column  int    // from 1; 0 where no cell is to blame
	Field   string // the contract's name, or "body"
	Message string
}

// Error lists the problems, each with the place of its cell.
func (e *RowError) Error() string {
	parts := make([]string, len(e.Problems))
	for i, p := range e.Problems {
		parts[i] = p.Field + ": " + p.Message
		if p.Column > 0 {
			parts[i] = fmt.Sprintf("column %d (%s): %s", p.Column, p.Field, p.Message)
		}
	}
	return fmt.Sprintf("line %d, %s", e.Line, strings.Join(parts, "; "))
}

// Unwrap gives the refusal in the engine's terms.
func (e *RowError) Unwrap() error {
	faults := make([]leasehold.Fault, len(e.Problems))
	for i, p := range e.Problems {
		faults[i] = leasehold.Fault{Field: p.Field, Message: p.Message}
	}
	return &leasehold.InvalidError{Faults: faults}
}
