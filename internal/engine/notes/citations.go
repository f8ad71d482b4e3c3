package notes

import (
	"slices"

	"github.com/leasehold-accounting/leasehold/lease"
	"github.com/leasehold-accounting/leasehold/schedule"
	"github.com/leasehold-accounting/leasehold/standard"
)

// Citations returns the paragraphs behind the amounts of m, in the order of computation.
func Citations(m *schedule.Measurement) []standard.Citation {
	rules := m.Lease.Standard.Rules()
	list := slices.Clone(rules.Citations.ByClass[m.Class])
	if !rules.Choices.SingleModel && m.Class != m.Commencement.Derived {
		list[0] = rules.Citations.Overridden // the usual citation of the class would contradict the criteria
	}
	if exempt := rules.Citations.Exempted[m.Lease.Exemption]; exempt != (standard.Citation{}) {
		i := slices.IndexFunc(list, func(c standard.Citation) bool { return c.Topics&standard.TopicCost != 0 })
		exempt.Topics = list[i].Topics
		list[i] = exempt // the payments are the cost; there is no interest or amortization
	}
	return append(list, inputCitations(&rules.Paragraphs.Sources, &m.Lease, m.Class)...)
}

// Name replaces the name of the standard in the citations of a result and of its events with the
// lease's national name of the standard.
func Name(r *schedule.Result) {
	label := r.Lease.Framework
	if label == standard.NoLabel {
		return
	}
	r.Citations = renamed(r.Citations, label)
	r.Events = slices.Clone(r.Events)
	for i := range r.Events {
		r.Events[i].Citations = renamed(r.Events[i].Citations, label)
	}
}

func renamed(list []standard.Citation, label standard.Label) []standard.Citation {
	list = slices.Clone(list)
	for i := range list {
		list[i].Paragraph, list[i].Text = label.Say(list[i].Paragraph), label.Say(list[i].Text)
	}
	return list
}

// inputCitations returns the paragraphs behind optional inputs (METHOD 19, 20, 25.8).
func inputCitations(c *standard.Sources, l *lease.Lease, class standard.Class) (list []standard.Citation) {
	add := func(stated bool, paragraph, text string) {
		if stated && paragraph != "" {
			list = append(list, standard.Citation{Paragraph: paragraph, Text: text})
		}
	}
	variable := c.Variable
	if class == standard.Operating {
		variable = c.VariableOfOperating
	}
	add(l.Applied(), c.Application, "a former operating lease is measured at the date of initial application, and its asset is the liability plus prepaid rent or less accrued rent in the books")
	add(l.DiscountRateBasis == lease.RiskFreeRate, c.RiskFree, "a lessee other than a public business entity may elect a risk-free rate, by class of asset")
	add(l.HasServices(), c.Components, "payments for several components are allocated by their stand-alone prices")
	add(l.VariablePayments != nil, variable, "payments that depend on sales or use are expensed when incurred and are not part of the liability")
	add(l.SubleaseIncome != nil || l.Subleases != nil, c.Subleases, "income from subleases is disclosed separately")
	return list
}
