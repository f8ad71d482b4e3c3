package workbook

import (
	"fmt"
	"strings"

	"github.com/xuri/excelize/v2"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
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
func (b *book) lease(s *spreadsheet.Sheet) {
	s.Widths(52, 26, 84, 34)
	s.Freeze(4)
	s.Head("Lease inputs"+callerName(&b.r.Lease), "Type into the yellow cells; all other sheets follow. The term and the payment frequency are fixed at export. "+
		"Amounts are in "+b.o.Currency+".")
	s.Headings(spreadsheet.Left("Input"), spreadsheet.Right("Value"), spreadsheet.Left("Meaning"), spreadsheet.Left("Name in formulas"))
	for _, in := range b.inputs(s) {
		row := s.Put(s.Text(spreadsheet.Label, wording.Label(in.name)), in.value, s.Text(spreadsheet.Note, in.about), s.Text(spreadsheet.Grey, in.name))
		s.Define(in.name, "B", row)
		s.Offer(fmt.Sprintf("B%d", row), in.choices)
	}
	s.PrintTo("C")
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

func (b *book) inputs(s *spreadsheet.Sheet) []inputRow {
	l := &b.r.Lease
	payment, _, _ := splitPayment(l.PaymentAmount)
	rateTyped, _ := splitFraction(l.DiscountRateAnnual)
	escalation, _ := splitFraction(l.AnnualEscalationPct.Value)
	fraction := s.Value(spreadsheet.InputRate, nil)
	if l.AnnualEscalationPct.Set {
		fraction = s.Value(spreadsheet.InputRate, spreadsheet.Number(escalation))
	}
	life := s.Value(spreadsheet.Input, nil)
	if l.AssetEconomicLifeMonths.Set {
		life = s.Value(spreadsheet.Input, l.AssetEconomicLifeMonths.Value)
	}
	class := s.Value(spreadsheet.Input, nil)
	if l.Classification != leasehold.Derived {
		class = s.Text(spreadsheet.Input, l.Classification.String())
	}
	fair := s.Value(spreadsheet.InputAmount, nil)
	if l.AssetFairValue.Set {
		fair = s.Value(spreadsheet.InputAmount, spreadsheet.Number(l.AssetFairValue.Value.String()))
	}
	every := func(leasehold.Standard) bool { return true }
	divided := func(standard leasehold.Standard) bool { return !standard.SingleModel() }
	yesNo := []string{yes, no}
	return []inputRow{
		{"standard", s.Text(spreadsheet.Input, l.Standard.Title()), standardTitles(every), "whose rules the figures follow"},
		{"commencementDate", s.Value(spreadsheet.InputDate, spreadsheet.Serial(l.CommencementDate)), nil, "first day of the term"},
		{"termMonths", s.Value(spreadsheet.FixedInput, l.TermMonths), nil, "in months; " + fixedAbout},
		{"paymentAmount", s.Value(spreadsheet.InputAmount, spreadsheet.Number(payment)), nil, "rent of one period, before escalation"},
		{"discountRateAnnual", s.Value(spreadsheet.InputRate, spreadsheet.Number(rateTyped)), nil, "nominal rate a year"},
		{"paymentFrequency", s.Text(spreadsheet.FixedInput, l.PaymentFrequency.String()), nil, fixedAbout},
		{"paymentTiming", s.Text(spreadsheet.Input, l.PaymentTiming.String()), []string{leasehold.Advance.String(), leasehold.Arrears.String()}, "advance: due on the first day of a period; arrears: on the last"},
		{
			"classification", class,
			[]string{leasehold.Operating.String(), leasehold.Finance.String()},
			"empty: automatic, by the criteria; used under " + oneOf(standardTitles(divided)) + " only",
		},
		{"annualEscalationPct", fraction, nil, "fixed by the contract, compounding at each anniversary; empty for none"},
		{"initialDirectCosts", typedComponent(s, l.InitialDirectCosts), nil, "added to the asset"},
		{"leaseIncentives", typedComponent(s, l.LeaseIncentives), nil, "received by commencement; they reduce the asset"},
		{"prepaidRent", typedComponent(s, l.PrepaidRent), nil, "paid before commencement; added to the asset"},
		{"residualValueGuarantee", typedComponent(s, l.ResidualValueGuarantee), nil, "paid at the end of the term"},
		{"purchaseOptionAmount", typedComponent(s, l.PurchaseOptionAmount), nil, "paid at the end of the term where exercise is reasonably certain"},
		{"transfersOwnership", flag(s, l.TransfersOwnership), yesNo, "yes, no, or empty for not provided"},
		{"purchaseOptionReasonablyCertain", flag(s, l.PurchaseOptionReasonablyCertain), yesNo, "yes, no, or empty for not provided; empty with a price above 0 counts as yes"},
		{"assetFairValue", fair, nil, "at commencement; empty for not provided"},
		{"assetEconomicLifeMonths", life, nil, "in months, from commencement; empty for not provided"},
		{"specializedAsset", flag(s, l.SpecializedAsset), yesNo, "yes, no, or empty for not provided"},
	}
}

func typedComponent(s *spreadsheet.Sheet, o leasehold.Optional[money.Decimal]) excelize.Cell {
	if !o.Set {
		return s.Value(spreadsheet.InputAmount, nil)
	}
	return s.Value(spreadsheet.InputAmount, spreadsheet.Number(component(o.Value)))
}

func flag(s *spreadsheet.Sheet, o leasehold.Optional[bool]) excelize.Cell {
	switch {
	case !o.Set:
		return s.Value(spreadsheet.Input, nil)
	case o.Value:
		return s.Text(spreadsheet.Input, yes)
	default:
		return s.Text(spreadsheet.Input, no)
	}
}
