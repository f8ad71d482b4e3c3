package mcpapi

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"
)

// left says how many rows an answer keeps, and of how many.
type left struct{ kept, of int }

// bound returns an operation's object with only the wanted rows of its schedule
// and the journal entries of the same periods. The commencement entry always
// stays. What stays, stays byte for byte.
func bound(object []byte, want rows, perYear int) ([]byte, left, error) {
	b := bounder{want: want, perYear: perYear}
	out, err := b.object(nil, object)
	if err != nil {
		return nil, left{}, err
	}
	return out, b.left, nil
}

type bounder struct {
	want    rows
	perYear int
	left    left
}

// object copies an object with its lists bounded.
func (b *bounder) object(dst, src []byte) ([]byte, error) {
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

// list copies a list of periods, the first fixed elements of which always stay.
func (b *bounder) list(dst, src []byte, fixed int) ([]byte, error) {
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
	b.left = left{of: periods}
	dst = append(dst, '[')
	for i, element := range elements {
		if i >= fixed {
			if !b.want.keeps(i-fixed, periods, b.perYear) {
				continue
			}
			b.left.kept++
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
