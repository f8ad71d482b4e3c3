package strict

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/leasehold-accounting/leasehold/money"
)

// Currency returns a field with a currency code that may be absent.
func Currency[T any](name string, in func(*T) *money.Currency) Field[T] {
	return Field[T]{
		Name: name, Required: false,
		Read: Scalar(func(to *T, v jsontext.Value) string {
			text, ok := Unquote(v)
			if !ok {
				return "must be a string, the code of a currency, such as USD; got " + Describe(v)
			}
			c, err := money.ParseCurrency(string(text))
			if err != nil {
				return Describe(v) + " is " + err.Error()
			}
			*in(to) = c
			return ""
		}),
		Check: Unlimited[T], // every [money.Currency] is valid
		Print: func(dst []byte, of *T) []byte {
			if *in(of) == (money.Currency{}) {
				return dst
			}
			return AppendQuoted(dst, in(of).String())
		},
		Has:   func(of *T) bool { return *in(of) != money.Currency{} },
		Clear: func(of *T) { *in(of) = money.Currency{} },
	}
}
