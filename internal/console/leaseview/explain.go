package leaseview

import (
	"html/template"
	"math/big"
	"regexp"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/standard"
)

// origin explains an amount with a sentence, a formula with numbers, and a citation of the standard.
type origin struct {
	Words   string
	Formula template.HTML
	Cite    standard.Citation
}

// origins maps each figure's name in the API contract to its explanation.
type origins map[string]leasehold.Explanation

func originsOf(r *leasehold.Result) origins {
	o := origins{}
	for _, e := range leasehold.Explain(r) {
		o[e.Figure] = e
	}
	return o
}

// power matches an exponent, such as ^{12}, in an engine formula.
var power = regexp.MustCompile(`\^\{([^}]*)\}`)

// negative matches a negative number in a formula. A negative number's sign is a hyphen, whereas a
// subtraction's operator is a minus sign (U+2212).
var negative = regexp.MustCompile(`-([0-9][0-9,.]*[0-9])`)

// bracketed puts a formula's negative numbers in parentheses, as the page does with all negative amounts.
func bracketed(formula string) string { return negative.ReplaceAllString(formula, "($1)") }

func (o origins) headline(name string, shown template.HTML) headline {
	e := o[name]
	formula := power.ReplaceAllString(template.HTMLEscapeString(bracketed(e.Formula)), "<sup>$1</sup>")
	return headline{name, e.Label, shown, origin{e.Words, template.HTML(formula), e.Cite}} //nolint:gosec // the formula is escaped; only <sup> elements are added
}

// column explains the amounts in one column of the schedule. In a formula, a name in braces is a placeholder: for
// an amount in the same row, or for a preceding balance. The page's script replaces it with the displayed amount.
type column struct {
	Name      string `json:"name"` // name of the column in the API contract
	Label     string `json:"label"`
	Words     string `json:"words,omitempty"`
	Formula   string `json:"formula"`
	Last      string `json:"last,omitempty"` // formula for the last row, if it differs from Formula
	Paragraph string `json:"paragraph"`
	Text      string `json:"text"` // text of the cited paragraph
}

// columnsOf returns the explanations of a schedule's columns. Their labels are those in the schedule's header.
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

// flat rewrites a formula's exponents as plain text.
func flat(formula string) string {
	return power.ReplaceAllStringFunc(bracketed(formula), func(exponent string) string {
		inner := strings.TrimSuffix(strings.TrimPrefix(exponent, "^{"), "}")
		if inner == "years" { // the page's script inserts the number of years
			return "^{years}"
		}
		return "^" + inner
	})
}

// sources describes where a lease's discount rates come from and how its payments are split between components.
type sources struct {
	Open         bool                 // whether the section is unfolded; true if rates come from a table or the lease has components
	Rates        []wording.RateOrigin // discount rates from a rate table, with the rows that determine them
	Stated       string               // text about the rate in the request; empty if the rate is from a rate table
	Splits       []splitView
	OneComponent string // text about the consequences of not listing components
}

// splitView shows how payments from a date onward are split between components.
type splitView struct {
	Caption string
	Parts   []partView
	Rent    string // rent for a period; "" if the lease has a list of payments instead
	Lease   string // lease component's share of each payment
}

type partView struct {
	Name, Kind string
	Price      string
	Share      string
	Rent       string
}

func sourcesOf(r *leasehold.Result, p printer) sources {
	l := &r.Lease
	s := sources{Open: len(r.RatesUsed) > 0 || l.Components != nil, Rates: wording.RateOrigins(&r.Measurement)}
	if len(r.RatesUsed) == 0 {
		s.Stated = wording.Percent(l.DiscountRateAnnual) + " a year, as supplied; the kind of rate was not supplied."
		if l.DiscountRateBasis != leasehold.NoRateBasis {
			s.Stated = wording.Percent(l.DiscountRateAnnual) + " a year, supplied as " + l.DiscountRateBasis.Words() + "."
		}
	}
	for _, x := range wording.Splits(l) {
		v := splitView{Caption: "From " + x.From.String() + " on", Lease: shareText(x.Lease)}
		if x.Rent.Sign() != 0 {
			v.Rent = p.grouped(x.Rent)
		}
		for i := range x.Parts {
			c := &x.Parts[i]
			part := partView{Name: c.Name, Kind: c.Kind.String(), Price: p.grouped(c.StandalonePrice.Minor(wording.Places(l))), Share: shareText(c.Share)}
			if x.Rent.Sign() != 0 {
				part.Rent = p.grouped(c.Rent)
			}
			v.Parts = append(v.Parts, part)
		}
		s.Splits, s.Open = append(s.Splits, v), true
	}
	if len(s.Splits) == 0 {
		s.OneComponent = l.Standard.OneComponent()
	}
	return s
}

// shareText formats a share as a percentage with at most four decimals.
func shareText(share *big.Rat) string {
	return wording.Percent(money.MustParse(share.FloatString(6)))
}
