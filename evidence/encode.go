package evidence

import "github.com/leasehold-accounting/leasehold/internal/strict"

// Append appends the answer as one JSON object; the service adds request_id and
// replay at its end.
func (a *Answer) Append(dst []byte) []byte {
	dst = texts(append(dst, `{"supported":`...), a.Supported)
	dst = append(dst, `,"notFound":[`...)
	for i, n := range a.NotFound {
		dst = comma(dst, i)
		dst = strict.AppendQuoted(append(dst, `{"path":`...), n.Path)
		dst = strict.AppendQuoted(append(dst, `,"value":`...), n.Value)
		dst = append(texts(append(dst, `,"found":`...), n.Found), '}')
	}
	dst = texts(append(dst, `],"missing":`...), a.Missing)
	dst = append(dst, `,"judgements":[`...)
	for i, j := range a.Judgements {
		dst = comma(dst, i)
		dst = strict.AppendQuoted(append(dst, `{"path":`...), j.Path)
		dst = strict.AppendQuoted(append(dst, `,"question":`...), j.Question)
		dst = append(strict.AppendQuoted(append(dst, `,"paragraph":`...), j.Paragraph), '}')
	}
	dst = append(dst, ']')
	if a.Notes != nil {
		dst = texts(append(dst, `,"notes":`...), a.Notes)
	}
	return append(dst, '}')
}

func texts(dst []byte, list []string) []byte {
	dst = append(dst, '[')
	for i, text := range list {
		dst = strict.AppendQuoted(comma(dst, i), text)
	}
	return append(dst, ']')
}

func comma(dst []byte, i int) []byte {
	if i > 0 {
		dst = append(dst, ',')
	}
	return dst
}
