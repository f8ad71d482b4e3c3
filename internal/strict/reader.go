// Package strict reads JSON objects exactly. Field names are case-sensitive. Duplicate fields, unknown fields and data
// after the object are errors. Numbers are read from their text without loss of precision. The reader reports every
// error with the path of its field, such as events[2].date.
//
// An [Object] describes one kind of object as a table of fields. Each kind of value has a constructor that returns a
// field: [Enum], [Int], [Decimal], [Flag], [Text], [List], [Nested] and others. The same table is used to check values
// that Go code has built, and to print values with their fields in a defined order.
package strict

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Field describes how to read, check and print one field of an object.
type Field[T any] struct {
	Name     string
	Required bool
	// Read stores the next JSON value, which is not null, in the field of *to. Read returns a problem if the
	// value has the wrong type or form, and an error if the JSON is invalid.
	Read func(rd *Reader, at *Place, to *T) (problem string, err error)
	// Check adds the faults of the field's value. Check is nil if every value is valid.
	Check func(f *Faults, at *Place, of *T)
	// Print appends the JSON of the field's value. Print appends no bytes if the field is absent.
	Print func([]byte, *T) []byte
	// Has reports whether the field is present, and Clear makes the field absent. Has and Clear are
	// nil for a required field.
	Has   func(*T) bool
	Clear func(*T)
	// Waive is called for a required field that is absent, after all fields were read. Waive
	// reports whether the field may be absent because of the other fields. Waive may be nil.
	Waive func(*T) bool
	// Depends checks a field if its valid values depend on other fields. It is called after all
	// fields were read, unless the field is absent or has a fault. Depends may be nil. At most one
	// field of an object has this function.
	Depends func(*T) (problem string)
}

// Object defines a kind of object by its fields. The fields are in the order of the API contract,
// which is also the order of normalized output.
type Object[T any] struct {
	Noun    string // noun for messages, with an article, such as "a rent step"
	Fields  []Field[T]
	Example string // example for messages about a value that is not an object; may be empty
}

// asIn returns the end of a message that contains the example, or "" if there is no example.
func (o *Object[T]) asIn() string {
	if o.Example == "" {
		return ""
	}
	return ", as in " + o.Example
}

// Member returns the field with the given name, or nil.
func (o *Object[T]) Member(name string) *Field[T] {
	if i := o.indexOf([]byte(name)); i >= 0 {
		return &o.Fields[i]
	}
	return nil
}

// Names returns the names of the fields.
func (o *Object[T]) Names() []string {
	names := make([]string, len(o.Fields))
	for i := range o.Fields {
		names[i] = o.Fields[i].Name
	}
	return names
}

// indexOf returns the index of the field with the given name, or -1 if there is none.
func (o *Object[T]) indexOf(name []byte) int {
	for i := range o.Fields {
		if o.Fields[i].Name == string(name) {
			return i
		}
	}
	return -1
}

// Check adds the faults of all fields of a value.
func (o *Object[T]) Check(f *Faults, at *Place, of *T) {
	for i := range o.Fields {
		found := len(*f)
		if check := o.Fields[i].Check; check != nil {
			check(f, at, of)
		}
		if depends := o.Fields[i].Depends; depends != nil && len(*f) == found {
			f.Add(at, o.Fields[i].Name, depends(of))
		}
	}
}

// Append appends a value as a JSON object. Append omits absent fields without a default value.
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

// Reader reads one request.
type Reader struct {
	JSON    *jsontext.Decoder
	faults  Faults
	last    string // name of the last field that was read
	unknown int    // number of unknown fields so far
}

// unknownMax is the maximum number of unknown fields that an error names.
const unknownMax = 16

// Decode reads a body, which must consist of one object, and stores the object in *to. Decode returns
// the faults. Decode never panics and does not retain body.
func Decode[T any](body []byte, o *Object[T], to *T) Faults {
	var f Faults
	if f.Add(nil, "body", ByteOrderMark(body)); f != nil {
		return f
	}
	rd := &Reader{JSON: jsontext.NewDecoder(bytes.NewBuffer(body), jsontext.AllowDuplicateNames(true))} // ReadObject reports duplicate names
	if rd.JSON.PeekKind() != '{' {
		if _, err := rd.JSON.ReadValue(); err != nil {
			return rd.syntax(err, o.indexOf)
		}
		f.Add(nil, "body", "must be one JSON object that describes "+o.Noun+o.asIn())
		return f
	}
	if err := ReadObject(rd, o, nil, to); err != nil {
		return rd.syntax(err, o.indexOf)
	}
	if _, err := rd.JSON.ReadToken(); !errors.Is(err, io.EOF) {
		rd.faults.Add(nil, "body", "must end after one JSON object; there is unexpected data after it")
	} else if rd.unknown > unknownMax {
		rd.faults.addUnknown(nil, "body", fmt.Sprintf("%d more fields are unknown", rd.unknown-unknownMax))
	}
	return rd.faults
}

// ByteOrderMark returns an error message if a body begins with a byte order mark, otherwise "".
func ByteOrderMark(body []byte) string {
	encoding := ""
	switch {
	case bytes.HasPrefix(body, []byte("\xef\xbb\xbf")):
		encoding = "UTF-8"
	case bytes.HasPrefix(body, []byte("\xff\xfe")), bytes.HasPrefix(body, []byte("\xfe\xff")):
		encoding = "UTF-16"
	default:
		return ""
	}
	return "begins with a byte order mark (" + encoding + "); send UTF-8 without a byte order mark"
}

// ReadObject reads the next JSON value, which must be an object. The object is described by o and
// stored in *to. ReadObject returns an error if the JSON is invalid.
func ReadObject[T any](rd *Reader, o *Object[T], at *Place, to *T) error {
	if _, err := rd.JSON.ReadToken(); err != nil { // reads the opening brace
		return err
	}
	var seen, twice uint64 // bit i is set if field i has appeared, or has appeared twice
	null := -1             // index of the fault for a required field that is null and has Waive; -1 if there is none
	depends := -1          // index of the field that Depends must check; -1 if there is none
	wrapper := ""          // name of an unknown field that contains an object
	faults, unknown := len(rd.faults), rd.unknown
	for rd.JSON.PeekKind() != '}' {
		raw, err := rd.JSON.ReadValue()
		if err != nil {
			return err
		}
		name, _ := Unquote(raw) // always a string, because the decoder accepts no other name
		i := o.indexOf(name)
		if i < 0 {
			if rd.JSON.PeekKind() == '{' {
				wrapper = Clip(string(name))
			}
			rd.refuseUnknown(at, string(name), o.Names())
			if err := rd.JSON.SkipValue(); err != nil {
				return err
			}
			continue
		}
		f, bit := &o.Fields[i], uint64(1)<<i
		switch {
		case seen&bit != 0:
			if twice&bit == 0 { // one fault per field limits the length of the message for a long body
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
			found := len(rd.faults)
			if err = readMember(rd, f, at, to); f.Depends != nil && len(rd.faults) == found {
				depends = i
			}
		}
		if err != nil {
			return err
		}
		seen |= bit
	}
	if _, err := rd.JSON.ReadToken(); err != nil {
		return err
	}
	if seen == 0 && wrapper != "" {
		rd.faults, rd.unknown = rd.faults[:faults], unknown
		where := "as the body"
		if at != nil {
			where = "here"
		}
		how := cmp.Or(o.asIn(), ", without "+Quote(wrapper)+" around it")
		rd.faults.Add(at, wrapper, "is not a field of "+o.Noun+"; send "+o.Noun+" itself "+where+how)
		return nil
	}
	for i := range o.Fields {
		if f := &o.Fields[i]; f.Required && seen&(1<<i) == 0 && (f.Waive == nil || !f.Waive(to)) {
			rd.faults.Add(at, f.Name, "is required")
		}
	}
	if null >= 0 && o.waived(to) {
		rd.faults = slices.Delete(rd.faults, null, null+1)
	}
	if depends >= 0 {
		rd.faults.Add(at, o.Fields[depends].Name, o.Fields[depends].Depends(to))
	}
	return nil
}

// The result is true if the field with a Waive function may be absent.
func (o *Object[T]) waived(to *T) bool {
	i := slices.IndexFunc(o.Fields, func(f Field[T]) bool { return f.Waive != nil })
	return o.Fields[i].Waive(to)
}

// readMember reads the value of a field and checks it.
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
	case len(rd.faults) == found && f.Check != nil: // no check if reading the value has already added a fault
		f.Check(&rd.faults, at, to)
	}
	return nil
}

// readList reads the next JSON value, which must be an array of at most the given number of objects.
func readList[T any](rd *Reader, o *Object[T], at *Place, name string, most int) (list []T, problem string, err error) {
	list = []T{}
	wrong, err := rd.Elements("must be an array", func() error {
		if len(list) == most {
			problem = tooMany("elements", most)
			return rd.JSON.SkipValue()
		}
		list = append(list, *new(T))
		return ReadElement(rd, o, &Place{at, name, len(list) - 1}, &list[len(list)-1])
	})
	if wrong != "" || err != nil {
		return nil, wrong, err
	}
	if spare := cap(list) - len(list); spare > 4 && spare > len(list)/4 {
		list = append(make([]T, 0, len(list)), list...) // without spare capacity, because a report retains the lists of thousands of leases
	}
	return list, problem, nil
}

// Elements reads the next JSON value, which must be an array, and calls the callback for each element. The callback
// must consume the element. If the value is not an array, the problem begins with the given text.
func (rd *Reader) Elements(must string, read func() error) (problem string, err error) {
	return rd.contents('[', must, read)
}

// Members reads the next JSON value, which must be an object, and calls the callback with the name
// of each field. The callback must consume the value of the field. If the value is not an object,
// the problem begins with the given text.
func (rd *Reader) Members(must string, read func(name string) error) (problem string, err error) {
	return rd.contents('{', must, func() error {
		raw, err := rd.JSON.ReadValue()
		if err != nil {
			return err
		}
		name, _ := Unquote(raw) // always a string, because the decoder accepts no other name
		return read(string(name))
	})
}

// The next JSON value is read by calling the callback repeatedly until the value ends. The value
// must begin with the given brace or bracket.
func (rd *Reader) contents(open jsontext.Kind, must string, read func() error) (problem string, err error) {
	if rd.JSON.PeekKind() != open {
		v, err := rd.JSON.ReadValue()
		return must + "; got " + Describe(v), err
	}
	if _, err := rd.JSON.ReadToken(); err != nil {
		return "", err
	}
	for rd.JSON.PeekKind() != closing(open) {
		if err := read(); err != nil {
			return "", err
		}
	}
	_, err = rd.JSON.ReadToken()
	return "", err
}

// ReadElement reads the next JSON value, which must be an object. The argument o describes the object, *to receives the
// object, and the caller passes the object's place in the request. ReadElement returns an error if the JSON is invalid.
func ReadElement[T any](rd *Reader, o *Object[T], at *Place, to *T) error {
	if rd.JSON.PeekKind() == '{' {
		return ReadObject(rd, o, at, to)
	}
	v, err := rd.JSON.ReadValue()
	if err == nil {
		rd.faults.Add(at, "", "must be an object that describes "+o.Noun+"; got "+Describe(v))
	}
	return err
}

// Separately calls a function and returns the faults that the function adds, without adding them to
// the request's faults.
func (rd *Reader) Separately(read func() error) (found Faults, err error) {
	faults, unknown := rd.faults, rd.unknown
	rd.faults, rd.unknown = nil, 0
	err = read()
	found = rd.faults
	rd.faults, rd.unknown = faults, unknown
	return found, err
}

// syntax returns a fault for invalid JSON, with the field that was being read. It returns no other
// faults, because the preceding fields may have been misread.
func (rd *Reader) syntax(err error, indexOf func([]byte) int) (f Faults) {
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
	f.Add(nil, name, "not valid JSON: "+why)
	return f
}

func (rd *Reader) refuseUnknown(at *Place, name string, known []string) {
	rd.unknown++
	if rd.unknown > unknownMax {
		return
	}
	q := Quote(name)
	end := strings.LastIndexByte(q, '"')
	shown := q[1:end] + q[end+1:]
	if shown == "" {
		shown = "body"
	}
	rd.faults.addUnknown(at, shown, "unknown field "+q+DidYouMean(Nearest(name, known)))
}

// Faults returns the faults found so far.
func (rd *Reader) Faults() *Faults { return &rd.faults }
