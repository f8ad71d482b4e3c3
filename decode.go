package leasehold

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/go-json-experiment/json/jsontext"
)

// Decode reads a lease from JSON: exactly one object in valid UTF-8, its
// members named as the contract names them, none twice, none unknown. null on
// an optional member means absent. Numbers are read from their text and never
// lose a digit.
//
// The error is an [*InvalidError] that lists every fault found, the first one
// first. Decode never panics, whatever the bytes, and keeps no part of body.
func Decode(body []byte) (*Lease, error) {
	rd := readers.Get().(*reader)
	defer rd.release()
	rd.source = *bytes.NewBuffer(body)
	rd.json.Reset(&rd.source, jsontext.AllowDuplicateNames(true)) // reported by field, below
	l := new(Lease)
	rd.object(l)
	if err := rd.faults.err(); err != nil {
		return nil, err
	}
	return l, nil
}

// reader is the state of one Decode; they are reused because a JSON decoder is
// a kilobyte of buffers.
type reader struct {
	json   *jsontext.Decoder
	source bytes.Buffer
	faults faults
	seen   [len(fields)]bool
	twice  [len(fields)]bool
	bad    [len(fields)]bool
	last   string // the field read last
	alien  int    // unknown members
}

var readers = sync.Pool{New: func() any { return &reader{json: jsontext.NewDecoder(new(bytes.Buffer))} }}

func (rd *reader) release() {
	*rd = reader{json: rd.json}
	rd.json.Reset(&rd.source) // lets go of the body
	readers.Put(rd)
}

// alienMax is how many unknown members are named one by one.
const alienMax = 16

// object reads the whole body into l.
func (rd *reader) object(l *Lease) {
	if k := rd.json.PeekKind(); k != '{' {
		if _, err := rd.json.ReadValue(); err != nil {
			rd.syntax(err)
			return
		}
		rd.faults.add("body", "must be one JSON object, the lease")
		return
	}
	if _, err := rd.json.ReadToken(); err != nil {
		rd.syntax(err)
		return
	}
	for rd.json.PeekKind() != '}' {
		if err := rd.member(l); err != nil {
			rd.syntax(err)
			return
		}
	}
	if _, err := rd.json.ReadToken(); err != nil {
		rd.syntax(err)
		return
	}
	if _, err := rd.json.ReadToken(); !errors.Is(err, io.EOF) {
		rd.faults.add("body", "must end after one JSON object; more data follows it")
		return
	}
	if rd.alien > alienMax {
		rd.faults.add("body", fmt.Sprintf("%d more members are unknown", rd.alien-alienMax))
	}
	rd.complete(l)
}

// member reads one name and its value.
func (rd *reader) member(l *Lease) error {
	raw, err := rd.json.ReadValue()
	if err != nil {
		return err
	}
	name, _ := unquote(raw) // the decoder accepts only strings here
	i := indexOf(name)
	if i < 0 {
		rd.unknown(string(name))
		return rd.json.SkipValue()
	}
	f := &fields[i]
	v, err := rd.json.ReadValue()
	switch {
	case err != nil:
		return err
	case rd.seen[i]:
		if !rd.twice[i] { // one fault, however often: a message must not grow with the body
			rd.faults.add(f.name, "is given twice")
		}
		rd.twice[i], rd.bad[i] = true, true
		return nil
	}
	rd.seen[i], rd.last = true, f.name
	if v.Kind() == 'n' {
		if f.required {
			rd.faults.add(f.name, "is required and must not be null")
			rd.bad[i] = true
		}
		return nil
	}
	problem := f.read(l, v)
	if problem == "" {
		problem = f.check(l)
	}
	rd.bad[i] = problem != ""
	rd.faults.add(f.name, problem)
	return nil
}

// complete checks what only the whole object shows.
func (rd *reader) complete(l *Lease) {
	for i := range fields {
		if fields[i].required && !rd.seen[i] {
			rd.faults.add(fields[i].name, "is required")
			rd.bad[i] = true
		}
	}
	if !rd.bad[fieldDate] && !rd.bad[fieldTerm] {
		rd.faults.add(fields[fieldDate].name, l.checkEnd())
	}
}

// Places in the table of the two fields that are checked against each other.
var fieldDate, fieldTerm = indexOf("commencementDate"), indexOf("termMonths")

// indexOf returns the place of a field in the table, or −1.
func indexOf[T string | []byte](name T) int {
	for i := range fields {
		if fields[i].name == string(name) {
			return i
		}
	}
	return -1
}

// syntax notes that the body is not JSON, at the field where that showed. It is
// then the only fault: what the members before it say may be an accident.
func (rd *reader) syntax(err error) {
	field, why := "body", err.Error()
	var se *jsontext.SyntacticError
	switch {
	case errors.As(err, &se):
		if name, _, _ := strings.Cut(strings.TrimPrefix(string(se.JSONPointer), "/"), "/"); indexOf(name) >= 0 {
			field = name
		}
		cause := se.Err
		if errors.Is(cause, io.ErrUnexpectedEOF) {
			cause = errors.New("it ends too early")
		}
		why = fmt.Sprintf("at byte %d: %v", se.ByteOffset, cause)
		if field == "body" && rd.last != "" {
			why = fmt.Sprintf("at byte %d, after %s: %v", se.ByteOffset, rd.last, cause)
		}
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		why = "the body is empty"
	}
	rd.faults = nil
	rd.faults.add(field, "not valid JSON: "+why)
}

// unknown refuses a member that the contract does not know.
func (rd *reader) unknown(name string) {
	rd.alien++
	if rd.alien > alienMax {
		return
	}
	q := quote(name)
	end := strings.LastIndexByte(q, '"')
	field := q[1:end] + q[end+1:]
	if field == "" {
		field = "body" // the empty name names nothing
	}
	rd.faults.add(field, fmt.Sprintf("%s is not a member of a lease; the nearest known one is %s", q, nearest(name)))
}

// nearest returns the field name that is closest to name, letter case aside: a
// name that holds all of it, as rate stands in discountRateAnnual, before any
// other.
func nearest(name string) string {
	short, _ := clip(name)
	name = strings.ToLower(short)
	best, least := "", 1<<30
	for i := range fields {
		known := strings.ToLower(fields[i].name)
		d := editDistance(name, known)
		if len(name) < wordMin || !strings.Contains(known, name) {
			d += maxDistance
		}
		if d < least {
			best, least = fields[i].name, d
		}
	}
	return best
}

const (
	wordMin     = 3       // fewer letters stand in many names by accident
	maxDistance = 1 << 10 // more than any distance to a name that is cut
)

// editDistance is the number of bytes to insert, drop or change from a to b.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)]
}

// Validate checks a lease that was made by hand. The error is an
// [*InvalidError] with every fault, in the contract's order.
func (l *Lease) Validate() error {
	var f faults
	for i := range fields {
		f.add(fields[i].name, fields[i].check(l))
	}
	if len(f) == 0 {
		f.add(fields[fieldDate].name, l.checkEnd())
	}
	return f.err()
}

// Append appends the normalized lease as one JSON object: defaults filled in,
// values as given in shortest plain decimals, absent options absent, members in
// the contract's order. Leases that mean the same print the same bytes.
func (l *Lease) Append(dst []byte) []byte {
	open := byte('{')
	for i := range fields {
		start := len(dst)
		dst = append(dst, open, '"')
		dst = append(dst, fields[i].name...)
		dst = append(dst, '"', ':')
		value := len(dst)
		if dst = fields[i].print(dst, l); len(dst) == value {
			dst = dst[:start]
			continue
		}
		open = ','
	}
	return append(dst, '}')
}
