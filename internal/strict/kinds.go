package strict

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/leasehold-accounting/leasehold/money"
)

// The kinds of members. Each function makes a field of one kind, given where
// the object holds its value.

// Scalar makes the reader of a member whose value is no object and no list.
func Scalar[T any](read func(*T, jsontext.Value) string) func(*Reader, *Place, *T) (string, error) {
	return func(rd *Reader, _ *Place, to *T) (string, error) {
		v, err := rd.JSON.ReadValue()
		if err != nil {
			return "", err
		}
		return read(to, v), nil
	}
}

// Sound is the check of a member that is right whenever it could be read.
func Sound[T any](*Faults, *Place, *T) {}

// Check makes the check of a member from a function that returns what is
// wrong with it.
func Check[T any](name string, problem func(*T) string) func(*Faults, *Place, *T) {
	return func(f *Faults, at *Place, of *T) {
		if p := problem(of); p != "" {
			f.Add(at, name, p)
		}
	}
}

// Enum makes a member of named values. The first skip names cannot be
// written: such a value is the member's absence.
func Enum[T any, E ~uint8](name string, required bool, names []string, skip int, in func(*T) *E) Field[T] {
	allowed := strings.Join(names[skip:], ", ")
	return Field[T]{
		name, required,
		Scalar(func(to *T, v jsontext.Value) string { return readEnum(in(to), v, names, skip, allowed) }),
		Check(name, func(of *T) string { return checkEnum(*in(of), names, allowed) }),
		func(dst []byte, of *T) []byte {
			if int(*in(of)) < skip {
				return dst
			}
			return appendName(dst, names, *in(of))
		},
		func(of *T) bool { return int(*in(of)) >= max(skip, 1) },
		func(of *T) { *in(of) = 0 },
		nil,
	}
}

// OptionalEnum makes a member of named values that may be absent.
func OptionalEnum[T any, E ~uint8](name string, names []string, in func(*T) *Optional[E]) Field[T] {
	allowed := strings.Join(names, ", ")
	return Field[T]{
		name, false,
		Scalar(func(to *T, v jsontext.Value) string {
			in(to).Set = true
			return readEnum(&in(to).Value, v, names, 0, allowed)
		}),
		Check(name, func(of *T) string { return checkEnum(in(of).Value, names, allowed) }),
		func(dst []byte, of *T) []byte {
			if !in(of).Set {
				return dst
			}
			return appendName(dst, names, in(of).Value)
		},
		func(of *T) bool { return in(of).Set },
		func(of *T) { *in(of) = Optional[E]{} },
		nil,
	}
}

func readEnum[E ~uint8](to *E, v jsontext.Value, names []string, skip int, allowed string) string {
	text, ok := Unquote(v)
	if !ok {
		return "must be a string, one of " + allowed + "; got " + Describe(v)
	}
	for i, n := range names[skip:] {
		if string(text) == n {
			*to = E(i + skip)
			return ""
		}
	}
	return Describe(v) + " is not allowed; allowed are " + allowed
}

func checkEnum[E ~uint8](e E, names []string, allowed string) string {
	if int(e) >= len(names) {
		return strconv.Itoa(int(e)) + " is not allowed; allowed are " + allowed
	}
	return ""
}

func appendName[E ~uint8](dst []byte, names []string, e E) []byte {
	dst = append(dst, '"')
	dst = append(dst, Name(names, e)...)
	return append(dst, '"')
}

// Int makes a required whole number from 1.
func Int[T any](name string, most int, in func(*T) *int) Field[T] {
	return Field[T]{
		name, true,
		Scalar(func(to *T, v jsontext.Value) string { return readInt(in(to), v, most) }),
		Check(name, func(of *T) string { return checkInt(*in(of), most) }),
		func(dst []byte, of *T) []byte { return strconv.AppendInt(dst, int64(*in(of)), 10) },
		nil,
		nil,
		nil,
	}
}

// OptionalInt makes a whole number from 1 that may be absent.
func OptionalInt[T any](name string, most int, in func(*T) *Optional[int]) Field[T] {
	return Field[T]{
		name, false,
		Scalar(func(to *T, v jsontext.Value) string {
			in(to).Set = true
			return readInt(&in(to).Value, v, most)
		}),
		Check(name, func(of *T) string {
			if o := in(of); o.Set {
				return checkInt(o.Value, most)
			}
			return ""
		}),
		func(dst []byte, of *T) []byte {
			if o := in(of); o.Set {
				return strconv.AppendInt(dst, int64(o.Value), 10)
			}
			return dst
		},
		func(of *T) bool { return in(of).Set },
		func(of *T) { *in(of) = Optional[int]{} },
		nil,
	}
}

// DecimalRule is which numbers a member takes, and how it says so.
type DecimalRule struct {
	Hint  string // follows "must be a number"
	Check func(money.Decimal) string
}

// Decimal makes a required number.
func Decimal[T any](name string, rule DecimalRule, in func(*T) *money.Decimal) Field[T] {
	return Field[T]{
		name, true,
		Scalar(func(to *T, v jsontext.Value) string { return readDecimal(in(to), v, rule.Hint) }),
		Check(name, func(of *T) string { return rule.Check(*in(of)) }),
		func(dst []byte, of *T) []byte { return in(of).Append(dst) },
		nil,
		nil,
		nil,
	}
}

// OptionalDecimal makes a number that may be absent.
func OptionalDecimal[T any](name string, rule DecimalRule, in func(*T) *Optional[money.Decimal]) Field[T] {
	return Field[T]{
		name, false,
		Scalar(func(to *T, v jsontext.Value) string {
			in(to).Set = true
			return readDecimal(&in(to).Value, v, rule.Hint)
		}),
		Check(name, func(of *T) string {
			if o := in(of); o.Set {
				return rule.Check(o.Value)
			}
			return ""
		}),
		func(dst []byte, of *T) []byte {
			if o := in(of); o.Set {
				return o.Value.Append(dst)
			}
			return dst
		},
		func(of *T) bool { return in(of).Set },
		func(of *T) { *in(of) = Optional[money.Decimal]{} },
		nil,
	}
}

// Flag makes a member that is true or false and may be absent.
func Flag[T any](name string, in func(*T) *Optional[bool]) Field[T] {
	return Field[T]{
		name, false,
		Scalar(func(to *T, v jsontext.Value) string {
			switch v.Kind() {
			case 't', 'f':
				*in(to) = Some(v.Kind() == 't')
				return ""
			default:
				return "must be true or false; got " + Describe(v)
			}
		}),
		Sound[T],
		func(dst []byte, of *T) []byte {
			if o := in(of); o.Set {
				return strconv.AppendBool(dst, o.Value)
			}
			return dst
		},
		func(of *T) bool { return in(of).Set },
		func(of *T) { *in(of) = Optional[bool]{} },
		nil,
	}
}

// Text makes a member that is a short text; an empty one is absent.
func Text[T any](name string, most int, in func(*T) *string) Field[T] {
	return Field[T]{
		name, false,
		Scalar(func(to *T, v jsontext.Value) string {
			text, ok := Unquote(v)
			if !ok {
				return "must be a string; got " + Describe(v)
			}
			*in(to) = string(text)
			return ""
		}),
		Check(name, func(of *T) string { return checkText(*in(of), most) }),
		func(dst []byte, of *T) []byte {
			if *in(of) == "" {
				return dst
			}
			return AppendQuoted(dst, *in(of))
		},
		func(of *T) bool { return *in(of) != "" },
		func(of *T) { *in(of) = "" },
		nil,
	}
}

// checkText returns what is wrong with a text of at most so many characters.
func checkText(s string, most int) string {
	switch {
	case !utf8.ValidString(s):
		return "must be valid UTF-8"
	case utf8.RuneCountInString(s) > most:
		return "is too long: at most " + strconv.Itoa(most) + " characters are allowed"
	case strings.ContainsFunc(s, unicode.IsControl):
		return Quote(s) + " contains a control character; none is allowed"
	}
	return ""
}

// List makes a member that is a list of objects and may be absent.
func List[T, E any](name string, most int, o *Object[E], in func(*T) *[]E) Field[T] {
	return Field[T]{
		name, false,
		func(rd *Reader, at *Place, to *T) (problem string, err error) {
			*in(to), problem, err = ReadList(rd, o, at, name, most)
			return problem, err
		},
		func(f *Faults, at *Place, of *T) {
			list := *in(of)
			if len(list) > most {
				f.Add(at, name, "has too many elements: at most "+strconv.Itoa(most)+" are allowed")
				return
			}
			for i := range list {
				o.Check(f, &Place{at, name, i}, &list[i])
			}
		},
		func(dst []byte, of *T) []byte {
			list := *in(of)
			if list == nil {
				return dst
			}
			dst = append(dst, '[')
			for i := range list {
				if i > 0 {
					dst = append(dst, ',')
				}
				dst = o.Append(dst, &list[i])
			}
			return append(dst, ']')
		},
		func(of *T) bool { return *in(of) != nil },
		func(of *T) { *in(of) = nil },
		nil,
	}
}

// Nested makes a member that is an object and may be absent.
func Nested[T, E any](name string, o *Object[E], in func(*T) *Optional[E]) Field[T] {
	return Field[T]{
		name, false,
		func(rd *Reader, at *Place, to *T) (string, error) {
			if rd.JSON.PeekKind() != '{' {
				v, err := rd.JSON.ReadValue()
				return "must be an object, " + o.Noun + "; got " + Describe(v), err
			}
			in(to).Set = true
			return "", ReadObject(rd, o, &Place{at, name, -1}, &in(to).Value)
		},
		func(f *Faults, at *Place, of *T) {
			if in(of).Set {
				o.Check(f, &Place{at, name, -1}, &in(of).Value)
			}
		},
		func(dst []byte, of *T) []byte {
			if !in(of).Set {
				return dst
			}
			return o.Append(dst, &in(of).Value)
		},
		func(of *T) bool { return in(of).Set },
		func(of *T) { *in(of) = Optional[E]{} },
		nil,
	}
}

// Bounds of tags, in characters.
const (
	maxTags     = 20
	MaxTagName  = 50
	maxTagValue = 200
)

// Tags makes a member that is an object of texts and may be absent.
func Tags[T any](name string, in func(*T) *map[string]string) Field[T] {
	return Field[T]{
		name, false,
		func(rd *Reader, at *Place, to *T) (problem string, err error) {
			*in(to), problem, err = readTags(rd, &Place{at, name, -1})
			return problem, err
		},
		Check(name, func(of *T) string { return checkTags(*in(of)) }),
		func(dst []byte, of *T) []byte {
			if *in(of) == nil {
				return dst
			}
			return AppendTags(dst, *in(of))
		},
		func(of *T) bool { return *in(of) != nil },
		func(of *T) { *in(of) = nil },
		nil,
	}
}

// AppendTags appends an object of strings, by name.
func AppendTags(dst []byte, tags map[string]string) []byte {
	dst = append(dst, '{')
	for i, tag := range tagNames(tags) {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(AppendQuoted(dst, tag), ':')
		dst = AppendQuoted(dst, tags[tag])
	}
	return append(dst, '}')
}

// tagNames returns the names of tags in order, so that the same tags print the
// same bytes.
func tagNames(tags map[string]string) []string {
	names := make([]string, 0, len(tags))
	for name := range tags {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func readTags(rd *Reader, at *Place) (tags map[string]string, problem string, err error) {
	if rd.JSON.PeekKind() != '{' {
		v, err := rd.JSON.ReadValue()
		return nil, "must be an object of strings; got " + Describe(v), err
	}
	if _, err := rd.JSON.ReadToken(); err != nil {
		return nil, "", err
	}
	tags = map[string]string{}
	for rd.JSON.PeekKind() != '}' {
		raw, err := rd.JSON.ReadValue()
		if err != nil {
			return nil, "", err
		}
		name, _ := Unquote(raw)
		tag := string(name)
		v, err := rd.JSON.ReadValue()
		if err != nil {
			return nil, "", err
		}
		text, ok := Unquote(v)
		switch _, twice := tags[tag]; {
		case !ok:
			rd.faults.Add(at, Clip(tag), "must be a string; got "+Describe(v))
		case twice:
			rd.faults.Add(at, Clip(tag), "appears more than once")
		case len(tags) <= maxTags: // one too many shows that there are
			tags[tag] = string(text)
		}
		if len(rd.faults) > unknownMax { // a message must not grow with the body
			return nil, "has more faults than are listed", rd.skipRest()
		}
	}
	_, err = rd.JSON.ReadToken()
	return tags, "", err
}

// skipRest reads the current object to its end.
func (rd *Reader) skipRest() error {
	for rd.JSON.PeekKind() != '}' {
		if err := rd.JSON.SkipValue(); err != nil {
			return err
		}
	}
	_, err := rd.JSON.ReadToken()
	return err
}

func checkTags(tags map[string]string) string {
	if len(tags) > maxTags {
		return "has too many members: at most " + strconv.Itoa(maxTags) + " are allowed"
	}
	for _, name := range tagNames(tags) {
		if name == "" {
			return "has a member without a name"
		}
		if p := checkText(name, MaxTagName); p != "" {
			return "the name " + Quote(name) + " " + strings.TrimPrefix(p, Quote(name)+" ")
		}
		if p := checkText(tags[name], maxTagValue); p != "" {
			return "the value of " + Quote(name) + " " + strings.TrimPrefix(p, Quote(tags[name])+" ")
		}
	}
	return ""
}

func readDecimal(d *money.Decimal, v jsontext.Value, hint string) string {
	if v.Kind() != '0' {
		return "must be a number" + hint + "; got " + Describe(v)
	}
	x, err := money.Parse([]byte(v))
	if err != nil {
		return Describe(v) + " cannot be read: " + err.Error()
	}
	*d = x
	return ""
}

// readInt reads a whole number in any notation: 60, 60.0 and 6e1 are the same.
func readInt(n *int, v jsontext.Value, most int) string {
	if v.Kind() != '0' {
		return "must be a whole number; got " + Describe(v)
	}
	var d money.Decimal
	if problem := readDecimal(&d, v, ""); problem != "" {
		return problem
	}
	if !d.IsInteger() {
		return Describe(v) + " is not a whole number; one from 1 to " + strconv.Itoa(most) + " is allowed"
	}
	x, ok := d.Int64()
	if !ok || x < 1 || x > int64(most) {
		return OutOfRange(Describe(v), wholeNumbers(most))
	}
	*n = int(x)
	return ""
}

func checkInt(n, most int) string {
	if n < 1 || n > most {
		return OutOfRange(strconv.Itoa(n), wholeNumbers(most))
	}
	return ""
}

func wholeNumbers(most int) string {
	return "a whole number from 1 to " + strconv.Itoa(most) + " is allowed"
}

// OutOfRange says that a value is not within what is allowed.
func OutOfRange(value, allowed string) string {
	return Clip(value) + " is out of range: " + allowed
}

// WithDefault makes a field print its default where it is absent.
func WithDefault[T any](f Field[T], value string) Field[T] {
	given := f.Print
	f.Print = func(dst []byte, of *T) []byte {
		start := len(dst)
		if dst = given(dst, of); len(dst) == start {
			return append(dst, value...)
		}
		return dst
	}
	return f
}
