package leasehold

import "slices"

// Citation is a paragraph of a standard and what it says, in our words. It
// prints as "paragraph: text".
type Citation struct {
	Topics    Topic  // the figures it stands behind
	Paragraph string // as in ASC 842-20-30-1; may name several
	Text      string
}

// Topic is a set of subjects that a citation speaks of.
type Topic uint16

// The topics. Every result has a citation for each.
const (
	TopicClass        Topic = 1 << iota // operating or finance, or the single model
	TopicLiability                      // the lease liability
	TopicRate                           // the discount rate
	TopicAsset                          // the right-of-use asset at commencement
	TopicInterest                       // interest on the liability
	TopicCost                           // lease expense
	TopicAmortization                   // the asset after commencement
	TopicCurrent                        // the current portion
	TopicAverages                       // weighted averages; the rate where a standard asks for none
	TopicMaturity                       // the maturity analysis

	allTopics = 1<<iota - 1
)

// String returns the citation as it is printed.
func (c Citation) String() string { return c.Paragraph + ": " + c.Text }

// MarshalText returns the citation as it is printed.
func (c Citation) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// append appends the citation as a JSON string.
func (c Citation) append(dst []byte) []byte {
	// Neither part needs escaping: citations are constants of plain ASCII.
	dst = append(dst, '"')
	dst = append(dst, c.Paragraph...)
	dst = append(dst, ": "...)
	dst = append(dst, c.Text...)
	return append(dst, '"')
}

// citations returns the paragraphs behind the figures of m, in the order in
// which the figures are made.
func citations(m *Measurement) []Citation {
	rules := m.Lease.Standard.rules()
	list := slices.Clone(rules.citations[m.Class])
	if !rules.singleModel && m.Class != m.Commencement.Derived {
		list[0] = rules.overridden // what either class rests on would contradict the criteria shown
	}
	if exempt := rules.exempted[m.Lease.Exemption]; exempt != (Citation{}) {
		i := slices.IndexFunc(list, func(c Citation) bool { return c.Topics&TopicCost != 0 })
		exempt.Topics = list[i].Topics
		list[i] = exempt // the payments are the cost; there is no interest or amortization
	}
	return append(list, rules.sources.behind(&m.Lease, m.Class)...)
}

// sourceCitations are the paragraphs of a standard behind what few leases state; empty
// where it has none of its own.
type sourceCitations struct {
	components, variable, subleases, application, riskFree string
	variableOfOperating                                    string // where that is another
}

// behind returns the paragraphs behind what the lease states (METHOD 19, 20, 25.8).
func (c *sourceCitations) behind(l *Lease, class Class) (list []Citation) {
	add := func(stated bool, paragraph, text string) {
		if stated && paragraph != "" {
			list = append(list, Citation{Paragraph: paragraph, Text: text})
		}
	}
	variable := c.variable
	if class == Operating {
		variable = c.variableOfOperating
	}
	add(l.Applied(), c.application, "a lease held as an operating lease is measured at the date of first application, the asset at the liability with the rent prepaid or accrued in the books")
	add(l.DiscountRateBasis == RiskFreeRate, c.riskFree, "a lessee that is no public business entity may elect a risk-free rate, by class of asset")
	add(l.HasServices(), c.components, "payments for several components are divided by their stand-alone prices")
	add(l.VariablePayments != nil, variable, "payments that depend on sales or use are expensed when they are incurred and are no part of the liability")
	add(l.SubleaseIncome != nil, c.subleases, "income from subleases is disclosed separately")
	return list
}

// Cite returns the citation of r that speaks of a topic.
func (r *Result) Cite(topic Topic) Citation {
	for _, c := range r.Citations {
		if c.Topics&topic != 0 {
			return c
		}
	}
	return Citation{}
}

// CitationTexts returns the citations as they are printed.
func (r *Result) CitationTexts() []string {
	texts := make([]string, len(r.Citations))
	for i, c := range r.Citations {
		texts[i] = c.String()
	}
	return texts
}
