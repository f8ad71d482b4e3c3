// Package place builds the fields of a JSON request from a table of fields. A row of the table
// describes a field. The type [Of] also contains the location of the field's value in a Go struct.
package place

import (
	"slices"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/cell"
	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
)

// Of returns the strict.Field for a field of the table. The value of the field is stored in a T.
type Of[T any] func(*member.Member) strict.Field[T]

// Map contains the locations of an object's fields, by field name.
type Map[T any] map[string]Of[T]

// Fields returns an object's fields in the order of its rows. Fields panics if a row has no
// location or a location has no row, which is a programming error.
func Fields[T any](rows []member.Member, at Map[T]) []strict.Field[T] {
	list := make([]strict.Field[T], len(rows))
	for i := range rows {
		m := &rows[i]
		in := at[m.Name]
		if in == nil {
			panic("no place for the member " + m.Name)
		}
		list[i] = in(m)
	}
	if len(at) != len(rows) {
		panic("a place for a member that is not in the table with " + rows[0].Name)
	}
	return list
}

// named returns an [Of] for a kind of field that can be constructed from the field's name alone.
func named[T, V any](field func(string, func(*T) V) strict.Field[T], in func(*T) V) Of[T] {
	return func(m *member.Member) strict.Field[T] { return field(m.Name, in) }
}

// Text returns an [Of] for a string.
func Text[T any](in func(*T) *string) Of[T] {
	return func(m *member.Member) strict.Field[T] { return strict.Text(m.Name, m.Most, in) }
}

// RequiredText returns an [Of] for a string that must not be empty.
func RequiredText[T any](in func(*T) *string) Of[T] {
	return func(m *member.Member) strict.Field[T] {
		f := strict.Text(m.Name, m.Most, in)
		f.Required = true
		read, check := f.Read, f.Check
		f.Read = func(rd *strict.Reader, at *strict.Place, to *T) (string, error) {
			problem, err := read(rd, at, to)
			if problem == "" && err == nil && *in(to) == "" {
				problem = EmptyText
			}
			return problem, err
		}
		f.Check = func(faults *strict.Faults, at *strict.Place, of *T) {
			if *in(of) == "" {
				faults.Add(at, m.Name, EmptyText)
				return
			}
			check(faults, at, of)
		}
		return f
	}
}

// EmptyText is the error message for an empty string.
const EmptyText = "must not be empty"

// Tags returns an [Of] for tags.
func Tags[T any](in func(*T) *map[string]string) Of[T] { return named(strict.Tags[T], in) }

// Word returns an [Of] for an enumeration. The argument skip is the number of leading names that requests must
// not contain.
func Word[T any, E ~uint8](names []string, skip int, in func(*T) *E) Of[T] {
	return func(m *member.Member) strict.Field[T] {
		return strict.Enum(m.Name, m.Required, names, skip, Suggest(m.Words, names[skip:]), in)
	}
}

// OptionalWord returns an [Of] for an enumeration that may be absent.
func OptionalWord[T any, E ~uint8](names []string, in func(*T) *strict.Optional[E]) Of[T] {
	return func(m *member.Member) strict.Field[T] {
		return strict.OptionalEnum(m.Name, names, Suggest(m.Words, names), in)
	}
}

// Suggest returns a function that suggests an allowed name for a string. If the text is a label, a synonym or a
// vague spelling of a choice, the function returns the choice's name. Otherwise, it returns the most similar name.
func Suggest(words []member.Word, allowed []string) func(string) string {
	return func(text string) string {
		folded := cell.Fold(text)
		for _, w := range words {
			known := cell.Fold(w.Name) == folded || cell.Fold(w.Label) == folded || slices.Contains(w.Also, folded) || slices.Contains(w.Vague, folded)
			if known && slices.Contains(allowed, w.Name) {
				return w.Name
			}
		}
		return strict.Nearest(text, allowed)
	}
}

// Date returns an [Of] for a date.
func Date[T any](in func(*T) *civil.Date) Of[T] { return named(strict.Date[T], in) }

// OptionalDate returns an [Of] for a date that may be absent.
func OptionalDate[T any](in func(*T) *strict.Optional[civil.Date]) Of[T] {
	return named(strict.OptionalDate[T], in)
}

// Months returns an [Of] for a number of months.
func Months[T any](in func(*T) *int) Of[T] {
	return func(m *member.Member) strict.Field[T] { return strict.Int(m.Name, m.Most, in) }
}

// OptionalMonths returns an [Of] for a number of months that may be absent.
func OptionalMonths[T any](in func(*T) *strict.Optional[int]) Of[T] {
	return func(m *member.Member) strict.Field[T] { return strict.OptionalInt(m.Name, m.Most, in) }
}

// Number returns an [Of] for a decimal number.
func Number[T any](in func(*T) *money.Decimal) Of[T] {
	return func(m *member.Member) strict.Field[T] { return strict.Decimal(m.Name, Rule(m), in) }
}

// OptionalNumber returns an [Of] for a decimal number that may be absent.
func OptionalNumber[T any](in func(*T) *strict.Optional[money.Decimal]) Of[T] {
	return func(m *member.Member) strict.Field[T] { return strict.OptionalDecimal(m.Name, Rule(m), in) }
}

// WithDefault adds the value that is printed if the field is absent.
func WithDefault[T any](given Of[T], value string) Of[T] {
	return func(m *member.Member) strict.Field[T] { return strict.WithDefault(given(m), value) }
}

// Flag returns an [Of] for true or false.
func Flag[T any](in func(*T) *strict.Optional[bool]) Of[T] { return named(strict.Flag[T], in) }

// List returns an [Of] for a list of objects.
func List[T, E any](of *strict.Object[E], in func(*T) *[]E) Of[T] {
	return func(m *member.Member) strict.Field[T] { return strict.List(m.Name, m.Most, of, in) }
}

// Object returns an [Of] for an object.
func Object[T, E any](of *strict.Object[E], in func(*T) *strict.Optional[E]) Of[T] {
	return func(m *member.Member) strict.Field[T] { return strict.Nested(m.Name, of, in) }
}

// Currency returns an [Of] for a currency code, which may be absent.
func Currency[T any](in func(*T) *money.Currency) Of[T] { return named(strict.Currency[T], in) }

// Rule returns the rule for the numbers that a field accepts.
func Rule(m *member.Member) strict.DecimalRule {
	switch {
	case m.Kind == member.Rate:
		return strict.DecimalRule{Hint: ", as a fraction (5% is 0.05)", Check: fraction("from 0 to 1", "5% is 0.05",
			func(d money.Decimal) bool { return d.Sign() >= 0 && d.Cmp(one) <= 0 })}
	case m.Kind == member.Share:
		return strict.DecimalRule{Hint: ", as a fraction (50% is 0.5)", Check: fraction("above 0 and up to 1", "50% is 0.5",
			func(d money.Decimal) bool { return d.Sign() > 0 && d.Cmp(one) <= 0 })}
	case m.Kind == member.Change:
		return strict.DecimalRule{
			Hint: ", as a fraction (5% is 0.05, a fall of 5% is -0.05)",
			Check: fraction("above -1 and up to "+maxChange.String(), "a rise of 5% is 0.05",
				func(d money.Decimal) bool { return d.Cmp(one.Neg()) > 0 && d.Cmp(maxChange) <= 0 }),
		}
	case m.Kind == member.Exchange:
		return strict.DecimalRule{Check: CheckExchange}
	case m.Positive:
		return strict.DecimalRule{Check: CheckPositive}
	case m.Signed:
		allowed := "an amount from -" + MaxAmount.String() + " to "
		return strict.DecimalRule{Check: func(d money.Decimal) string { return check(d, d.Cmp(MaxAmount.Neg()) >= 0, allowed) }}
	default:
		return strict.DecimalRule{Check: func(d money.Decimal) string { return check(d, d.Sign() >= 0, "an amount from 0 to ") }}
	}
}

// CheckPositive returns an error message unless an amount is above 0 and within the limit.
func CheckPositive(d money.Decimal) string {
	return check(d, d.Sign() > 0, "an amount above 0 and up to ")
}

// CheckExchange returns an error message unless an exchange rate is above 0 and within the limit.
func CheckExchange(d money.Decimal) string {
	return check(d, d.Sign() > 0, "a rate above 0 and up to ")
}

// check returns an error message if a number is below its minimum or above [MaxAmount]. The argument aboveMin reports
// whether the number is at least the minimum. The argument named allowed describes the permitted range up to the
// maximum.
func check(d money.Decimal, aboveMin bool, allowed string) string {
	if !aboveMin || d.Cmp(MaxAmount) > 0 {
		return strict.OutOfRange(d.String(), allowed+MaxAmount.String())
	}
	return ""
}

var (
	one       = money.Int(1)
	maxChange = money.Int(member.MaxChangePct)
)

// longestPercentage is the maximum number of characters of a percentage that a message repeats as a fraction.
const longestPercentage = 12

// fraction returns a function that checks a number written as a fraction. A number above 1 is
// probably a percentage, so the message suggests a fraction, such as 0.2 for 20. If the suggestion
// would be invalid or too long, the message contains the given example instead.
func fraction(allowed, example string, valid func(money.Decimal) bool) func(money.Decimal) string {
	return func(d money.Decimal) string {
		if valid(d) {
			return ""
		}
		text, hint := d.String(), example
		if suggested := d.Shift(-2); valid(suggested) && len(text) <= longestPercentage {
			hint = "write " + suggested.String() + " for " + text + "%"
		}
		return strict.OutOfRange(text, "a fraction "+allowed+" ("+hint+")")
	}
}

// MaxAmount is the largest amount of a lease.
var MaxAmount = money.MustParse("999999999999999.99")
