package strict

import (
	"fmt"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/leasehold-accounting/leasehold/civil"
)

// Date returns a required field with a calendar date.
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

// DaysOfMonth returns the number of days of the month in a date such as 2026-02-30, as in "February
// 2026 has 28 days; ". It returns "" if the text does not have the form of a date or the month does
// not exist.
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
