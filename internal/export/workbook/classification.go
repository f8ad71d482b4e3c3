package workbook

import (
	"fmt"

	"github.com/leasehold-accounting/leasehold"
)

// criterion is one test of ASC 842-10-25-2 as formulas.
type criterion struct{ key, name, label, inputs, ratio, met, paragraph string }

var criteria = []criterion{
	{
		leasehold.CriterionTransferOfOwnership, "criterionOwnership", "Ownership transfers by the end of the term",
		"transfersOwnership", "", `transfersOwnership=TRUE`, "ASC 842-10-25-2(a)",
	},
	{
		leasehold.CriterionPurchaseOption, "criterionOption", "A purchase option is reasonably certain to be exercised",
		"optionCertain, on the sheet Constants", "", `optionCertain`, "ASC 842-10-25-2(b)",
	},
	{
		leasehold.CriterionEconomicLife, "criterionLife", "The term covers the major part of the remaining economic life",
		"termMonths / assetEconomicLifeMonths, at least 75 %",
		`IF(assetEconomicLifeMonths="","",INT(termMonths*10000/assetEconomicLifeMonths)/10000)`,
		`IF(assetEconomicLifeMonths="",FALSE,termMonths*4>=assetEconomicLifeMonths*3)`,
		"ASC 842-10-25-2(c), 842-10-55-2",
	},
	{
		leasehold.CriterionFairValue, "criterionFairValue", "The present value is substantially all of the fair value",
		"(liability + prepaid rent - incentives) / assetFairValue, at least 90 %",
		// Truncated, and never on the other side of 90 % than the verdict.
		`IF(N(assetFairValue)=0,"",IF(criterionFairValue,MAX(9000,TRUNC(ROUND(fairValueQuotient,9))),MIN(8999,TRUNC(ROUND(fairValueQuotient,9))))/10000)`,
		`IF(N(assetFairValue)=0,FALSE,10*(ROUND(assetFairValue*100,6)-fairValueBasisCents)<=ROUND(assetFairValue*100,6))`,
		"ASC 842-10-25-2(d), 842-10-55-2",
	},
	{
		leasehold.CriterionSpecializedAsset, "criterionSpecialized", "The asset is specialized, of no alternative use to the lessor",
		"specializedAsset", "", `specializedAsset=TRUE`, "ASC 842-10-25-2(e)",
	},
}

// classification writes the decision. The criteria stand there under every
// standard, because the standard can be changed; only ASC 842 uses them.
func (b *book) classification(s *sheet) {
	s.widths(62, 70, 14, 12, 90)
	s.freeze(4)
	s.head("Classification", "Under ASC_842 a lease that meets any criterion is a finance lease, unless the input classification overrides it. "+
		"IFRS_16 and GASB_87 have one lessee model, shown as finance.")
	s.headings("Criterion", "What is tested", "Ratio", "Met", "Paragraph")
	met := map[string]any{}
	for _, c := range b.r.Classification.Criteria {
		met[c.Key] = c.Met
	}
	for _, c := range criteria {
		ratio := any(nil)
		if c.ratio != "" {
			ratio = s.formula(percent, nil, c.ratio)
		}
		row := s.put(c.label, c.inputs, ratio, s.formula(plain, met[c.key], c.met), s.text(note, c.paragraph))
		s.call(c.name, "D", row)
	}
	s.skip()
	for _, c := range b.classSteps() {
		row := s.put(s.text(label, c.name), c.about, nil, s.formula(c.look, c.value, c.formula))
		s.call(c.name, "D", row)
	}
	s.skip()
	s.put(s.text(label, "The service's reasons, for the inputs at export"))
	for _, c := range b.r.Classification.Criteria {
		s.put(s.text(wrapped, c.Label), s.text(wrapped, c.Detail))
	}
	s.put(s.text(wrapped, fmt.Sprintf("Rationale (%s)", b.r.Class)), s.text(wrapped, b.r.Classification.Rationale))
	s.print("E")
}

// classStep is one step from the criteria to the class.
type classStep struct {
	name, about string
	look        style
	value       any
	formula     string
}

func (b *book) classSteps() []classStep {
	derived := any(nil)
	if !b.r.Classification.SingleModel {
		derived = "operating"
		for _, c := range b.r.Classification.Criteria {
			if c.Met {
				derived = "finance"
			}
		}
	}
	return []classStep{
		{
			"fairValueBasisCents", "Liability + prepaid rent - incentives, in cents", whole, nil,
			"initialLiabilityCents+prepaidCents-incentivesCents",
		},
		{
			"fairValueQuotient", "that / fair value, in hundredths of a percent", plain, nil,
			"IF(N(assetFairValue)=0,0,fairValueBasisCents/(assetFairValue*100)*10000)",
		},
		{
			"singleModel", "Whether the standard has one lessee model", plain, b.r.Classification.SingleModel,
			`standard<>"ASC_842"`,
		},
		{
			"derivedClass", "Class that the criteria give", plain, derived,
			`IF(OR(criterionOwnership,criterionOption,criterionLife,criterionFairValue,criterionSpecialized),"finance","operating")`,
		},
		{
			"leaseClass", "Class used in this workbook", label, b.r.Class.String(),
			`IF(singleModel,"finance",IF(classification="",derivedClass,classification))`,
		},
	}
}
