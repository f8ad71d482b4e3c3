package strict

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/leasehold-accounting/leasehold/internal/lists"
	"github.com/leasehold-accounting/leasehold/money"
)

// quoteMax is the maximum number of input characters that a message quotes.
const quoteMax = 64

// Clip returns s, or the first quoteMax characters and "..." if s is longer.
func Clip(s string) string {
	short, mark := clipped(s)
	return short + mark
}

// Quote returns s in quotation marks, escaped and shortened.
func Quote(s string) string {
	short, mark := clipped(s)
	return strconv.Quote(short) + mark
}

// The result is the first quoteMax characters of s, followed by "..." if there are more.
func clipped(s string) (short, mark string) {
	n := 0
	for i := range s {
		if n == quoteMax {
			return s[:i], "..."
		}
		n++
	}
	return s, ""
}

// Unquote returns the text of a JSON string. It also reports whether v is a JSON string.
func Unquote(v jsontext.Value) (text []byte, ok bool) {
	if v.Kind() != '"' {
		return nil, false
	}
	if bytes.IndexByte(v, '\\') < 0 {
		return v[1 : len(v)-1], true
	}
	text, err := jsontext.AppendUnquote(nil, v)
	return text, err == nil
}

// Describe returns a short description of a JSON value for a message.
func Describe(v jsontext.Value) string {
	switch v.Kind() {
	case '"':
		text, _ := Unquote(v)
		return Quote(string(text))
	case '0':
		return Clip(string(v))
	case '{':
		return "an object"
	case '[':
		return "an array"
	default:
		return string(v) // the value is true, false or null
	}
}

// AppendQuoted appends s as a JSON string. Almost every string in a response is plain ASCII, which
// is copied without escaping.
func AppendQuoted(dst []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c == '"' || c == '\\' || c >= utf8.RuneSelf {
			dst, _ = jsontext.AppendQuote(dst, s) // the only possible error is invalid UTF-8, which AppendQuote replaces
			return dst
		}
	}
	return append(append(append(dst, '"'), s...), '"')
}

// NotAllowed returns the message for a value that is not in a list, as in "weekly is not allowed;
// use monthly or annual".
func NotAllowed(value string, allowed []string) string {
	return value + " is not allowed; use " + lists.Or(allowed)
}

// DidYouMean returns the end of a message that suggests the given name, or "" if the name is "".
func DidYouMean(name string) string {
	if name == "" {
		return ""
	}
	return "; did you mean " + name + "?"
}

// Nearest returns the name most similar to a string, or "" if no name is similar. A name is similar
// if it contains the whole string or if only a few letters differ. For example, discountRateAnnual
// contains the string "rate". Letter case is ignored.
func Nearest(written string, names []string) string {
	short, _ := clipped(written)
	short = strings.ToLower(short)
	best, least := "", 1<<30
	for _, name := range names {
		known := strings.ToLower(name)
		d := Distance(short, known)
		switch {
		case d == 0:
			return name
		case len(short) >= wordMin && strings.Contains(known, short):
			d = 0 // a name that contains the string has distance 0
		case 3*d > len(short):
			continue
		}
		if d < least {
			best, least = name, d
		}
	}
	return best
}

const wordMin = 3 // shorter strings occur in too many names

// Distance returns the minimum number of bytes to insert, delete or replace to change a into b.
func Distance(a, b string) int {
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

// respellDepth is the maximum depth to which objects and arrays are normalized. Valid requests and
// responses have a smaller depth. The limit bounds the work for other input.
const respellDepth = 8

// Respell appends a JSON value in a normalized spelling: without white space, with fields sorted
// by name, and with numbers and strings in their shortest form. The value must be valid JSON.
func Respell(dst []byte, value jsontext.Value) []byte { return respell(dst, value, 0) }

func respell(dst []byte, value jsontext.Value, depth int) []byte {
	switch value.Kind() {
	case '{', '[':
		if depth < respellDepth {
			return respellAll(dst, value, depth+1)
		}
	case '"':
		text, _ := Unquote(value)
		return AppendQuoted(dst, string(text))
	case '0':
		if d, err := money.Parse([]byte(value)); err == nil {
			return d.Append(dst)
		}
	default:
	}
	return append(dst, value...)
}

// respellAll appends an object or an array in the normalized spelling.
func respellAll(dst []byte, value jsontext.Value, depth int) []byte {
	var parts [][]byte
	for name, v := range Members(value) {
		parts = append(parts, respell(append(AppendQuoted(nil, name), ':'), v, depth))
	}
	slices.SortStableFunc(parts, bytes.Compare)
	for v := range Elements(value) {
		parts = append(parts, respell(nil, v, depth))
	}
	dst = append(append(dst, byte(value.Kind())), bytes.Join(parts, []byte{','})...)
	return append(dst, byte(closing(value.Kind())))
}
