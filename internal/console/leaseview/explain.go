package leaseview

import (
	"html/template"
	"regexp"
	"strings"

	"github.com/leasehold-accounting/leasehold"
)

// The engine says where a figure comes from; here it becomes HTML, or what the
// page's script needs to say the same of a row.

// origin says where a figure comes from: in words, as a formula with its
// numbers, and with the paragraph behind it.
type origin struct {
	Words   string
	Formula template.HTML
	Cite    leasehold.Citation
}

// origins are the explanations of a result by the contract's names of the
// figures.
type origins map[string]leasehold.Explanation

func originsOf(r *leasehold.Result) origins {
	o := origins{}
	for _, e := range r.Explain() {
		o[e.Figure] = e
	}
	return o
}

// power is an exponent in a formula of the engine.
var power = regexp.MustCompile(`\^\{([^}]*)\}`)

// negative is a negative number in a formula, whose signs of subtraction are
// minus signs and not hyphens.
var negative = regexp.MustCompile(`-([0-9][0-9,.]*[0-9])`)

// bracketed writes negative numbers as the page does.
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

// column says how the figures of a column of the schedule come about. Formulas
// name figures of the row, and the balances before it, in braces; the browser
// puts the printed figures in their place.
type column struct {
	Name      string `json:"name"` // the contract's
	Label     string `json:"label"`
	Words     string `json:"words,omitempty"`
	Formula   string `json:"formula"`
	Last      string `json:"last,omitempty"` // of the last row, where it differs
	Paragraph string `json:"paragraph"`
	Text      string `json:"text"` // what the paragraph says
}

// columnsOf returns the columns of a schedule, called as its header calls them.
func columnsOf(r *leasehold.Result, n nouns) []column {
	called := map[string]string{"interest": n.Interest, "rouAmortization": n.Amortization, "leaseExpense": n.Cost}
	var list []column
	for _, e := range r.ExplainColumns() {
		c := column{e.Figure, e.Label, e.Words, flat(e.Formula), flat(e.Last), e.Cite.Paragraph, e.Cite.Text}
		if label := called[e.Figure]; label != "" {
			c.Label = label
		}
		list = append(list, c)
	}
	return list
}

// flat writes the exponents of a formula as text, since it is shown as such.
func flat(formula string) string {
	return power.ReplaceAllStringFunc(bracketed(formula), func(exponent string) string {
		inner := strings.TrimSuffix(strings.TrimPrefix(exponent, "^{"), "}")
		if inner == "years" { // the script knows the row
			return "^{years}"
		}
		return "^" + inner
	})
}
