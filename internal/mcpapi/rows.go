package mcpapi

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/leasehold-accounting/leasehold"
)

// kept says which rows of an answer are wanted: of its schedule, and of its
// journal the entries of the same rows and those that record none.
type kept struct {
	rows, entries []bool
	n             int // rows that are wanted
}

// keepRows returns which rows of a result are wanted.
func keepRows(r *leasehold.Result, journal []leasehold.Entry, args *arguments) kept {
	k := kept{rows: make([]bool, len(r.Schedule)), entries: make([]bool, len(journal))}
	wanted := map[int]bool{0: true} // by number; 0 is of entries that record no row
	for i := range r.Schedule {
		if k.rows[i] = args.keeps(r.Schedule, i); k.rows[i] {
			k.n++
			wanted[r.Schedule[i].Number] = true
		}
	}
	for i := range journal {
		k.entries[i] = wanted[journal[i].Period]
		if args.rows == rowsSpan {
			k.entries[i] = !journal[i].Date.Before(args.span.From) && !args.span.To.Before(journal[i].Date)
		}
	}
	return k
}

// keeps reports whether row i of a schedule is wanted.
func (a *arguments) keeps(schedule []leasehold.Period, i int) bool {
	switch a.rows {
	case rowsSpan:
		return !schedule[i].Last.Before(a.span.From) && !a.span.To.Before(schedule[i].First)
	case rowsFirst:
		return i < boundedRows
	case rowsLast:
		return i >= len(schedule)-boundedRows
	case rowsYearly:
		return i == len(schedule)-1 || schedule[i+1].Year != schedule[i].Year
	case rowsAll, rowsBrief:
	}
	return true
}

// drop returns an operation's object without the rows that are not wanted. Every
// row that stays is the same byte for byte. A list of another length, which an
// answer under earlier rules may have, stays whole.
func (k kept) drop(object []byte) ([]byte, error) { return k.object(nil, object) }

// object copies an object with its lists shortened.
func (k kept) object(dst, src []byte) ([]byte, error) {
	d := jsontext.NewDecoder(bytes.NewReader(src))
	return copyObject(dst, d, func(dst []byte, name string) ([]byte, error) {
		value, err := d.ReadValue()
		if err != nil {
			return nil, err
		}
		switch name {
		case "result":
			return k.object(dst, bytes.Clone(value))
		case "schedule":
			return shorten(dst, value, k.rows)
		case "journalEntries":
			return shorten(dst, value, k.entries)
		}
		return append(dst, value...), nil
	})
}

// shorten copies the elements of a list that are wanted.
func shorten(dst, src []byte, wanted []bool) ([]byte, error) {
	d := jsontext.NewDecoder(bytes.NewReader(src))
	if _, err := d.ReadToken(); err != nil {
		return nil, err
	}
	var elements [][]byte
	for d.PeekKind() != ']' {
		value, err := d.ReadValue()
		if err != nil {
			return nil, err
		}
		elements = append(elements, bytes.Clone(value))
	}
	if len(elements) != len(wanted) {
		return append(dst, src...), nil
	}
	dst = append(dst, '[')
	for i, element := range elements {
		if !wanted[i] {
			continue
		}
		if dst[len(dst)-1] != '[' {
			dst = append(dst, ',')
		}
		dst = append(dst, element...)
	}
	return append(dst, ']'), nil
}
