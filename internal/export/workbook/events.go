package workbook

import (
	"fmt"
	"math/big"
	"strconv"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
)

// eventInputs are the members of an event that are typed.
var eventInputs = []struct {
	member, label string
	look          spreadsheet.Style
	of            func(*leasehold.Event) leasehold.Optional[money.Decimal]
}{
	{"paymentAmount", "Rent from the next period on", spreadsheet.InputAmount, func(e *leasehold.Event) leasehold.Optional[money.Decimal] { return e.PaymentAmount }},
	{"changePct", "Change of the rent", spreadsheet.InputRate, func(e *leasehold.Event) leasehold.Optional[money.Decimal] { return e.ChangePct }},
	{"annualEscalationPct", "Annual escalation", spreadsheet.InputRate, func(e *leasehold.Event) leasehold.Optional[money.Decimal] { return e.AnnualEscalationPct }},
	{"annualEscalationAmount", "Annual escalation, amount", spreadsheet.InputAmount, func(e *leasehold.Event) leasehold.Optional[money.Decimal] { return e.AnnualEscalationAmount }},
	{"discountRateAnnual", "Annual discount rate", spreadsheet.InputRate, func(e *leasehold.Event) leasehold.Optional[money.Decimal] { return e.DiscountRateAnnual }},
	{"purchaseOptionAmount", "Purchase option price", spreadsheet.InputAmount, func(e *leasehold.Event) leasehold.Optional[money.Decimal] { return e.PurchaseOptionAmount }},
	{"residualValueGuarantee", "Residual value guarantee, amount expected to be owed", spreadsheet.InputAmount, func(e *leasehold.Event) leasehold.Optional[money.Decimal] { return e.ResidualValueGuarantee }},
	{"retainedShare", "Portion retained", spreadsheet.InputRate, func(e *leasehold.Event) leasehold.Optional[money.Decimal] { return e.RetainedShare }},
	{"initialDirectCosts", "Initial direct costs paid", spreadsheet.InputAmount, func(e *leasehold.Event) leasehold.Optional[money.Decimal] { return e.InitialDirectCosts }},
	{"leaseIncentives", "Lease incentives received", spreadsheet.InputAmount, func(e *leasehold.Event) leasehold.Optional[money.Decimal] { return e.LeaseIncentives }},
	{"impairmentLoss", "Impairment loss", spreadsheet.InputAmount, func(e *leasehold.Event) leasehold.Optional[money.Decimal] { return e.ImpairmentLoss }},
	{"amount", "Amount reversed", spreadsheet.InputAmount, func(e *leasehold.Event) leasehold.Optional[money.Decimal] { return e.Amount }},
	{"penalty", "Penalty paid", spreadsheet.InputAmount, func(e *leasehold.Event) leasehold.Optional[money.Decimal] { return e.Penalty }},
	{"price", "Price paid", spreadsheet.InputAmount, func(e *leasehold.Event) leasehold.Optional[money.Decimal] { return e.Price }},
}

// typing says what of the events can be changed in the workbook.
func (b *book) typing() string {
	if b.fixed != nil {
		return "Every figure is a value as exported. "
	}
	return "Type into the yellow cells. Dates, types, terms and classes are fixed at export, because the rows were made for them. "
}

// eventText is how wide the column of the texts is.
const eventText = 84

// events writes what each event states, and what it does to the books.
func (b *book) events(s *spreadsheet.Sheet) {
	s.Widths(52, 22, eventText)
	s.Head("Events"+b.caller(), b.typing()+"Amounts are in "+b.o.Currency+
		"; figures in minor units are marked so.")
	for i := range b.r.Events {
		b.event(s, i)
		s.Skip()
	}
	s.PrintTo("C")
}

func (b *book) event(s *spreadsheet.Sheet, i int) {
	e, r := &b.r.Lease.Events[i], &b.r.Events[i]
	s.Headings(spreadsheet.Left(fmt.Sprintf("%d. %s: %s", i+1, e.Date, wording.Event(e.Type))), spreadsheet.Right(wording.Sentence(wording.DoneBy(r))), spreadsheet.Left(""))
	for _, in := range eventInputs {
		if o := in.of(e); o.Set {
			b.input(s, in.label, eventName(i, in.member), in.look, spreadsheet.Number(o.Value.String()), "")
		}
	}
	b.lists(s, i, e.RentSteps, e.RentFree, e.OtherPayments)
	s.Put(s.Text(spreadsheet.Label, "Term in force, months from commencement"), s.Value(spreadsheet.Plain, r.TermMonths), s.Text(spreadsheet.Note, "fixed at export"))
	s.Put(s.Text(spreadsheet.Label, "Classification in force"), s.Text(spreadsheet.RightText, r.Class.String()), s.Text(spreadsheet.Note, "fixed at export; the workbook does not test the criteria again"))
	for _, f := range b.outcome(i) {
		row := s.Put(s.Text(spreadsheet.Label, f.label+", minor units"), s.Formula(spreadsheet.Whole, minor(f.figure), f.formula), s.Text(spreadsheet.Note, f.about))
		s.Define(eventName(i, f.name), "B", row)
	}
	for _, c := range r.Citations {
		s.Tall(c.String(), eventText, nil, nil, s.Text(spreadsheet.Wrapped, c.String()))
	}
}

// result is a figure of an event.
type result struct {
	name, label, about string
	figure             money.Amount
	formula            string
}

// block returns the block that an event started, and the one before it.
func (b *book) blockOf(event int) (k, before *block) {
	for i, k := range b.blocks {
		if k.event == event {
			return k, b.blocks[i-1]
		}
	}
	return nil, nil
}

// outcome are the figures of an event, in minor units, in the order in which they
// follow from each other.
func (b *book) outcome(i int) []result {
	r := &b.r.Events[i]
	n := func(member string) string { return eventName(i, member) }
	k, before := b.blockOf(i)
	if k == nil { // an index that was expensed
		return nil
	}
	list := []result{
		{"liabilityBefore", wording.LeaseLiability + " before", "", r.LiabilityBefore, before.cell("balance", before.last())},
		{"assetBefore", "Asset before", "", r.RouAssetBefore, before.cell("asset", before.last())},
	}
	switch r.Treatment {
	case leasehold.Derecognized:
		return append(list, b.derecognized(i, n)...)
	case leasehold.Impaired:
		return append(list,
			result{"liabilityAfter", wording.LeaseLiability + " after", "an impairment leaves it as it was", r.LiabilityAfter, n("liabilityBefore")},
			result{"assetAfter", "Asset after", "less the loss", r.RouAssetAfter, n("assetBefore") + "-" + minorOf(n("impairmentLoss"))})
	case leasehold.Reversed:
		rise := string(r.ImpairmentLoss.Neg().AppendPlaces(nil, 0))
		return append(list,
			result{"liabilityAfter", wording.LeaseLiability + " after", "a reversal leaves it as it was", r.LiabilityAfter, n("liabilityBefore")},
			result{"reversal", "Impairment reversed", "at most to the carrying amount without impairments", r.ImpairmentLoss.Neg(), rise},
			result{"assetAfter", "Asset after", "plus the reversal", r.RouAssetAfter, n("assetBefore") + "+" + n("reversal")})
	case leasehold.Remeasured, leasehold.Expensed: // the latter has no block
	}
	list = append(list, result{"liabilityAfter", wording.LeaseLiability + " after", "sheet " + k.sheet, r.LiabilityAfter, k.cell("balance", openingRow)})
	kept, asset, about := n("liabilityBefore"), n("assetBefore"), "all of it"
	if r.Decrease {
		kept, asset, about = b.retained(i, k, n)
	}
	e := &b.r.Lease.Events[i]
	costs := "0"
	if e.InitialDirectCosts.Set {
		costs += "+" + minorOf(n("initialDirectCosts"))
	}
	if e.LeaseIncentives.Set {
		costs += "-" + minorOf(n("leaseIncentives"))
	}
	paid := r.InitialDirectCosts.Sub(r.LeaseIncentives)
	staying := r.LiabilityBefore.Sub(r.LiabilityDerecognized)
	floored := r.Floored
	return append(list,
		result{"liabilityKept", wording.LeaseLiability + " retained", about, staying, kept},
		result{"assetKept", "Asset retained", about, r.RouAssetBefore.Sub(r.RouAssetDerecognized), asset},
		result{"floored", "Decrease in excess of the asset", "a gain", floored, fmt.Sprintf("IF(AND(%[1]s<%[2]s,%[3]s+%[1]s-%[2]s<MIN(%[3]s,0)),MIN(%[3]s,0)-(%[3]s+%[1]s-%[2]s),0)",
			n("liabilityAfter"), n("liabilityKept"), n("assetKept"))},
		result{"costs", "Direct costs less incentives of the day", "", paid, costs},
		result{
			"assetAfter", "Asset after", "what stays, moved with the liability, with the costs of the day", r.RouAssetAfter,
			fmt.Sprintf("%s+%s-%s+%s+%s", n("assetKept"), n("liabilityAfter"), n("liabilityKept"), n("floored"), n("costs")),
		},
		result{"gainOrLoss", "Gain (loss)", "", r.GainOrLoss, fmt.Sprintf("(%s-%s)-(%s-%s)+%s",
			n("liabilityBefore"), n("liabilityKept"), n("assetBefore"), n("assetKept"), n("floored"))},
	)
}

// retained are formulas for the liability and the asset that stay at a decrease of
// scope (METHOD 13.6).
func (b *book) retained(i int, k *block, n func(string) string) (liability, asset, about string) {
	e := &b.r.Lease.Events[i]
	share := "1"
	if e.RetainedShare.Set {
		share = n("retainedShare")
	}
	liability = rounded(n("liabilityBefore") + "*" + share)
	if k.shortened != nil {
		liability = rounded(share + "*MAX(0," + k.shortened.cell("exact", at(0)) + ")")
	}
	quotient := share
	if left, after := b.monthsLeft(k), k.sum(); b.r.Lease.Standard.SingleModel() && left.Sign() > 0 && after.Cmp(left) < 0 {
		quotient = fmt.Sprintf("%s*(%s/%s)/(%s/%s)", share, after.Num(), after.Denom(), left.Num(), left.Denom())
	}
	asset = rounded(n("assetBefore") + "*" + quotient)
	if e.Proportion.Value != leasehold.ByLiability {
		return liability, asset, "the share that stays"
	}
	byLiability := fmt.Sprintf("%[1]s<%[2]s", n("liabilityAfter"), n("liabilityBefore"))
	return fmt.Sprintf("IF(%s,%s,%s)", byLiability, n("liabilityAfter"), liability),
		fmt.Sprintf("IF(%s,%s-%s,%s)", byLiability, n("assetBefore"),
			rounded(fmt.Sprintf("%[1]s*(%[2]s-%[3]s)/%[2]s", n("assetBefore"), n("liabilityBefore"), n("liabilityAfter"))), asset),
		"in proportion to the fall of the liability"
}

// monthsLeft returns the months that were left before an event, at most those left
// of the time over which the asset is amortized.
func (b *book) monthsLeft(k *block) *big.Rat {
	before := b.blocks[k.index-1]
	happened := new(big.Rat)
	for i := range b.r.Segments[before.index].Periods {
		p := &b.r.Segments[before.index].Periods[i]
		happened.Add(happened, big.NewRat(int64(p.Months)*int64(p.Days), int64(p.PeriodDays)))
	}
	left := before.sum()
	if over := b.terms[before.terms].Amortized; over.Cmp(left) < 0 {
		left = new(big.Rat).Set(over)
	}
	if left.Sub(left, happened).Sign() < 0 {
		return new(big.Rat)
	}
	return left
}

// derecognized are the figures of an event that ends the lease.
func (b *book) derecognized(i int, n func(string) string) []result {
	r, e := &b.r.Events[i], &b.r.Lease.Events[i]
	if e.Type == leasehold.Termination {
		penalty := "0"
		if e.Penalty.Set {
			penalty = minorOf(n("penalty"))
		}
		return []result{{"gainOrLoss", "Gain (loss)", "liability less asset and penalty", r.GainOrLoss, n("liabilityBefore") + "-" + n("assetBefore") + "-" + penalty}}
	}
	net := n("assetBefore") + "+" + minorOf(n("price")) + "-" + n("liabilityBefore")
	return []result{
		{"property", "Property and equipment", "asset and price less liability, at least 0", r.Property, "MAX(0," + net + ")"},
		{"gainOrLoss", "Gain (loss)", "what that is below 0", r.GainOrLoss, "MAX(0,-(" + net + "))"},
	}
}

// lists writes steps, rent-free spans and single payments: of an event, or of the
// lease where event is −1.
func (b *book) lists(s *spreadsheet.Sheet, event int, steps []leasehold.RentStep, frees []leasehold.RentFree, singles []leasehold.SinglePayment) {
	for i, x := range steps {
		b.input(s, "Rent from "+x.From.String()+" on", stepName(event, i), spreadsheet.InputAmount, spreadsheet.Number(x.PaymentAmount.String()), "of a whole period; the date is fixed at export")
	}
	for i, x := range frees {
		share := money.Int(1)
		if x.Share.Set {
			share = x.Share.Value
		}
		b.input(s, "Share of the rent not owed from "+x.From.String()+" on", freeName(event, i), spreadsheet.InputRate, spreadsheet.Number(share.String()),
			"for "+strconv.Itoa(x.Months)+" months; the months are fixed at export")
	}
	for i, x := range singles {
		what := "Paid on "
		if x.Kind == leasehold.Incentive {
			what = "Received on "
		}
		b.input(s, what+x.Date.String(), singleName(event, i), spreadsheet.InputAmount, spreadsheet.Number(x.Amount.String()), "the date is fixed at export")
	}
}
