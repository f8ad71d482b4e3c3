package strict

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/leasehold-accounting/leasehold/civil"
)

// Date makes a member that is a calendar date.
func Date[T any](name string, in func(*T) *civil.Date) Field[T] {
	const allowed = "a calendar date in the form yyyy-mm-dd, from 0001-01-01, is allowed"
	return Field[T]{
		Name: name, Required: true,
		Read: Scalar(func(to *T, v jsontext.Value) string {
			text, ok := Unquote(v)
			if !ok {
				return "must be a string; " + allowed + "; got " + Describe(v)
			}
			d, err := civil.Parse(text)
			if err != nil {
				return Describe(v) + " is not a date; " + allowed
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

// OptionalDate makes a member that is a calendar date and may be absent.
func OptionalDate[T any](name string, in func(*T) *Optional[civil.Date]) Field[T] {
	given := Date(name, func(to *T) *civil.Date { return &in(to).Value })
	f := given
	f.Required = false
	f.Read = func(rd *Reader, at *Place, to *T) (string, error) {
		in(to).Set = true
		return given.Read(rd, at, to)
	}
	f.Check = func(faults *Faults, at *Place, of *T) {
		if in(of).Set {
			given.Check(faults, at, of)
		}
	}
	f.Print = func(dst []byte, of *T) []byte {
		if !in(of).Set {
			return dst
		}
		return given.Print(dst, of)
	}
	f.Has = func(of *T) bool { return in(of).Set }
	f.Clear = func(of *T) { *in(of) = Optional[civil.Date]{} }
	return f
}
