package leaseview

import (
	"html/template"

	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
)

// printer formats amounts with the decimals of the lease's currency and with negative amounts in
// parentheses.
type printer struct{ places int }

func (p printer) grouped(a money.Amount) string { return wording.Accounting(a, p.places) }

func (p printer) appendGrouped(dst []byte, a money.Amount) []byte {
	if a.Sign() < 0 {
		dst = append(dst, '(')
		return append(a.Neg().AppendGrouped(dst, p.places), ')')
	}
	return a.AppendGrouped(dst, p.places)
}

// change formats a difference with its sign. It returns "" if the difference is 0.
func (p printer) change(d money.Amount) string {
	switch d.Sign() {
	case 1:
		return "+" + p.grouped(d)
	case -1:
		return "−" + p.grouped(d.Neg())
	}
	return ""
}

// marked formats an amount and adds the name of its figure, which is usually the name in the API
// contract, as an HTML attribute.
func (p printer) marked(name string, a money.Amount) template.HTML { return p.figure(name, a, a) }

// deducted is like marked, but it displays the amount with the opposite sign, as a deduction.
func (p printer) deducted(name string, a money.Amount) template.HTML {
	return p.figure(name, a, a.Neg())
}

func (p printer) figure(name string, a, shown money.Amount) template.HTML {
	return exact(name, string(a.AppendPlaces(nil, p.places)), p.grouped(shown))
}

// shortPercent formats a fraction as a percentage with at most six decimals.
func shortPercent(d money.Decimal) string {
	const places = 8 // number of decimals of the fraction
	return wording.Percent(money.New(d.Units(places).Uint64(), places))
}

// exact returns the HTML of a figure. The page displays shown. The attributes contain the name and
// the exact value of the figure for the page's script.
func exact(name, value, shown string) template.HTML {
	return template.HTML(`<data value="` + value + `" data-figure="` + name + `">` + shown + `</data>`) //nolint:gosec // all parts are digits or constant words
}
