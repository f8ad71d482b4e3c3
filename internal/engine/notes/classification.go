package notes

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold/lease"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/schedule"
	"github.com/leasehold-accounting/leasehold/standard"
)

// criterionRule contains a criterion's fixed text.
type criterionRule struct {
	key, label, name string
	citation         standard.Citation
	detail           func(*prose, *schedule.Measurement) // writes the compared numbers or the missing input
}

var criteria = [schedule.CriteriaCount]criterionRule{
	schedule.CriterionOwnership: {
		schedule.CriterionTransferOfOwnership, "Ownership transfers to the lessee by the end of the term", "transfer of ownership",
		standard.Citation{Topics: standard.TopicClass, Paragraph: "ASC 842-10-25-2(a)", Text: "a lease is a finance lease if title passes to the lessee by the end of the term"},
		flagDetail(func(l *lease.Lease) lease.Optional[bool] { return l.TransfersOwnership },
			"whether title to the asset passes to the lessee by the end of the term.",
			"According to the input, title to the asset passes to the lessee by the end of the term.",
			"According to the input, title to the asset does not pass to the lessee."),
	},
	schedule.CriterionOption: {
		schedule.CriterionPurchaseOption, "A purchase option is reasonably certain to be exercised", "purchase option",
		standard.Citation{Topics: standard.TopicClass, Paragraph: "ASC 842-10-25-2(b)", Text: "a lease is a finance lease if a purchase option is reasonably certain to be exercised"},
		purchaseOptionDetail,
	},
	schedule.CriterionLife: {
		schedule.CriterionEconomicLife, "The term covers the major part of the remaining economic life", "economic life",
		standard.Citation{Topics: standard.TopicClass, Paragraph: "ASC 842-10-25-2(c), 842-10-55-2", Text: "a lease is a finance lease if the term covers the major part (75% or more) of the remaining economic life"},
		economicLifeDetail,
	},
	schedule.CriterionFair: {
		schedule.CriterionFairValue, "The present value is substantially all of the fair value", "fair value",
		standard.Citation{Topics: standard.TopicClass, Paragraph: "ASC 842-10-25-2(d), 842-10-55-2", Text: "a lease is a finance lease if the present value is substantially all (90% or more) of the asset's fair value"},
		fairValueDetail,
	},
	schedule.CriterionSpecialized: {
		schedule.CriterionSpecializedAsset, "The asset is specialized and has no alternative use to the lessor", "specialized asset",
		standard.Citation{Topics: standard.TopicClass, Paragraph: "ASC 842-10-25-2(e), 842-10-55-7", Text: "a lease is a finance lease if the asset is so specialized that the lessor expects no alternative use"},
		flagDetail(func(l *lease.Lease) lease.Optional[bool] { return l.SpecializedAsset },
			"whether the asset is specialized.",
			"According to the input, the asset is expected to have no alternative use to the lessor at the end of the term.",
			"According to the input, the asset has an alternative use to the lessor."),
	},
}

// Classify returns the classification of m with its reasons.
func Classify(m *schedule.Measurement) schedule.Classification {
	l := &m.Lease
	c := schedule.Classification{Class: m.Class, Standard: l.Standard, SingleModel: l.Standard.SingleModel()}
	if c.SingleModel {
		c.Rationale = l.Say(model(l))
		return c
	}
	p := &prose{places: l.Currency.Places()}
	c.Criteria = make([]schedule.Criterion, len(criteria))
	for i := range criteria {
		of, v := &criteria[i], m.Commencement.Verdicts.Of[i]
		of.detail(p, m)
		c.Criteria[i] = schedule.Criterion{Key: of.key, Label: of.label, Met: v.Met, Tested: v.Tested, Detail: p.end(), Citation: of.citation}
	}
	appendRationale(p, l.Classification, &m.Commencement.Verdicts)
	if l.Exempt() {
		p.add(" The lease is exempt from recognition; the criteria are tested on its measurement without the exemption.")
	}
	c.Rationale = p.end()
	return c
}

// model describes the single lessee model. If a class was supplied, the description adds that the
// class has no effect.
func model(l *lease.Lease) string {
	text := l.Standard.Rules().Sentences.Model
	switch l.Classification {
	case standard.Derived:
	case standard.Finance:
		text += " The supplied classification, finance, agrees with it."
	case standard.Operating:
		text += " " + l.Standard.Rules().Sentences.Disregarded
	}
	return text + either(l.Exempt(), " The lease is exempt from recognition.", "")
}

// appendRationale writes the reason for the class: the tested criteria, their outcome and any supplied class.
func appendRationale(p *prose, supplied standard.Class, v *schedule.Verdicts) {
	tested, derived := v.Tested(), v.Derived()
	met := namesOf(v, func(of schedule.Verdict) bool { return of.Met })
	switch {
	case tested == 0:
		p.add("0 of the 5 criteria in ASC 842-10-25-2 were tested, so the lease is an operating lease by default (ASC 842-10-25-3(a)).")
	case derived == standard.Operating:
		p.add(tested, " of the 5 criteria in ASC 842-10-25-2 ", either(tested == 1, "was tested and is not met", "were tested and are not met"),
			", so the lease is an operating lease (ASC 842-10-25-3(a)).")
	default:
		p.add(tested, " of the 5 criteria in ASC 842-10-25-2 ", either(tested == 1, "was", "were"), " tested. The lease is a finance lease because ",
			either(len(met) == 1, "this criterion is met: ", "these criteria are met: "), strings.Join(met, ", "), ".")
	}
	if tested < schedule.CriteriaCount {
		p.add(either(tested == schedule.CriteriaCount-1, " This criterion was not tested because an input is missing: ",
			" These criteria were not tested because inputs are missing: "),
			strings.Join(namesOf(v, func(of schedule.Verdict) bool { return !of.Tested }), ", "), ".")
	}
	switch supplied {
	case standard.Derived:
	case derived:
		p.add(" The supplied classification, ", supplied.String(), ", agrees with the derived class.")
	default:
		p.add(" The supplied classification, ", supplied.String(), ", overrides the derived class, ", derived.String(), ".")
	}
}

func namesOf(v *schedule.Verdicts, selected func(schedule.Verdict) bool) (names []string) {
	for i, of := range v.Of {
		if selected(of) {
			names = append(names, criteria[i].name)
		}
	}
	return names
}

// notTested begins the detail of a criterion whose input is missing.
const notTested = "No input was supplied for this test: "

// flagDetail returns a function that writes the detail of a criterion based on a yes-or-no field of the lease.
func flagDetail(flag func(*lease.Lease) lease.Optional[bool], missing, met, unmet string) func(*prose, *schedule.Measurement) {
	return func(p *prose, m *schedule.Measurement) {
		o := flag(&m.Lease)
		p.add(either(!o.Set, notTested+missing, either(o.Value, met, unmet)))
	}
}

func purchaseOptionDetail(p *prose, m *schedule.Measurement) {
	l := &m.Lease
	switch o := l.PurchaseOptionReasonablyCertain; {
	case o.Set && o.Value:
		p.add("According to the input, the lessee is reasonably certain to exercise the purchase option.")
	case o.Set:
		p.add("According to the input, no purchase option is reasonably certain to be exercised.")
	case l.OptionCertain():
		p.add("A purchase option price of ", l.Amount(l.PurchaseOptionAmount), " was supplied, but the inputs do not state whether exercise is reasonably certain. ",
			"A price is a lease payment only if exercise is reasonably certain, so reasonable certainty is assumed.")
	default:
		p.add(notTested, "whether a purchase option is reasonably certain to be exercised, and its price.")
	}
}

func economicLifeDetail(p *prose, m *schedule.Measurement) {
	const line = "75% or more counts as the major part, which is one reasonable approach under ASC 842-10-55-2. "
	l, life := &m.Lease, m.Lease.AssetEconomicLifeMonths
	if life.Set {
		p.add("The term of ", inMonths(l.TermMonths), " is ", hundredths(big.NewInt(m.Commencement.Verdicts.LifeRatio)),
			" of the remaining economic life of ", inMonths(life.Value), "; ", line)
	} else {
		p.add(notTested, "remaining economic life; ", line)
	}
	total := l.AssetTotalLifeMonths
	switch {
	case !total.Set:
		p.add("The exception for a lease that commences in the last 25% of the asset's economic life cannot be tested: ",
			"the total economic life was not supplied.")
	case m.Commencement.Verdicts.LastQuarter:
		p.add("The lease commences in the last 25% of the asset's total economic life of ", inMonths(total.Value), ", so this criterion does not apply.")
	default:
		p.add("The lease does not commence in the last 25% of the asset's total economic life of ", inMonths(total.Value), ".")
	}
}

func fairValueDetail(p *prose, m *schedule.Measurement) {
	const line = "90% or more counts as substantially all, which is one reasonable approach under ASC 842-10-55-2"
	l, v := &m.Lease, &m.Commencement.Verdicts
	switch {
	case !l.AssetFairValue.Set:
		p.add(notTested, "fair value; ", line, ".")
		return
	case v.FairRatio == nil:
		p.add("This criterion was not tested: the supplied fair value ", either(l.AssetFairValue.Value.Sign() == 0, "is 0", "rounds to 0"),
			", so no percentage can be computed; ", line, ".")
		return
	}
	p.add("The present value of the lease payments, ", v.Payments)
	for _, part := range []struct {
		words  string
		amount money.Amount
	}{
		{", plus the payment at commencement of ", m.CommencementPayment},
		{", plus the present value of the guaranteed residual value not counted in the payments, ", v.Guarantee},
		{", plus prepaid rent of ", l.Amount(l.PrepaidRent)},
		{", less lease incentives of ", l.Amount(l.LeaseIncentives)},
	} {
		if !part.amount.IsZero() {
			p.add(part.words, part.amount)
		}
	}
	if v.FairBasis != v.Payments {
		p.add(", net ", v.FairBasis)
	}
	p.add(", is ", hundredths(v.FairRatio), " of the asset's fair value of ")
	if fair := l.AssetFairValue; fair.Value.Scale() <= l.Currency.Places() {
		p.add(l.Amount(fair))
	} else {
		p.add(inPlaces(fair.Value.Units(money.AmountPlaces), money.AmountPlaces))
	}
	p.add("; ", line, either(l.InitialDirectCosts.Value.Sign() > 0, "; initial direct costs are not part of this test.", "."))
}

// Hundredths of a percent are formatted as a percentage: 7500 as 75.00%.
func hundredths(n *big.Int) string {
	if n.IsInt64() {
		return string(money.Cents(n.Int64()).AppendGrouped(nil, 2)) + "%"
	}
	return inPlaces(n, 2) + "%"
}

// inPlaces returns x / 10^places with at least two decimals and no further trailing zeros. x must
// not be between −10^places and 0.
func inPlaces(x *big.Int, places int) string {
	digits := fmt.Sprintf("%0*d", places+1, x)
	whole, part := digits[:len(digits)-places], digits[len(digits)-places:]
	return whole + "." + part[:2] + strings.TrimRight(part[2:], "0")
}

// Citations returns the paragraphs behind the amounts of m, in the order of computation.
func Citations(m *schedule.Measurement) []standard.Citation {
	rules := m.Lease.Standard.Rules()
	list := slices.Clone(rules.Citations.ByClass[m.Class])
	if !rules.Choices.SingleModel && m.Class != m.Commencement.Derived {
		list[0] = rules.Citations.Overridden // the usual citation for the class would contradict the criteria
	}
	if exempt := rules.Citations.Exempted[m.Lease.Exemption]; exempt != (standard.Citation{}) {
		i := slices.IndexFunc(list, func(c standard.Citation) bool { return c.Topics&standard.TopicCost != 0 })
		exempt.Topics = list[i].Topics
		list[i] = exempt // the payments are the cost, without interest or amortization
	}
	return append(list, inputCitations(&rules.Paragraphs.Sources, &m.Lease, m.Class)...)
}

// Name inserts the standard's national name into the citations of a result and its events.
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

// inputCitations returns the paragraphs for optional inputs (METHOD 19, 20, 25.8).
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
	add(l.Applied(), c.Application, "a former operating lease is measured at the date of initial application, and its asset equals the liability, plus prepaid rent or less accrued rent in the books")
	add(l.DiscountRateBasis == lease.RiskFreeRate, c.RiskFree, "a lessee other than a public business entity may elect a risk-free rate, by class of asset")
	add(l.HasServices(), c.Components, "payments for several components are allocated in proportion to their stand-alone prices")
	add(l.VariablePayments != nil, variable, "payments that depend on sales or use are expensed when incurred and are not part of the liability")
	add(l.SubleaseIncome != nil || l.Subleases != nil, c.Subleases, "income from subleases is disclosed separately")
	return list
}
