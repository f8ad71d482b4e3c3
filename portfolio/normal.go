package portfolio

import (
	"bytes"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/strict"
)

// Append appends the normalized question as one JSON object: defaults filled in,
// leases as [leasehold.Lease.Append] prints them. Questions that mean the same print
// the same bytes. A lease that was left out is printed as it was sent, in one
// spelling.
func (q *Question) Append(dst []byte) []byte { return question.Append(dst, q) }

func printLeases(dst []byte, q *Question) []byte {
	dst = append(dst, '[')
	left := q.wrong
	for i := 0; i < len(q.Leases) || len(left) > 0; {
		if dst[len(dst)-1] != '[' {
			dst = append(dst, ',')
		}
		if len(left) > 0 && (i == len(q.Leases) || left[0].index < q.Leases[i].Index) {
			dst = append(dst, left[0].spelling...)
			left = left[1:]
			continue
		}
		dst = q.Leases[i].Append(dst)
		i++
	}
	return append(dst, ']')
}

func printGroupBy(dst []byte, q *Question) []byte {
	if len(q.GroupBy) == 0 {
		return dst
	}
	dst = append(dst, '[')
	for i, k := range q.GroupBy {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = strict.AppendQuoted(dst, k.String())
	}
	return append(dst, ']')
}

// respellDepth is how deep objects and lists are respelled: beyond what a lease
// has, so that the work does not grow with the depth of what is none.
const respellDepth = 8

// respell appends a JSON value in one spelling: without white space, members by
// name, numbers and strings in their shortest form. The value has been read before,
// so that it has no fault of syntax.
func respell(dst []byte, value jsontext.Value, depth int) []byte {
	switch value.Kind() {
	case '{', '[':
		if depth < respellDepth {
			return respellAll(dst, value, depth+1)
		}
	case '"':
		text, _ := strict.Unquote(value)
		return strict.AppendQuoted(dst, string(text))
	case '0':
		if d, err := money.Parse([]byte(value)); err == nil {
			return d.Append(dst)
		}
	default:
	}
	return append(dst, value...)
}

// respellAll is [respell] of an object or a list.
func respellAll(dst []byte, value jsontext.Value, depth int) []byte {
	d := jsontext.NewDecoder(bytes.NewReader(value), jsontext.AllowDuplicateNames(true))
	_, _ = d.ReadToken() // the bracket
	object := value[0] == '{'
	var parts [][]byte
	for k := d.PeekKind(); k != '}' && k != ']' && k != jsontext.KindInvalid; k = d.PeekKind() {
		v, _ := d.ReadValue()
		part := respell(nil, v, depth)
		if object {
			v, _ = d.ReadValue()
			part = respell(append(part, ':'), v, depth)
		}
		parts = append(parts, part)
	}
	if object {
		slices.SortStableFunc(parts, bytes.Compare)
	}
	dst = append(append(dst, value[0]), bytes.Join(parts, []byte{','})...)
	return append(dst, value[0]+2) // } and ] are two after { and [
}
