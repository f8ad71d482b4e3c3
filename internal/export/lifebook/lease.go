package lifebook

import (
	"fmt"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
)

// amounts are the optional amounts of a lease that are typed.
var amounts = []struct {
	name  string
	about string
	look  spreadsheet.Style
	of    func(*leasehold.Lease) leasehold.Optional[money.Decimal]
}{
	{"annualEscalationPct", "compounding at each anniversary of commencement", spreadsheet.InputRate, func(l *leasehold.Lease) leasehold.Optional[money.Decimal] { return l.AnnualEscalationPct }},
	{"annualEscalationAmount", "added at each anniversary of commencement", spreadsheet.InputAmount, func(l *leasehold.Lease) leasehold.Optional[money.Decimal] { return l.AnnualEscalationAmount }},
	{"prepaidRent", "paid before commencement", spreadsheet.InputAmount, func(l *leasehold.Lease) leasehold.Optional[money.Decimal] { return l.PrepaidRent }},
	{"initialDirectCosts", "added to the asset", spreadsheet.InputAmount, func(l *leasehold.Lease) leasehold.Optional[money.Decimal] { return l.InitialDirectCosts }},
	{"leaseIncentives", "received by commencement", spreadsheet.InputAmount, func(l *leasehold.Lease) leasehold.Optional[money.Decimal] { return l.LeaseIncentives }},
	{"restorationCost", "provision that is part of the asset", spreadsheet.InputAmount, func(l *leasehold.Lease) leasehold.Optional[money.Decimal] { return l.RestorationCost }},
	{"openingRouAsset", "carried when the lease was taken over", spreadsheet.InputAmount, func(l *leasehold.Lease) leasehold.Optional[money.Decimal] { return l.OpeningRouAsset }},
	{"residualValueGuarantee", "owed at the end of the term", spreadsheet.InputAmount, func(l *leasehold.Lease) leasehold.Optional[money.Decimal] { return l.ResidualValueGuarantee }},
	{"purchaseOptionAmount", "owed at the end of the term where exercise is reasonably certain", spreadsheet.InputAmount, func(l *leasehold.Lease) leasehold.Optional[money.Decimal] { return l.PurchaseOptionAmount }},
}

// lease writes the inputs of the lease. Those that decide which rows there are, or
// the class, are fixed.
func (b *book) lease(s *spreadsheet.Sheet) {
	s.Widths(52, 26, 84)
	s.Freeze(4)
	l := &b.r.Lease
	s.Head("Lease inputs"+b.caller(), "Type into the yellow cells; measurements, events, schedule and journal follow. What each event states is on the sheet Events. Amounts are in "+b.o.Currency+".")
	s.Headings(spreadsheet.Left("Input"), spreadsheet.Right("Value"), spreadsheet.Left("Meaning"))
	b.input(s, wording.Label("paymentAmount"), "paymentAmount", spreadsheet.InputAmount, spreadsheet.Number(l.PaymentAmount.String()), "rent of one period, before escalation")
	b.input(s, wording.Label("discountRateAnnual"), "discountRateAnnual", spreadsheet.InputRate, spreadsheet.Number(l.DiscountRateAnnual.String()), "a year, by the convention below")
	basis := l.Basis.Value
	b.input(s, "Discounting", "discounting", spreadsheet.Input, basis.Discounting.String(), "nominal: rate x months / 12; effective: (1 + rate)^(months / 12); actual_365: (1 + rate)^(days / 365)")
	s.Offer(fmt.Sprintf("B%d", s.Row()), []string{leasehold.Nominal.String(), leasehold.Effective.String(), leasehold.Actual365.String()})
	b.input(s, "Payment on the commencement date", "commencementPayment", spreadsheet.Input, basis.CommencementPayment.String(), "liability: part of the liability; settled: part of the asset alone")
	s.Offer(fmt.Sprintf("B%d", s.Row()), []string{leasehold.InLiability.String(), leasehold.Settled.String()})
	for _, a := range amounts {
		if o := a.of(l); o.Set {
			b.input(s, wording.Label(a.name), a.name, a.look, spreadsheet.Number(o.Value.String()), a.about)
		}
	}
	b.lists(s, -1, l.RentSteps, l.RentFree, l.OtherPayments)
	s.Skip()
	s.Headings(spreadsheet.Left("Fixed at export"), spreadsheet.Right("Value"), spreadsheet.Left("The rows, the class and the entries were made for these; export again to change them"))
	live := map[string]bool{"paymentAmount": true, "discountRateAnnual": true, "basis": true, "rentSteps": true, "otherPayments": true}
	for _, a := range amounts {
		live[a.name] = a.of(l).Set
	}
	for _, in := range wording.Inputs(l) {
		if !live[in.Field] && in.Field != "annualEscalationPct" && in.Value != wording.NotProvided {
			s.Tall(in.Value, 26, s.Text(spreadsheet.WrappedLabel, in.Label), s.Text(spreadsheet.Wrapped, in.Value))
		}
	}
	s.PrintTo("C")
}

// summary writes the figures of commencement and of the life.
func (b *book) summary(s *spreadsheet.Sheet) {
	s.Widths(52, 26, 84)
	s.Freeze(4)
	r, first := b.r, b.blocks[0]
	s.Head("Summary"+b.caller(), "Amounts in "+b.o.Currency+". Live: every figure follows the sheets Lease and Events.")
	s.Headings(spreadsheet.Left("Figure"), spreadsheet.Right("Value"), spreadsheet.Left("What it is"))
	s.Put(s.Text(spreadsheet.Label, "Treatment"), s.Text(spreadsheet.RightText, wording.Treatment(&r.Measurement)), s.Text(spreadsheet.Note, "fixed at export; the criteria are not tested again"))
	column := func(c string) string {
		return fmt.Sprintf("SUM('%s'!$%s$%d:$%s$%d)", first.sheet, c, at(0), c, at(len(first.rows)-1))
	}
	asset := "ROUND(" + first.cell("V", openingRow) + "+adjustment+commencementPaid,0)"
	if r.Lease.OpeningRouAsset.Set {
		asset = minorOf("openingRouAsset")
	}
	imputed := column("Q") + "-" + first.cell("V", openingRow)
	if r.Lease.Exemption != leasehold.NoExemption {
		asset, imputed = "0", "0"
	}
	line := func(label, name, about string, a money.Amount, minorUnits string) {
		row := s.Put(s.Text(spreadsheet.Label, label), s.Formula(spreadsheet.Amount, b.number(a), "("+minorUnits+")/unit"), s.Text(spreadsheet.Note, about))
		s.Define(name, "B", row)
	}
	line(wording.LeaseLiability+" at commencement", "initialLiability", "present value of the payments, sheet "+first.sheet, r.InitialLiability, first.cell("V", openingRow))
	line(wording.Sentence(r.Lease.Standard.AssetNoun())+" at commencement", "initialRouAsset", "", r.InitialRouAsset, "initialAsset")
	line(wording.TotalPayments, "totalUndiscountedPayments", "as seen at commencement", r.TotalUndiscountedPayments, column("Q"))
	line(wording.ImputedInterest, "imputedInterest", "as seen at commencement", r.Disclosures.ImputedInterest, imputed)
	line(wording.TotalCost, "totalLeaseCost", "as seen at commencement", r.TotalLeaseCost, column("AE"))
	line("Paid at commencement, not in the liability", "commencementPaidAmount", "", r.CommencementPayment, "commencementPaid")
	s.Skip()
	s.Headings(spreadsheet.Left("In minor units"), spreadsheet.Right("Value"), spreadsheet.Left("For other sheets"))
	units := func(name, about string, value any, f string) {
		row := s.Put(s.Text(spreadsheet.Label, name), s.Formula(spreadsheet.Whole, value, f), s.Text(spreadsheet.Note, about))
		s.Define(name, "B", row)
	}
	units("adjustment", "prepaid rent + initial direct costs + restoration cost - incentives", nil, b.adjustment())
	units("commencementPaid", "on the commencement date, where that is settled", minor(r.CommencementPayment), first.settled())
	units("initialAsset", "the asset at commencement", minor(r.InitialRouAsset), asset)
	s.Skip()
	row := s.Put(s.Text(spreadsheet.Label, "Internally consistent"), s.Formula(spreadsheet.Verdict, "OK", "internalResult"), s.Text(spreadsheet.Note, "what must hold for any inputs; see the sheet Check"))
	s.Put(s.Text(spreadsheet.Label, "As exported"), s.Formula(spreadsheet.Verdict, "OK", "exportResult"), s.Text(spreadsheet.Note, "agreement with the service, while no input is changed"))
	s.Signal(fmt.Sprintf("B%d:B%d", row, row+1))
	s.PrintTo("C")
}

// adjustment is a formula for what the asset has beyond the liability, in minor
// units.
func (b *book) adjustment() string {
	l, f := &b.r.Lease, "0"
	for _, part := range []struct {
		name, sign string
		set        bool
	}{
		{"prepaidRent", "+", l.PrepaidRent.Set},
		{"initialDirectCosts", "+", l.InitialDirectCosts.Set},
		{"restorationCost", "+", l.RestorationCost.Set},
		{"leaseIncentives", "-", l.LeaseIncentives.Set},
	} {
		if part.set {
			f += part.sign + minorOf(part.name)
		}
	}
	return f
}

// settled is a formula for what is paid on the commencement date where it is no part
// of the liability, in minor units.
func (k *block) settled() string {
	opening, _, _ := k.singles(0)
	f := sum(opening)
	if k.b.r.Lease.PaymentTiming == leasehold.Advance {
		f += "+" + k.cell("J", at(0))
	}
	return `IF(commencementPayment="settled",` + f + ",0)"
}
