package workbook

import (
	"fmt"

	"github.com/xuri/excelize/v2"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/money"
)

// inputRow is one input of the lease: a named cell and what to know about it.
type inputRow struct {
	name  string
	value excelize.Cell
	about string
}

const fixedAbout = "fixed: the rows of this workbook were made for it; export again to change it"

// lease writes the inputs, the only cells of the workbook to type into.
func (b *book) lease(s *sheet) {
	s.widths(34, 26, 84)
	s.freeze(4)
	s.head("Lease inputs", "Type into the yellow cells: amounts, rates, flags and dates. All other sheets follow. "+
		"The term and the payment frequency are fixed at export. Amounts are in "+b.o.Currency+".")
	s.headings("Field", "Value", "Meaning")
	rows := b.inputs(s)
	for _, in := range rows {
		row := s.put(s.text(label, in.name), in.value, s.text(note, in.about))
		s.call(in.name, "B", row)
		b.choices(s.name, in.name, fmt.Sprintf("B%d", row))
	}
	s.print("C")
}

// choices offers the allowed values of a named cell.
func (b *book) choices(sheet, name, cell string) {
	lists := map[string][]string{
		"standard":       {"ASC_842", "IFRS_16", "GASB_87"},
		"paymentTiming":  {"advance", "arrears"},
		"classification": {"operating", "finance"},
	}
	list, ok := lists[name]
	if !ok {
		return
	}
	v := excelize.NewDataValidation(true)
	v.SetSqref(cell)
	b.keep(v.SetDropList(list))
	b.keep(b.file.AddDataValidation(sheet, v))
}

func (b *book) inputs(s *sheet) []inputRow {
	l := &b.r.Lease
	payment, further14, further28 := splitPayment(l.PaymentAmount)
	rateTyped, rateFurther := splitFraction(l.DiscountRateAnnual)
	escalation, escalationFurther := splitFraction(l.AnnualEscalationPct.Value)
	fraction := s.value(inputRate, nil)
	if l.AnnualEscalationPct.Set {
		fraction = s.value(inputRate, parsed(escalation))
	}
	life := s.value(input, nil)
	if l.AssetEconomicLifeMonths.Set {
		life = s.value(input, l.AssetEconomicLifeMonths.Value)
	}
	class := s.value(input, nil)
	if l.Classification != leasehold.Derived {
		class = s.text(input, l.Classification.String())
	}
	fair := s.value(inputAmount, nil)
	if l.AssetFairValue.Set {
		fair = s.value(inputAmount, parsed(l.AssetFairValue.Value.String()))
	}
	return []inputRow{
		{"standard", s.text(input, l.Standard.String()), "ASC_842, IFRS_16 or GASB_87"},
		{"commencementDate", s.value(inputDate, serial(l.CommencementDate)), "first day of the term"},
		{"termMonths", s.value(fixedInput, l.TermMonths), fixedAbout},
		{"paymentAmount", s.value(inputAmount, parsed(payment)), "rent of one period, before escalation"},
		{"discountRateAnnual", s.value(inputRate, parsed(rateTyped)), "nominal rate a year as a fraction: 0.06 is 6 %"},
		{"paymentFrequency", s.text(fixedInput, l.PaymentFrequency.String()), fixedAbout},
		{"paymentTiming", s.text(input, l.PaymentTiming.String()), "advance (first day of a period) or arrears (last day)"},
		{"classification", class, "operating or finance; empty to derive it; used under ASC_842 only"},
		{"annualEscalationPct", fraction, "compounding at each anniversary, as a fraction; empty for none"},
		{"initialDirectCosts", s.component(l.InitialDirectCosts), "added to the right-of-use asset"},
		{"leaseIncentives", s.component(l.LeaseIncentives), "received by commencement, reduce the asset"},
		{"prepaidRent", s.component(l.PrepaidRent), "paid before commencement, added to the asset"},
		{"residualValueGuarantee", s.component(l.ResidualValueGuarantee), "amount owed at the end of the term"},
		{"purchaseOptionAmount", s.component(l.PurchaseOptionAmount), "exercise price, paid at the end of the term where exercise is reasonably certain"},
		{"transfersOwnership", s.flag(l.TransfersOwnership), "TRUE, FALSE or empty"},
		{"purchaseOptionReasonablyCertain", s.flag(l.PurchaseOptionReasonablyCertain), "TRUE, FALSE or empty; empty with a price above 0 counts as TRUE"},
		{"assetFairValue", fair, "for the fair value test; empty or 0 for not evaluated"},
		{"assetEconomicLifeMonths", life, "remaining economic life, a whole number; empty for not supplied"},
		{"specializedAsset", s.flag(l.SpecializedAsset), "TRUE, FALSE or empty"},
		{"paymentFurtherUpper", s.value(input, further14), "digits of the payment beyond the fifteenth, in 10^-14 of a cent; set to 0 when you change the payment"},
		{"paymentFurtherLower", s.value(input, further28), "the same, in 10^-28 of a cent"},
		{"rateFurther", s.value(input, rateFurther), "decimals of the rate beyond the fifteenth, in 10^-17; set to 0 when you change the rate"},
		{"escalationFurther", s.value(input, escalationFurther), "decimals of the escalation beyond the fifteenth, in 10^-17; set to 0 when you change it"},
	}
}

func (s *sheet) component(o leasehold.Optional[money.Decimal]) excelize.Cell {
	if !o.Set {
		return s.value(inputAmount, nil)
	}
	return s.value(inputAmount, parsed(component(o.Value)))
}

func (s *sheet) flag(o leasehold.Optional[bool]) excelize.Cell {
	if !o.Set {
		return s.value(input, nil)
	}
	return s.value(input, o.Value)
}
