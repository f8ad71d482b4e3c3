package workbook

import (
	"fmt"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/schedule"
)

// test contains the formulas for a criterion of ASC 842-10-25-2. The result of verdict is met, not
// met or not tested.
type test struct{ about, ratio, verdict string }

func (b *book) tests() map[string]test {
	judge := func(condition, met string) string {
		return fmt.Sprintf(`IF(%s,%q,IF(%s,%q,%q))`, condition, wording.NotTested, met, wording.Met, wording.NotMet)
	}
	answered := func(input string) string { return judge(input+`=""`, input+`="yes"`) }
	price, _ := b.supplied[0].find("purchaseOptionAmount")
	const (
		noFairValue = "ROUND(N(assetFairValue)*unit,6)=0"
		atLeast90   = "10*(ROUND(assetFairValue*unit,6)-fairValueBasis)<=ROUND(assetFairValue*unit,6)"
	)
	return map[string]test{
		schedule.CriterionTransferOfOwnership: {"the input on the sheet Lease", "", answered("transfersOwnership")},
		schedule.CriterionPurchaseOption: {
			"the input on the sheet Lease; a price without it counts as yes", "",
			fmt.Sprintf(`IF(AND(purchaseOptionReasonablyCertain="",%s>0),%q,%s)`, price, wording.Met, answered("purchaseOptionReasonablyCertain")),
		},
		schedule.CriterionEconomicLife: {
			"lease term / remaining economic life, at least 75%; never in the last quarter of the total life",
			`IF(assetEconomicLifeMonths="","",INT(termMonths*10000/assetEconomicLifeMonths)/10000)`,
			judge(`assetEconomicLifeMonths=""`, `AND(termMonths*4>=assetEconomicLifeMonths*3,OR(assetTotalLifeMonths="",assetEconomicLifeMonths*4>assetTotalLifeMonths))`),
		},
		schedule.CriterionFairValue: {
			"(present value + paid at commencement + prepaid rent - incentives) / fair value, at least 90%",
			// The displayed ratio is truncated, and limited so that the ratio and the verdict are
			// on the same side of 90%.
			`IF(` + noFairValue + `,"",IF(` + atLeast90 + `,MAX(9000,TRUNC(ROUND(fairValueQuotient,9))),MIN(8999,TRUNC(ROUND(fairValueQuotient,9))))/10000)`,
			judge(noFairValue, atLeast90),
		},
		schedule.CriterionSpecializedAsset: {"the input on the sheet Lease", "", answered("specializedAsset")},
	}
}

func (b *book) classification(s *spreadsheet.Sheet) {
	const criterionWidth, detailWidth = 62.0, 100.0
	s.Widths(criterionWidth, detailWidth, 12, 14, 36)
	s.Freeze(4, 0)
	c := &b.r.Classification
	if c.SingleModel {
		s.Head("Classification", b.r.Lease.Title()+" has a single lessee model, so leases are not classified.")
	} else {
		s.Head("Classification", "At commencement. A lease that meets any criterion is a finance lease, unless a class is chosen. "+
			"The rows depend on the class at export. If the criteria give another class, the sheet Check shows DIFFERS and the lease must be exported again.")
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
}

func (b *book) criteria(s *spreadsheet.Sheet) {
	s.Headings(spreadsheet.Left("Criterion"), spreadsheet.Left("Test"), spreadsheet.Right("Ratio"), spreadsheet.Left("Verdict"), spreadsheet.Left("Paragraph"))
	tests, first := b.tests(), s.Row()+1
	derived, tested := leasehold.Operating, 0
	for i := range b.r.Classification.Criteria {
		c := &b.r.Classification.Criteria[i]
		of, ratio := tests[c.Key], any(nil)
		if of.ratio != "" {
			ratio = s.Formula(spreadsheet.Percent, nil, of.ratio)
		}
		s.Define(c.Key, "D", s.Put(c.Label, of.about, ratio, s.Formula(spreadsheet.BoldNote, wording.Verdict(c), of.verdict), s.Text(spreadsheet.Note, c.Citation.Paragraph)))
		if c.Met {
			derived = leasehold.Finance
		}
		if c.Tested {
			tested++
		}
	}
	chosen := "derivedClass"
	if b.r.Lease.Classification != leasehold.Derived {
		chosen = fmt.Sprintf("%q", b.r.Lease.Classification)
	}
	verdicts := fmt.Sprintf("D%d:D%d", first, s.Row())
	s.Skip()
	for _, x := range []line{
		{"criteriaTested", "Criteria tested", "of 5; the others lack an input", spreadsheet.Note, tested, fmt.Sprintf(`SUMPRODUCT(--(%s<>%q))`, verdicts, wording.NotTested)},
		{"fairValueBasis", "Amount compared with the fair value, in minor units", "present value + paid at commencement + guarantee not expected to be paid + prepaid rent - incentives", spreadsheet.Note, nil, b.fairBasis()},
		{
			"fairValueQuotient", "Share of the fair value, in hundredths of a percent", "that amount / fair value, before truncation", spreadsheet.Note, nil,
			"IF(ROUND(N(assetFairValue)*unit,6)=0,0,fairValueBasis/(assetFairValue*unit)*10000)",
		},
		{"derivedClass", "Class by the criteria", "finance if any criterion is met", spreadsheet.Note, derived.String(), fmt.Sprintf(`IF(SUMPRODUCT(--(%s=%q))>0,"finance","operating")`, verdicts, wording.Met)},
		{"leaseClass", "Class at commencement", "the class chosen, otherwise the class by the criteria", spreadsheet.BoldNote, b.r.Class.String(), chosen},
	} {
		s.Define(x.name, "D", s.Put(s.Text(spreadsheet.Label, x.label), x.about, nil, s.Formula(x.look, x.value, x.formula)))
	}
	s.Skip()
}

// fairBasis returns a formula for the amount that is compared with the fair value, in minor units.
// For an exempt lease, the formula ignores the exemption.
func (b *book) fairBasis() string {
	first, in := b.blocks[0], &b.supplied[0]
	f := rounded(first.cell("exact", at(0))) + "+commencementPaid"
	if b.r.Lease.GuaranteedResidualValue.Set {
		more := "MAX(0," + in.minor("guaranteedResidualValue") + "-" + in.minor("residualValueGuarantee") + ")"
		f += "+" + rounded(more+"/PRODUCT("+first.all("growth")+")")
	}
	return f + "+" + in.minor("prepaidRent") + "-" + in.minor("leaseIncentives")
}
