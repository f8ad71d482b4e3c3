package leasefile

import (
	"bytes"
	"errors"
	"strconv"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/strict"
)

// jsonCut splits a JSON file, an array of objects or consecutive objects, into leases.
type jsonCut struct {
	array bool
	last  byte // the last token: '[', ',', ']', or '}' for a lease; 0 at the start of the file
}

var errIncomplete = errors.New("the file ends within a lease, or before the bracket that closes the array")

// cut returns the length of the complete leases at the start of text, including white space and
// commas. A positive most limits the number of leases.
func (j *jsonCut) cut(text []byte, most int, last bool) (int, error) {
	at, leases := 0, 0
	for {
		at = len(text) - len(bytes.TrimLeft(text[at:], " \t\r\n"))
		if at == len(text) {
			if last && j.array && j.last != ']' {
				return at, errIncomplete
			}
			return at, nil
		}
		switch c := text[at]; {
		case c == '[' && j.last == 0:
			j.array, j.last = true, c
			at++
		case j.array && (c == ']' && (j.last == '[' || j.last == '}') || c == ',' && j.last == '}'):
			j.last = c
			at++
		case j.last == ']':
			return at, errors.New("text follows the end of the array")
		case j.array && j.last == '}':
			return at, errors.New("the leases of an array are separated by commas, and followed by a closing bracket")
		case c != '{':
			return at, errors.New("a lease must be a JSON object")
		default:
			n := objectLen(text[at:])
			switch {
			case n > 0:
				at += n
				j.last = '}'
				if leases++; leases == most {
					return at, nil
				}
			case last:
				return at, errIncomplete
			default:
				return at, nil
			}
		}
	}
}

// objectLen returns the length of the JSON object at the start of text, or 0 for an incomplete
// object. objectLen does not validate the object.
func objectLen(text []byte) int {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth <= 0 {
				return i + 1
			}
		case '"':
			for i++; i < len(text) && text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		}
	}
	return 0
}

func (d *Decoder) jsonRows(c *Chunk, yield func(Row) bool) {
	line := c.Line
	for text := c.Text; ; {
		n := len(text) - len(bytes.TrimLeft(text, " \t\r\n,[]"))
		line += bytes.Count(text[:n], newline)
		text = text[n:]
		if n = objectLen(text); n == 0 || !yield(d.jsonRow(line, text[:n])) {
			return
		}
		line += bytes.Count(text[:n], newline)
		text = text[n:]
	}
}

func (d *Decoder) lineRows(c *Chunk, yield func(Row) bool) {
	line := c.Line
	for text := range bytes.Lines(c.Text) {
		more := true
		switch lease := bytes.TrimSpace(text); {
		case len(bytes.TrimRight(text, "\r\n")) > d.file.maxLine:
			more = yield(d.tooLong(line))
		case len(lease) > 0:
			more = yield(d.jsonRow(line, lease))
		}
		if !more {
			return
		}
		line++
	}
}

func (d *Decoder) jsonRow(line int, text []byte) Row {
	row := Row{Place: Place{Line: line}}
	lease, err := leasehold.DecodeWith(text, d.file.rates)
	if err == nil {
		row.ID, row.Lease = lease.ID, lease
		return row
	}
	row.ID = idOf(text)
	bad := &RowError{Place: row.Place}
	if invalid, ok := errors.AsType[*leasehold.InvalidError](err); ok {
		for _, f := range invalid.Faults {
			bad.Problems = append(bad.Problems, Problem{Place: row.Place, Field: f.Field, Message: f.Message})
		}
	}
	row.Err = bad
	return row
}

// idOf returns the id of a rejected lease, or the empty string if the id cannot be read.
func idOf(text []byte) string {
	for name, value := range strict.Members(bytes.ToValidUTF8(text, []byte("\ufffd"))) {
		if name != idField.name {
			continue
		}
		if id, ok := strict.Unquote(value); ok {
			return strict.Clip(string(id))
		}
		if value.Kind() == '0' {
			return strict.Clip(string(value))
		}
		break
	}
	return ""
}

func (d *Decoder) tooLong(line int) Row {
	at := Place{Line: line}
	return Row{Place: at, Err: &RowError{at, []Problem{{
		Place: at, Field: "body", Message: "the line is longer than the " + strconv.Itoa(d.file.maxLine) + " bytes allowed for a lease",
	}}}}
}
