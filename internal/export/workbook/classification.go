package workbook

import (
	"fmt"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/internal/wording"
)

// test has the formulas of a criterion of ASC 842-10-25-2. The verdict is one of the
// three words of package wording.
type test struct{ inputs, ratio, verdict string }

// tests returns the formulas by the keys of the criteria.
func (b *book) tests() map[string]test {
	price := b.typedName("purchaseOptionAmount")
	return map[string]test{
		leasehold.CriterionTransferOfOwnership: {"the answer on the sheet Lease", "", verdictOf("transfersOwnership")},
		leasehold.CriterionPurchaseOption: {
			"the answer on the sheet Lease; a price without one counts as yes", "",
			fmt.Sprintf(`IF(AND(purchaseOptionReasonablyCertain="",%s>0),%q,%s)`, price, wording.Met, verdictOf("purchaseOptionReasonablyCertain")),
		},
		leasehold.CriterionEconomicLife: {
			"lease term / remaining economic life, at least 75%; never in the last quarter of the whole life",
			`IF(assetEconomicLifeMonths="","",INT(termMonths*10000/assetEconomicLifeMonths)/10000)`,
			fmt.Sprintf(`IF(assetEconomicLifeMonths="",%q,IF(AND(termMonths*4>=assetEconomicLifeMonths*3,OR(assetTotalLifeMonths="",assetEconomicLifeMonths*4>assetTotalLifeMonths)),%q,%q))`,
				wording.NotTested, wording.Met, wording.NotMet),
		},
		leasehold.CriterionFairValue: {
			"(present value + paid at commencement + prepaid rent - incentives) / fair value, at least 90%",
			// Truncated, and never on the other side of 90% than the verdict.
			fmt.Sprintf(`IF(ROUND(N(assetFairValue)*unit,6)=0,"",IF(%s,MAX(9000,TRUNC(ROUND(fairValueQuotient,9))),MIN(8999,TRUNC(ROUND(fairValueQuotient,9))))/10000)`, substantiallyAll),
			fmt.Sprintf(`IF(ROUND(N(assetFairValue)*unit,6)=0,%q,IF(%s,%q,%q))`, wording.NotTested, substantiallyAll, wording.Met, wording.NotMet),
		},
		leasehold.CriterionSpecializedAsset: {"the answer on the sheet Lease", "", verdictOf("specializedAsset")},
	}
}

// substantiallyAll is a formula for whether the amount is 90% of the fair value or more.
const substantiallyAll = "10*(ROUND(assetFairValue*unit,6)-fairValueBasis)<=ROUND(assetFairValue*unit,6)"

// verdictOf is the verdict on a criterion that is an answer on the sheet Lease.
func verdictOf(answer string) string {
	return fmt.Sprintf(`IF(%[1]s="",%[2]q,IF(%[1]s="yes",%[3]q,%[4]q))`, answer, wording.NotTested, wording.Met, wording.NotMet)
}

// The columns of the sheet Classification, in characters.
const (
	criterionWidth = 62.0
	detailWidth    = 100.0
)

// classification writes the decision at commencement: under a standard that divides
// leases, the criteria and the class that they give.
func (b *book) classification(s *spreadsheet.Sheet) {
	s.Widths(criterionWidth, detailWidth, 12, 14, 36)
	s.Freeze(4, 0)
	c := &b.r.Classification
	if c.SingleModel {
		s.Head("Classification", b.r.Lease.Standard.Title()+" has one lessee model, reported under the class finance.")
	} else {
		s.Head("Classification", "At commencement. A lease that meets any criterion is a finance lease, unless a class is chosen. "+
			"The rows were made for the class at export: where the criteria give another, the sheet Check says DIFFERS, and the lease has to be exported again.")
		b.criteria(s)
	}
	s.Put(s.Text(spreadsheet.Label, "Reasons, for the lease as exported"))
	reason := func(name, text string) {
		s.Tall(text, detailWidth, s.Text(spreadsheet.Wrapped, name), s.Text(spreadsheet.Wrapped, text))
	}
	for i := range c.Criteria {
		reason(c.Criteria[i].Label, c.Criteria[i].Detail)
	}
	reason("Rationale", c.Rationale)
	s.PrintTo("E")
}

func (b *book) criteria(s *spreadsheet.Sheet) {
	s.Headings(spreadsheet.Left("Criterion"), spreadsheet.Left("What is tested"), spreadsheet.Right("Ratio"), spreadsheet.Left("Verdict"), spreadsheet.Left("Paragraph"))
	tests, first := b.tests(), s.Row()+1
	for i := range b.r.Classification.Criteria {
		c := &b.r.Classification.Criteria[i]
		of, ratio := tests[c.Key], any(nil)
		if of.ratio != "" {
			ratio = s.Formula(spreadsheet.Percent, nil, of.ratio)
		}
		row := s.Put(c.Label, of.inputs, ratio, s.Formula(spreadsheet.BoldNote, wording.Verdict(c), of.verdict), s.Text(spreadsheet.Note, c.Citation.Paragraph))
		s.Define(c.Key, "D", row)
	}
	s.Skip()
	for _, c := range b.classSteps(fmt.Sprintf("D%d:D%d", first, s.Row()-1)) {
		row := s.Put(s.Text(spreadsheet.Label, c.title), c.about, nil, s.Formula(c.look, c.value, c.formula))
		s.Define(c.name, "D", row)
	}
	s.Skip()
}

// classStep is one step from the criteria to the class.
type classStep struct {
	name, title, about string
	look               spreadsheet.Style
	value              any
	formula            string
}

// classSteps come from the cells of the verdicts.
func (b *book) classSteps(verdicts string) []classStep {
	derived, n := leasehold.Operating, 0
	for i := range b.r.Classification.Criteria {
		c := &b.r.Classification.Criteria[i]
		if c.Met {
			derived = leasehold.Finance
		}
		if c.Tested {
			n++
		}
	}
	chosen := "derivedClass"
	if b.r.Lease.Classification != leasehold.Derived {
		chosen = fmt.Sprintf("%q", b.r.Lease.Classification)
	}
	return []classStep{
		{"criteriaTested", "Criteria tested", "of 5; the others lack an input", spreadsheet.Note, n, fmt.Sprintf(`SUMPRODUCT(--(%s<>%q))`, verdicts, wording.NotTested)},
		{"fairValueBasis", "Amount compared with the fair value, in minor units", "present value + paid at commencement + guarantee not expected to be owed + prepaid rent - incentives", spreadsheet.Note, nil, b.fairBasis()},
		{
			"fairValueQuotient", "Share of the fair value, in hundredths of a percent", "that amount / fair value, before it is truncated", spreadsheet.Note, nil,
			"IF(ROUND(N(assetFairValue)*unit,6)=0,0,fairValueBasis/(assetFairValue*unit)*10000)",
		},
		{"derivedClass", "Class by the criteria", "finance where any criterion is met", spreadsheet.Note, derived.String(), fmt.Sprintf(`IF(SUMPRODUCT(--(%s=%q))>0,"finance","operating")`, verdicts, wording.Met)},
		{"leaseClass", "Class at commencement", "the class chosen, or else that of the criteria", spreadsheet.BoldNote, b.r.Class.String(), chosen},
	}
}

// fairBasis is a formula for what is compared with the fair value, in minor units. An
// exempt lease is tested on its measurement without the exemption.
func (b *book) fairBasis() string {
	l, first := &b.r.Lease, b.blocks[0]
	f := rounded(first.cell("exact", at(0))) + "+commencementPaid"
	if l.GuaranteedResidualValue.Set {
		more := "MAX(0," + minorOf("guaranteedResidualValue") + "-" + minorOf(b.typedName("residualValueGuarantee")) + ")"
		f += "+" + rounded(more+"/PRODUCT("+first.span("growth", 0, len(first.rows)-1)+")")
	}
	return f + "+" + minorOf(b.typedName("prepaidRent")) + "-" + minorOf(b.typedName("leaseIncentives"))
}
