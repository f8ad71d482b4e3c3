package portfolio

import (
	"github.com/leasehold-accounting/leasehold/internal/jsonout"
	"github.com/leasehold-accounting/leasehold/internal/strict"
)

// Append appends the normalized request as one JSON object, with defaults filled in. Equivalent
// requests give the same bytes. In a rejected lease, only whitespace and numbers are normalized.
func (q *Question) Append(dst []byte) []byte { return question.Append(dst, q) }

func printLeases(dst []byte, q *Question) []byte {
	dst = append(dst, '[')
	left := q.invalid
	for i := 0; i < len(q.Leases) || len(left) > 0; {
		if dst[len(dst)-1] != '[' {
			dst = append(dst, ',')
		}
		if len(left) > 0 && (i == len(q.Leases) || left[0].index < q.Leases[i].Index) {
			dst = strict.Respell(dst, left[0].sent)
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
	p := jsonout.Printer{Dst: dst}
	jsonout.List(&p, "", q.GroupBy, func(k *Key) { p.Text("", k.name) })
	return p.Dst
}
