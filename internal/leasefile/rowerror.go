package leasefile

import (
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/sheet"
)

// Place is the position of a row in a file.
type Place struct {
	Sheet string // sheet of a workbook or file of a directory; otherwise empty
	Line  int    // line or row number, counted from 1
}

// String returns the position as text for a message, such as "line 7" or "sheet Leases, row 7".
func (p Place) String() string {
	line := strconv.Itoa(p.Line)
	switch {
	case p.Sheet == "":
		return "line " + line
	case strings.HasSuffix(p.Sheet, csvSuffix):
		return p.Sheet + ", line " + line
	}
	return "sheet " + p.Sheet + ", row " + line
}

// Problem is an error in a cell or in a whole row.
type Problem struct {
	Place   Place
	Column  int    // number of the column, counted from 1; 0 if the problem concerns the whole row
	Heading string // heading of the column as written in the file
	Field   string // API path such as events[1].termMonths, or "body" for the whole lease
	Message string
}

// problemIn returns a problem of the field at path. column is the index of a column, or -1.
func problemIn(list []Column, column int, at Place, path, message string) Problem {
	p := Problem{Place: at, Column: column + 1, Field: path, Message: message}
	if column >= 0 && column < len(list) {
		p.Heading = list[column].Heading
	}
	return p
}

// String returns the problem as text, including its position.
func (p Problem) String() string { return p.Place.String() + ", " + p.text() }

func (p Problem) text() string {
	var b strings.Builder
	if p.Column > 0 {
		b.WriteString("column " + sheet.Letter(p.Column-1))
		if p.Heading != "" && p.Heading != p.Field {
			b.WriteString(" " + strconv.Quote(p.Heading))
		}
		b.WriteString(" (" + p.Field + ")")
	} else {
		b.WriteString(p.Field)
	}
	b.WriteString(": " + p.Message)
	return b.String()
}

// RowError is the error of a rejected row. RowError wraps a [*leasehold.InvalidError], which
// describes the problems with API paths.
type RowError struct {
	Place    Place
	Problems []Problem // at least one
}

// Error returns a list of the problems, each with its cell. Consecutive problems in one row share
// the position of the row.
func (e *RowError) Error() string {
	var b strings.Builder
	at := Place{}
	for i, p := range e.Problems {
		if i > 0 {
			b.WriteString("; ")
		}
		if p.Place != at || i == 0 {
			b.WriteString(p.Place.String() + ", ")
			at = p.Place
		}
		b.WriteString(p.text())
	}
	return b.String()
}

// Unwrap returns the problems as a [*leasehold.InvalidError].
func (e *RowError) Unwrap() error {
	faults := make([]leasehold.Fault, len(e.Problems))
	for i, p := range e.Problems {
		faults[i] = leasehold.Fault{Field: p.Field, Message: p.Message}
	}
	return &leasehold.InvalidError{Faults: faults}
}
