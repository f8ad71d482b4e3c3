package workbook

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/internal/lists"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
)

// input is an input with a cell: an input of the lease or of an event. The field named exact
// contains its value, or 0 if the cell is empty or contains text.
type input struct {
	line

	field   string
	exact   money.Decimal
	choices []string   // choices offered by the cell
	from    civil.Date // the date, if the input belongs to a list of the lease or an event
	sign    string     // "-" if the amount is received rather than paid
}

// Fields of inputs in lists.
const (
	step   = "rentStep"
	free   = "rentFreeShare"
	single = "otherPayment"
)

// supplied contains those inputs of the lease or an event that have cells.
type supplied struct {
	prefix string     // prefix of the cell names; "" for the lease
	since  civil.Date // commencement, or the event's date
	inputs []input
	fixed  []line // inputs that cannot be changed in the workbook
}

// add adds a numeric input, but omits an unusual input that is absent. If label is empty, the input
// has the field's usual label.
func (in *supplied) add(usual bool, field, label, about string, look spreadsheet.Style, value leasehold.Optional[money.Decimal]) {
	if label == "" {
		label = wording.Label(field)
	}
	if usual || value.Set {
		in.inputs = append(in.inputs, input{line: line{in.prefix + field, label, about, look, shown(value), ""}, field: field, exact: value.Value})
	}
}

func (in *supplied) offer(field, label, about string, value any, choices ...string) {
	in.inputs = append(in.inputs, input{line: line{field, label, about, spreadsheet.Input, value, ""}, field: field, choices: choices})
}

func (in *supplied) fix(field string, value any) {
	in.fixed = append(in.fixed, line{field, wording.Label(field), "", spreadsheet.FixedInput, value, ""})
}

func (in *supplied) list(field string, i int, from civil.Date, label, about string, look spreadsheet.Style, value money.Decimal) *input {
	in.add(true, field, label+" "+from.String(), about, look, leasehold.Some(value))
	x := &in.inputs[len(in.inputs)-1]
	x.name, x.from = in.prefix+name(field, i+1), from
	return x
}

func (in *supplied) lists(steps []leasehold.RentStep, rentFree []leasehold.RentFree, singles []leasehold.SinglePayment) {
	for i, x := range steps {
		in.list(step, i, x.From, "Rent from", "for a whole period; the date is fixed at export", spreadsheet.InputAmount, x.PaymentAmount)
	}
	for i, x := range rentFree {
		about := "for " + strconv.Itoa(x.Months) + " months; the months are fixed at export"
		in.list(free, i, x.From, "Share of the rent waived from", about, spreadsheet.InputRate, x.Portion())
	}
	for i, x := range singles {
		label, sign := "Paid on", ""
		if x.Kind == leasehold.Incentive {
			label, sign = "Received on", "-"
		}
		in.list(single, i, x.Date, label, "the date is fixed at export", spreadsheet.InputAmount, x.Amount).sign = sign
	}
}

// inputs contains the lease's inputs, followed by its events' inputs.
type inputs []supplied

func inputsOf(l *leasehold.Lease) inputs {
	list := inputs{inputsOfLease(l)}
	for i := range l.Events {
		list = append(list, inputsOfEvent(i, &l.Events[i]))
	}
	return list
}

const noInput = "0"

// find returns a field's latest input. Without one, the name is noInput and the value is 0.
func (list inputs) find(field string) *input { return list.dated(field, civil.Date{}, 0) }

// dated is like [inputs.find], but for an input in a list. The argument others is the number of
// earlier inputs in the list that have the same date.
func (list inputs) dated(field string, from civil.Date, others int) *input {
	for _, in := range slices.Backward(list) {
		n := others
		for i := range in.inputs {
			if x := &in.inputs[i]; x.field == field && x.from == from {
				if n--; n < 0 {
					return x
				}
			}
		}
	}
	return &input{line: line{name: noInput}}
}

var fieldName = regexp.MustCompile(`{\w+}`)

// formula replaces the field names in a formula. {x} is the latest amount of field x in minor
// units, or the latest rate. Without such an input, it is 0.
func (list inputs) formula(formula string) string {
	return fieldName.ReplaceAllStringFunc(formula, func(text string) string {
		x := list.find(strings.Trim(text, "{}"))
		if x.look == spreadsheet.InputRate {
			return x.name
		}
		return minorOf(x.name)
	})
}

// at returns the inputs of the event with the given number, counted from 1. For number 0, it
// returns the inputs at commencement.
func (list inputs) at(number int) inputs { return list[number : number+1] }

func inputsOfLease(l *leasehold.Lease) supplied {
	amount, rate := spreadsheet.InputAmount, spreadsheet.InputRate
	plain := !l.Exempt() && !l.OpeningRouAsset.Set && len(l.Events) == 0
	in := supplied{since: l.CommencementDate, fixed: []line{{"termMonths", "Lease term in months", "", spreadsheet.FixedInput, l.TermMonths, ""}}}
	in.add(true, "paymentAmount", "", "rent of one period, before escalation", amount, leasehold.Some(l.PaymentAmount))
	in.add(true, "discountRateAnnual", "", "per year, under the convention below", rate, leasehold.Some(l.DiscountRateAnnual))
	in.add(plain && !l.AnnualEscalationAmount.Set, "annualEscalationPct", "", "compounding at each anniversary of commencement", rate, l.AnnualEscalationPct)
	in.add(false, "annualEscalationAmount", "", "added at each anniversary of commencement", amount, l.AnnualEscalationAmount)
	in.add(plain, "prepaidRent", "", "paid before commencement", amount, l.PrepaidRent)
	in.add(plain, "initialDirectCosts", "", "added to the asset", amount, l.InitialDirectCosts)
	in.add(plain, "leaseIncentives", "", "received by commencement", amount, l.LeaseIncentives)
	in.add(false, "restorationCost", "", "provision included in the asset", amount, l.RestorationCost)
	in.add(false, "grantElement", "", "grant or donation included in the asset", amount, l.GrantElement)
	in.add(false, "openingRouAsset", "", "carrying amount when the lease was transferred in", amount, l.OpeningRouAsset)
	in.add(plain, "residualValueGuarantee", "", "payable at the end of the term", amount, l.ResidualValueGuarantee)
	in.add(false, "guaranteedResidualValue", "", "total residual value guarantee, for the comparison with the fair value", amount, l.GuaranteedResidualValue)
	in.add(false, "purchaseOptionAmount", "", "payable at the end of the term if exercise is reasonably certain", amount, l.PurchaseOptionAmount)
	if !l.Standard.SingleModel() {
		in.add(true, "assetFairValue", "", "at commencement; empty if not provided", amount, l.AssetFairValue)
		in.offer("specializedAsset", wording.Label("specializedAsset"), "yes, no, or empty if not provided", shown(l.SpecializedAsset), "yes", "no")
		in.fix("transfersOwnership", shown(l.TransfersOwnership))
		in.fix("purchaseOptionReasonablyCertain", shown(l.PurchaseOptionReasonablyCertain))
		in.fix("assetEconomicLifeMonths", shown(l.AssetEconomicLifeMonths))
		in.fix("assetTotalLifeMonths", shown(l.AssetTotalLifeMonths))
	}
	in.offer("discounting", "Discounting", "nominal: rate x months / 12; effective: (1 + rate)^(months / 12); actual_365: (1 + rate)^(days / 365)",
		l.Basis.Value.Discounting.String(), leasehold.Nominal.String(), leasehold.Effective.String(), leasehold.Actual365.String())
	in.offer("commencementPayment", "Payment on the commencement date", "liability: included in the liability; settled: included in the asset only",
		l.Basis.Value.CommencementPayment.String(), leasehold.InLiability.String(), leasehold.Settled.String())
	in.lists(l.RentSteps, l.RentFree, l.OtherPayments)
	return in
}

func inputsOfEvent(i int, e *leasehold.Event) supplied {
	amount, rate := spreadsheet.InputAmount, spreadsheet.InputRate
	in := supplied{prefix: eventName(i, ""), since: e.Date}
	in.add(false, "paymentAmount", "Rent from the next period", "", amount, e.PaymentAmount)
	in.add(false, "changePct", "Change of the rent", "", rate, e.ChangePct)
	in.add(false, "annualEscalationPct", "Annual escalation", "", rate, e.AnnualEscalationPct)
	in.add(false, "annualEscalationAmount", "Annual escalation, amount", "", amount, e.AnnualEscalationAmount)
	in.add(false, "discountRateAnnual", "Annual discount rate", "", rate, e.DiscountRateAnnual)
	in.add(false, "purchaseOptionAmount", "Purchase option price", "", amount, e.PurchaseOptionAmount)
	in.add(false, "residualValueGuarantee", "Residual value guarantee, amount expected to be payable", "", amount, e.ResidualValueGuarantee)
	in.add(false, "retainedShare", "Portion retained", "", rate, e.RetainedShare)
	in.add(false, "initialDirectCosts", "Initial direct costs paid", "", amount, e.InitialDirectCosts)
	in.add(false, "leaseIncentives", "Lease incentives received", "", amount, e.LeaseIncentives)
	in.add(false, "impairmentLoss", "Impairment loss", "", amount, e.ImpairmentLoss)
	in.add(false, "amount", "Amount reversed", "", amount, e.Amount)
	in.add(false, "penalty", "Penalty paid", "", amount, e.Penalty)
	in.add(false, "price", "Price paid", "", amount, e.Price)
	in.lists(e.RentSteps, e.RentFree, e.OtherPayments)
	return in
}

// shown returns an optional input's cell value, or nil if the input is absent.
func shown[T any](o leasehold.Optional[T]) any {
	if !o.Set {
		return nil
	}
	switch v := any(o.Value).(type) {
	case money.Decimal:
		return spreadsheet.Number(v.String())
	case bool:
		return map[bool]string{true: "yes", false: "no"}[v]
	default:
		return v
	}
}

// writeInputs writes the cells of the lease or an event.
func (b *book) writeInputs(s *spreadsheet.Sheet, in *supplied) {
	for _, x := range in.inputs {
		b.lines(s, x.line)
		if x.choices != nil {
			s.Offer(valueColumn+strconv.Itoa(s.Row()), x.choices)
		}
	}
}

// lease writes the lease's inputs. If an input determines the schedule rows or the class, it cannot
// be changed in the workbook, so it has no input cell.
func (b *book) lease(s *spreadsheet.Sheet) {
	s.Widths(52, 26, 84)
	s.Freeze(4, 0)
	if !b.live {
		s.Head("Lease inputs"+b.leaseName(), "Every amount is an exported value, not a formula. Amounts are in "+b.o.Currency+".")
		b.section(s, "Input", "Value", "")
		s.Inputs(&b.r.Lease)
		return
	}
	s.Head("Lease inputs"+b.leaseName(), "If you change the yellow cells, the measurements, events, schedule, journal and disclosures also change. Event inputs are on the Events sheet. Amounts are in "+b.o.Currency+".")
	b.section(s, "Input", "Value", "Meaning")
	in, written := &b.inputs[0], []string{"basis", "rentSteps", "rentFree", "otherPayments", "annualEscalationPct"}
	b.writeInputs(s, in)
	b.section(s, "Fixed at export", "Value", "The rows, the class and the entries depend on these inputs; to change an input, export again", in.fixed...)
	written = append(written, lists.Map(in.inputs, func(x input) string { return x.name })...)
	written = append(written, lists.Map(in.fixed, func(x line) string { return x.name })...)
	for _, x := range wording.Inputs(&b.r.Lease) {
		if !slices.Contains(written, x.Field) && x.Value != wording.NotProvided {
			s.Pair(x.Label, x.Value)
		}
	}
}
