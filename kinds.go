package leasehold

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

// scalar makes the reader of a member whose value is no object and no list.
func scalar[T any](read func(*T, jsontext.Value) string) func(*reader, *place, *T) (string, error) {
	return func(rd *reader, _ *place, to *T) (string, error) {
		v, err := rd.json.ReadValue()
		if err != nil {
			return "", err
		}
		return read(to, v), nil
	}
}

// sound is the check of a member that is right whenever it could be read.
func sound[T any](*faults, *place, *T) {}

// problemOf makes the check of a member from a function that returns what is
// wrong with it.
func problemOf[T any](name string, problem func(*T) string) func(*faults, *place, *T) {
	return func(f *faults, at *place, of *T) {
		if p := problem(of); p != "" {
			f.add(at, name, p)
		}
	}
}

// enumField makes a member of named values. The first skip names cannot be
// written: such a value is the member's absence.
func enumField[T any, E ~uint8](name string, required bool, names []string, skip int, in func(*T) *E) field[T] {
	allowed := strings.Join(names[skip:], ", ")
	return field[T]{
		name, required,
		scalar(func(to *T, v jsontext.Value) string { return readEnum(in(to), v, names, skip, allowed) }),
		problemOf(name, func(of *T) string { return checkEnum(*in(of), names, allowed) }),
		func(dst []byte, of *T) []byte {
			if int(*in(of)) < skip {
				return dst
			}
			return appendName(dst, names, *in(of))
		},
	}
}

// optionalEnum makes a member of named values that may be absent.
func optionalEnum[T any, E ~uint8](name string, names []string, in func(*T) *Optional[E]) field[T] {
	allowed := strings.Join(names, ", ")
	return field[T]{
		name, false,
		scalar(func(to *T, v jsontext.Value) string {
			in(to).Set = true
			return readEnum(&in(to).Value, v, names, 0, allowed)
		}),
		problemOf(name, func(of *T) string { return checkEnum(in(of).Value, names, allowed) }),
		func(dst []byte, of *T) []byte {
			if !in(of).Set {
				return dst
			}
			return appendName(dst, names, in(of).Value)
		},
	}
}

func readEnum[E ~uint8](to *E, v jsontext.Value, names []string, skip int, allowed string) string {
	text, ok := unquote(v)
	if !ok {
		return "must be a string, one of " + allowed + "; got " + describe(v)
	}
	for i, n := range names[skip:] {
		if string(text) == n {
			*to = E(i + skip)
			return ""
		}
	}
	return describe(v) + " is not allowed; allowed are " + allowed
}

func checkEnum[E ~uint8](e E, names []string, allowed string) string {
	if int(e) >= len(names) {
		return strconv.Itoa(int(e)) + " is not allowed; allowed are " + allowed
	}
	return ""
}

func appendName[E ~uint8](dst []byte, names []string, e E) []byte {
	dst = append(dst, '"')
	dst = append(dst, nameOf(names, e)...)
	return append(dst, '"')
}

// dateField makes a member that is a calendar date.
func dateField[T any](name string, in func(*T) *Date) field[T] {
	const allowed = "a calendar date in the form yyyy-mm-dd, from 0001-01-01, is allowed"
	return field[T]{
		name, true,
		scalar(func(to *T, v jsontext.Value) string {
			text, ok := unquote(v)
			if !ok {
				return "must be a string; " + allowed + "; got " + describe(v)
			}
			d, err := ParseDate(text)
			if err != nil {
				return describe(v) + " is not a date; " + allowed
			}
			*in(to) = d
			return ""
		}),
		problemOf(name, func(of *T) string {
			if d := *in(of); !d.valid() {
				return d.String() + " is not a calendar date from 0001-01-01 to 9999-12-31"
			}
			return ""
		}),
		func(dst []byte, of *T) []byte {
			dst = append(dst, '"')
			return append(in(of).Append(dst), '"')
		},
	}
}

// intField makes a required whole number from 1.
func intField[T any](name string, most int, in func(*T) *int) field[T] {
	return field[T]{
		name, true,
		scalar(func(to *T, v jsontext.Value) string { return readInt(in(to), v, most) }),
		problemOf(name, func(of *T) string { return checkInt(*in(of), most) }),
		func(dst []byte, of *T) []byte { return strconv.AppendInt(dst, int64(*in(of)), 10) },
	}
}

// optionalInt makes a whole number from 1 that may be absent.
func optionalInt[T any](name string, most int, in func(*T) *Optional[int]) field[T] {
	return field[T]{
		name, false,
		scalar(func(to *T, v jsontext.Value) string {
			in(to).Set = true
			return readInt(&in(to).Value, v, most)
		}),
		problemOf(name, func(of *T) string {
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
	}
}

// decimalRule is which numbers a member takes, and how it says so.
type decimalRule struct {
	hint  string // follows "must be a number"
	check func(money.Decimal) string
}

var (
	anyAmount   = decimalRule{"", checkAmount}
	aboveZero   = decimalRule{"", checkPositive}
	signed      = decimalRule{"", checkSigned}
	fraction    = decimalRule{", as a fraction (5% is 0.05)", checkFraction}
	share       = decimalRule{", as a fraction (50% is 0.5)", checkShare}
	relativePct = decimalRule{", as a fraction (5% is 0.05, a fall of 5% is -0.05)", checkChange}
)

// decimalField makes a required number.
func decimalField[T any](name string, rule decimalRule, in func(*T) *money.Decimal) field[T] {
	return field[T]{
		name, true,
		scalar(func(to *T, v jsontext.Value) string { return readDecimal(in(to), v, rule.hint) }),
		problemOf(name, func(of *T) string { return rule.check(*in(of)) }),
		func(dst []byte, of *T) []byte { return in(of).Append(dst) },
	}
}

// optionalDecimal makes a number that may be absent.
func optionalDecimal[T any](name string, rule decimalRule, in func(*T) *Optional[money.Decimal]) field[T] {
	return field[T]{
		name, false,
		scalar(func(to *T, v jsontext.Value) string {
			in(to).Set = true
			return readDecimal(&in(to).Value, v, rule.hint)
		}),
		problemOf(name, func(of *T) string {
			if o := in(of); o.Set {
				return rule.check(o.Value)
			}
			return ""
		}),
		func(dst []byte, of *T) []byte {
			if o := in(of); o.Set {
				return o.Value.Append(dst)
			}
			return dst
		},
	}
}

// flagField makes a member that is true or false and may be absent.
func flagField[T any](name string, in func(*T) *Optional[bool]) field[T] {
	return field[T]{
		name, false,
		scalar(func(to *T, v jsontext.Value) string {
			switch v.Kind() {
			case 't', 'f':
				*in(to) = Some(v.Kind() == 't')
				return ""
			default:
				return "must be true or false; got " + describe(v)
			}
		}),
		sound[T],
		func(dst []byte, of *T) []byte {
			if o := in(of); o.Set {
				return strconv.AppendBool(dst, o.Value)
			}
			return dst
		},
	}
}

// textField makes a member that is a short text; an empty one is absent.
func textField[T any](name string, most int, in func(*T) *string) field[T] {
	return field[T]{
		name, false,
		scalar(func(to *T, v jsontext.Value) string {
			text, ok := unquote(v)
			if !ok {
				return "must be a string; got " + describe(v)
			}
			*in(to) = string(text)
			return ""
		}),
		problemOf(name, func(of *T) string { return checkText(*in(of), most) }),
		func(dst []byte, of *T) []byte {
			if *in(of) == "" {
				return dst
			}
			return appendQuoted(dst, *in(of))
		},
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
		return quote(s) + " contains a control character; none is allowed"
	}
	return ""
}

// currencyField makes a member that is a currency code; an absent one is none.
func currencyField[T any](name string, in func(*T) *Currency) field[T] {
	return field[T]{
		name, false,
		scalar(func(to *T, v jsontext.Value) string {
			text, ok := unquote(v)
			if !ok {
				return "must be a string, the code of a currency, such as USD; got " + describe(v)
			}
			c, err := ParseCurrency(string(text))
			if err != nil {
				return describe(v) + " is " + err.Error()
			}
			*in(to) = c
			return ""
		}),
		problemOf(name, func(of *T) string {
			if c := *in(of); c != (Currency{}) && placesOf(string(c.code[:])) < 0 {
				return quote(string(c.code[:])) + " is " + errCurrency.Error()
			}
			return ""
		}),
		func(dst []byte, of *T) []byte {
			if *in(of) == (Currency{}) {
				return dst
			}
			return appendQuoted(dst, in(of).String())
		},
	}
}

// listField makes a member that is a list of objects and may be absent.
func listField[T, E any](name string, most int, o *object[E], in func(*T) *[]E) field[T] {
	return field[T]{
		name, false,
		func(rd *reader, at *place, to *T) (problem string, err error) {
			*in(to), problem, err = readList(rd, o, at, name, most)
			return problem, err
		},
		func(f *faults, at *place, of *T) {
			list := *in(of)
			if len(list) > most {
				f.add(at, name, "has too many elements: at most "+strconv.Itoa(most)+" are allowed")
				return
			}
			for i := range list {
				o.check(f, &place{at, name, i}, &list[i])
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
				dst = o.append(dst, &list[i])
			}
			return append(dst, ']')
		},
	}
}

// nestedField makes a member that is an object and may be absent.
func nestedField[T, E any](name string, o *object[E], in func(*T) *Optional[E]) field[T] {
	return field[T]{
		name, false,
		func(rd *reader, at *place, to *T) (string, error) {
			if rd.json.PeekKind() != '{' {
				v, err := rd.json.ReadValue()
				return "must be an object, " + o.noun + "; got " + describe(v), err
			}
			in(to).Set = true
			return "", readObject(rd, o, &place{at, name, -1}, &in(to).Value)
		},
		func(f *faults, at *place, of *T) {
			if in(of).Set {
				o.check(f, &place{at, name, -1}, &in(of).Value)
			}
		},
		func(dst []byte, of *T) []byte {
			if !in(of).Set {
				return dst
			}
			return o.append(dst, &in(of).Value)
		},
	}
}

// Bounds of tags, in characters.
const (
	maxTagName  = 50
	maxTagValue = 200
)

// tagsField makes a member that is an object of texts and may be absent.
func tagsField[T any](name string, in func(*T) *map[string]string) field[T] {
	return field[T]{
		name, false,
		func(rd *reader, at *place, to *T) (problem string, err error) {
			*in(to), problem, err = readTags(rd, &place{at, name, -1})
			return problem, err
		},
		problemOf(name, func(of *T) string { return checkTags(*in(of)) }),
		func(dst []byte, of *T) []byte {
			tags := *in(of)
			if tags == nil {
				return dst
			}
			open := byte('{')
			for _, tag := range tagNames(tags) {
				dst = append(dst, open)
				open = ','
				dst = append(appendQuoted(dst, tag), ':')
				dst = appendQuoted(dst, tags[tag])
			}
			if open == '{' {
				dst = append(dst, '{')
			}
			return append(dst, '}')
		},
	}
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

func readTags(rd *reader, at *place) (tags map[string]string, problem string, err error) {
	if rd.json.PeekKind() != '{' {
		v, err := rd.json.ReadValue()
		return nil, "must be an object of strings; got " + describe(v), err
	}
	if _, err := rd.json.ReadToken(); err != nil {
		return nil, "", err
	}
	tags = map[string]string{}
	for rd.json.PeekKind() != '}' {
		raw, err := rd.json.ReadValue()
		if err != nil {
			return nil, "", err
		}
		name, _ := unquote(raw)
		tag := string(name)
		v, err := rd.json.ReadValue()
		if err != nil {
			return nil, "", err
		}
		text, ok := unquote(v)
		switch _, twice := tags[tag]; {
		case !ok:
			rd.faults.add(at, clip(tag), "must be a string; got "+describe(v))
		case twice:
			rd.faults.add(at, clip(tag), "appears more than once")
		case len(tags) <= MaxTags: // one too many shows that there are
			tags[tag] = string(text)
		}
		if len(rd.faults) > unknownMax { // a message must not grow with the body
			return nil, "has more faults than are listed", rd.skipRest()
		}
	}
	_, err = rd.json.ReadToken()
	return tags, "", err
}

// skipRest reads the object at hand to its end.
func (rd *reader) skipRest() error {
	for rd.json.PeekKind() != '}' {
		if err := rd.json.SkipValue(); err != nil {
			return err
		}
	}
	_, err := rd.json.ReadToken()
	return err
}

func checkTags(tags map[string]string) string {
	if len(tags) > MaxTags {
		return "has too many members: at most " + strconv.Itoa(MaxTags) + " are allowed"
	}
	for _, name := range tagNames(tags) {
		if name == "" {
			return "has a member without a name"
		}
		if p := checkText(name, maxTagName); p != "" {
			return "the name " + quote(name) + " " + strings.TrimPrefix(p, quote(name)+" ")
		}
		if p := checkText(tags[name], maxTagValue); p != "" {
			return "the value of " + quote(name) + ": " + p
		}
	}
	return ""
}

func readDecimal(d *money.Decimal, v jsontext.Value, hint string) string {
	if v.Kind() != '0' {
		return "must be a number" + hint + "; got " + describe(v)
	}
	x, err := money.Parse([]byte(v))
	if err != nil {
		return describe(v) + " cannot be read: " + err.Error()
	}
	*d = x
	return ""
}

// readInt reads a whole number in any notation: 60, 60.0 and 6e1 are the same.
func readInt(n *int, v jsontext.Value, most int) string {
	if v.Kind() != '0' {
		return "must be a whole number; got " + describe(v)
	}
	var d money.Decimal
	if problem := readDecimal(&d, v, ""); problem != "" {
		return problem
	}
	if !d.IsInteger() {
		return describe(v) + " is not a whole number; one from 1 to " + strconv.Itoa(most) + " is allowed"
	}
	x, ok := d.Int64()
	if !ok || x < 1 || x > int64(most) {
		return outOfRange(describe(v), wholeNumbers(most))
	}
	*n = int(x)
	return ""
}

func checkInt(n, most int) string {
	if n < 1 || n > most {
		return outOfRange(strconv.Itoa(n), wholeNumbers(most))
	}
	return ""
}

func wholeNumbers(most int) string {
	return "a whole number from 1 to " + strconv.Itoa(most) + " is allowed"
}

func checkAmount(d money.Decimal) string {
	if d.Sign() < 0 || d.Cmp(maxAmount) > 0 {
		return outOfRange(d.String(), "an amount from 0 to "+maxAmount.String()+" is allowed")
	}
	return ""
}

func checkPositive(d money.Decimal) string {
	if d.Sign() <= 0 || d.Cmp(maxAmount) > 0 {
		return outOfRange(d.String(), "an amount above 0 and up to "+maxAmount.String()+" is allowed")
	}
	return ""
}

func checkSigned(d money.Decimal) string {
	if d.Cmp(maxAmount) > 0 || d.Cmp(maxAmount.Neg()) < 0 {
		return outOfRange(d.String(), "an amount from -"+maxAmount.String()+" to "+maxAmount.String()+" is allowed")
	}
	return ""
}

var (
	one       = money.Int(1)
	minusOne  = money.Int(-1)
	maxChange = money.Int(MaxChangePct)
)

func checkFraction(d money.Decimal) string {
	if d.Sign() < 0 || d.Cmp(one) > 0 {
		return outOfRange(d.String(), "a fraction from 0 to 1 is allowed (5% is 0.05)")
	}
	return ""
}

func checkShare(d money.Decimal) string {
	if d.Sign() <= 0 || d.Cmp(one) > 0 {
		return outOfRange(d.String(), "a fraction above 0 and up to 1 is allowed (50% is 0.5)")
	}
	return ""
}

func checkChange(d money.Decimal) string {
	if d.Cmp(minusOne) <= 0 || d.Cmp(maxChange) > 0 {
		return outOfRange(d.String(), "a fraction above -1 and up to "+maxChange.String()+" is allowed (a rise of 5% is 0.05)")
	}
	return ""
}

func outOfRange(value, allowed string) string {
	return clip(value) + " is out of range: " + allowed
}
