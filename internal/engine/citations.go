package engine

import (
	"slices"

	"github.com/leasehold-accounting/leasehold/standard"
)

// citations returns the paragraphs behind the figures of m, in the order in
// which the figures are made.
func citations(m *Measurement) []Citation {
	rules := m.Lease.Standard.Rules()
	list := slices.Clone(rules.Citations.ByClass[m.Class])
	if !rules.Choices.SingleModel && m.Class != m.Commencement.Derived {
		list[0] = rules.Citations.Overridden // what either class rests on would contradict the criteria shown
	}
	if exempt := rules.Citations.Exempted[m.Lease.Exemption]; exempt != (Citation{}) {
		i := slices.IndexFunc(list, func(c Citation) bool { return c.Topics&TopicCost != 0 })
		exempt.Topics = list[i].Topics
		list[i] = exempt // the payments are the cost; there is no interest or amortization
	}
	return append(list, behind(&rules.Paragraphs.Sources, &m.Lease, m.Class)...)
}

// behind returns the paragraphs behind what the lease states (METHOD 19, 20, 25.8).
func behind(c *standard.Sources, l *Lease, class Class) (list []Citation) {
	add := func(stated bool, paragraph, text string) {
		if stated && paragraph != "" {
			list = append(list, Citation{Paragraph: paragraph, Text: text})
		}
	}
	variable := c.Variable
	if class == Operating {
		variable = c.VariableOfOperating
	}
	add(l.Applied(), c.Application, "a lease held as an operating lease is measured at the date of first application, the asset at the liability with the rent prepaid or accrued in the books")
	add(l.DiscountRateBasis == RiskFreeRate, c.RiskFree, "a lessee that is no public business entity may elect a risk-free rate, by class of asset")
	add(l.HasServices(), c.Components, "payments for several components are divided by their stand-alone prices")
	add(l.VariablePayments != nil, variable, "payments that depend on sales or use are expensed when they are incurred and are no part of the liability")
	add(l.SubleaseIncome != nil || l.Subleases != nil, c.Subleases, "income from subleases is disclosed separately")
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
