package workbook

import (
	"fmt"
	"strings"

	"github.com/xuri/excelize/v2"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
)

// inputRow is one input of the lease: a named cell, what may be chosen for it,
// and what to know about it.
type inputRow struct {
	name    string // the contract's, and that of the cell
	value   excelize.Cell
	choices []string
	about   string
}

const fixedAbout = "fixed at export, because the rows were made for it; export again to change it"

// The answers to a question.
const (
	yes = "yes"
	no  = "no"
)

// lease writes the inputs, the only cells of the workbook to type into.
func (b *book) lease(s *sheet) {
	s.widths(52, 26, 84, 34)
	s.freeze(4)
	s.head("Lease inputs"+callerName(&b.r.Lease), "Type into the yellow cells; all other sheets follow. The term and the payment frequency are fixed at export. "+
		"Amounts are in "+b.o.Currency+".")
	s.headings(left("Input"), right("Value"), left("Meaning"), left("Name in formulas"))
	for _, in := range b.inputs(s) {
		row := s.put(s.text(label, wording.Label(in.name)), in.value, s.text(note, in.about), s.text(grey, in.name))
		s.define(in.name, "B", row)
		b.offer(s.name, fmt.Sprintf("B%d", row), in.choices)
	}
	s.printTo("C")
}

// callerName is what the caller calls the lease.
func callerName(l *leasehold.Lease) string {
	var name strings.Builder
	for _, part := range []string{l.ID, l.Name} {
		if part != "" {
			name.WriteString(", " + part)
		}
	}
	return name.String()
}

// offer lets a cell be chosen from a list.
func (b *book) offer(sheet, cell string, list []string) {
	if list == nil {
		return
	}
	v := excelize.NewDataValidation(true)
	v.SetSqref(cell)
	b.keep(v.SetDropList(list))
	b.keep(b.file.AddDataValidation(sheet, v))
}

func (b *book) inputs(s *sheet) []inputRow {
	l := &b.r.Lease
	payment, _, _ := splitPayment(l.PaymentAmount)
	rateTyped, _ := splitFraction(l.DiscountRateAnnual)
	escalation, _ := splitFraction(l.AnnualEscalationPct.Value)
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
	every := func(leasehold.Standard) bool { return true }
	divided := func(standard leasehold.Standard) bool { return !standard.SingleModel() }
	yesNo := []string{yes, no}
	return []inputRow{
		{"standard", s.text(input, l.Standard.Title()), standardTitles(every), "whose rules the figures follow"},
		{"commencementDate", s.value(inputDate, serial(l.CommencementDate)), nil, "first day of the term"},
		{"termMonths", s.value(fixedInput, l.TermMonths), nil, "in months; " + fixedAbout},
		{"paymentAmount", s.value(inputAmount, parsed(payment)), nil, "rent of one period, before escalation"},
		{"discountRateAnnual", s.value(inputRate, parsed(rateTyped)), nil, "nominal rate a year"},
		{"paymentFrequency", s.text(fixedInput, l.PaymentFrequency.String()), nil, fixedAbout},
		{"paymentTiming", s.text(input, l.PaymentTiming.String()), []string{leasehold.Advance.String(), leasehold.Arrears.String()}, "advance: due on the first day of a period; arrears: on the last"},
		{
			"classification", class,
			[]string{leasehold.Operating.String(), leasehold.Finance.String()},
			"empty: automatic, by the criteria; used under " + oneOf(standardTitles(divided)) + " only",
		},
		{"annualEscalationPct", fraction, nil, "fixed by the contract, compounding at each anniversary; empty for none"},
		{"initialDirectCosts", s.component(l.InitialDirectCosts), nil, "added to the asset"},
		{"leaseIncentives", s.component(l.LeaseIncentives), nil, "received by commencement; they reduce the asset"},
		{"prepaidRent", s.component(l.PrepaidRent), nil, "paid before commencement; added to the asset"},
		{"residualValueGuarantee", s.component(l.ResidualValueGuarantee), nil, "paid at the end of the term"},
		{"purchaseOptionAmount", s.component(l.PurchaseOptionAmount), nil, "paid at the end of the term where exercise is reasonably certain"},
		{"transfersOwnership", s.flag(l.TransfersOwnership), yesNo, "yes, no, or empty for not provided"},
		{"purchaseOptionReasonablyCertain", s.flag(l.PurchaseOptionReasonablyCertain), yesNo, "yes, no, or empty for not provided; empty with a price above 0 counts as yes"},
		{"assetFairValue", fair, nil, "at commencement; empty for not provided"},
		{"assetEconomicLifeMonths", life, nil, "in months, from commencement; empty for not provided"},
		{"specializedAsset", s.flag(l.SpecializedAsset), yesNo, "yes, no, or empty for not provided"},
	}
}

func (s *sheet) component(o leasehold.Optional[money.Decimal]) excelize.Cell {
	if !o.Set {
		return s.value(inputAmount, nil)
	}
	return s.value(inputAmount, parsed(component(o.Value)))
}

func (s *sheet) flag(o leasehold.Optional[bool]) excelize.Cell {
	switch {
	case !o.Set:
		return s.value(input, nil)
	case o.Value:
		return s.text(input, yes)
	default:
		return s.text(input, no)
	}
}
