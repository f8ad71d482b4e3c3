package leasehold

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"

	"github.com/go-json-experiment/json/jsontext"
)

// field is one member of an object of the request: how it is read, checked and
// printed.
type field[T any] struct {
	name     string
	required bool
	// read sets the member from the value that comes next, which is not null,
	// or returns what is wrong with its type or text. The error is one of
	// syntax.
	read func(rd *reader, at *place, to *T) (problem string, err error)
	// check notes what is wrong with the value that the object holds.
	check func(f *faults, at *place, of *T)
	// print appends the value, or nothing where the member is absent.
	print func([]byte, *T) []byte
}

// object is the table of an object's members, in the order of the contract,
// which is that of normalized output. It is the object's whole definition.
type object[T any] struct {
	noun   string // as in "a rent step"
	fields []field[T]
}

// names returns the names of the members.
func (o *object[T]) names() []string {
	names := make([]string, len(o.fields))
	for i := range o.fields {
		names[i] = o.fields[i].name
	}
	return names
}

// indexOf returns the place of a member in the table, or -1.
func (o *object[T]) indexOf(name []byte) int {
	for i := range o.fields {
		if o.fields[i].name == string(name) {
			return i
		}
	}
	return -1
}

// check notes everything that is wrong with a value, member by member.
func (o *object[T]) check(f *faults, at *place, of *T) {
	for i := range o.fields {
		o.fields[i].check(f, at, of)
	}
}

// append appends a value as one JSON object: defaults filled in, absent members
// absent.
func (o *object[T]) append(dst []byte, of *T) []byte {
	open := byte('{')
	for i := range o.fields {
		start := len(dst)
		dst = append(dst, open, '"')
		dst = append(dst, o.fields[i].name...)
		dst = append(dst, '"', ':')
		value := len(dst)
		if dst = o.fields[i].print(dst, of); len(dst) == value {
			dst = dst[:start]
			continue
		}
		open = ','
	}
	if open == '{' {
		dst = append(dst, '{')
	}
	return append(dst, '}')
}

// reader is the state of reading one request; readers are reused because a JSON
// decoder is a kilobyte of buffers.
type reader struct {
	json    *jsontext.Decoder
	source  bytes.Buffer
	faults  faults
	last    string // path of the member read last
	unknown int    // members
}

var readers = sync.Pool{New: func() any { return &reader{json: jsontext.NewDecoder(new(bytes.Buffer))} }}

func newReader(body []byte) *reader {
	rd := readers.Get().(*reader)
	rd.source = *bytes.NewBuffer(body)
	rd.json.Reset(&rd.source, jsontext.AllowDuplicateNames(true)) // reported by member, below
	return rd
}

func (rd *reader) release() {
	*rd = reader{json: rd.json}
	rd.json.Reset(&rd.source) // lets go of the body
	readers.Put(rd)
}

// unknownMax is how many unknown members are named one by one.
const unknownMax = 16

// readBody reads the whole body as one object and reports whether its syntax
// was that of JSON.
func readBody[T any](rd *reader, o *object[T], to *T) (good bool) {
	if k := rd.json.PeekKind(); k != '{' {
		if _, err := rd.json.ReadValue(); err != nil {
			rd.syntax(err)
			return false
		}
		rd.faults.add(nil, "body", "must be one JSON object, "+o.noun)
		return false
	}
	if err := readObject(rd, o, nil, to); err != nil {
		rd.syntax(err)
		return false
	}
	if _, err := rd.json.ReadToken(); !errors.Is(err, io.EOF) {
		rd.faults.add(nil, "body", "must end after one JSON object; there is unexpected data after it")
		return false
	}
	if rd.unknown > unknownMax {
		rd.faults.add(nil, "body", fmt.Sprintf("%d more fields are unknown", rd.unknown-unknownMax))
	}
	return true
}

// readObject reads the object that comes next. The error is one of syntax.
func readObject[T any](rd *reader, o *object[T], at *place, to *T) error {
	if _, err := rd.json.ReadToken(); err != nil { // the brace
		return err
	}
	var seen, twice uint64 // bits of the members' places
	for rd.json.PeekKind() != '}' {
		raw, err := rd.json.ReadValue()
		if err != nil {
			return err
		}
		name, _ := unquote(raw) // the decoder accepts only strings here
		i := o.indexOf(name)
		if i < 0 {
			rd.refuseUnknown(at, string(name), o.names())
			if err := rd.json.SkipValue(); err != nil {
				return err
			}
			continue
		}
		f, bit := &o.fields[i], uint64(1)<<i
		switch {
		case seen&bit != 0:
			if twice&bit == 0 { // one fault, however often: a message must not grow with the body
				rd.faults.add(at, f.name, "appears more than once")
			}
			twice |= bit
			err = rd.json.SkipValue()
		case rd.json.PeekKind() == 'n':
			if _, err = rd.json.ReadToken(); err == nil && f.required {
				rd.faults.add(at, f.name, "is required and must not be null")
			}
		default:
			err = readMember(rd, f, at, to)
		}
		if err != nil {
			return err
		}
		seen |= bit
	}
	if _, err := rd.json.ReadToken(); err != nil {
		return err
	}
	for i := range o.fields {
		if o.fields[i].required && seen&(1<<i) == 0 {
			rd.faults.add(at, o.fields[i].name, "is required")
		}
	}
	return nil
}

// readMember reads and checks the value of a member.
func readMember[T any](rd *reader, f *field[T], at *place, to *T) error {
	problem, err := f.read(rd, at, to)
	if err != nil {
		return err
	}
	rd.last = f.name
	if problem != "" {
		rd.faults.add(at, f.name, problem)
		return nil
	}
	f.check(&rd.faults, at, to)
	return nil
}

// readList reads the list of objects that comes next, up to most of them.
func readList[T any](rd *reader, o *object[T], at *place, name string, most int) (list []T, problem string, err error) {
	if rd.json.PeekKind() != '[' {
		v, err := rd.json.ReadValue()
		return nil, "must be an array; got " + describe(v), err
	}
	if _, err := rd.json.ReadToken(); err != nil {
		return nil, "", err
	}
	list = []T{}
	for rd.json.PeekKind() != ']' {
		if len(list) == most {
			problem = "has too many elements: at most " + strconv.Itoa(most) + " are allowed"
			if err := rd.json.SkipValue(); err != nil {
				return nil, "", err
			}
			continue
		}
		here := &place{at, name, len(list)}
		list = append(list, *new(T))
		if rd.json.PeekKind() != '{' {
			v, err := rd.json.ReadValue()
			if err != nil {
				return nil, "", err
			}
			rd.faults.add(here, "", "must be an object, "+o.noun+"; got "+describe(v))
			continue
		}
		if err := readObject(rd, o, here, &list[len(list)-1]); err != nil {
			return nil, "", err
		}
	}
	_, err = rd.json.ReadToken()
	return list, problem, err
}

// syntax notes that the body is not JSON, at the member where that showed. It is
// then the only fault: what the members before it say may be an accident.
func (rd *reader) syntax(err error) {
	name, why := "body", err.Error()
	var se *jsontext.SyntacticError
	switch {
	case errors.As(err, &se):
		if first, _, _ := strings.Cut(strings.TrimPrefix(string(se.JSONPointer), "/"), "/"); lease.indexOf([]byte(first)) >= 0 {
			name = first
		}
		cause := se.Err
		if errors.Is(cause, io.ErrUnexpectedEOF) {
			cause = errors.New("it ends too early")
		}
		why = fmt.Sprintf("at byte %d: %v", se.ByteOffset, cause)
		if name == "body" && rd.last != "" {
			why = fmt.Sprintf("at byte %d, after %s: %v", se.ByteOffset, rd.last, cause)
		}
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		why = "the body is empty"
	}
	rd.faults = nil
	rd.faults.add(nil, name, "not valid JSON: "+why)
}

// refuseUnknown refuses a member that the contract does not know.
func (rd *reader) refuseUnknown(at *place, name string, known []string) {
	rd.unknown++
	if rd.unknown > unknownMax {
		return
	}
	q := quote(name)
	end := strings.LastIndexByte(q, '"')
	shown := q[1:end] + q[end+1:]
	if shown == "" {
		shown = "body" // the empty name names nothing
	}
	problem := "unknown field " + q
	if meant := nearest(name, known); meant != "" {
		problem += "; did you mean " + meant + "?"
	}
	rd.faults.add(at, shown, problem)
}
