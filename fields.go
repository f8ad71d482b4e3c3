package leasehold

import (
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
)

// place makes the field of a member, given its row: it knows where an object
// keeps the member.
type place[T any] func(*member.Member) strict.Field[T]

// places are those of an object, by the names of its members.
type places[T any] map[string]place[T]

// fields returns the fields of an object in the order of its rows. A row without
// a place, or a place without a row, is a slip of whoever added one of them, and
// shows before anything runs.
func fields[T any](rows []member.Member, at places[T]) []strict.Field[T] {
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

func textAt[T any](in func(*T) *string) place[T] {
	return func(m *member.Member) strict.Field[T] { return strict.Text(m.Name, m.Most, in) }
}

// requiredTextAt makes the place of a text that may not be empty.
func requiredTextAt[T any](in func(*T) *string) place[T] {
	return func(m *member.Member) strict.Field[T] {
		f := strict.Text(m.Name, m.Most, in)
		f.Required = true
		read, check := f.Read, f.Check
		f.Read = func(rd *strict.Reader, at *strict.Place, to *T) (string, error) {
			problem, err := read(rd, at, to)
			if problem == "" && err == nil && *in(to) == "" {
				problem = emptyText
			}
			return problem, err
		}
		f.Check = func(faults *strict.Faults, at *strict.Place, of *T) {
			if *in(of) == "" {
				faults.Add(at, m.Name, emptyText)
				return
			}
			check(faults, at, of)
		}
		return f
	}
}

const emptyText = "must not be empty"

func tagsAt[T any](in func(*T) *map[string]string) place[T] {
	return func(m *member.Member) strict.Field[T] { return strict.Tags(m.Name, in) }
}

func wordAt[T any, E ~uint8](names []string, skip int, in func(*T) *E) place[T] {
	return func(m *member.Member) strict.Field[T] { return strict.Enum(m.Name, m.Required, names, skip, in) }
}

func optionalWordAt[T any, E ~uint8](names []string, in func(*T) *Optional[E]) place[T] {
	return func(m *member.Member) strict.Field[T] { return strict.OptionalEnum(m.Name, names, in) }
}

func dateAt[T any](in func(*T) *civil.Date) place[T] {
	return func(m *member.Member) strict.Field[T] { return strict.Date(m.Name, in) }
}

func optionalDateAt[T any](in func(*T) *Optional[civil.Date]) place[T] {
	return func(m *member.Member) strict.Field[T] { return strict.OptionalDate(m.Name, in) }
}

func monthsAt[T any](in func(*T) *int) place[T] {
	return func(m *member.Member) strict.Field[T] { return strict.Int(m.Name, m.Most, in) }
}

func optionalMonthsAt[T any](in func(*T) *Optional[int]) place[T] {
	return func(m *member.Member) strict.Field[T] { return strict.OptionalInt(m.Name, m.Most, in) }
}

func numberAt[T any](in func(*T) *decimal) place[T] {
	return func(m *member.Member) strict.Field[T] { return strict.Decimal(m.Name, ruleOf(m), in) }
}

func optionalNumberAt[T any](in func(*T) *Optional[decimal]) place[T] {
	return func(m *member.Member) strict.Field[T] { return strict.OptionalDecimal(m.Name, ruleOf(m), in) }
}

func withDefault[T any](given place[T], value string) place[T] {
	return func(m *member.Member) strict.Field[T] { return strict.WithDefault(given(m), value) }
}

func flagAt[T any](in func(*T) *Optional[bool]) place[T] {
	return func(m *member.Member) strict.Field[T] { return strict.Flag(m.Name, in) }
}

func listAt[T, E any](of *strict.Object[E], in func(*T) *[]E) place[T] {
	return func(m *member.Member) strict.Field[T] { return strict.List(m.Name, m.Most, of, in) }
}

func objectAt[T, E any](of *strict.Object[E], in func(*T) *Optional[E]) place[T] {
	return func(m *member.Member) strict.Field[T] { return strict.Nested(m.Name, of, in) }
}

// currencyAt makes the place of a currency code; an absent one means none.
func currencyAt[T any](in func(*T) *money.Currency) place[T] {
	return func(m *member.Member) strict.Field[T] { return strict.Currency(m.Name, in) }
}

// ruleOf returns which numbers a member takes.
func ruleOf(m *member.Member) strict.DecimalRule {
	switch {
	case m.Kind == member.Rate:
		return strict.DecimalRule{Hint: ", as a fraction (5% is 0.05)", Check: checkFraction}
	case m.Kind == member.Share:
		return strict.DecimalRule{Hint: ", as a fraction (50% is 0.5)", Check: checkShare}
	case m.Kind == member.Change:
		return strict.DecimalRule{Hint: ", as a fraction (5% is 0.05, a fall of 5% is -0.05)", Check: checkChange}
	case m.Kind == member.Exchange:
		return strict.DecimalRule{Check: checkExchange}
	case m.Positive:
		return strict.DecimalRule{Check: checkPositive}
	case m.Signed:
		return strict.DecimalRule{Check: checkSigned}
	default:
		return strict.DecimalRule{Check: checkAmount}
	}
}

func checkAmount(d money.Decimal) string {
	if d.Sign() < 0 || d.Cmp(maxAmount) > 0 {
		return strict.OutOfRange(d.String(), "an amount from 0 to "+maxAmount.String()+" is allowed")
	}
	return ""
}

func checkPositive(d money.Decimal) string {
	if d.Sign() <= 0 || d.Cmp(maxAmount) > 0 {
		return strict.OutOfRange(d.String(), "an amount above 0 and up to "+maxAmount.String()+" is allowed")
	}
	return ""
}

func checkExchange(d money.Decimal) string {
	if d.Sign() <= 0 || d.Cmp(maxAmount) > 0 {
		return strict.OutOfRange(d.String(), "a rate above 0 and up to "+maxAmount.String()+" is allowed")
	}
	return ""
}

func checkSigned(d money.Decimal) string {
	if d.Cmp(maxAmount) > 0 || d.Cmp(maxAmount.Neg()) < 0 {
		return strict.OutOfRange(d.String(), "an amount from -"+maxAmount.String()+" to "+maxAmount.String()+" is allowed")
	}
	return ""
}

var (
	one       = money.Int(1)
	minusOne  = money.Int(-1)
	maxChange = money.Int(MaxChangePct)
)

// longestPercentage is how many characters a number may have to be said again as a fraction.
const longestPercentage = 12

func isFraction(d money.Decimal) bool { return d.Sign() >= 0 && d.Cmp(one) <= 0 }

func checkFraction(d money.Decimal) string {
	if !isFraction(d) {
		return strict.OutOfRange(d.String(), "a fraction from 0 to 1 is allowed "+asFraction(d, isFraction, "5% is 0.05"))
	}
	return ""
}

func isShare(d money.Decimal) bool { return d.Sign() > 0 && d.Cmp(one) <= 0 }

func checkShare(d money.Decimal) string {
	if !isShare(d) {
		return strict.OutOfRange(d.String(), "a fraction above 0 and up to 1 is allowed "+asFraction(d, isShare, "50% is 0.5"))
	}
	return ""
}

func isChange(d money.Decimal) bool { return d.Cmp(minusOne) > 0 && d.Cmp(maxChange) <= 0 }

func checkChange(d money.Decimal) string {
	if !isChange(d) {
		return strict.OutOfRange(d.String(), "a fraction above -1 and up to "+maxChange.String()+" is allowed "+asFraction(d, isChange, "a rise of 5% is 0.05"))
	}
	return ""
}

// asFraction says how a percentage is written, which a number above 1 probably is: 20 is
// 0.2. It gives the example instead where that would be refused, too, or is long.
func asFraction(d money.Decimal, allowed func(money.Decimal) bool, example string) string {
	text, fraction := d.String(), d.Shift(-2)
	if !allowed(fraction) || len(text) > longestPercentage {
		return "(" + example + ")"
	}
	return "(write " + fraction.String() + " for " + text + "%)"
}
