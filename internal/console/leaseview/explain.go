package leaseview

import (
	"html/template"
	"regexp"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/standard"
)

// origin explains how an amount results: in a sentence, with a formula that contains the numbers,
// and with a citation of the standard.
type origin struct {
	Words   string
	Formula template.HTML
	Cite    standard.Citation
}

// origins contains the explanations of the figures, by the name of the figure in the API contract.
type origins map[string]leasehold.Explanation

func originsOf(r *leasehold.Result) origins {
	o := origins{}
	for _, e := range leasehold.Explain(r) {
		o[e.Figure] = e
	}
	return o
}

// power matches an exponent, such as ^{12}, in a formula of the engine.
var power = regexp.MustCompile(`\^\{([^}]*)\}`)

// negative matches a negative number in a formula. The sign of a negative number is a hyphen,
// whereas the operator of a subtraction is a minus sign (U+2212).
var negative = regexp.MustCompile(`-([0-9][0-9,.]*[0-9])`)

// bracketed puts the negative numbers of a formula in parentheses. The page shows all negative
// amounts in parentheses.
func bracketed(formula string) string { return negative.ReplaceAllString(formula, "($1)") }

func (o origins) of(figure string) origin {
	e := o[figure]
	formula := power.ReplaceAllString(template.HTMLEscapeString(bracketed(e.Formula)), "<sup>$1</sup>")
	return origin{e.Words, template.HTML(formula), e.Cite} //nolint:gosec // the formula is escaped; only <sup> elements are added
}

func (o origins) headline(name string, shown template.HTML) headline {
	return headline{name, o[name].Label, shown, o.of(name)}
}

// column explains the amounts in a column of the schedule. A name in braces in a formula is a
// placeholder for an amount of the same row or for a preceding balance. The page's script replaces
// the placeholder with the displayed amount.
type column struct {
	Name      string `json:"name"` // name of the column in the API contract
	Label     string `json:"label"`
	Words     string `json:"words,omitempty"`
	Formula   string `json:"formula"`
	Last      string `json:"last,omitempty"` // formula for the last row, if it differs from Formula
	Paragraph string `json:"paragraph"`
	Text      string `json:"text"` // text of the cited paragraph
}

// columnsOf returns the explanations of a schedule's columns. The labels are those in the header of
// the schedule.
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
		if inner == "years" { // the page's script inserts the number of years
			return "^{years}"
		}
		return "^" + inner
	})
}
