package leaseform

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/leasehold-accounting/leasehold/internal/member"
)

// signs contains the currencies of each currency sign. If the user did not type a currency, the
// first currency of the sign is used.
var signs = map[rune][]string{
	'£': {"GBP", "EGP", "FKP", "GIP", "LBP", "SHP"},
	'€': {"EUR"},
	'$': {
		"USD", "ARS", "AUD", "BBD", "BMD", "BND", "BSD", "BZD", "CAD", "CLP", "COP", "DOP", "FJD", "GYD", "HKD", "JMD", "KYD", "LRD", "MXN", "NAD", "NZD",
		"SBD", "SGD", "SRD", "TTD", "TWD", "UYU", "XCD",
	},
	'¥': {"JPY", "CNY"},
	'₩': {"KRW"}, '₹': {"INR"}, '₪': {"ILS"}, '₫': {"VND"}, '₦': {"NGN"}, '₱': {"PHP"}, '₺': {"TRY"}, '₴': {"UAH"}, '฿': {"THB"},
}

// sign returns the currency sign that an amount contains, or 0 if it contains none.
func sign(typed string) rune {
	if i := strings.IndexFunc(typed, func(c rune) bool { return signs[c] != nil }); i >= 0 {
		c, _ := utf8.DecodeRuneInString(typed[i:])
		return c
	}
	return 0
}

// setCurrency checks the currency signs in the amounts of the form. If the user did not type a
// currency, the first sign determines the currency of the lease. A sign that does not belong to the
// lease's currency is an error.
func (r *reader) setCurrency(root *record) {
	const name = "currency"
	code := strings.ToUpper(root.typed[name])
	var check func(of *record, l *List)
	check = func(of *record, l *List) {
		for _, i := range l.Inputs {
			c := sign(of.typed[i.Name])
			if i.Kind != member.Amount || c == 0 || strings.HasSuffix(i.Name, "Functional") {
				continue
			}
			switch of := of.inputName(i.Name); {
			case code == "":
				code = signs[c][0]
				root.typed[name] = code
				r.understood[name] = fmt.Sprintf("Read from the sign %c as %s.", c, code)
				if len(signs[c]) > 1 {
					r.understood[name] += " Type another code if the sign means another currency."
				}
			case !slices.Contains(signs[c], code):
				r.faults[of] = fmt.Sprintf("%c is not a sign of %s, the currency of the lease.", c, code)
			}
		}
		for _, within := range l.Lists {
			for _, row := range of.rows(within.Name) {
				check(row, within)
			}
		}
	}
	check(root, lease)
}
