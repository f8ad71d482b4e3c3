package workbench

import (
	"bytes"
	"html/template"

	"github.com/leasehold-accounting/leasehold/internal/console/page"
	"github.com/leasehold-accounting/leasehold/money"
)

// grouped prints an amount as accountants read it: thousands separated, a
// negative one in parentheses.
func grouped(a money.Amount) string {
	var buf [64]byte
	return string(appendGrouped(buf[:0], a))
}

func appendGrouped(dst []byte, a money.Amount) []byte {
	if a.Sign() < 0 {
		dst = append(dst, '(')
		return append(appendGrouped(dst, a.Neg()), ')')
	}
	var buf [64]byte
	digits := a.Append(buf[:0])
	return page.AppendThousands(dst, digits, len(digits)-len(".00"))
}

// groupedDecimal prints a number with every digit that it has.
func groupedDecimal(d money.Decimal) string {
	digits := d.Append(nil)
	whole := len(digits)
	if i := bytes.IndexByte(digits, '.'); i >= 0 {
		whole = i
	}
	return string(page.AppendThousands(nil, digits, whole))
}

// percentOf prints a fraction as a percentage, with every digit that it has.
func percentOf(d money.Decimal) string { return d.Shift(2).String() + "%" }

// shortPercent is percentOf to six decimals.
func shortPercent(d money.Decimal) string {
	const places = 8 // of the fraction
	return percentOf(money.New(d.Units(places).Uint64(), places))
}

// marked prints an amount that came from the engine, by the contract's name.
func marked(name string, a money.Amount) template.HTML {
	return template.HTML(`<data value="` + a.String() + `" data-figure="` + name + `">` + grouped(a) + `</data>`) //nolint:gosec // digits and a name of ours
}

// deducted is marked for an amount that is subtracted.
func deducted(name string, a money.Amount) template.HTML {
	return template.HTML(`<data value="` + a.String() + `" data-figure="` + name + `">` + grouped(a.Neg()) + `</data>`) //nolint:gosec // digits and a name of ours
}

// exact shows a number of the contract in words of its own.
func exact(name, value, shown string) template.HTML {
	return template.HTML(`<data value="` + value + `" data-figure="` + name + `">` + shown + `</data>`) //nolint:gosec // digits and words of ours
}
