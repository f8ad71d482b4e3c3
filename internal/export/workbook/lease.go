package workbook

import (
	"fmt"

	"github.com/xuri/excelize/v2"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
)

// numeric is a number of the lease that is typed.
type numeric struct {
	name, about string
	look        spreadsheet.Style
	usual       bool // offered also where the lease does not state it, as most leases may
	of          func(*leasehold.Lease) leasehold.Optional[money.Decimal]
}

// stated are the numbers of a lease; those that are not usual have a cell where the lease
// states them.
var stated = []numeric{
	{"paymentAmount", "rent of one period, before escalation", spreadsheet.InputAmount, false, func(l *leasehold.Lease) leasehold.Optional[money.Decimal] { return leasehold.Some(l.PaymentAmount) }},
	{"discountRateAnnual", "a year, by the convention below", spreadsheet.InputRate, false, func(l *leasehold.Lease) leasehold.Optional[money.Decimal] {
		return leasehold.Some(l.DiscountRateAnnual)
	}},
	{"annualEscalationPct", "compounding at each anniversary of commencement", spreadsheet.InputRate, true, func(l *leasehold.Lease) leasehold.Optional[money.Decimal] { return l.AnnualEscalationPct }},
	{"annualEscalationAmount", "added at each anniversary of commencement", spreadsheet.InputAmount, false, func(l *leasehold.Lease) leasehold.Optional[money.Decimal] { return l.AnnualEscalationAmount }},
	{"prepaidRent", "paid before commencement", spreadsheet.InputAmount, true, func(l *leasehold.Lease) leasehold.Optional[money.Decimal] { return l.PrepaidRent }},
	{"initialDirectCosts", "added to the asset", spreadsheet.InputAmount, true, func(l *leasehold.Lease) leasehold.Optional[money.Decimal] { return l.InitialDirectCosts }},
	{"leaseIncentives", "received by commencement", spreadsheet.InputAmount, true, func(l *leasehold.Lease) leasehold.Optional[money.Decimal] { return l.LeaseIncentives }},
	{"restorationCost", "provision that is part of the asset", spreadsheet.InputAmount, false, func(l *leasehold.Lease) leasehold.Optional[money.Decimal] { return l.RestorationCost }},
	{"grantElement", "grant or donation that is part of the asset", spreadsheet.InputAmount, false, func(l *leasehold.Lease) leasehold.Optional[money.Decimal] { return l.GrantElement }},
	{"openingRouAsset", "carried when the lease was taken over", spreadsheet.InputAmount, false, func(l *leasehold.Lease) leasehold.Optional[money.Decimal] { return l.OpeningRouAsset }},
	{"residualValueGuarantee", "owed at the end of the term", spreadsheet.InputAmount, true, func(l *leasehold.Lease) leasehold.Optional[money.Decimal] { return l.ResidualValueGuarantee }},
	{"guaranteedResidualValue", "the whole guarantee, for the comparison with the fair value", spreadsheet.InputAmount, false, func(l *leasehold.Lease) leasehold.Optional[money.Decimal] { return l.GuaranteedResidualValue }},
	{"purchaseOptionAmount", "owed at the end of the term where exercise is reasonably certain", spreadsheet.InputAmount, false, func(l *leasehold.Lease) leasehold.Optional[money.Decimal] { return l.PurchaseOptionAmount }},
	{"assetFairValue", "at commencement; empty for not provided", spreadsheet.InputAmount, false, func(l *leasehold.Lease) leasehold.Optional[money.Decimal] { return l.AssetFairValue }},
}

// offers reports whether a number has a cell to type into. A lease that is exempt, was
// taken over or has events is what it states, and no more.
func (b *book) offers(n *numeric) bool {
	l := &b.r.Lease
	if n.name == "assetFairValue" {
		return !l.Standard.SingleModel()
	}
	plain := l.Exemption == leasehold.NoExemption && !l.OpeningRouAsset.Set && len(l.Events) == 0
	return n.of(l).Set || n.usual && plain && (n.name != "annualEscalationPct" || !l.AnnualEscalationAmount.Set)
}

// typedName is the cell of a number, or 0 where it has none.
func (b *book) typedName(name string) string {
	for i := range stated {
		if stated[i].name == name && b.offers(&stated[i]) {
			return name
		}
	}
	return "0"
}

// lease writes the inputs of the lease. Those that decide which rows there are, or
// the class, are fixed.
func (b *book) lease(s *spreadsheet.Sheet) {
	s.Widths(52, 26, 84)
	s.Freeze(4, 0)
	l := &b.r.Lease
	if b.fixed != nil {
		s.Head("Lease inputs"+b.caller(), "Every figure is a value as exported. Amounts are in "+b.o.Currency+".")
		s.Headings(spreadsheet.Left("Input"), spreadsheet.Right("Value"), spreadsheet.Left(""))
		for _, in := range wording.Inputs(l) {
			s.Tall(in.Value, 26, s.Text(spreadsheet.WrappedLabel, in.Label), s.Text(spreadsheet.Wrapped, in.Value))
		}
		s.PrintTo("C")
		return
	}
	s.Head("Lease inputs"+b.caller(), "Type into the yellow cells; measurements, events, schedule, journal and disclosures follow. What each event states is on the sheet Events. Amounts are in "+b.o.Currency+".")
	s.Headings(spreadsheet.Left("Input"), spreadsheet.Right("Value"), spreadsheet.Left("Meaning"))
	live := map[string]bool{"basis": true, "rentSteps": true, "rentFree": true, "otherPayments": true}
	for i := range stated {
		if n := &stated[i]; b.offers(n) {
			live[n.name] = true
			b.input(s, wording.Label(n.name), n.name, n.look, decimal(n.of(l)), n.about)
		}
	}
	if !l.Standard.SingleModel() {
		live["specializedAsset"] = true
		b.choice(s, wording.Label("specializedAsset"), "specializedAsset", answer(l.SpecializedAsset), "yes, no, or empty for not provided", yes, no)
	}
	b.choice(s, "Discounting", "discounting", l.Basis.Value.Discounting.String(), "nominal: rate x months / 12; effective: (1 + rate)^(months / 12); actual_365: (1 + rate)^(days / 365)",
		leasehold.Nominal.String(), leasehold.Effective.String(), leasehold.Actual365.String())
	b.choice(s, "Payment on the commencement date", "commencementPayment", l.Basis.Value.CommencementPayment.String(), "liability: part of the liability; settled: part of the asset alone",
		leasehold.InLiability.String(), leasehold.Settled.String())
	b.lists(s, -1, l.RentSteps, l.RentFree, l.OtherPayments)
	s.Skip()
	s.Headings(spreadsheet.Left("Fixed at export"), spreadsheet.Right("Value"), spreadsheet.Left("The rows, the class and the entries were made for these; export again to change them"))
	live["termMonths"] = true
	s.Define("termMonths", "B", s.Put(s.Text(spreadsheet.Label, "Lease term in months"), s.Value(spreadsheet.FixedInput, l.TermMonths)))
	for _, in := range b.judgements(s) {
		live[in.name] = true
		s.Define(in.name, "B", s.Put(s.Text(spreadsheet.Label, wording.Label(in.name)), in.value))
	}
	for _, in := range wording.Inputs(l) {
		if !live[in.Field] && in.Field != "annualEscalationPct" && in.Value != wording.NotProvided {
			s.Tall(in.Value, 26, s.Text(spreadsheet.WrappedLabel, in.Label), s.Text(spreadsheet.Wrapped, in.Value))
		}
	}
	s.PrintTo("C")
}

// choice writes an input that is chosen from a list.
func (b *book) choice(s *spreadsheet.Sheet, label, name string, value any, about string, list ...string) {
	b.input(s, label, name, spreadsheet.Input, value, about)
	s.Offer(fmt.Sprintf("B%d", s.Row()), list)
}

// fixedInput is an input that the criteria use and that the rows were made for.
type fixedInput struct {
	name  string
	value excelize.Cell
}

func (b *book) judgements(s *spreadsheet.Sheet) []fixedInput {
	l := &b.r.Lease
	if l.Standard.SingleModel() {
		return nil
	}
	months := func(o leasehold.Optional[int]) excelize.Cell {
		if !o.Set {
			return s.Value(spreadsheet.FixedInput, nil)
		}
		return s.Value(spreadsheet.FixedInput, o.Value)
	}
	return []fixedInput{
		{"transfersOwnership", s.Value(spreadsheet.FixedInput, answer(l.TransfersOwnership))},
		{"purchaseOptionReasonablyCertain", s.Value(spreadsheet.FixedInput, answer(l.PurchaseOptionReasonablyCertain))},
		{"assetEconomicLifeMonths", months(l.AssetEconomicLifeMonths)},
		{"assetTotalLifeMonths", months(l.AssetTotalLifeMonths)},
	}
}

// decimal is what the cell of an optional number holds.
func decimal(o leasehold.Optional[money.Decimal]) any {
	if !o.Set {
		return nil
	}
	return spreadsheet.Number(o.Value.String())
}

// The answers to a question.
const (
	yes = "yes"
	no  = "no"
)

// answer is what the cell of an optional answer holds.
func answer(o leasehold.Optional[bool]) any {
	switch {
	case !o.Set:
		return nil
	case o.Value:
		return yes
	default:
		return no
	}
}
