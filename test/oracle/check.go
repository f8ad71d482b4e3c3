package oracle

import (
	"fmt"
	"math/big"
	"slices"
)

const monthsMax = 1200

// check rejects a lease with contradictory terms. It relies on the engine for the types and ranges
// of individual fields.
func check(r *Request) error {
	if _, ok := minorUnits[r.Currency]; !ok && r.Currency != "" {
		return refuse("currency", "must be an active currency with 0, 2 or 3 decimals")
	}
	if r.monthStart(r.TermMonths).dayBefore().year > 9999 {
		return refuse("commencementDate", "the term ends after 9999-12-31")
	}
	if above(r.Escalation) && r.Rent.EscalationAmount != nil {
		return refuse("annualEscalationAmount", "cannot be combined with an annualEscalationPct above 0")
	}
	if r.PaymentAmount.Sign() == 0 && !r.listsPayment() {
		return refuse("paymentAmount", "must be above 0 unless otherPayments contains a payment")
	}
	if err := checkCalendar(r); err != nil {
		return err
	}
	if err := checkRent(r, "", &r.Rent, r.Commencement, r.TermMonths); err != nil {
		return err
	}
	if r.GuaranteedResidual != nil && r.GuaranteedResidual.Cmp(orZero(r.ResidualGuarantee, amountDecimals)) < 0 {
		return refuse("guaranteedResidualValue", "is below residualValueGuarantee")
	}
	if r.TotalLife != nil && r.EconomicLife != nil && *r.TotalLife < *r.EconomicLife {
		return refuse("assetTotalLifeMonths", "is below assetEconomicLifeMonths")
	}
	if r.gasb() || r.Fund == "" {
		return errOr(checkTakeOver(r), checkExemption(r), checkStandard(r), checkApplication(r), checkFunctional(r), checkTable(r.DiscountRates), checkActual(r))
	}
	return refuse("fund", "has a meaning under GASB_87 alone")
}

func (r *Request) listsPayment() bool {
	return r.Rent.Others != nil && slices.ContainsFunc(*r.Rent.Others, func(s Single) bool { return s.Kind == "payment" })
}

func checkCalendar(r *Request) error {
	switch c := r.Calendar; {
	case c == nil:
		return nil
	case c.Days != "" && r.Frequency != "quarterly":
		return refuse("calendar.days", "needs quarterly payments")
	case c.Days == "" && (!c.From.after(r.Commencement) || !c.From.before(r.monthStart(r.monthsPerPeriod()))):
		return refuse("calendar.from", "must be after commencement, by less than a period")
	}
	return nil
}

// checkActual rejects actual payments and sublease income dated outside the life of the lease.
func checkActual(r *Request) error {
	months := r.TermMonths
	for _, e := range r.Events {
		if e.TermMonths != nil {
			months = *e.TermMonths
		}
	}
	last, ended := r.monthStart(months).dayBefore(), false
	if n := len(r.Events); n > 0 && (r.Events[n-1].Type == "termination" || r.Events[n-1].Type == "purchase") {
		last, ended = r.Events[n-1].Date.dayBefore(), true
	}
	for i, v := range r.VariablePayments {
		if v.Date.before(r.Commencement) || v.Date.after(last) || i > 0 && v.Date.before(r.VariablePayments[i-1].Date) {
			return refuse(fmt.Sprintf("variablePayments[%d].date", i), "must be within the term and not before the one above")
		}
	}
	for i, v := range r.SubleaseIncome {
		if ended && v.Date.after(last) || i > 0 && v.Date.before(r.SubleaseIncome[i-1].Date) {
			return refuse(fmt.Sprintf("subleaseIncome[%d].date", i), "must not be after the end and not before the one above")
		}
	}
	return checkSubleases(r, last, ended)
}

func errOr(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func above(v *big.Rat) bool { return v != nil && v.Sign() > 0 }

func checkTakeOver(r *Request) error {
	if r.OpeningRouAsset == nil {
		return nil
	}
	excluded := map[string]bool{
		"prepaidRent": r.PrepaidRent != nil, "initialDirectCosts": r.DirectCosts != nil, "leaseIncentives": r.Incentives != nil,
		"restorationCost": r.RestorationCost != nil, "grantElement": r.GrantElement != nil, "exemption": r.Exemption != "", "commencementPayment settled": r.settled(),
	}
	for member, stated := range excluded {
		if stated {
			return refuse("openingRouAsset", "cannot be combined with %s", member)
		}
	}
	return nil
}

func checkExemption(r *Request) error {
	if r.Exemption == "" {
		return nil
	}
	certain := optionCertain(r.OptionCertain, r.OptionPrice)
	switch {
	case r.Exemption == "low_value" && !r.ifrs():
		return refuse("exemption", "low_value has a meaning under IFRS_16 and FRS_102 alone")
	case r.Exemption == "short_term" && r.TermMonths > 12 && r.Application == nil:
		return refuse("exemption", "short_term needs a term of at most 12 months")
	case r.Exemption == "short_term" && !r.gasb() && certain:
		return refuse("exemption", "short_term has no purchase option that is reasonably certain")
	case len(r.Events) > 0:
		return refuse("events", "a modified exempt lease must be supplied as a new lease")
	case r.settled():
		return refuse("basis.commencementPayment", "settled has no meaning for an exempt lease")
	}
	for field, amount := range map[string]*big.Rat{
		"purchaseOptionAmount": r.OptionPrice, "residualValueGuarantee": r.ResidualGuarantee,
		"guaranteedResidualValue": r.GuaranteedResidual, "restorationCost": r.RestorationCost,
	} {
		if above(amount) {
			return refuse(field, "has no meaning for an exempt lease")
		}
	}
	return nil
}

// checkRent rejects the rent fields of a lease or an event if they contain a date before the given
// day or after the end of the term. The term has the given number of months.
func checkRent(r *Request, path string, rent *Rent, from date, months int) error {
	end := r.monthStart(months)
	if rent.Steps != nil {
		for i, s := range *rent.Steps {
			k, first := r.periodOf(s.From)
			ordered := i == 0 || (*rent.Steps)[i-1].From.before(s.From)
			if !first || k == 0 || !s.From.before(end) || s.From.before(from) || !ordered {
				return refuse(fmt.Sprintf("%srentSteps[%d].from", path, i), "must be the first day of a payment period after the first, in rising order")
			}
		}
	}
	if rent.Free != nil {
		free := from
		for i, s := range *rent.Free {
			units, ok := r.freeUnits(s)
			if _, first := r.periodOf(s.From); first && !ok && !s.From.before(free) && r.Calendar != nil && s.Months%3 != 0 {
				return refuse(fmt.Sprintf("%srentFree[%d].months", path, i), "must be whole quarters")
			}
			if !ok || s.From.before(free) {
				return refuse(fmt.Sprintf("%srentFree[%d].from", path, i), "must be a monthly anniversary after the preceding span")
			}
			if free = units[len(units)-1].next; free.after(end) {
				return refuse(fmt.Sprintf("%srentFree[%d].months", path, i), "reach beyond the term")
			}
		}
	}
	if rent.Others != nil {
		last := end.dayBefore()
		for i, s := range *rent.Others {
			ordered := i == 0 || !s.Date.before((*rent.Others)[i-1].Date)
			if s.Date.before(from) || s.Date.after(last) || !ordered {
				return refuse(fmt.Sprintf("%sotherPayments[%d].date", path, i), "must be within the term and not before the one above")
			}
		}
	}
	return nil
}

func eventField(i int, member string) string { return fmt.Sprintf("events[%d].%s", i, member) }

func (b *book) checkEvent(i int) error {
	e, r := &b.lease.Events[i], b.lease
	switch {
	case b.over:
		return refuse(eventField(i, "date"), "the lease has ended")
	case !e.Date.after(r.start()):
		return refuse(eventField(i, "date"), "must be after %s", r.start())
	case i > 0 && e.Date.before(r.Events[i-1].Date):
		return refuse(eventField(i, "date"), "must not be before the event above")
	case e.Date.after(b.owed.lastDay()):
		return refuse(eventField(i, "date"), "must be within the term, which ends on %s", b.owed.lastDay())
	case above(e.Escalation) && e.Rent.EscalationAmount != nil:
		return refuse(eventField(i, "annualEscalationAmount"), "cannot be combined with an annualEscalationPct above 0")
	case e.Proportion == "liability" && r.ifrs():
		return refuse(eventField(i, "proportion"), "liability does not apply under IFRS_16 and FRS_102")
	case e.Type == "index" && e.DiscountRate != nil && !r.ifrs():
		return refuse(eventField(i, "discountRateAnnual"), "has a meaning under IFRS_16 and FRS_102 alone")
	case e.DiscountRate == nil && e.reclassifies() && r.Standard != "FRS_102" && len(r.DiscountRates) == 0:
		return refuse(eventField(i, "discountRateAnnual"), "is required")
	}
	if err := errOr(b.checkSubscription(i), b.checkReversal(i)); err != nil {
		return err
	}
	months := b.owed.months
	if e.TermMonths != nil {
		months = *e.TermMonths
		last := r.monthStart(months).dayBefore()
		if months < 1 || months > monthsMax || last.before(e.Date) || last.year > 9999 {
			return refuse(eventField(i, "termMonths"), "must end on the event's date or later, after at most %d months", monthsMax)
		}
	}
	shorter := !r.asc() && months < b.owed.months
	if e.Proportion == "liability" && !shorter && (e.RetainedShare == nil || used(e.RetainedShare).Cmp(big.NewRat(1, 1)) >= 0) {
		return refuse(eventField(i, "proportion"), "liability has a meaning where a modification decreases the scope")
	}
	return checkRent(r, fmt.Sprintf("events[%d].", i), &e.Rent, e.Date, months)
}

// statesPayments reports whether the request has a field that requires longTermByDays to compute
// the long-term portion from payment dates.
func (r *Request) statesPayments() bool {
	return slices.Contains([]bool{
		r.Rent.Steps != nil, r.Rent.EscalationAmount != nil, r.Rent.Free != nil, r.Rent.Others != nil, r.Basis != nil, r.Exemption != "",
		r.RestorationCost != nil, r.GuaranteedResidual != nil, r.TotalLife != nil, r.Fund != "", r.OpeningRouAsset != nil,
		r.Calendar != nil, r.applied(),
	}, true)
}
