package workbook

import (
	"fmt"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/internal/wording"
)

// criterion is one test of ASC 842-10-25-2 as formulas. Its verdict is one of
// the three words of package wording.
type criterion struct{ key, name, label, inputs, ratio, verdict, paragraph string }

var criteria = []criterion{
	{
		leasehold.CriterionTransferOfOwnership, "criterionOwnership", "Ownership transfers by the end of the term",
		"the answer on the sheet Lease", "", verdictOf("transfersOwnership"), "ASC 842-10-25-2(a)",
	},
	{
		leasehold.CriterionPurchaseOption, "criterionOption", "A purchase option is reasonably certain to be exercised",
		"the answer on the sheet Lease; a price without one counts as yes", "",
		fmt.Sprintf(`IF(optionCertain,%q,IF(purchaseOptionReasonablyCertain="",%q,%q))`, wording.Met, wording.NotTested, wording.NotMet), "ASC 842-10-25-2(b)",
	},
	{
		leasehold.CriterionEconomicLife, "criterionLife", "The term covers the major part of the remaining economic life",
		"lease term / remaining economic life, at least 75%",
		`IF(assetEconomicLifeMonths="","",INT(termMonths*10000/assetEconomicLifeMonths)/10000)`,
		fmt.Sprintf(`IF(assetEconomicLifeMonths="",%q,IF(termMonths*4>=assetEconomicLifeMonths*3,%q,%q))`, wording.NotTested, wording.Met, wording.NotMet),
		"ASC 842-10-25-2(c), 842-10-55-2",
	},
	{
		leasehold.CriterionFairValue, "criterionFairValue", "The present value is substantially all of the fair value",
		"(lease liability + prepaid rent - incentives) / fair value, at least 90%",
		// Truncated, and never on the other side of 90% than the verdict.
		fmt.Sprintf(`IF(N(assetFairValue)=0,"",IF(criterionFairValue=%q,MAX(9000,TRUNC(ROUND(fairValueQuotient,9))),MIN(8999,TRUNC(ROUND(fairValueQuotient,9))))/10000)`,
			wording.Met),
		fmt.Sprintf(`IF(N(assetFairValue)=0,%q,IF(10*(ROUND(assetFairValue*100,6)-fairValueBasisCents)<=ROUND(assetFairValue*100,6),%q,%q))`,
			wording.NotTested, wording.Met, wording.NotMet),
		"ASC 842-10-25-2(d), 842-10-55-2",
	},
	{
		leasehold.CriterionSpecializedAsset, "criterionSpecialized", "The asset is specialized, with no alternative use to the lessor",
		"the answer on the sheet Lease", "", verdictOf("specializedAsset"), "ASC 842-10-25-2(e), 842-10-55-7",
	},
}

// verdictOf is the verdict on a criterion that is an answer on the sheet Lease.
func verdictOf(answer string) string {
	return fmt.Sprintf(`IF(%[1]s="",%[2]q,IF(%[1]s="yes",%[3]q,%[4]q))`, answer, wording.NotTested, wording.Met, wording.NotMet)
}

// oneOf lists words: A, B or C.
func oneOf(list []string) string {
	if len(list) == 1 {
		return list[0]
	}
	last := len(list) - 1
	return strings.Join(list[:last], ", ") + " or " + list[last]
}

// The columns of the sheet Classification, in characters.
const (
	criterionWidth = 62.0
	detailWidth    = 80.0
)

// classification writes the decision. The criteria are there under every
// standard, because the standard can be changed.
func (b *book) classification(s *spreadsheet.Sheet) {
	s.Widths(criterionWidth, detailWidth, 12, 14, 36)
	s.Freeze(4)
	divided := standardTitles(func(standard leasehold.Standard) bool { return !standard.SingleModel() })
	single := standardTitles(leasehold.Standard.SingleModel)
	s.Head("Classification", "Under "+oneOf(divided)+" a lease that meets any criterion is a finance lease, unless a class is chosen on the sheet Lease. "+
		strings.Join(single, " and ")+" have one lessee model, reported under the class finance.")
	s.Headings(spreadsheet.Left("Criterion"), spreadsheet.Left("What is tested"), spreadsheet.Right("Ratio"), spreadsheet.Left("Verdict"), spreadsheet.Left("Paragraph"))
	verdicts := map[string]any{}
	for i := range b.r.Classification.Criteria {
		c := &b.r.Classification.Criteria[i]
		verdicts[c.Key] = wording.Verdict(c)
	}
	first := s.Row() + 1
	for _, c := range criteria {
		ratio := any(nil)
		if c.ratio != "" {
			ratio = s.Formula(spreadsheet.Percent, nil, c.ratio)
		}
		row := s.Put(c.label, c.inputs, ratio, s.Formula(spreadsheet.BoldNote, verdicts[c.key], c.verdict), s.Text(spreadsheet.Note, c.paragraph))
		s.Define(c.name, "D", row)
	}
	s.Skip()
	for _, c := range b.classSteps(fmt.Sprintf("D%d:D%d", first, s.Row()-1)) {
		row := s.Put(s.Text(spreadsheet.Label, c.title), c.about, nil, s.Formula(c.look, c.value, c.formula))
		s.Define(c.name, "D", row)
	}
	s.Skip()
	s.Put(s.Text(spreadsheet.Label, "Reasons, for the lease as exported"))
	asExported(s)
	reason := func(name, text string) {
		s.Tall(text, detailWidth, s.Text(spreadsheet.Wrapped, name), s.Text(spreadsheet.Wrapped, text))
	}
	for _, c := range b.r.Classification.Criteria {
		reason(c.Label, c.Detail)
	}
	reason("Rationale", b.r.Classification.Rationale)
	s.PrintTo("E")
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
	derived, tested := any(nil), any(nil)
	if !b.r.Classification.SingleModel {
		class, n := leasehold.Operating, 0
		for _, c := range b.r.Classification.Criteria {
			if c.Met {
				class = leasehold.Finance
			}
			if c.Tested {
				n++
			}
		}
		derived, tested = class.String(), n
	}
	return []classStep{
		{
			"criteriaTested", "Criteria tested", "of 5; the others lack an input", spreadsheet.Note, tested,
			fmt.Sprintf(`SUMPRODUCT(--(%s<>%q))`, verdicts, wording.NotTested),
		},
		{
			"fairValueBasisCents", "Amount compared with the fair value, in cents", "lease liability + prepaid rent - incentives", spreadsheet.Note, nil,
			"initialLiabilityCents+prepaidCents-incentivesCents",
		},
		{
			"fairValueQuotient", "Share of the fair value, in hundredths of a percent", "that amount / fair value, before it is truncated", spreadsheet.Note, nil,
			"IF(N(assetFairValue)=0,0,fairValueBasisCents/(assetFairValue*100)*10000)",
		},
		{
			"singleModel", "Single lessee model", "whether the standard has one", spreadsheet.Note, answer(b.r.Classification.SingleModel),
			`IF(` + hasSingleModel() + `,"yes","no")`,
		},
		{
			"derivedClass", "Class by the criteria", "finance where any criterion is met", spreadsheet.Note, derived,
			fmt.Sprintf(`IF(SUMPRODUCT(--(%s=%q))>0,"finance","operating")`, verdicts, wording.Met),
		},
		{
			"leaseClass", "Class used in this workbook", "finance under a single model, else the class chosen or derived", spreadsheet.BoldNote, b.r.Class.String(),
			`IF(singleModel="yes","finance",IF(classification="",derivedClass,classification))`,
		},
	}
}

func answer(is bool) string {
	if is {
		return yes
	}
	return no
}
