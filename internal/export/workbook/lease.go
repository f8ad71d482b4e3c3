package workbook

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
)

// number is a numeric input of the lease or of an event. The cell of the input is empty if value is
// not set.
type number struct {
	field, label, about string
	look                spreadsheet.Style
	value               leasehold.Optional[money.Decimal]
}

// supplied contains the inputs with cells of the lease or of an event.
type supplied struct {
	prefix  string     // prefix of the cell names; "" for the lease
	since   civil.Date // commencement, or the date of the event
	numbers []number
	steps   []leasehold.RentStep
	free    []leasehold.RentFree
	singles []leasehold.SinglePayment
}

const noInput = "0"

// find returns the cell name and the value of a numeric input, or noInput and 0 if the input has no
// cell.
func (in *supplied) find(field string) (cell string, value money.Decimal) {
	for i := range in.numbers {
		if n := &in.numbers[i]; n.field == field {
			return in.prefix + field, n.value.Value
		}
	}
	return noInput, money.Decimal{}
}

func (in *supplied) minor(field string) string {
	cell, _ := in.find(field)
	return minorOf(cell)
}

// Prefixes of the cell names of inputs in lists.
const (
	step   = "rentStep"
	free   = "rentFreeShare"
	single = "otherPayment"
)

func (in *supplied) item(kind string, i int) string { return in.prefix + name(kind, i+1) }

func suppliedBy(l *leasehold.Lease) []supplied {
	list := []supplied{{"", l.CommencementDate, leaseNumbers(l), l.RentSteps, l.RentFree, l.OtherPayments}}
	for i := range l.Events {
		e := &l.Events[i]
		list = append(list, supplied{eventName(i, ""), e.Date, eventNumbers(e), e.RentSteps, e.RentFree, e.OtherPayments})
	}
	return list
}

// latest returns the cell name and the value of a numeric input after a number of events, or
// noInput and 0 without such a cell.
func (b *book) latest(events int, field string) (cell string, value money.Decimal) {
	for _, in := range slices.Backward(b.supplied[:events+1]) {
		if cell, value = in.find(field); cell != noInput {
			return cell, value
		}
	}
	return noInput, money.Decimal{}
}

func leaseNumbers(l *leasehold.Lease) []number {
	const amount, rate = spreadsheet.InputAmount, spreadsheet.InputRate
	plain := !l.Exempt() && !l.OpeningRouAsset.Set && len(l.Events) == 0
	var list []number
	put := func(usual bool, field, about string, look spreadsheet.Style, value leasehold.Optional[money.Decimal]) {
		if usual || value.Set {
			list = append(list, number{field, wording.Label(field), about, look, value})
		}
	}
	put(true, "paymentAmount", "rent of one period, before escalation", amount, leasehold.Some(l.PaymentAmount))
	put(true, "discountRateAnnual", "per year, by the convention below", rate, leasehold.Some(l.DiscountRateAnnual))
	put(plain && !l.AnnualEscalationAmount.Set, "annualEscalationPct", "compounding at each anniversary of commencement", rate, l.AnnualEscalationPct)
	put(false, "annualEscalationAmount", "added at each anniversary of commencement", amount, l.AnnualEscalationAmount)
	put(plain, "prepaidRent", "paid before commencement", amount, l.PrepaidRent)
	put(plain, "initialDirectCosts", "added to the asset", amount, l.InitialDirectCosts)
	put(plain, "leaseIncentives", "received by commencement", amount, l.LeaseIncentives)
	put(false, "restorationCost", "provision included in the asset", amount, l.RestorationCost)
	put(false, "grantElement", "grant or donation included in the asset", amount, l.GrantElement)
	put(false, "openingRouAsset", "carrying amount when the lease was transferred in", amount, l.OpeningRouAsset)
	put(plain, "residualValueGuarantee", "payable at the end of the term", amount, l.ResidualValueGuarantee)
	put(false, "guaranteedResidualValue", "total residual value guarantee, for the comparison with the fair value", amount, l.GuaranteedResidualValue)
	put(false, "purchaseOptionAmount", "payable at the end of the term if exercise is reasonably certain", amount, l.PurchaseOptionAmount)
	if !l.Standard.SingleModel() {
		put(true, "assetFairValue", "at commencement; empty if not provided", amount, l.AssetFairValue)
	}
	return list
}

func (b *book) numbers(s *spreadsheet.Sheet, in *supplied) {
	for _, n := range in.numbers {
		b.input(s, line{in.prefix + n.field, n.label, n.about, n.look, shown(n.value), ""})
	}
}

func (b *book) lists(s *spreadsheet.Sheet, in *supplied) {
	put := func(kind string, i int, label, about string, look spreadsheet.Style, value money.Decimal) {
		b.input(s, line{in.item(kind, i), label, about, look, spreadsheet.Number(value.String()), ""})
	}
	for i, x := range in.steps {
		put(step, i, "Rent from "+x.From.String(), "for a whole period; the date is fixed at export", spreadsheet.InputAmount, x.PaymentAmount)
	}
	for i, x := range in.free {
		about := "for " + strconv.Itoa(x.Months) + " months; the months are fixed at export"
		put(free, i, "Share of the rent waived from "+x.From.String(), about, spreadsheet.InputRate, x.Portion())
	}
	for i, x := range in.singles {
		label := "Paid on "
		if x.Kind == leasehold.Incentive {
			label = "Received on "
		}
		put(single, i, label+x.Date.String(), "the date is fixed at export", spreadsheet.InputAmount, x.Amount)
	}
}

// lease writes the inputs of the lease. Inputs that determine the schedule rows or the class are
// fixed, so they have no input cells.
func (b *book) lease(s *spreadsheet.Sheet) {
	s.Widths(52, 26, 84)
	s.Freeze(4, 0)
	l := &b.r.Lease
	if b.unsupported != nil {
		s.Head("Lease inputs"+b.leaseName(), "Every amount is a value as exported. Amounts are in "+b.o.Currency+".")
		s.Headings(spreadsheet.Left("Input"), spreadsheet.Right("Value"), spreadsheet.Left(""))
		for _, in := range wording.Inputs(l) {
			s.Pair(in.Label, in.Value)
		}
		return
	}
	s.Head("Lease inputs"+b.leaseName(), "Change the yellow cells; measurements, events, schedule, journal and disclosures follow. The inputs of events are on the sheet Events. Amounts are in "+b.o.Currency+".")
	s.Headings(spreadsheet.Left("Input"), spreadsheet.Right("Value"), spreadsheet.Left("Meaning"))
	live := map[string]bool{"basis": true, "rentSteps": true, "rentFree": true, "otherPayments": true, "termMonths": true, "annualEscalationPct": true}
	for _, n := range b.supplied[0].numbers {
		live[n.field] = true
	}
	b.numbers(s, &b.supplied[0])
	choice := func(name, label, about string, value any, list ...string) {
		b.input(s, line{name, label, about, spreadsheet.Input, value, ""})
		s.Offer("B"+strconv.Itoa(s.Row()), list)
	}
	if !l.Standard.SingleModel() {
		live["specializedAsset"] = true
		choice("specializedAsset", wording.Label("specializedAsset"), "yes, no, or empty if not provided", shown(l.SpecializedAsset), "yes", "no")
	}
	choice("discounting", "Discounting", "nominal: rate x months / 12; effective: (1 + rate)^(months / 12); actual_365: (1 + rate)^(days / 365)",
		l.Basis.Value.Discounting.String(), leasehold.Nominal.String(), leasehold.Effective.String(), leasehold.Actual365.String())
	choice("commencementPayment", "Payment on the commencement date", "liability: included in the liability; settled: included in the asset only",
		l.Basis.Value.CommencementPayment.String(), leasehold.InLiability.String(), leasehold.Settled.String())
	b.lists(s, &b.supplied[0])
	s.Skip()
	s.Headings(spreadsheet.Left("Fixed at export"), spreadsheet.Right("Value"), spreadsheet.Left("The rows, the class and the entries depend on these; to change them, export again"))
	b.lines(s, line{"termMonths", "Lease term in months", "", spreadsheet.FixedInput, l.TermMonths, ""})
	fixed := func(name string, value any) {
		live[name] = true
		b.lines(s, line{name, wording.Label(name), "", spreadsheet.FixedInput, value, ""})
	}
	if !l.Standard.SingleModel() {
		fixed("transfersOwnership", shown(l.TransfersOwnership))
		fixed("purchaseOptionReasonablyCertain", shown(l.PurchaseOptionReasonablyCertain))
		fixed("assetEconomicLifeMonths", shown(l.AssetEconomicLifeMonths))
		fixed("assetTotalLifeMonths", shown(l.AssetTotalLifeMonths))
	}
	for _, in := range wording.Inputs(l) {
		if !live[in.Field] && in.Value != wording.NotProvided {
			s.Pair(in.Label, in.Value)
		}
	}
}

// shown returns the cell value of an optional input, or nil if the input is absent.
func shown[T any](o leasehold.Optional[T]) any {
	if !o.Set {
		return nil
	}
	switch v := any(o.Value).(type) {
	case money.Decimal:
		return spreadsheet.Number(v.String())
	case bool:
		if v {
			return "yes"
		}
		return "no"
	default:
		return v
	}
}

func (b *book) rates(s *spreadsheet.Sheet) {
	s.Widths(34, 14, 14, 16, 60)
	s.Head("Rates"+b.leaseName(), "Discount rates that the lease does not supply, from a table by date, term, currency and tags. "+
		"A rate between two rows is interpolated linearly by months.")
	columns := layout{{name: "label"}, {name: "date"}, {name: "months"}, {name: "rate"}}
	for _, x := range wording.RateOrigins(&b.r.Measurement) {
		s.Headings(spreadsheet.Left(x.For), spreadsheet.Right("Date"), spreadsheet.Right("Months"), spreadsheet.Right("Rate"), spreadsheet.Left("Source"))
		for _, row := range x.Rows {
			s.Put(s.Text(spreadsheet.Label, fmt.Sprintf("Row %d of the table, from 0", row.Number)), s.Value(spreadsheet.Day, spreadsheet.Serial(row.ValidFrom)),
				s.Value(spreadsheet.Plain, row.TermMonths), s.Value(spreadsheet.Rate, spreadsheet.Number(row.DiscountRateAnnual.String())), s.Text(spreadsheet.Note, row.About))
		}
		formula := "{rate}"
		if len(x.Rows) == 2 {
			formula = "{rate-}+({rate}-{rate-})*({months+}-{months-})/({months}-{months-})"
		}
		s.Put(s.Text(spreadsheet.Label, "Rate used"), s.Value(spreadsheet.Day, spreadsheet.Serial(x.Date)), s.Value(spreadsheet.Plain, x.TermMonths),
			s.Formula(spreadsheet.Rate, spreadsheet.Number(x.Rate.String()), columns.formula(formula, s.Row())), s.Text(spreadsheet.Note, x.How+"; months left of the term, rounded up"))
		s.Skip()
	}
}

// Evidence writes the quotations from the lease contract that support the inputs.
func Evidence(s *spreadsheet.Sheet, l *leasehold.Lease) {
	const field, value, quote, source = 34, 22, 80, 26
	s.Freeze(4, 0)
	s.Table("Evidence", "Passages of the contract for the inputs. No figure depends on them.",
		spreadsheet.Left("Input").Wide(field), spreadsheet.Left("Value").Wide(value), spreadsheet.Left("Quote").Wide(quote), spreadsheet.Left("Document and page").Wide(source))
	for _, q := range wording.Quotes(l) {
		s.Tall(q.Text, quote, s.Text(spreadsheet.WrappedLabel, q.Member), s.Text(spreadsheet.Wrapped, q.Value), s.Text(spreadsheet.Wrapped, q.Text),
			s.Text(spreadsheet.Wrapped, q.Source))
	}
}
