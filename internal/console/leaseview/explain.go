package leaseview

import (
	"html/template"
	"regexp"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/standard"
)

// origin explains an amount in words, with a formula that contains the numbers, and with a
// paragraph of the standard.
type origin struct {
	Words   string
	Formula template.HTML
	Cite    standard.Citation
}

// origins maps the API contract's names of figures to their explanations.
type origins map[string]leasehold.Explanation

func originsOf(r *leasehold.Result) origins {
	o := origins{}
	for _, e := range leasehold.Explain(r) {
		o[e.Figure] = e
	}
	return o
}

// power matches an exponent in a formula of the engine.
var power = regexp.MustCompile(`\^\{([^}]*)\}`)

// negative matches a negative number in a formula. A hyphen marks a negative number; subtraction
// uses a minus sign.
var negative = regexp.MustCompile(`-([0-9][0-9,.]*[0-9])`)

// bracketed puts the negative numbers of a formula in parentheses, as the page does.
func bracketed(formula string) string { return negative.ReplaceAllString(formula, "($1)") }

// of returns the origin of a figure.
func (o origins) of(figure string) origin {
	e := o[figure]
	formula := power.ReplaceAllString(template.HTMLEscapeString(bracketed(e.Formula)), "<sup>$1</sup>")
	return origin{e.Words, template.HTML(formula), e.Cite} //nolint:gosec // escaped, but for our own elements
}

// headline returns a figure with its label and origin.
func (o origins) headline(name string, shown template.HTML) headline {
	return headline{name, o[name].Label, shown, o.of(name)}
}

// column explains the amounts of a column of the schedule. Names in braces in a formula stand for
// amounts of the row and for preceding balances. The browser replaces the names with the
// displayed amounts.
type column struct {
	Name      string `json:"name"` // name in the API contract
	Label     string `json:"label"`
	Words     string `json:"words,omitempty"`
	Formula   string `json:"formula"`
	Last      string `json:"last,omitempty"` // formula for the last row, if it differs
	Paragraph string `json:"paragraph"`
	Text      string `json:"text"` // text of the paragraph
}

// columnsOf returns the explained columns of a schedule, under the names in its header.
func columnsOf(r *leasehold.Result, n nouns) []column {
	called := map[string]string{"interest": n.Interest, "rouAmortization": n.Amortization, "leaseExpense": n.Cost}
	var list []column
	for _, e := range leasehold.ExplainColumns(r) {
		c := column{e.Figure, e.Label, e.Words, flat(e.Formula), flat(e.Last), e.Cite.Paragraph, e.Cite.Text}
		if label := called[e.Figure]; label != "" {
			c.Label = label
		}
		list = append(list, c)
	}
	return list
}

// flat rewrites the exponents of a formula as plain text.
func flat(formula string) string {
	return power.ReplaceAllStringFunc(bracketed(formula), func(exponent string) string {
		inner := strings.TrimSuffix(strings.TrimPrefix(exponent, "^{"), "}")
		if inner == "years" { // the script inserts the number
			return "^{years}"
		}
		return "^" + inner
	})
}
