package workbook

// constant is a named cell of the sheet Constants.
type constant struct {
	name    string
	formula string
	value   any // the service's figure, where it has one
	about   string
}

// constants writes what the tables need once: parts of the rates, amounts in
// cents, and how the straight line is spread.
func (b *book) constants(s *sheet) {
	s.widths(30, 26, 100)
	s.freeze(4)
	s.head("Constants", "What the tables of Rents and Workings use. Amounts are whole cents here, because a spreadsheet holds whole numbers exactly.")
	s.headings("Name", "Value", "What it is")
	for _, list := range [][]constant{periodConstants(), rateConstants(), b.amountConstants(), b.spreadConstants()} {
		for _, c := range list {
			row := s.put(s.text(label, c.name), s.formula(plain, c.value, c.formula), s.text(note, c.about))
			s.call(c.name, "B", row)
		}
	}
	s.print("C")
}

func periodConstants() []constant {
	return []constant{
		{"monthsPerPeriod", `IF(paymentFrequency="monthly",1,IF(paymentFrequency="quarterly",3,IF(paymentFrequency="semiannual",6,12)))`, nil, "months of a payment period"},
		{"periodCount", `INT((termMonths+monthsPerPeriod-1)/monthsPerPeriod)`, nil, "payment periods of the term"},
		{"stubMonths", `termMonths-INT(termMonths/monthsPerPeriod)*monthsPerPeriod`, nil, "months of a last, shorter period; 0 for none"},
		{"periodicRate", `discountRateAnnual*monthsPerPeriod/12`, nil, "nominal rate of a period"},
		{"growthFactor", `1+discountRateAnnual*monthsPerPeriod/12`, nil, "1 + rate of a period"},
		{"growthFactorStub", `1+discountRateAnnual*stubMonths/12`, nil, "1 + rate of the stub"},
	}
}

// rateConstants take the rates apart into whole numbers of seven digits, whose
// products a spreadsheet holds exactly.
func rateConstants() []constant {
	list := []constant{
		{"rateA", `INT(ROUND(discountRateAnnual*1E7,8))`, nil, "decimals 1 to 7 of the annual rate"},
		{"rateAfterA", `ROUND(discountRateAnnual*1E7-rateA,8)`, nil, "what is left of it, in 10^-7"},
		{"rateB", `INT(ROUND(rateAfterA*1E7,1))`, nil, "decimals 8 to 14"},
		{"rateC", `ROUND((rateAfterA*1E7-rateB)*10,0)*100+rateFurther`, nil, "decimals 15 to 17"},
	}
	for _, p := range []struct{ suffix, months, of string }{
		{"", "monthsPerPeriod", "the periodic rate"},
		{"Stub", "stubMonths", "the stub's rate"},
	} {
		list = append(list,
			constant{"rateUpper" + p.suffix, `INT(rateA*` + p.months + `/12)`, nil, p.of + " in whole 10^-7"},
			constant{
				"rateMiddleTwelfths" + p.suffix, `(rateA*` + p.months + `-rateUpper` + p.suffix + `*12)*1E7+rateB*` + p.months, nil,
				"what is left of it, in twelfths of 10^-14",
			},
			constant{"rateMiddle" + p.suffix, `INT(rateMiddleTwelfths` + p.suffix + `/12)`, nil, "that in whole 10^-14"},
			constant{
				"rateLower" + p.suffix,
				`((rateMiddleTwelfths` + p.suffix + `-rateMiddle` + p.suffix + `*12)/12+rateC*` + p.months + `/12000)*1E-14`, nil,
				"the rest, below 10^-14",
			},
		)
	}
	return append(list,
		constant{"escalationA", `INT(ROUND(annualEscalationPct*1E7,8))`, nil, "decimals 1 to 7 of the escalation"},
		constant{"escalationAfterA", `ROUND(annualEscalationPct*1E7-escalationA,8)`, nil, "what is left of it, in 10^-7"},
		constant{"escalationB", `INT(ROUND(escalationAfterA*1E7,1))`, nil, "decimals 8 to 14"},
		constant{
			"escalationC", `ROUND((escalationAfterA*1E7-escalationB)*10,0)*1E6+escalationFurther*1E4`, nil,
			"decimals 15 to 17, in 10^-21",
		},
	)
}

func (b *book) amountConstants() []constant {
	r, l := b.r, &b.r.Lease
	adjustment := r.InitialRouAsset.Sub(r.InitialLiability)
	return []constant{
		{"directCostsCents", `ROUND(ROUND(initialDirectCosts,2)*100,0)`, cents(l.InitialDirectCosts.Value.Amount()), "initial direct costs in cents"},
		{"incentivesCents", `ROUND(ROUND(leaseIncentives,2)*100,0)`, cents(l.LeaseIncentives.Value.Amount()), "lease incentives in cents"},
		{"prepaidCents", `ROUND(ROUND(prepaidRent,2)*100,0)`, cents(l.PrepaidRent.Value.Amount()), "prepaid rent in cents"},
		{"optionCertain", `IF(purchaseOptionReasonablyCertain="",purchaseOptionAmount>0,purchaseOptionReasonablyCertain=TRUE)`, nil, "whether exercise of the purchase option counts as reasonably certain"},
		{"ownershipExpected", `OR(transfersOwnership=TRUE,optionCertain)`, nil, "whether the lessee expects to own the asset after the term"},
		{
			"terminalCents", `ROUND(ROUND(residualValueGuarantee,2)*100,0)+IF(optionCertain,ROUND(ROUND(purchaseOptionAmount,2)*100,0),0)`,
			cents(r.TerminalPayment), "paid at the end of the term, in cents",
		},
		{
			"initialLiabilityCents", b.balanceAt(0, balanceWhole) + `+INT(ROUND(` + b.balanceAt(0, balancePart) + `,9)+0.5)`,
			cents(r.InitialLiability), "exact present value at commencement, rounded half up to cents",
		},
		{"adjustmentCents", `prepaidCents+directCostsCents-incentivesCents`, cents(adjustment), "what the asset has beyond the liability"},
		{"initialAssetCents", `initialLiabilityCents+adjustmentCents`, cents(r.InitialRouAsset), "right-of-use asset at commencement"},
		{"totalPaymentsCents", b.workingSum(workPayment), cents(r.TotalUndiscountedPayments), "every payment of the schedule"},
	}
}

func (b *book) spreadConstants() []constant {
	return []constant{
		{
			"amortizationMonths", `IF(AND(assetEconomicLifeMonths<>"",OR(ownershipExpected,assetEconomicLifeMonths<termMonths)),assetEconomicLifeMonths,termMonths)`,
			b.r.AmortizationMonths, "months over which a finance lease's asset is amortized",
		},
		{
			"spreadCents", `IF(leaseClass="operating",totalPaymentsCents+adjustmentCents,initialAssetCents)`, nil,
			"what is spread in a straight line: the total cost of an operating lease, the asset of a finance lease",
		},
		{"spreadMonths", `IF(leaseClass="operating",termMonths,amortizationMonths)`, nil, "the months over which it is spread"},
		{"spreadSign", `IF(spreadCents<0,-1,1)`, nil, "its sign"},
		{"spreadFirst", `INT(ABS(spreadCents)/spreadMonths)`, nil, "whole cents a month, at first try"},
		{"spreadOver", `ABS(spreadCents)-spreadFirst*spreadMonths`, nil, "what that leaves"},
		{"spreadWhole", `spreadFirst+INT(spreadOver/spreadMonths)`, nil, "whole cents a month"},
		{"spreadRest", `spreadOver-INT(spreadOver/spreadMonths)*spreadMonths`, nil, "what they leave of the total, in cents: 0 up to the months less 1"},
	}
}
