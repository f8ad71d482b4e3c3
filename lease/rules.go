package lease

import (
	"fmt"
	"strconv"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/lists"
	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/standard"
)

// lastDate is the latest date on which a term may end.
var lastDate = civil.New(9999, 12, 31)

func (l *Lease) checkRules(f *strict.Faults, at *strict.Place) {
	if p := l.checkEnd(l.TermMonths); p != "" {
		f.Add(at, "commencementDate", p)
		return
	}
	l.checkRefused(f, at)
	if l.RateOfTable && l.RateTable() == nil {
		f.Add(at, "discountRateAnnual", "is required")
	}
	l.checkEvidence(f, at)
	l.checkMeaning(f, at)
	l.checkEscalation(f, at, l.AnnualEscalationPct, l.AnnualEscalationAmount)
	checkComponents(f, at, l.Components, true)
	placed := l.checkCalendar(f, at)
	if placed {
		terms := terms{l, l.CommencementDate, l.TermMonths, at}
		terms.check(f, l.RentSteps, l.RentFree, l.OtherPayments)
	}
	l.checkGuarantee(f, at)
	l.checkExemption(f, at)
	l.checkOpening(f, at)
	l.checkBasis(f, at, l.DiscountRateBasis)
	if placed {
		l.checkApplication(f, at)
		l.checkEvents(f, at)
	}
	l.checkActual(f, at)
	l.checkCurrencies(f, at)
	l.checkEffort(f, at)
}

// checkEnd returns an error message if a term with the given number of months ends after the year 9999, otherwise "".
func (l *Lease) checkEnd(months int) string {
	if end := l.end(months); end.Year > lastDate.Year {
		return fmt.Sprintf("a term of %d months from %s ends after %s, the last supported day", months, l.CommencementDate, lastDate)
	}
	return ""
}

func (l *Lease) end(months int) civil.Date { return l.CommencementDate.AddMonths(months).Prev() }

// checkMeaning rejects fields that have no meaning under the lease's standard.
func (l *Lease) checkMeaning(f *strict.Faults, at *strict.Place) {
	for i := range member.Lease {
		if m := &member.Lease[i]; !m.Takes(l.Standard.String()) && lease.Fields[i].Has(l) {
			f.Add(at, m.Name, "does not apply under "+l.Standard.Title()+"; it is allowed only with standard "+lists.Or(m.Only))
		}
	}
}

// statedField contains the name of a field and whether a lease or an event has the field.
type statedField struct {
	name string
	set  bool
}

// checkRefused rejects fields of other standards (METHOD 18.1).
func (l *Lease) checkRefused(f *strict.Faults, at *strict.Place) {
	l.refuseEnds(f, at, l.ResidualValueGuarantee, l.PurchaseOptionAmount, l.PurchaseOptionReasonablyCertain, l.TransfersOwnership)
	for i := range l.Events {
		e, here := &l.Events[i], strict.Element(at, "events", i)
		l.refuseEnds(f, here, e.ResidualValueGuarantee, e.PurchaseOptionAmount, e.PurchaseOptionReasonablyCertain, e.TransfersOwnership)
		if !l.Standard.Knows(e.Type) {
			f.Add(here, "type", e.Type.String()+" does not apply under "+l.Standard.Title()+"; use "+l.Standard.EventTypes())
		}
	}
}

// refuseEnds rejects a lease's or an event's fields for end-of-term amounts if the lease's standard
// has no such amounts.
func (l *Lease) refuseEnds(f *strict.Faults, at *strict.Place, guarantee, price Optional[decimal], exercised, transferred Optional[bool]) {
	for _, m := range []statedField{
		{"residualValueGuarantee", guarantee.Value.Sign() > 0},
		{"purchaseOptionAmount", price.Value.Sign() > 0},
		{"purchaseOptionReasonablyCertain", IsTrue(exercised)},
		{"transfersOwnership", IsTrue(transferred)},
	} {
		if m.set && !member.Find(member.Lease, m.name).Known(l.Standard.String()) {
			f.Add(at, m.name, "does not apply under "+l.Standard.Title()+", which has no guarantee, purchase option or transfer of ownership; omit it")
		}
	}
}

func (l *Lease) checkEscalation(f *strict.Faults, at *strict.Place, pct, amount Optional[decimal]) {
	if amount.Set && pct.Value.Sign() > 0 {
		f.Add(at, "annualEscalationAmount", "is not allowed together with an annualEscalationPct above 0; supply only one of them")
	}
}

func (l *Lease) checkGuarantee(f *strict.Faults, at *strict.Place) {
	if l.GuaranteedResidualValue.Set && l.GuaranteedResidualValue.Value.Cmp(l.ResidualValueGuarantee.Value) < 0 {
		f.Add(at, "guaranteedResidualValue", strict.Clip(l.GuaranteedResidualValue.Value.String())+
			" is less than residualValueGuarantee, "+strict.Clip(l.ResidualValueGuarantee.Value.String())+
			"; it must be the total guarantee, including the amount probable of being owed")
	}
	if l.AssetTotalLifeMonths.Set && l.AssetEconomicLifeMonths.Set && l.AssetTotalLifeMonths.Value < l.AssetEconomicLifeMonths.Value {
		f.Add(at, "assetTotalLifeMonths", fmt.Sprintf("%d is less than assetEconomicLifeMonths, %d; the total life cannot be shorter than the remaining life",
			l.AssetTotalLifeMonths.Value, l.AssetEconomicLifeMonths.Value))
	}
}

// checkExemption rejects an exemption that the standard lacks, and fields that an exempt lease cannot
// have (METHOD 12.6).
func (l *Lease) checkExemption(f *strict.Faults, at *strict.Place) {
	if !l.Exempt() {
		return
	}
	refuse := func(problem string) { f.Add(at, "exemption", l.Exemption.String()+" "+problem) }
	switch rules := l.Standard.Rules(); {
	case !member.Exemptions[l.Exemption-1].Takes(rules.Names.API):
		refuse("does not apply under " + rules.Names.Title + "; it is allowed only with standard " + lists.Or(member.Exemptions[l.Exemption-1].Only))
	case l.Exemption == standard.ShortTerm && l.InitialApplication.Set:
		if !l.endsWithinAYear() {
			refuse("requires a term that ends within twelve months of initialApplication.date, " + l.InitialApplication.Value.Date.String() +
				"; it ends on " + l.end(l.TermMonths).String())
		}
	case l.Exemption == standard.ShortTerm && l.TermMonths > 12:
		refuse("requires a term of at most 12 months; termMonths is " + strconv.Itoa(l.TermMonths))
	case l.Exemption == standard.ShortTerm && l.ShortTermBarred():
		refuse(rules.Sentences.ShortTermBarred)
	}
	for _, m := range []statedField{
		{"purchaseOptionAmount", l.OptionPriced()},
		{"residualValueGuarantee", l.HasGuarantee()},
		{"guaranteedResidualValue", l.GuaranteedResidualValue.Value.Sign() > 0},
		{"restorationCost", l.RestorationCost.Value.Sign() > 0},
		{"grantElement", l.GrantElement.Value.Sign() > 0},
		{"basis.commencementPayment", l.Settles()},
		{"events", len(l.Events) > 0},
	} {
		if m.set {
			f.Add(at, m.name, "is not allowed with an exemption, because the lease is not on the balance sheet"+
				map[bool]string{true: "; describe a changed exempt lease as a new lease"}[m.name == "events"])
		}
	}
}

// checkOpening rejects fields for amounts that a transferred-in lease's asset already includes (METHOD 12.11).
func (l *Lease) checkOpening(f *strict.Faults, at *strict.Place) {
	if !l.OpeningRouAsset.Set {
		return
	}
	for _, m := range []statedField{
		{"prepaidRent", l.PrepaidRent.Set},
		{"initialDirectCosts", l.InitialDirectCosts.Set},
		{"leaseIncentives", l.LeaseIncentives.Set},
		{"restorationCost", l.RestorationCost.Set},
		{"grantElement", l.GrantElement.Set},
		{"exemption", l.Exempt()},
		{"basis.commencementPayment set to settled", l.Settles()},
	} {
		if m.set {
			f.Add(at, "openingRouAsset", "is not allowed together with "+m.name+": for a lease transferred in, supply only the carrying amount of its asset")
		}
	}
}

// terms is a period from a day to the end of the term. The period must contain the date of every payment in a list.
type terms struct {
	lease  *Lease
	from   civil.Date // commencement, or the day of an event
	months int        // the current term, counted from commencement
	at     *strict.Place
}

// check adds an error for each payment term that does not fit the lease term.
func (t *terms) check(f *strict.Faults, steps []RentStep, frees []RentFree, singles []SinglePayment) {
	t.checkSteps(f, steps)
	t.checkFrees(f, frees)
	t.checkSingles(f, singles)
}

// The result is an error message if a date is outside the period of t, otherwise "".
func (t *terms) within(d civil.Date) string {
	last := t.lease.end(t.months)
	if d.Before(t.from) || last.Before(d) {
		return fmt.Sprintf("%s is not within the term, from %s to %s", d, t.from, last)
	}
	return ""
}

func (t *terms) checkSteps(f *strict.Faults, steps []RentStep) {
	periods := PeriodsOf(t.lease)
	for i := range steps {
		here, d := strict.Element(t.at, "rentSteps", i), steps[i].From
		if p := t.within(d); p != "" {
			f.Add(here, "from", p)
			continue
		}
		if i > 0 && !steps[i-1].From.Before(d) {
			f.Add(here, "from", d.String()+" is not after the preceding step, "+steps[i-1].From.String())
			continue
		}
		n, starts := periods.PeriodAt(d)
		switch {
		case !starts:
			f.Add(here, "from", fmt.Sprintf("%s is not the first day of a payment period; the nearest are %s and %s",
				d, periods.Begin(n), periods.Begin(n+1)))
		case n == 0:
			f.Add(here, "from", d.String()+" is the commencement date, and paymentAmount is the rent from that date; the earliest date for a step is "+
				periods.Begin(1).String())
		}
	}
}

// checkFrees rejects rent-free periods that overlap, end after the term, or start on a day that
// [Periods.Step] does not allow (METHOD 12.1, 20.4).
func (t *terms) checkFrees(f *strict.Faults, frees []RentFree) {
	start, calendar := t.lease.CommencementDate, t.lease.Calendar.Set
	periods, over, end := PeriodsOf(t.lease), start, start.AddMonths(t.months)
	for i := range frees {
		here, d, months := strict.Element(t.at, "rentFree", i), frees[i].From, frees[i].Months
		if p := t.within(d); p != "" {
			f.Add(here, "from", p)
			continue
		}
		passed, _ := start.MonthsTo(d)
		switch step, ok := periods.Step(d); {
		case !ok && !calendar:
			f.Add(here, "from", fmt.Sprintf("%s is not a monthly anniversary of commencement; the nearest are %s and %s",
				d, start.AddMonths(passed), start.AddMonths(passed+1)))
		case !ok:
			n, _ := periods.PeriodAt(d)
			f.Add(here, "from", fmt.Sprintf("%s is neither the commencement date nor a day from which a rent-free period can be counted; the nearest such days are %s and %s",
				d, periods.Begin(n), periods.Begin(n+1)))
		case months%step != 0:
			f.Add(here, "months", fmt.Sprintf("%d is not a multiple of %d; from %s on, a rent-free period must consist of whole payment periods", months, step, d))
		case d.Before(over):
			f.Add(here, "from", fmt.Sprintf("%s is within the preceding rent-free period, which ends on %s", d, over.Prev()))
		case end.Before(periods.After(d, months)) && !calendar:
			f.Add(here, "months", fmt.Sprintf("%d months from %s extend beyond the term; at most %d remain", months, d, t.months-passed))
		case end.Before(periods.After(d, months)):
			f.Add(here, "months", fmt.Sprintf("%d months from %s end on %s, after the term, which ends on %s", months, d, periods.After(d, months).Prev(), end.Prev()))
		default:
			over = periods.After(d, months)
		}
	}
}

func (t *terms) checkSingles(f *strict.Faults, singles []SinglePayment) {
	for i := range singles {
		here, d := strict.Element(t.at, "otherPayments", i), singles[i].Date
		if p := t.within(d); p != "" {
			f.Add(here, "date", p)
		} else if i > 0 && d.Before(singles[i-1].Date) {
			f.Add(here, "date", d.String()+" is before the preceding payment in the list, "+singles[i-1].Date.String()+"; list them by date")
		}
	}
}

// checkEvents checks the events as a sequence (METHOD 13.2).
func (l *Lease) checkEvents(f *strict.Faults, in *strict.Place) {
	term, ended := l.TermMonths, -1
	for i := range l.Events {
		e, at := &l.Events[i], strict.Element(in, "events", i)
		e.checkMembers(f, at, l)
		switch {
		case ended >= 0:
			f.Add(at, "date", fmt.Sprintf("no event may follow the %s in events[%d]", l.Events[ended].Type, ended))
			continue
		case l.Applied() && !l.Start().Before(e.Date):
			f.Add(at, "date", e.Date.String()+" is not after initial application, "+l.Start().String()+"; the payments must reflect earlier changes")
			continue
		case !l.CommencementDate.Before(e.Date):
			f.Add(at, "date", e.Date.String()+" is not after commencement, "+l.CommencementDate.String())
			continue
		case l.end(term).Before(e.Date):
			f.Add(at, "date", e.Date.String()+" is after the last day of the term at that date, "+l.end(term).String())
			continue
		case i > 0 && e.Date.Before(l.Events[i-1].Date):
			f.Add(at, "date", e.Date.String()+" is before the preceding event in the list, "+l.Events[i-1].Date.String()+"; list them by date")
			continue
		}
		if e.Type == standard.Termination || e.Type == standard.Purchase {
			ended = i
		}
		before := term
		if e.TermMonths.Set {
			if p := l.checkNewEnd(e); p != "" {
				f.Add(at, "termMonths", p)
				continue
			}
			term = e.TermMonths.Value
		}
		l.checkEscalation(f, at, e.AnnualEscalationPct, e.AnnualEscalationAmount)
		l.checkProportion(f, at, e, before)
		checkComponents(f, at, e.Components, false)
		terms := terms{l, e.Date, term, at}
		terms.check(f, e.RentSteps, e.RentFree, e.OtherPayments)
	}
}

// checkNewEnd returns an error message if the new term of an event is invalid, otherwise "".
func (l *Lease) checkNewEnd(e *Event) string {
	months := e.TermMonths.Value
	if p := l.checkEnd(months); p != "" {
		return p
	}
	if end := l.end(months); end.Before(e.Date) {
		return fmt.Sprintf("a term of %d months from commencement ends on %s, before the event on %s; count from commencement", months, end, e.Date)
	}
	return ""
}

// checkProportion rejects a reduction of the asset in proportion to the liability in two cases: no
// portion is surrendered, or the standard does not allow the method (METHOD 13.6).
func (l *Lease) checkProportion(f *strict.Faults, at *strict.Place, e *Event, before int) {
	if !e.Proportion.Set || e.Proportion.Value != ByLiability {
		return
	}
	rules := l.Standard.Rules()
	shorter := rules.Choices.ShorterIsDecrease && e.TermMonths.Set && e.TermMonths.Value < before
	switch {
	case !rules.Choices.ByLiability:
		f.Add(at, "proportion", "\"liability\" is not allowed under "+rules.Names.Title+", under which the asset is reduced by the portion surrendered ("+rules.Paragraphs.ByShareAlone+"); use \"asset\"")
	case !shorter && (!e.RetainedShare.Set || e.RetainedShare.Value.Cmp(one) >= 0):
		f.Add(at, "proportion", "\"liability\" applies only to a decrease in scope; supply a retainedShare below 1")
	}
}

// ShortTermBarred reports whether a purchase option excludes the short-term exemption.
func (l *Lease) ShortTermBarred() bool {
	switch l.Standard.Rules().Choices.BarringOption {
	case standard.CertainOption:
		return l.OptionCertain()
	case standard.AnyOption:
		return l.OptionPriced() || IsTrue(l.PurchaseOptionReasonablyCertain)
	default:
		return false
	}
}

// checkActual rejects variable payments outside the term, and sublease income after an event that ends the lease.
func (l *Lease) checkActual(f *strict.Faults, at *strict.Place) {
	last, ended := l.lastDay()
	check := func(list string, i int, date, before civil.Date) {
		here := strict.Element(at, list, i)
		switch {
		case list == "variablePayments" && (date.Before(l.CommencementDate) || last.Before(date)) || ended != "" && last.Before(date):
			f.Add(here, "date", fmt.Sprintf("%s is not within the term, from %s to %s%s", date, l.CommencementDate, last, ended))
		case i > 0 && date.Before(before):
			f.Add(here, "date", date.String()+" is before the preceding date in the list, "+before.String()+"; list them by date")
		}
	}
	for i := range l.VariablePayments {
		check("variablePayments", i, l.VariablePayments[i].Date, l.VariablePayments[max(i-1, 0)].Date)
	}
	for i := range l.SubleaseIncome {
		check("subleaseIncome", i, l.SubleaseIncome[i].Date, l.SubleaseIncome[max(i-1, 0)].Date)
	}
	l.checkSubleases(f, at, last, ended)
}

// lastDay returns the last day of the lease after all events. If an event ended the lease, it also
// returns the end of a message that names the event; otherwise it returns "".
func (l *Lease) lastDay() (last civil.Date, ended string) {
	term := l.TermMonths
	for i := range l.Events {
		e := &l.Events[i]
		if e.TermMonths.Set {
			term = e.TermMonths.Value
		}
		if e.Type == standard.Termination || e.Type == standard.Purchase {
			return e.Date.Prev(), fmt.Sprintf(", the day before the %s in events[%d]", e.Type, i)
		}
	}
	return l.end(term), ""
}

// functionalAmounts lists the fields for amounts in the functional currency. Each is paired with
// the field for the same amount in the lease's currency.
func (l *Lease) functionalAmounts() [3]functionalAmount {
	return [3]functionalAmount{
		{"openingRouAssetFunctional", l.OpeningRouAssetFunctional.Set, "openingRouAsset", l.OpeningRouAsset.Set},
		{"prepaidRentFunctional", l.PrepaidRentFunctional.Set, "prepaidRent", l.PrepaidRent.Set},
		{"prepaidOrAccruedRentFunctional", l.PrepaidOrAccruedRentFunctional.Set, "initialApplication", l.InitialApplication.Set},
	}
}

type functionalAmount struct {
	name    string
	set     bool
	of      string
	ofIsSet bool
}

// checkCurrencies rejects a functional currency that is not allowed for the lease, and reports
// missing exchange rates (METHOD 21.1).
func (l *Lease) checkCurrencies(f *strict.Faults, at *strict.Place) {
	for _, a := range l.functionalAmounts() {
		switch {
		case !a.set:
		case l.FunctionalCurrency == (money.Currency{}):
			f.Add(at, a.name, "is allowed only with functionalCurrency")
		case !a.ofIsSet:
			f.Add(at, a.name, "is allowed only with "+a.of)
		}
	}
	if l.FunctionalCurrency == (money.Currency{}) {
		return
	}
	if l.Currency == (money.Currency{}) {
		f.Add(at, "functionalCurrency", "requires the currency field, which contains the lease's currency")
		return
	}
	if l.Fund.Value != standard.GovernmentWide {
		f.Add(at, "functionalCurrency", "is not allowed together with fund "+l.Fund.Value.String()+", because a governmental fund's entries are in the lease's currency")
	}
	if !l.Foreign() {
		return
	}
	if !l.ExchangeRate.Set {
		f.Add(at, "exchangeRate", "is required if functionalCurrency differs from the currency field; supply the units of "+
			l.FunctionalCurrency.String()+" for one "+l.Currency.String()+" at commencement or initial application")
	}
	for i := range l.Events {
		if e := &l.Events[i]; l.changes(e) && !e.ExchangeRate.Set {
			f.Add(strict.Element(at, "events", i), "exchangeRate", "is required if functionalCurrency differs from the currency field; supply the units of "+
				l.FunctionalCurrency.String()+" for one "+l.Currency.String()+" on "+e.Date.String())
		}
	}
}

// The result is true if the liability is remeasured, the lease terminated or the asset purchased at an event.
func (l *Lease) changes(e *Event) bool {
	return e.Type != standard.Impairment && e.Type != standard.ImpairmentReversal && (e.Type != standard.IndexChange || l.Standard.Rules().Choices.MeasuresIndex)
}

// InitialApplication contains the terms on which an existing lease is first recognized. Before the date of initial
// application, the lessee accounted for the lease as an operating lease (METHOD 19).
type InitialApplication struct {
	Date                 civil.Date
	PrepaidOrAccruedRent Optional[money.Decimal] // carrying amount at the end of the preceding day; negative if accrued
	OnerousProvision     Optional[money.Decimal]
}

// Applied reports whether the lease is recognized at a date of initial application instead of at
// commencement. It returns false for an exempt lease, which is not recognized at all.
func (l *Lease) Applied() bool { return l.InitialApplication.Set && !l.Exempt() }

// Start returns the date of the first measurement: the date of initial application or, without an
// initial application, the commencement date.
func (l *Lease) Start() civil.Date {
	if l.Applied() {
		return l.InitialApplication.Value.Date
	}
	return l.CommencementDate
}

// checkApplication rejects an initial application that is not allowed for the lease (METHOD 19.1 to 19.3).
func (l *Lease) checkApplication(f *strict.Faults, in *strict.Place) {
	if !l.InitialApplication.Set {
		return
	}
	a, at := &l.InitialApplication.Value, strict.Element(in, "initialApplication", -1)
	if last := l.end(l.TermMonths); !l.CommencementDate.Before(a.Date) || last.Before(a.Date) {
		f.Add(at, "date", fmt.Sprintf("%s must be after commencement, %s, and not after the last day of the term, %s", a.Date, l.CommencementDate, last))
		return
	}
	for _, m := range []statedField{
		{"openingRouAsset", l.OpeningRouAsset.Set},
		{"grantElement", l.GrantElement.Set},
		{"restorationCost", l.RestorationCost.Set},
		{"basis.commencementPayment set to settled", l.Settles()},
		{"prepaidRent", l.PrepaidRent.Set},
		{"initialDirectCosts", l.InitialDirectCosts.Set},
		{"leaseIncentives", l.LeaseIncentives.Set},
	} {
		if m.set {
			f.Add(in, "initialApplication", "is not allowed together with "+m.name+": prepaidOrAccruedRent includes its remaining amount")
		}
	}
	switch {
	case l.Exemption == standard.LowValue:
		f.Add(in, "initialApplication", "is not allowed together with low_value: a lease of a low-value asset is not recognized; supply only low_value")
	case l.Exemption == standard.ShortTerm:
		if a.PrepaidOrAccruedRent.Set {
			f.Add(at, "prepaidOrAccruedRent", "is not allowed with short_term, under which no amounts are recognized; supply only the date")
		}
		if a.OnerousProvision.Set {
			f.Add(at, "onerousProvision", "is not allowed with short_term, under which no amounts are recognized; supply only the date")
		}
	case !a.PrepaidOrAccruedRent.Set && l.UnevenRents():
		f.Add(at, "prepaidOrAccruedRent", "is required if the rent is uneven: supply the balance in the books, or 0 if the books did not recognize the rent straight-line")
	}
}

// UnevenRents reports whether the lease has rent steps, rent-free periods, one-off payments or an escalation.
func (l *Lease) UnevenRents() bool {
	return len(l.RentSteps) > 0 || len(l.RentFree) > 0 || len(l.OtherPayments) > 0 ||
		l.AnnualEscalationPct.Value.Sign() > 0 || l.AnnualEscalationAmount.Value.Sign() > 0
}

// endsWithinAYear reports whether the term ends within twelve months of initial application (METHOD 19.3).
func (l *Lease) endsWithinAYear() bool {
	return l.end(l.TermMonths).Before(l.InitialApplication.Value.Date.AddMonths(12))
}
