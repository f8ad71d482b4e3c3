package leasehold

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/leasehold-accounting/leasehold/internal/strict"
)

// OptionalDateField makes a member that is a calendar date and may be absent.
func OptionalDateField[T any](name string, in func(*T) *Optional[Date]) strict.Field[T] {
	given := DateField(name, func(to *T) *Date { return &in(to).Value })
	f := given
	f.Required = false
	f.Read = func(rd *strict.Reader, at *strict.Place, to *T) (string, error) {
		in(to).Set = true
		return given.Read(rd, at, to)
	}
	f.Check = func(faults *strict.Faults, at *strict.Place, of *T) {
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
	f.Clear = func(of *T) { *in(of) = Optional[Date]{} }
	return f
}

// DateField makes a member that is a calendar date.
func DateField[T any](name string, in func(*T) *Date) strict.Field[T] {
	const allowed = "a calendar date in the form yyyy-mm-dd, from 0001-01-01, is allowed"
	return strict.Field[T]{
		Name: name, Required: true,
		Read: strict.Scalar(func(to *T, v jsontext.Value) string {
			text, ok := strict.Unquote(v)
			if !ok {
				return "must be a string; " + allowed + "; got " + strict.Describe(v)
			}
			d, err := ParseDate(text)
			if err != nil {
				return strict.Describe(v) + " is not a date; " + allowed
			}
			*in(to) = d
			return ""
		}),
		Check: strict.Check(name, func(of *T) string {
			if d := *in(of); !d.valid() {
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
