package strict

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/lists"
	"github.com/leasehold-accounting/leasehold/money"
)

// Scalar returns a Read function for a [Field] that contains neither an object nor an array. The
// callback returns an error message, or "".
func Scalar[T any](read func(*T, jsontext.Value) string) func(*Reader, *Place, *T) (string, error) {
	return func(rd *Reader, _ *Place, to *T) (string, error) {
		v, err := rd.JSON.ReadValue()
		if err != nil {
			return "", err
		}
		return read(to, v), nil
	}
}

// Check returns a Check function for a [Field]. The callback returns an error message, or "".
func Check[T any](name string, problem func(*T) string) func(*Faults, *Place, *T) {
	return func(f *Faults, at *Place, of *T) { f.Add(at, name, problem(of)) }
}

// The returned field may be absent. The second callback returns the field for the value inside the Optional.
func optional[T, V any](in func(*T) *Optional[V], value func(func(*T) *V) Field[T]) Field[T] {
	f := value(func(to *T) *V { return &in(to).Value })
	read, check := f.Read, f.Check
	f.Read = func(rd *Reader, at *Place, to *T) (string, error) {
		in(to).Set = true
		return read(rd, at, to)
	}
	f.Check = func(faults *Faults, at *Place, of *T) {
		if check != nil && in(of).Set {
			check(faults, at, of)
		}
	}
	return Omittable(f, in, func(v Optional[V]) bool { return v.Set })
}

// Omittable returns a copy of f that may be absent. The field is absent if the last callback
// returns false for its value. The callback must return false for the zero value.
func Omittable[T, V any](f Field[T], in func(*T) *V, has func(V) bool) Field[T] {
	write := f.Print
	f.Required = false
	f.Has = func(of *T) bool { return has(*in(of)) }
	f.Clear = func(of *T) { *in(of) = *new(V) }
	f.Print = func(dst []byte, of *T) []byte {
		if !f.Has(of) {
			return dst
		}
		return write(dst, of)
	}
	return f
}

// Enum returns a field for an enumeration. The argument skip is the number of leading names that
// stand for an absent field. Requests must not contain these names. For an unknown string, the
// first callback returns the name that the API's caller probably meant, or "". If that callback is
// nil, the error suggests the most similar name.
func Enum[T any, E ~uint8](name string, required bool, names []string, skip int, meant func(string) string, in func(*T) *E) Field[T] {
	allowed := lists.Or(names[skip:])
	if meant == nil {
		meant = func(text string) string { return Nearest(text, names[skip:]) }
	}
	return Field[T]{
		Name: name, Required: required,
		Read: Scalar(func(to *T, v jsontext.Value) string {
			text, ok := Unquote(v)
			if !ok {
				return "must be a string (" + allowed + "); got " + Describe(v)
			}
			if i := slices.Index(names[skip:], string(text)); i >= 0 {
				*in(to) = E(i + skip)
				return ""
			}
			return NotAllowed(Describe(v), names[skip:]) + DidYouMean(meant(string(text)))
		}),
		Check: Check(name, func(of *T) string {
			if e := int(*in(of)); e >= len(names) {
				return NotAllowed(strconv.Itoa(e), names[skip:])
			}
			return ""
		}),
		Print: func(dst []byte, of *T) []byte {
			if int(*in(of)) < skip {
				return dst
			}
			dst = append(dst, '"')
			dst = append(dst, Name(names, *in(of))...)
			return append(dst, '"')
		},
		Has:   func(of *T) bool { return int(*in(of)) >= max(skip, 1) },
		Clear: func(of *T) { *in(of) = 0 },
	}
}

// OptionalEnum returns a field for an enumeration that may be absent.
func OptionalEnum[T any, E ~uint8](name string, names []string, meant func(string) string, in func(*T) *Optional[E]) Field[T] {
	return optional(in, func(in func(*T) *E) Field[T] { return Enum(name, false, names, 0, meant, in) })
}

// Int returns a required field with an integer from 1 to a maximum.
func Int[T any](name string, most int, in func(*T) *int) Field[T] {
	return Field[T]{
		Name: name, Required: true,
		Read: Scalar(func(to *T, v jsontext.Value) string { return readInt(in(to), v, most) }),
		Check: Check(name, func(of *T) string {
			if n := *in(of); n < 1 || n > most {
				return OutOfRange(strconv.Itoa(n), wholeNumbers(most))
			}
			return ""
		}),
		Print: func(dst []byte, of *T) []byte { return strconv.AppendInt(dst, int64(*in(of)), 10) },
	}
}

// OptionalInt returns a field with an integer from 1 to a maximum. The field may be absent.
func OptionalInt[T any](name string, most int, in func(*T) *Optional[int]) Field[T] {
	return optional(in, func(in func(*T) *int) Field[T] { return Int(name, most, in) })
}

// DecimalRule restricts the values of a numeric field.
type DecimalRule struct {
	Hint  string                     // continues the message "must be a number"
	Check func(money.Decimal) string // returns an error message, or ""
}

// Amount accepts every positive or negative amount of at most 40 digits.
var Amount = DecimalRule{Check: CheckAmount}

var maxAmount = money.New(1, -40)

// CheckAmount returns an error message for an amount of more than 40 digits, or "".
func CheckAmount(d money.Decimal) string {
	if d.Cmp(maxAmount) > 0 || d.Cmp(maxAmount.Neg()) < 0 {
		return OutOfRange(d.String(), "an amount of at most 40 digits")
	}
	return ""
}

// Decimal returns a required field with a number.
func Decimal[T any](name string, rule DecimalRule, in func(*T) *money.Decimal) Field[T] {
	return Field[T]{
		Name: name, Required: true,
		Read:  Scalar(func(to *T, v jsontext.Value) string { return readDecimal(in(to), v, rule.Hint) }),
		Check: Check(name, func(of *T) string { return rule.Check(*in(of)) }),
		Print: func(dst []byte, of *T) []byte { return in(of).Append(dst) },
	}
}

// OptionalDecimal returns a field with a number that may be absent.
func OptionalDecimal[T any](name string, rule DecimalRule, in func(*T) *Optional[money.Decimal]) Field[T] {
	return optional(in, func(in func(*T) *money.Decimal) Field[T] { return Decimal(name, rule, in) })
}

// Flag returns a boolean field that may be absent.
func Flag[T any](name string, in func(*T) *Optional[bool]) Field[T] {
	return optional(in, func(in func(*T) *bool) Field[T] {
		return Field[T]{
			Name: name,
			Read: Scalar(func(to *T, v jsontext.Value) string {
				if v.Kind() != 't' && v.Kind() != 'f' {
					return "must be true or false; got " + Describe(v)
				}
				*in(to) = v.Kind() == 't'
				return ""
			}),
			Print: func(dst []byte, of *T) []byte { return strconv.AppendBool(dst, *in(of)) },
		}
	})
}

// Text returns a field with a string of at most the given number of characters. An empty string
// means that the field is absent.
func Text[T any](name string, most int, in func(*T) *string) Field[T] {
	return Omittable(Field[T]{
		Name: name,
		Read: Scalar(func(to *T, v jsontext.Value) string {
			text, ok := Unquote(v)
			if !ok {
				return "must be a string; got " + Describe(v)
			}
			*in(to) = string(text)
			return ""
		}),
		Check: Check(name, func(of *T) string { return CheckText(*in(of), most) }),
		Print: func(dst []byte, of *T) []byte { return AppendQuoted(dst, *in(of)) },
	}, in, func(s string) bool { return s != "" })
}

// Currency returns a field with a currency code that may be absent.
func Currency[T any](name string, in func(*T) *money.Currency) Field[T] {
	return Omittable(Field[T]{
		Name: name,
		Read: Scalar(func(to *T, v jsontext.Value) string {
			text, ok := Unquote(v)
			if !ok {
				return "must be a string with a currency code, such as USD; got " + Describe(v)
			}
			c, err := money.ParseCurrency(string(text))
			if err != nil {
				return Describe(v) + " is " + err.Error()
			}
			*in(to) = c
			return ""
		}),
		Print: func(dst []byte, of *T) []byte { return AppendQuoted(dst, in(of).String()) },
	}, in, func(c money.Currency) bool { return c != money.Currency{} })
}

// CheckText returns an error message if s is not valid text or exceeds the maximum number of characters, otherwise "".
func CheckText(s string, most int) string {
	switch {
	case !utf8.ValidString(s):
		return "must be valid UTF-8"
	case utf8.RuneCountInString(s) > most:
		return "is too long: at most " + strconv.Itoa(most) + " characters are allowed"
	case strings.ContainsFunc(s, unicode.IsControl):
		return Quote(s) + " contains a control character; remove it"
	}
	return ""
}

// List returns a field with an array of at most the given number of objects. The field may be absent.
func List[T, E any](name string, most int, o *Object[E], in func(*T) *[]E) Field[T] {
	return Omittable(Field[T]{
		Name: name,
		Read: func(rd *Reader, at *Place, to *T) (problem string, err error) {
			*in(to), problem, err = readList(rd, o, at, name, most)
			return problem, err
		},
		Check: func(f *Faults, at *Place, of *T) {
			list := *in(of)
			if len(list) > most {
				f.Add(at, name, tooMany("elements", most))
				return
			}
			for i := range list {
				o.Check(f, &Place{at, name, i}, &list[i])
			}
		},
		Print: func(dst []byte, of *T) []byte {
			list := *in(of)
			dst = append(dst, '[')
			for i := range list {
				if i > 0 {
					dst = append(dst, ',')
				}
				dst = o.Append(dst, &list[i])
			}
			return append(dst, ']')
		},
	}, in, func(list []E) bool { return list != nil })
}

// Nested returns a field with an object that may be absent.
func Nested[T, E any](name string, o *Object[E], in func(*T) *Optional[E]) Field[T] {
	return optional(in, func(in func(*T) *E) Field[T] {
		return Field[T]{
			Name: name,
			Read: func(rd *Reader, at *Place, to *T) (string, error) {
				return "", ReadElement(rd, o, &Place{at, name, -1}, in(to))
			},
			Check: func(f *Faults, at *Place, of *T) { o.Check(f, &Place{at, name, -1}, in(of)) },
			Print: func(dst []byte, of *T) []byte { return o.Append(dst, in(of)) },
		}
	})
}

// Limits of tags. Lengths are in characters.
const (
	maxTags     = 20
	MaxTagName  = 50
	maxTagValue = 200
)

// Tags returns a field with an object that maps tag names to strings. The field may be absent.
func Tags[T any](name string, in func(*T) *map[string]string) Field[T] {
	return Omittable(Field[T]{
		Name: name,
		Read: func(rd *Reader, at *Place, to *T) (problem string, err error) {
			*in(to), problem, err = readTags(rd, &Place{at, name, -1})
			return problem, err
		},
		Check: Check(name, func(of *T) string { return CheckTags(*in(of)) }),
		Print: func(dst []byte, of *T) []byte { return AppendTags(dst, *in(of)) },
	}, in, func(tags map[string]string) bool { return tags != nil })
}

// AppendTags appends tags as a JSON object, sorted by name.
func AppendTags(dst []byte, tags map[string]string) []byte {
	dst = append(dst, '{')
	for i, tag := range slices.Sorted(maps.Keys(tags)) {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(AppendQuoted(dst, tag), ':')
		dst = AppendQuoted(dst, tags[tag])
	}
	return append(dst, '}')
}

func readTags(rd *Reader, at *Place) (tags map[string]string, problem string, err error) {
	tags = map[string]string{}
	wrong, err := rd.Members("must be an object with strings as values", func(tag string) error {
		if problem != "" {
			return rd.JSON.SkipValue()
		}
		v, err := rd.JSON.ReadValue()
		if err != nil {
			return err
		}
		text, ok := Unquote(v)
		switch _, twice := tags[tag]; {
		case !ok:
			rd.faults.Add(at, Clip(tag), "must be a string; got "+Describe(v))
		case twice:
			rd.faults.Add(at, Clip(tag), "appears more than once")
		case len(tags) <= maxTags: // one tag more than allowed is read, so that CheckTags reports the excess
			tags[tag] = string(text)
		}
		if len(rd.faults) > unknownMax { // limits the length of the message for a long body
			problem = "has more errors than are listed"
		}
		return nil
	})
	return tags, cmp.Or(wrong, problem), err
}

// CheckTags returns an error message if the tags are invalid, otherwise "".
func CheckTags(tags map[string]string) string {
	if len(tags) > maxTags {
		return tooMany("entries", maxTags)
	}
	for _, name := range slices.Sorted(maps.Keys(tags)) {
		if name == "" {
			return "has an entry without a name"
		}
		if p := CheckText(name, MaxTagName); p != "" {
			return "the name " + Quote(name) + " " + strings.TrimPrefix(p, Quote(name)+" ")
		}
		if p := CheckText(tags[name], maxTagValue); p != "" {
			return "the value of " + Quote(name) + " " + strings.TrimPrefix(p, Quote(tags[name])+" ")
		}
	}
	return ""
}

func tooMany(what string, most int) string {
	return "has too many " + what + ": at most " + strconv.Itoa(most) + " are allowed"
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

// readInt reads an integer in any JSON notation, such as 60, 60.0 and 6e1.
func readInt(n *int, v jsontext.Value, most int) string {
	if v.Kind() != '0' {
		return "must be a whole number; got " + Describe(v)
	}
	var d money.Decimal
	if problem := readDecimal(&d, v, ""); problem != "" {
		return problem
	}
	if !d.IsInteger() {
		return Describe(v) + " is not a whole number; use " + wholeNumbers(most)
	}
	x, ok := d.Int64()
	if !ok || x < 1 || x > int64(most) {
		return OutOfRange(Describe(v), wholeNumbers(most))
	}
	*n = int(x)
	return ""
}

func wholeNumbers(most int) string {
	return "a whole number from 1 to " + strconv.Itoa(most)
}

// OutOfRange returns the error message for a value outside the allowed range, as in "0 is out of
// range: use a whole number from 1 to 12".
func OutOfRange(value, allowed string) string {
	return Clip(value) + " is out of range: use " + allowed
}

// WithDefault returns a copy of f that prints the given default value if the field is absent.
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

// Name returns the name of e, or "unknown" if e has no name.
func Name[E ~uint8](names []string, e E) string {
	if int(e) < len(names) {
		return names[e]
	}
	return "unknown"
}

// MarshalName implements MarshalText for an enumeration.
func MarshalName[E ~uint8](names []string, e E) ([]byte, error) {
	if int(e) >= len(names) {
		return nil, errors.New(NotAllowed(strconv.Itoa(int(e)), names))
	}
	return []byte(names[e]), nil
}

// UnmarshalName implements UnmarshalText for an enumeration.
func UnmarshalName[E ~uint8](names []string, e *E, text []byte) error {
	if i := slices.Index(names, string(text)); i >= 0 {
		*e = E(i)
		return nil
	}
	return errors.New(NotAllowed(Quote(string(text)), names))
}

// Optional is a value that may be absent. The zero value is absent.
type Optional[T any] struct {
	Value T
	Set   bool
}

// Some wraps v in an Optional.
func Some[T any](v T) Optional[T] { return Optional[T]{Value: v, Set: true} }

// Members yields the names and values of a JSON object's fields in order, including repeated names.
// It yields nothing for other values, and stops at invalid JSON.
func Members(object jsontext.Value) iter.Seq2[string, jsontext.Value] {
	return func(yield func(string, jsontext.Value) bool) {
		var name jsontext.Value // name of the following value; nil before a name
		for value := range contents(object, '{') {
			if name == nil {
				name = value
				continue
			}
			text, _ := Unquote(name)
			if !yield(string(text), value) {
				return
			}
			name = nil
		}
	}
}

// Elements yields the elements of a JSON array. It yields nothing for other values, and stops at invalid JSON.
func Elements(array jsontext.Value) iter.Seq[jsontext.Value] { return contents(array, '[') }

// The iterator yields the names and values of an object, or the elements of an array. It yields nothing for a value
// that does not begin with the given brace or bracket, and stops at invalid JSON.
func contents(value jsontext.Value, open jsontext.Kind) iter.Seq[jsontext.Value] {
	return func(yield func(jsontext.Value) bool) {
		d := jsontext.NewDecoder(bytes.NewReader(value), jsontext.AllowDuplicateNames(true))
		if t, err := d.ReadToken(); err != nil || t.Kind() != open {
			return
		}
		for k := d.PeekKind(); k != closing(open) && k != jsontext.KindInvalid; k = d.PeekKind() {
			value, err := d.ReadValue()
			if err != nil || !yield(value.Clone()) {
				return
			}
		}
	}
}

// In ASCII, a closing brace or bracket is two code points after its opening counterpart.
func closing(open jsontext.Kind) jsontext.Kind { return open + 2 }

// Leaf is a string, number or boolean in a request.
type Leaf struct {
	Path  string // path such as rentSteps[0].from
	Name  string // last part of the path, without an index
	Value jsontext.Value
}

// Leaves lists the leaves of a valid JSON value in order.
func Leaves(value jsontext.Value) []Leaf { return leaves(nil, value, "", "") }

func leaves(to []Leaf, value jsontext.Value, path, name string) []Leaf {
	switch value.Kind() {
	case '{':
		for inner, v := range Members(value) {
			at := inner
			if path != "" {
				at = path + "." + inner
			}
			to = leaves(to, v, at, inner)
		}
	case '[':
		i := 0
		for v := range Elements(value) {
			to = leaves(to, v, path+"["+strconv.Itoa(i)+"]", name)
			i++
		}
	case 'n':
	default:
		to = append(to, Leaf{path, name, value})
	}
	return to
}

// Date returns a required field with a calendar date.
func Date[T any](name string, in func(*T) *civil.Date) Field[T] {
	const allowed = "use a calendar date in the form yyyy-mm-dd, no earlier than 0001-01-01"
	return Field[T]{
		Name: name, Required: true,
		Read: Scalar(func(to *T, v jsontext.Value) string {
			text, ok := Unquote(v)
			if !ok {
				return "must be a string; " + allowed + "; got " + Describe(v)
			}
			d, err := civil.Parse(text)
			if err != nil {
				return Describe(v) + " is not a date; " + DaysOfMonth(string(text)) + allowed
			}
			*in(to) = d
			return ""
		}),
		Check: Check(name, func(of *T) string {
			if d := *in(of); !d.Valid() {
				return d.String() + " is not a calendar date from 0001-01-01 to 9999-12-31"
			}
			return ""
		}),
		Print: func(dst []byte, of *T) []byte {
			dst = append(dst, '"')
			return append(in(of).Append(dst), '"')
		},
	}
}

// OptionalDate returns a field with a calendar date that may be absent.
func OptionalDate[T any](name string, in func(*T) *Optional[civil.Date]) Field[T] {
	return optional(in, func(in func(*T) *civil.Date) Field[T] { return Date(name, in) })
}

// DaysOfMonth returns text that states how many days a date's month has. For 2026-02-30, the text is "February 2026 has
// 28 days; ". It returns "" if the text does not have the form of a date or the month does not exist.
func DaysOfMonth(date string) string {
	if len(date) != len("2026-02-30") || date[8] < '0' || date[8] > '9' || date[9] < '0' || date[9] > '9' {
		return ""
	}
	first, err := civil.Parse(date[:8] + "01")
	if err != nil {
		return ""
	}
	return fmt.Sprintf("%s %d has %d days; ", time.Month(first.Month), first.Year, first.MonthEnd().Day)
}
