package strict

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/go-json-experiment/json/jsontext"
)

// Field is one member of an object of the request: how it is read, checked and
// printed.
type Field[T any] struct {
	Name     string
	Required bool
	// Read sets the member from the value that comes next, which is not null,
	// or returns what is wrong with its type or text. The error is one of
	// syntax.
	Read func(rd *Reader, at *Place, to *T) (problem string, err error)
	// Check notes what is wrong with the value that the object holds.
	Check func(f *Faults, at *Place, of *T)
	// Print appends the value, or nothing where the member is absent.
	Print func([]byte, *T) []byte
	// Has reports whether the member is stated, and Clear makes it absent. A
	// required member has neither.
	Has   func(*T) bool
	Clear func(*T)
	// Waive, where it is set, is asked when a required member is absent, after the
	// others were read: true allows that.
	Waive func(*T) bool
}

// Object is the table of an object's members, in the order of the contract,
// which is that of normalized output. It is the object's whole definition.
type Object[T any] struct {
	Noun   string // as in "a rent step"
	Fields []Field[T]

	must atomic.Uint64 // what [Object.required] found, 0 before
}

// required returns the bits of the places of the members that must be there.
func (o *Object[T]) required() (places uint64) {
	if places = o.must.Load(); places != 0 {
		return places
	}
	for i := range o.Fields {
		if o.Fields[i].Required {
			places |= 1 << i
		}
	}
	o.must.Store(places)
	return places
}

// Member returns the member of a name, or nil.
func (o *Object[T]) Member(name string) *Field[T] {
	if i := o.indexOf([]byte(name)); i >= 0 {
		return &o.Fields[i]
	}
	return nil
}

// Names returns the names of the members.
func (o *Object[T]) Names() []string {
	names := make([]string, len(o.Fields))
	for i := range o.Fields {
		names[i] = o.Fields[i].Name
	}
	return names
}

// indexOf returns the place of a member in the table, or -1.
func (o *Object[T]) indexOf(name []byte) int { return o.indexFrom(0, name) }

// indexFrom is [Object.indexOf], looking from a place on and then before it: most
// requests have their members in the table's order.
func (o *Object[T]) indexFrom(next int, name []byte) int {
	for i := next; i < len(o.Fields); i++ {
		if o.Fields[i].Name == string(name) {
			return i
		}
	}
	for i := range o.Fields[:next] {
		if o.Fields[i].Name == string(name) {
			return i
		}
	}
	return -1
}

// Check notes everything that is wrong with a value, member by member.
func (o *Object[T]) Check(f *Faults, at *Place, of *T) {
	for i := range o.Fields {
		o.Fields[i].Check(f, at, of)
	}
}

// Append appends a value as one JSON object: defaults filled in, absent members
// absent.
func (o *Object[T]) Append(dst []byte, of *T) []byte {
	open := byte('{')
	for i := range o.Fields {
		start := len(dst)
		dst = append(dst, open, '"')
		dst = append(dst, o.Fields[i].Name...)
		dst = append(dst, '"', ':')
		value := len(dst)
		if dst = o.Fields[i].Print(dst, of); len(dst) == value {
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

// Reader is the state of reading one request; readers are reused because a JSON
// decoder is a kilobyte of buffers.
type Reader struct {
	JSON    *jsontext.Decoder
	source  bytes.Buffer
	faults  Faults
	last    string // path of the member read last
	unknown int    // members
}

var readers = sync.Pool{New: func() any { return &Reader{JSON: jsontext.NewDecoder(new(bytes.Buffer))} }}

func newReader(body []byte) *Reader {
	rd := readers.Get().(*Reader)
	rd.source = *bytes.NewBuffer(body)
	rd.JSON.Reset(&rd.source, jsontext.AllowDuplicateNames(true)) // reported by member, below
	return rd
}

func (rd *Reader) release() {
	*rd = Reader{JSON: rd.JSON}
	rd.JSON.Reset(&rd.source) // lets go of the body
	readers.Put(rd)
}

// unknownMax is how many unknown members are named one by one.
const unknownMax = 16

// readBody reads the whole body as one object.
func readBody[T any](rd *Reader, o *Object[T], to *T) {
	if k := rd.JSON.PeekKind(); k != '{' {
		if _, err := rd.JSON.ReadValue(); err != nil {
			rd.syntax(err, o.indexOf)
			return
		}
		rd.faults.Add(nil, "body", "must be one JSON object, "+o.Noun)
		return
	}
	if err := ReadObject(rd, o, nil, to); err != nil {
		rd.syntax(err, o.indexOf)
		return
	}
	if _, err := rd.JSON.ReadToken(); !errors.Is(err, io.EOF) {
		rd.faults.Add(nil, "body", "must end after one JSON object; there is unexpected data after it")
		return
	}
	if rd.unknown > unknownMax {
		rd.faults.addUnknown(nil, "body", fmt.Sprintf("%d more fields are unknown", rd.unknown-unknownMax))
	}
}

// ReadObject reads the object that comes next. The error is one of syntax.
func ReadObject[T any](rd *Reader, o *Object[T], at *Place, to *T) error {
	if _, err := rd.JSON.ReadToken(); err != nil { // the brace
		return err
	}
	var seen, twice uint64 // bits of the members' places
	next := 0              // the place after that of the member read last
	null := -1             // the place among the faults of a required null that may be waived
	for rd.JSON.PeekKind() != '}' {
		raw, err := rd.JSON.ReadValue()
		if err != nil {
			return err
		}
		name, _ := Unquote(raw) // the decoder accepts only strings here
		i := o.indexFrom(next, name)
		if i < 0 {
			rd.refuseUnknown(at, string(name), o.Names())
			if err := rd.JSON.SkipValue(); err != nil {
				return err
			}
			continue
		}
		next = i + 1
		f, bit := &o.Fields[i], uint64(1)<<i
		switch {
		case seen&bit != 0:
			if twice&bit == 0 { // one fault, however often: a message must not grow with the body
				rd.faults.Add(at, f.Name, "appears more than once")
			}
			twice |= bit
			err = rd.JSON.SkipValue()
		case rd.JSON.PeekKind() == 'n':
			if _, err = rd.JSON.ReadToken(); err == nil && f.Required {
				if f.Waive != nil {
					null = len(rd.faults)
				}
				rd.faults.Add(at, f.Name, "is required and must not be null")
			}
		default:
			err = readMember(rd, f, at, to)
		}
		if err != nil {
			return err
		}
		seen |= bit
	}
	if _, err := rd.JSON.ReadToken(); err != nil {
		return err
	}
	for missing := o.required() &^ seen; missing != 0; missing &= missing - 1 {
		if f := &o.Fields[bits.TrailingZeros64(missing)]; f.Waive == nil || !f.Waive(to) {
			rd.faults.Add(at, f.Name, "is required")
		}
	}
	if null >= 0 && o.waived(to) {
		rd.faults = slices.Delete(rd.faults, null, null+1)
	}
	return nil
}

// waived reports whether the member that may be absent is allowed to be.
func (o *Object[T]) waived(to *T) bool {
	i := slices.IndexFunc(o.Fields, func(f Field[T]) bool { return f.Waive != nil })
	return o.Fields[i].Waive(to)
}

// readMember reads and checks the value of a member.
func readMember[T any](rd *Reader, f *Field[T], at *Place, to *T) error {
	found := len(rd.faults)
	problem, err := f.Read(rd, at, to)
	if err != nil {
		return err
	}
	rd.last = f.Name
	switch {
	case problem != "":
		rd.faults.Add(at, f.Name, problem)
	case len(rd.faults) == found: // else an inner member is at fault and says so
		f.Check(&rd.faults, at, to)
	}
	return nil
}

// ReadList reads the list of objects that comes next, up to most of them.
func ReadList[T any](rd *Reader, o *Object[T], at *Place, name string, most int) (list []T, problem string, err error) {
	if rd.JSON.PeekKind() != '[' {
		v, err := rd.JSON.ReadValue()
		return nil, "must be an array; got " + Describe(v), err
	}
	if _, err := rd.JSON.ReadToken(); err != nil {
		return nil, "", err
	}
	list = []T{}
	for rd.JSON.PeekKind() != ']' {
		if len(list) == most {
			problem = "has too many elements: at most " + strconv.Itoa(most) + " are allowed"
			if err := rd.JSON.SkipValue(); err != nil {
				return nil, "", err
			}
			continue
		}
		here := &Place{at, name, len(list)}
		list = append(list, *new(T))
		if err := ReadElement(rd, o, here, &list[len(list)-1]); err != nil {
			return nil, "", err
		}
	}
	_, err = rd.JSON.ReadToken()
	if spare := cap(list) - len(list); spare > 4 && spare > len(list)/4 {
		list = append(make([]T, 0, len(list)), list...) // a report holds the lists of thousands of leases
	}
	return list, problem, err
}

// ReadElement reads the value that comes next, which has to be an object, at its
// place. The error is one of syntax.
func ReadElement[T any](rd *Reader, o *Object[T], at *Place, to *T) error {
	if rd.JSON.PeekKind() == '{' {
		return ReadObject(rd, o, at, to)
	}
	v, err := rd.JSON.ReadValue()
	if err == nil {
		rd.faults.Add(at, "", "must be an object, "+o.Noun+"; got "+Describe(v))
	}
	return err
}

// Apart runs a part of the reading and returns what it found wrong, which is then
// not among the faults of the rest.
func (rd *Reader) Apart(read func() error) (found Faults, err error) {
	faults, unknown := rd.faults, rd.unknown
	rd.faults, rd.unknown = nil, 0
	err = read()
	found = rd.faults
	rd.faults, rd.unknown = faults, unknown
	return found, err
}

// syntax notes that the body is not JSON, at the member where that showed. It is
// then the only fault: what the members before it say may be an accident.
func (rd *Reader) syntax(err error, indexOf func([]byte) int) {
	name, why := "body", err.Error()
	var se *jsontext.SyntacticError
	switch {
	case errors.As(err, &se):
		if first, _, _ := strings.Cut(strings.TrimPrefix(string(se.JSONPointer), "/"), "/"); indexOf([]byte(first)) >= 0 {
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
	rd.faults.Add(nil, name, "not valid JSON: "+why)
}

// refuseUnknown refuses a member that the contract does not know.
func (rd *Reader) refuseUnknown(at *Place, name string, known []string) {
	rd.unknown++
	if rd.unknown > unknownMax {
		return
	}
	q := Quote(name)
	end := strings.LastIndexByte(q, '"')
	shown := q[1:end] + q[end+1:]
	if shown == "" {
		shown = "body" // the empty name names nothing
	}
	problem := "unknown field " + q
	if meant := Nearest(name, known); meant != "" {
		problem += "; did you mean " + meant + "?"
	}
	rd.faults.addUnknown(at, shown, problem)
}

// Decode reads a body that is exactly one object into a value, and returns what is
// wrong with it. It never panics, whatever the bytes, and keeps no part of body.
func Decode[T any](body []byte, o *Object[T], to *T) Faults {
	rd := newReader(body)
	defer rd.release()
	readBody(rd, o, to)
	return rd.faults
}

// Faults returns what was found wrong so far.
func (rd *Reader) Faults() *Faults { return &rd.faults }
