package workbook

import (
	"fmt"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/internal/wording"
)

// constant is a named cell of the sheet Constants. Other sheets call it by its
// name.
type constant struct {
	name    string
	formula string
	value   any // the service's figure, where it has one
	about   string
}

// constants writes what the tables need once: parts of the rates, amounts in
// cents, and how the straight line is spread.
func (b *book) constants(s *spreadsheet.Sheet) {
	s.Widths(30, 26, 100)
	s.Freeze(4)
	s.Head("Constants", "What the sheets Rents, Balances and Workings use. Amounts are in whole cents, because a spreadsheet holds whole numbers exactly.")
	s.Headings(spreadsheet.Left("Name"), spreadsheet.Left("Value"), spreadsheet.Left("What it is"))
	for _, list := range [][]constant{b.furtherDigits(), periodConstants(), rateConstants(), b.amountConstants(), b.spreadConstants(), b.nouns()} {
		for _, c := range list {
			row := s.Put(s.Text(spreadsheet.Label, c.name), s.Formula(spreadsheet.Plain, c.value, c.formula), s.Text(spreadsheet.Note, c.about))
			s.Define(c.name, "B", row)
		}
	}
	s.PrintTo("C")
}

// furtherDigits are what the lease states beyond the fifteen digits that a cell
// holds. They belong to what was exported, and are 0 for what is typed.
func (b *book) furtherDigits() []constant {
	l := &b.r.Lease
	_, upper, lower := splitPayment(l.PaymentAmount)
	_, ofRate := splitFraction(l.DiscountRateAnnual)
	_, ofEscalation := splitFraction(l.AnnualEscalationPct.Value)
	digits := func(name, field string, n int64, about string) constant {
		return constant{name, fmt.Sprintf("IF(%[1]s=%[1]sAtExport,%[2]d,0)", field, n), n, about}
	}
	return []constant{
		digits("paymentFurtherUpper", "paymentAmount", upper, "digits of the payment beyond the fifteenth, in 10^-14 of a cent; 0 once another payment is typed"),
		digits("paymentFurtherLower", "paymentAmount", lower, "the same, in 10^-28 of a cent"),
		digits("rateFurther", "discountRateAnnual", ofRate, "decimals of the rate beyond the fifteenth, in 10^-17; 0 once another rate is typed"),
		digits("escalationFurther", "annualEscalationPct", ofEscalation, "the same of the escalation"),
	}
}

// nouns are what the standard calls the asset and its amortization.
func (b *book) nouns() []constant {
	s := b.r.Lease.Standard
	asset := func(s leasehold.Standard) string { return wording.Sentence(s.AssetNoun()) }
	account := func(s leasehold.Standard) string { return s.AmortizationAccount().String() }
	return []constant{
		{"assetNoun", byStandard(asset), asset(s), "what the standard calls the asset"},
		{"amortizationNoun", byStandard(wording.Amortization), wording.Amortization(s), "what it calls the amortization of the asset"},
		{"amortizationAccount", byStandard(account), account(s), "the account that it is charged to"},
	}
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
		{"optionCertain", `IF(purchaseOptionReasonablyCertain="",purchaseOptionAmount>0,purchaseOptionReasonablyCertain="yes")`, nil, "whether exercise of the purchase option is reasonably certain"},
		{"ownershipExpected", `OR(transfersOwnership="yes",optionCertain)`, nil, "whether the lessee expects to own the asset after the term"},
		{
			"terminalCents", `ROUND(ROUND(residualValueGuarantee,2)*100,0)+IF(optionCertain,ROUND(ROUND(purchaseOptionAmount,2)*100,0),0)`,
			cents(r.TerminalPayment), "paid at the end of the term, in cents",
		},
		{
			"initialLiabilityCents", b.balanceAt(0, balanceWhole) + `+INT(ROUND(` + b.balanceAt(0, balancePart) + `,9)+0.5)`,
			cents(r.InitialLiability), "exact present value at commencement, rounded half up to cents",
		},
		{"adjustmentCents", `prepaidCents+directCostsCents-incentivesCents`, cents(adjustment), "asset less liability at commencement"},
		{"initialAssetCents", `initialLiabilityCents+adjustmentCents`, cents(r.InitialRouAsset), "the asset at commencement"},
		{"longTermCents", b.longTerm(), cents(r.Disclosures.LongTermLiability), "long-term portion of the lease liability; see the sheet Basis"},
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
		{"spreadOver", `ABS(spreadCents)-spreadFirst*spreadMonths`, nil, "what is left"},
		{"spreadWhole", `spreadFirst+INT(spreadOver/spreadMonths)`, nil, "whole cents a month"},
		{"spreadRest", `spreadOver-INT(spreadOver/spreadMonths)*spreadMonths`, nil, "what is left of the total, in cents: 0 up to the months less 1"},
	}
}
