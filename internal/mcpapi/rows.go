package mcpapi

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/leasehold-accounting/leasehold"
)

// counted says how many rows of an answer are kept, and of how many.
type counted struct{ kept, of int }

// keepRows returns the answer's object with only the wanted rows of its schedule
// and the journal entries of the same periods. The commencement entry always
// stays. Every row that stays is the same byte for byte.
func keepRows(answer *reply, want rows) ([]byte, counted, error) {
	r, ok := answer.result.Value().(*leasehold.Result)
	if !ok || want == rowsAll {
		n := 0
		if ok {
			n = len(r.Schedule)
		}
		return answer.object, counted{n, n}, nil
	}
	return dropRows(answer.object, want, periodsPerYear(r))
}

// periodsPerYear returns the payment periods of a lease year.
func periodsPerYear(r *leasehold.Result) int { return 12 / r.Lease.PaymentFrequency.Months() }

// dropRows drops the rows of an object that are not wanted.
func dropRows(object []byte, want rows, perYear int) ([]byte, counted, error) {
	d := dropper{want: want, perYear: perYear}
	out, err := d.object(nil, object)
	return out, d.counted, err
}

type dropper struct {
	want    rows
	perYear int
	counted counted
}

// object copies an object with its lists shortened.
func (b *dropper) object(dst, src []byte) ([]byte, error) {
	d := jsontext.NewDecoder(bytes.NewReader(src))
	if _, err := d.ReadToken(); err != nil {
		return nil, err
	}
	dst = append(dst, '{')
	for first := true; d.PeekKind() == '"'; first = false {
		name, err := d.ReadValue()
		if err != nil {
			return nil, err
		}
		if !first {
			dst = append(dst, ',')
		}
		dst = append(append(dst, name...), ':')
		member := string(name)
		value, err := d.ReadValue()
		if err != nil {
			return nil, err
		}
		switch member {
		case `"result"`:
			dst, err = b.object(dst, bytes.Clone(value))
		case `"schedule"`:
			dst, err = b.list(dst, value, 0)
		case `"journalEntries"`:
			dst, err = b.list(dst, value, 1)
		default:
			dst = append(dst, value...)
		}
		if err != nil {
			return nil, err
		}
	}
	return append(dst, '}'), nil
}

// list copies a list of periods, whose first fixed elements always stay.
func (b *dropper) list(dst, src []byte, fixed int) ([]byte, error) {
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
	periods := len(elements) - fixed
	b.counted = counted{of: periods}
	dst = append(dst, '[')
	for i, element := range elements {
		if i >= fixed {
			if !b.want.keeps(i-fixed, periods, b.perYear) {
				continue
			}
			b.counted.kept++
		}
		if i > 0 && dst[len(dst)-1] != '[' {
			dst = append(dst, ',')
		}
		dst = append(dst, element...)
	}
	return append(dst, ']'), nil
}

// keeps reports whether the period with index i of n is wanted.
func (r rows) keeps(i, n, perYear int) bool {
	switch r {
	case rowsFirst:
		return i < boundedRows
	case rowsLast:
		return i >= n-boundedRows
	case rowsYearly:
		return (i+1)%perYear == 0 || i == n-1
	case rowsAll:
	}
	return true
}
