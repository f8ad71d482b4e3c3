package leasehold

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
)

// The kinds of members that a lease has besides those of package strict.

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

// currencyField makes a member that is a currency code; an absent one is none.
func currencyField[T any](name string, in func(*T) *Currency) strict.Field[T] {
	return strict.Field[T]{
		Name: name, Required: false,
		Read: strict.Scalar(func(to *T, v jsontext.Value) string {
			text, ok := strict.Unquote(v)
			if !ok {
				return "must be a string, the code of a currency, such as USD; got " + strict.Describe(v)
			}
			c, err := ParseCurrency(string(text))
			if err != nil {
				return strict.Describe(v) + " is " + err.Error()
			}
			*in(to) = c
			return ""
		}),
		Check: strict.Check(name, func(of *T) string {
			if c := *in(of); c != (Currency{}) && placesOf(string(c.code[:])) < 0 {
				return strict.Quote(string(c.code[:])) + " is " + errCurrency.Error()
			}
			return ""
		}),
		Print: func(dst []byte, of *T) []byte {
			if *in(of) == (Currency{}) {
				return dst
			}
			return strict.AppendQuoted(dst, in(of).String())
		},
	}
}

var (
	anyAmount   = strict.DecimalRule{Hint: "", Check: checkAmount}
	aboveZero   = strict.DecimalRule{Hint: "", Check: checkPositive}
	signed      = strict.DecimalRule{Hint: "", Check: checkSigned}
	fraction    = strict.DecimalRule{Hint: ", as a fraction (5% is 0.05)", Check: checkFraction}
	share       = strict.DecimalRule{Hint: ", as a fraction (50% is 0.5)", Check: checkShare}
	relativePct = strict.DecimalRule{Hint: ", as a fraction (5% is 0.05, a fall of 5% is -0.05)", Check: checkChange}
)

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

func checkFraction(d money.Decimal) string {
	if d.Sign() < 0 || d.Cmp(one) > 0 {
		return strict.OutOfRange(d.String(), "a fraction from 0 to 1 is allowed (5% is 0.05)")
	}
	return ""
}

func checkShare(d money.Decimal) string {
	if d.Sign() <= 0 || d.Cmp(one) > 0 {
		return strict.OutOfRange(d.String(), "a fraction above 0 and up to 1 is allowed (50% is 0.5)")
	}
	return ""
}

func checkChange(d money.Decimal) string {
	if d.Cmp(minusOne) <= 0 || d.Cmp(maxChange) > 0 {
		return strict.OutOfRange(d.String(), "a fraction above -1 and up to "+maxChange.String()+" is allowed (a rise of 5% is 0.05)")
	}
	return ""
}
