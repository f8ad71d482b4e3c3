package workbook

import (
	"slices"
	"strconv"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
)

// numeric is a numeric input of the lease.
type numeric struct {
	name, about string
	look        spreadsheet.Style
	usual       bool // the input has a cell even if the lease does not supply a value
	of          func(*leasehold.Lease) leasehold.Optional[money.Decimal]
}

// stated lists the numeric inputs of a lease that can have input cells.
var stated = []numeric{
	{"paymentAmount", "rent of one period, before escalation", spreadsheet.InputAmount, false, func(l *leasehold.Lease) leasehold.Optional[money.Decimal] { return leasehold.Some(l.PaymentAmount) }},
	{"discountRateAnnual", "per year, by the convention below", spreadsheet.InputRate, false, func(l *leasehold.Lease) leasehold.Optional[money.Decimal] {
		return leasehold.Some(l.DiscountRateAnnual)
	}},
	{"annualEscalationPct", "compounding at each anniversary of commencement", spreadsheet.InputRate, true, func(l *leasehold.Lease) leasehold.Optional[money.Decimal] { return l.AnnualEscalationPct }},
	{"annualEscalationAmount", "added at each anniversary of commencement", spreadsheet.InputAmount, false, func(l *leasehold.Lease) leasehold.Optional[money.Decimal] { return l.AnnualEscalationAmount }},
	{"prepaidRent", "paid before commencement", spreadsheet.InputAmount, true, func(l *leasehold.Lease) leasehold.Optional[money.Decimal] { return l.PrepaidRent }},
	{"initialDirectCosts", "added to the asset", spreadsheet.InputAmount, true, func(l *leasehold.Lease) leasehold.Optional[money.Decimal] { return l.InitialDirectCosts }},
	{"leaseIncentives", "received by commencement", spreadsheet.InputAmount, true, func(l *leasehold.Lease) leasehold.Optional[money.Decimal] { return l.LeaseIncentives }},
	{"restorationCost", "provision included in the asset", spreadsheet.InputAmount, false, func(l *leasehold.Lease) leasehold.Optional[money.Decimal] { return l.RestorationCost }},
	{"grantElement", "grant or donation included in the asset", spreadsheet.InputAmount, false, func(l *leasehold.Lease) leasehold.Optional[money.Decimal] { return l.GrantElement }},
	{"openingRouAsset", "carrying amount when the lease was transferred in", spreadsheet.InputAmount, false, func(l *leasehold.Lease) leasehold.Optional[money.Decimal] { return l.OpeningRouAsset }},
	{"residualValueGuarantee", "payable at the end of the term", spreadsheet.InputAmount, true, func(l *leasehold.Lease) leasehold.Optional[money.Decimal] { return l.ResidualValueGuarantee }},
	{"guaranteedResidualValue", "total residual value guarantee, for the comparison with the fair value", spreadsheet.InputAmount, false, func(l *leasehold.Lease) leasehold.Optional[money.Decimal] { return l.GuaranteedResidualValue }},
	{"purchaseOptionAmount", "payable at the end of the term if exercise is reasonably certain", spreadsheet.InputAmount, false, func(l *leasehold.Lease) leasehold.Optional[money.Decimal] { return l.PurchaseOptionAmount }},
	{"assetFairValue", "at commencement; empty if not provided", spreadsheet.InputAmount, false, func(l *leasehold.Lease) leasehold.Optional[money.Decimal] { return l.AssetFairValue }},
}

// find returns the numeric input with a name.
func find(name string) *numeric {
	return &stated[slices.IndexFunc(stated, func(n numeric) bool { return n.name == name })]
}

// offers reports whether a numeric input has an input cell. If a lease is exempt, was transferred
// in or has events, an input has a cell only if the lease supplies a value.
func (b *book) offers(n *numeric) bool {
	l := &b.r.Lease
	if n.name == "assetFairValue" {
		return !l.Standard.SingleModel()
	}
	plain := !l.Exempt() && !l.OpeningRouAsset.Set && len(l.Events) == 0
	return n.of(l).Set || n.usual && plain && (n.name != "annualEscalationPct" || !l.AnnualEscalationAmount.Set)
}

// inputName returns the name of the cell of a numeric input, or "0" if the input has no cell.
func (b *book) inputName(name string) string {
	if b.offers(find(name)) {
		return name
	}
	return "0"
}

// lease writes the inputs of the lease. Inputs that determine the rows of the schedule or the class
// are not input cells and cannot be changed.
func (b *book) lease(s *spreadsheet.Sheet) {
	s.Widths(52, 26, 84)
	s.Freeze(4, 0)
	l := &b.r.Lease
	if b.fixed != nil {
		s.Head("Lease inputs"+b.caller(), "Every amount is a value as exported. Amounts are in "+b.o.Currency+".")
		s.Headings(spreadsheet.Left("Input"), spreadsheet.Right("Value"), spreadsheet.Left(""))
		for _, in := range wording.Inputs(l) {
			s.Pair(in.Label, in.Value)
		}
		return
	}
	s.Head("Lease inputs"+b.caller(), "Change the yellow cells; measurements, events, schedule, journal and disclosures follow. The inputs of events are on the sheet Events. Amounts are in "+b.o.Currency+".")
	s.Headings(spreadsheet.Left("Input"), spreadsheet.Right("Value"), spreadsheet.Left("Meaning"))
	live := map[string]bool{"basis": true, "rentSteps": true, "rentFree": true, "otherPayments": true, "termMonths": true, "annualEscalationPct": true}
	for i := range stated {
		if n := &stated[i]; b.offers(n) {
			live[n.name] = true
			var value any
			if o := n.of(l); o.Set {
				value = spreadsheet.Number(o.Value.String())
			}
			b.inputs(s, line{n.name, wording.Label(n.name), n.about, n.look, value, ""})
		}
	}
	choice := func(name, label, about string, value any, list ...string) {
		b.inputs(s, line{name, label, about, spreadsheet.Input, value, ""})
		s.Offer("B"+strconv.Itoa(s.Row()), list)
	}
	if !l.Standard.SingleModel() {
		live["specializedAsset"] = true
		choice("specializedAsset", wording.Label("specializedAsset"), "yes, no, or empty if not provided", yesNo(l.SpecializedAsset), "yes", "no")
	}
	choice("discounting", "Discounting", "nominal: rate x months / 12; effective: (1 + rate)^(months / 12); actual_365: (1 + rate)^(days / 365)",
		l.Basis.Value.Discounting.String(), leasehold.Nominal.String(), leasehold.Effective.String(), leasehold.Actual365.String())
	choice("commencementPayment", "Payment on the commencement date", "liability: included in the liability; settled: included in the asset only",
		l.Basis.Value.CommencementPayment.String(), leasehold.InLiability.String(), leasehold.Settled.String())
	b.lists(s, -1, l.RentSteps, l.RentFree, l.OtherPayments)
	s.Skip()
	s.Headings(spreadsheet.Left("Fixed at export"), spreadsheet.Right("Value"), spreadsheet.Left("The rows, the class and the entries depend on these; to change them, export again"))
	b.lines(s, line{"termMonths", "Lease term in months", "", spreadsheet.FixedInput, l.TermMonths, ""})
	if !l.Standard.SingleModel() {
		for _, in := range []struct {
			name  string
			value any
		}{
			{"transfersOwnership", yesNo(l.TransfersOwnership)},
			{"purchaseOptionReasonablyCertain", yesNo(l.PurchaseOptionReasonablyCertain)},
			{"assetEconomicLifeMonths", months(l.AssetEconomicLifeMonths)},
			{"assetTotalLifeMonths", months(l.AssetTotalLifeMonths)},
		} {
			live[in.name] = true
			b.lines(s, line{in.name, wording.Label(in.name), "", spreadsheet.FixedInput, in.value, ""})
		}
	}
	for _, in := range wording.Inputs(l) {
		if !live[in.Field] && in.Value != wording.NotProvided {
			s.Pair(in.Label, in.Value)
		}
	}
}

func months(o leasehold.Optional[int]) any {
	if !o.Set {
		return nil
	}
	return o.Value
}

func yesNo(o leasehold.Optional[bool]) any {
	switch {
	case !o.Set:
		return nil
	case o.Value:
		return "yes"
	default:
		return "no"
	}
}
