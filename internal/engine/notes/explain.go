package notes

import (
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold/internal/engine/months"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/lease"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/schedule"
	"github.com/leasehold-accounting/leasehold/standard"
)

// Explain returns the origin of the amounts at commencement, by their names in the contract and in
// the order of computation; nil for a Result without a measurement.
func Explain(r *schedule.Result) []schedule.Explanation {
	if len(r.Commencement.Rows) == 0 {
		return nil
	}
	x := explainer{r, r.Lease.Currency.Places()}
	list := []schedule.Explanation{
		x.liability(), x.asset(), x.payments(), x.imputed(), x.cost(), x.firstYear(), x.current(), x.longTerm(),
		x.periodicRate(), x.remainingTerm(), x.averageRate(),
	}
	return inWords(r, list)
}

// inWords translates explanations into the terms of the standard.
func inWords(r *schedule.Result, list []schedule.Explanation) []schedule.Explanation {
	for i := range list {
		for _, text := range []*string{&list[i].Label, &list[i].Words, &list[i].Formula, &list[i].Last} {
			*text = r.Lease.Say(*text)
		}
	}
	return list
}

// ExplainColumns returns the origin of each column of the schedule, as [Explain] does.
func ExplainColumns(r *schedule.Result) []schedule.Explanation {
	if len(r.Commencement.Rows) == 0 {
		return nil
	}
	return inWords(r, explainer{r, r.Lease.Currency.Places()}.columns())
}

// explainer writes the formulas of one result.
type explainer struct {
	r      *schedule.Result
	places int
}

func (x explainer) amount(a money.Amount) string { return string(a.AppendGrouped(nil, x.places)) }

func percentText(d money.Decimal) string { return d.Shift(2).String() + "%" }

// plain reports whether the schedule has level or escalating rents under the nominal convention, so
// that a formula can show every number.
func (x explainer) plain() bool { return !x.r.Lease.StatesPayments() && x.r.Lease.Components == nil }

// rate prints a period's rate, in a stub with its share.
func (x explainer) rate(stub bool) string {
	rate := percentText(x.r.PeriodicRate)
	if stub && x.r.StubMonths > 0 {
		rate += " × " + strconv.Itoa(x.r.StubMonths) + "/" + strconv.Itoa(x.r.Lease.PaymentFrequency.Months())
	}
	return rate
}

// discounted prints a payment divided by the growth of a number of periods.
func (x explainer) discounted(a money.Amount, periods int) string {
	if periods == 0 {
		return x.amount(a)
	}
	last := ""
	if periods == len(x.r.Commencement.Rows) && x.r.StubMonths > 0 {
		periods--
		last = "(1 + " + x.rate(true) + ")"
	}
	growth := ""
	switch {
	case periods > 1:
		growth = "(1 + " + x.rate(false) + ")^{" + strconv.Itoa(periods) + "}"
	case periods == 1:
		growth = "(1 + " + x.rate(false) + ")"
	}
	if growth != "" && last != "" {
		return x.amount(a) + " ÷ (" + growth + " × " + last + ")"
	}
	return x.amount(a) + " ÷ " + growth + last
}

// offBalanceSheet explains a figure of 0.00: the lease is exempt from recognition.
func (x explainer) offBalanceSheet(e schedule.Explanation) schedule.Explanation {
	e.Words, e.Formula, e.Last = "The lease is kept off the balance sheet under an exemption.", "", ""
	e.Cite = x.r.Cite(standard.TopicCost) // of the exemption
	return e
}

var frequencyNouns = [...]string{lease.Monthly: "month", lease.Quarterly: "quarter", lease.Semiannual: "half-year", lease.Annual: "year"}

func (x explainer) liability() schedule.Explanation {
	r := x.r
	e := schedule.Explanation{Figure: "initialLiability", Label: "Lease liability at commencement", Cite: r.Cite(standard.TopicLiability)}
	if !recognized(r) {
		return x.offBalanceSheet(e)
	}
	if r.Lease.Applied() {
		e.Label = "Lease liability at first application"
	}
	due, first := "in advance", 0
	if r.Lease.PaymentTiming == standard.Arrears {
		due, first = "in arrears", 1
	}
	e.Words = "The present value of " + plural(len(r.Commencement.Rows), "payment") + " " + due
	if r.Lease.Applied() {
		e.Words = "The present value of the payments " + due + " that fall due from the first application on, " + r.Lease.Start().String() + ","
	}
	if !r.TerminalPayment.IsZero() {
		e.Words += " and of " + x.amount(r.TerminalPayment) + " at the end of the term"
	}
	if !x.plain() {
		e.Words += ", with the rents and single payments as stated. " + discountingWords[r.Lease.Discounting()]
		if r.Lease.Settles() {
			e.Words += " What was paid on the commencement date is left out."
		}
		return e
	}
	e.Words += ", at " + percentText(r.Lease.DiscountRateAnnual) + " a year, which is " + percentText(r.PeriodicRate) + " a " +
		frequencyNouns[r.Lease.PaymentFrequency] + "."
	n := len(r.Commencement.Rows)
	terms := []string{x.discounted(r.Commencement.Rows[0].Rent, first)}
	if n > 1 {
		terms = append(terms, x.discounted(r.Commencement.Rows[1].Rent, first+1))
	}
	if n > 3 {
		terms = append(terms, "…")
	}
	if n > 2 {
		terms = append(terms, x.discounted(r.Commencement.Rows[n-1].Rent, first+n-1))
	}
	if !r.TerminalPayment.IsZero() {
		terms = append(terms, x.discounted(r.TerminalPayment, n))
	}
	e.Formula = strings.Join(terms, " + ") + " = " + x.amount(r.InitialLiability)
	return e
}

// adjusted prints an amount with the adjustments of the asset.
func (x explainer) adjusted(from money.Amount, name string, sum money.Amount) string {
	l := &x.r.Lease
	parts := []string{x.amount(from), " ", name}
	for _, part := range []struct {
		sign, name string
		amount     money.Amount
	}{
		{" + ", "paid at commencement", x.r.CommencementPayment},
		{" + ", "prepaid rent in the books", positive(x.r.CarriedRent)},
		{" − ", "accrued rent in the books", positive(x.r.CarriedRent.Neg())},
		{" − ", "onerous lease provision", l.Amount(l.InitialApplication.Value.OnerousProvision)},
		{" + ", "prepaid rent", l.Amount(l.PrepaidRent)},
		{" + ", "direct costs", l.Amount(l.InitialDirectCosts)},
		{" + ", "restoration", l.Amount(l.RestorationCost)},
		{" + ", "grant element", l.Amount(l.GrantElement)},
		{" − ", "incentives", l.Amount(l.LeaseIncentives)},
	} {
		if !part.amount.IsZero() {
			parts = append(parts, part.sign, x.amount(part.amount), " ", part.name)
		}
	}
	return strings.Join(parts, "") + " = " + x.amount(sum)
}

func (x explainer) asset() schedule.Explanation {
	e := schedule.Explanation{
		Figure: "initialRouAsset", Label: capitalized(x.r.Lease.Standard.AssetNoun()), Cite: x.r.Cite(standard.TopicAsset),
		Words:   "The liability, plus what was paid before commencement and direct costs, less incentives.",
		Formula: x.adjusted(x.r.InitialLiability, "liability", x.r.InitialRouAsset),
	}
	switch {
	case !recognized(x.r):
		return x.offBalanceSheet(e)
	case x.r.Lease.Applied():
		e.Words = "The liability, plus rent prepaid in the books or less rent accrued in them, less an onerous lease provision."
	case x.r.Lease.OpeningRouAsset.Set:
		e.Words, e.Formula = "The carrying amount at which the lease is taken over, as stated.", x.amount(x.r.InitialRouAsset)
	}
	return e
}

// positive returns an amount, or 0 if it is negative.
func positive(a money.Amount) money.Amount {
	if a.Sign() < 0 {
		return money.Amount{}
	}
	return a
}

func capitalized(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// payments sums the payments in runs of equal ones.
func (x explainer) payments() schedule.Explanation {
	const most = 4
	var runs []string
	rows := x.r.Commencement.Rows
	for i := 0; i < len(rows); {
		j := i
		for j < len(rows) && rows[j].Rent == rows[i].Rent {
			j++
		}
		runs = append(runs, strconv.Itoa(j-i)+" × "+x.amount(rows[i].Rent))
		i = j
	}
	if len(runs) > most {
		runs = append(runs[:most-1:most-1], "…", runs[len(runs)-1])
	}
	singles := money.Amount{}
	for i := range rows {
		singles = singles.Add(rows[i].Singles())
	}
	if !singles.IsZero() {
		runs = append(runs, x.amount(singles)+" single payments")
	}
	if !x.r.TerminalPayment.IsZero() {
		runs = append(runs, x.amount(x.r.TerminalPayment)+" at the end of the term")
	}
	return schedule.Explanation{
		Figure: "totalUndiscountedPayments", Label: "Total undiscounted payments", Cite: x.r.Cite(standard.TopicMaturity),
		Words:   "Every payment of the schedule, undiscounted. Prepaid rent was paid before and is not included.",
		Formula: strings.Join(runs, " + ") + " = " + x.amount(x.r.TotalUndiscountedPayments),
	}
}

func (x explainer) imputed() schedule.Explanation {
	r := x.r
	e := schedule.Explanation{
		Figure: "imputedInterest", Label: "Imputed interest", Cite: r.Cite(standard.TopicInterest),
		Words: "Total payments less present value.",
		Formula: x.amount(r.TotalUndiscountedPayments) + " − " + x.amount(r.InitialLiability) + " = " +
			x.amount(r.Disclosures.ImputedInterest),
	}
	if !recognized(r) {
		return x.offBalanceSheet(e)
	}
	return e
}

func (x explainer) cost() schedule.Explanation {
	r := x.r
	e := schedule.Explanation{Figure: "totalLeaseCost", Label: "Total lease cost", Cite: r.Cite(standard.TopicCost)}
	switch {
	case !recognized(r):
		e.Words = "Everything that is paid, before and during the term, less incentives."
		e.Formula = x.adjusted(r.TotalUndiscountedPayments, "payments", r.TotalLeaseCost)
	case r.Class == standard.Operating:
		e.Words = "Everything that is paid, before and during the term, less incentives; spread straight-line over " +
			plural(r.Lease.TermMonths, "month") + "."
		if !r.Lease.OpeningRouAsset.Set {
			e.Formula = x.adjusted(r.TotalUndiscountedPayments, "payments", r.TotalLeaseCost)
		}
	default:
		amortized := r.TotalLeaseCost.Sub(r.Disclosures.ImputedInterest)
		e.Words = "The interest of all rows and the amortization of all rows."
		e.Formula = x.amount(r.Disclosures.ImputedInterest) + " + " + x.amount(amortized) + " = " + x.amount(r.TotalLeaseCost)
	}
	return e
}

func (x explainer) firstYear() schedule.Explanation {
	r, rows := x.r, 0
	for i := range r.Commencement.Rows {
		if r.Commencement.Rows[i].Year == 1 {
			rows++
		}
	}
	cost, interest, amortization := r.FirstYearCost()
	e := schedule.Explanation{Figure: "firstYearCost", Label: "Lease cost in year 1", Cite: r.Cite(standard.TopicCost)}
	e.Words = "The lease expense of the rows that start in the first lease year: period 1."
	if rows > 1 {
		e.Words = "The lease expense of the rows that start in the first lease year: periods 1 to " + strconv.Itoa(rows) + "."
	}
	switch {
	case recognized(r):
		e.Formula = x.amount(interest) + " interest + " + x.amount(amortization) + " amortization of the asset = " + x.amount(cost)
	case rows == len(r.Commencement.Rows):
		e.Formula = x.adjusted(r.TotalUndiscountedPayments, "payments", cost)
	default:
		e.Words += " It is their share of " + x.amount(r.TotalLeaseCost) + ", straight-line over " + plural(r.Lease.TermMonths, "month") + "."
	}
	return e
}

func (x explainer) current() schedule.Explanation {
	d := &x.r.Disclosures
	e := schedule.Explanation{
		Figure: "currentLiability", Label: "Current lease liability", Cite: x.r.Cite(standard.TopicCurrent),
		Words:   "The initial liability less its long-term portion: the principal settled within twelve months.",
		Formula: x.amount(x.r.InitialLiability) + " − " + x.amount(d.LongTermLiability) + " = " + x.amount(d.CurrentLiability),
	}
	if !recognized(x.r) {
		return x.offBalanceSheet(e)
	}
	return e
}

func (x explainer) longTerm() schedule.Explanation {
	r, d := x.r, &x.r.Disclosures
	e := schedule.Explanation{Figure: "longTermLiability", Label: "Long-term lease liability", Cite: r.Cite(standard.TopicCurrent)}
	switch {
	case !recognized(r):
		return x.offBalanceSheet(e)
	case !months.Fewer(months.Whole(12), r.Commencement.Term):
		e.Words = "What is left of the term is 12 months or less, so nothing is left afterwards."
		if !r.Lease.Applied() {
			e.Words = "The term is 12 months or less, so nothing is left afterwards."
		}
		return e
	case r.Commencement.LongTermCapped:
		e.Words = "Interest exceeds the payments of the first year, so the long-term portion is capped at what is owed at commencement"
		e.Formula = x.amount(r.InitialLiability)
		if due := r.InitialLiability.Sub(d.LongTermLiability); !due.IsZero() {
			e.Words += " after the first payment"
			e.Formula += " − " + x.amount(due)
		}
		e.Words += "."
		e.Formula += " = " + x.amount(d.LongTermLiability)
		return e
	}
	e.Words = "The liability just after the last payment of the first twelve months"
	if r.Lease.PaymentTiming == standard.Advance {
		e.Words += ", before interest that accrues after it"
	}
	e.Words += "."
	if !x.plain() {
		return e
	}
	last := &r.Commencement.Rows[r.Lease.PaymentFrequency.PerYear()-1]
	e.Formula = "Balance after period " + strconv.Itoa(last.Number) + ": " + x.amount(last.LiabilityClose)
	if r.Lease.PaymentTiming == standard.Advance {
		e.Formula = x.amount(last.LiabilityClose) + " − " + x.amount(last.Interest) + " interest of period " + strconv.Itoa(last.Number) +
			" = " + x.amount(d.LongTermLiability)
	}
	return e
}

func (x explainer) periodicRate() schedule.Explanation {
	l := &x.r.Lease
	e := schedule.Explanation{Figure: "periodicRate", Label: "Rate of one period", Cite: x.r.Cite(standard.TopicRate)}
	months := strconv.Itoa(l.PaymentFrequency.Months())
	if l.Discounting() == lease.Nominal {
		e.Words = "The annual rate times the months of a period / 12."
		e.Formula = percentText(l.DiscountRateAnnual) + " × " + months + "/12 = " + percentText(x.r.PeriodicRate)
		return e
	}
	if l.Discounting() == lease.CompoundedMonthly {
		e.Words = "The growth of a period at the rate of a month, compounded."
		e.Formula = "(1 + " + percentText(l.DiscountRateAnnual) + "/12)^{" + months + "} − 1 = " + percentText(x.r.PeriodicRate)
		return e
	}
	e.Words = "The growth of a period at the effective annual rate."
	e.Formula = "(1 + " + percentText(l.DiscountRateAnnual) + ")^{" + months + "/12} − 1 = " + percentText(x.r.PeriodicRate)
	return e
}

func (x explainer) remainingTerm() schedule.Explanation {
	e := schedule.Explanation{
		Figure: "weightedAverageRemainingTermMonths", Label: x.r.Lease.Standard.TermHeading(), Cite: x.r.Cite(standard.TopicAverages),
		Words: "For a single lease at commencement this is its own term.", Formula: plural(x.r.Lease.TermMonths, "month"),
	}
	if x.r.Lease.Applied() {
		e.Words, e.Formula = "What is left of the term at first application, a part of a period by its days.", months.Hundredths(x.r.Commencement.Term).String()+" months"
	}
	if own := x.r.Lease.Standard.Rules().Citations.Term; own.Paragraph != "" {
		e.Cite = own
	}
	return e
}

func (x explainer) averageRate() schedule.Explanation {
	return schedule.Explanation{
		Figure: "weightedAverageDiscountRate", Label: x.r.Lease.Standard.RateHeading(), Cite: x.r.Cite(standard.TopicAverages),
		Words: "For a single lease this is its own rate.", Formula: percentText(x.r.Lease.DiscountRateAnnual),
	}
}

func (x explainer) columns() []schedule.Explanation {
	r := x.r
	list := []schedule.Explanation{
		{Figure: "payment", Label: "Payment", Cite: r.Cite(standard.TopicLiability)},
		{Figure: "interest", Label: "Interest", Cite: r.Cite(standard.TopicInterest)},
		{Figure: "principal", Label: "Principal", Formula: "{payment} − {interest} = {principal}", Cite: r.Cite(standard.TopicLiability)},
		{
			Figure: "liabilityClose", Label: "Liability", Formula: "{open.liability} + {interest} − {payment} = {liabilityClose}",
			Cite: r.Cite(standard.TopicLiability),
		},
		{Figure: "rouAmortization", Label: "Amortization", Cite: r.Cite(standard.TopicAmortization)},
		{
			Figure: "rouAssetClose", Label: "Asset", Formula: "{open.rouAsset} − {rouAmortization} = {rouAssetClose}",
			Cite: r.Cite(standard.TopicAmortization),
		},
		{Figure: "leaseExpense", Label: "Expense", Cite: r.Cite(standard.TopicCost)},
	}
	x.paymentColumn(&list[0])
	if !recognized(r) {
		return x.exemptColumns(list)
	}
	x.interestColumn(&list[1])
	amortization, expense := &list[4], &list[6]
	switch {
	case len(r.Events) > 0 || r.Lease.Applied():
		amortization.Words = "Straight-line over the months left at commencement or after the last event, by class."
		if r.Lease.Applied() {
			amortization.Words = "Straight-line over the months left at first application or after the last event."
		}
		expense.Words = amortization.Words
		if r.Class == standard.Operating {
			amortization.Formula = "{leaseExpense} − {interest} = {rouAmortization}"
		} else {
			expense.Formula = "{interest} + {rouAmortization} = {leaseExpense}"
		}
	case r.Class == standard.Operating:
		amortization.Formula = "{leaseExpense} − {interest} = {rouAmortization}"
		x.straight(expense, r.TotalLeaseCost, r.Lease.TermMonths)
	default:
		x.straight(amortization, r.InitialRouAsset, r.AmortizationMonths)
		expense.Formula = "{interest} + {rouAmortization} = {leaseExpense}"
	}
	return list
}

// exemptColumns explains the columns of an exempt lease: all are 0.00 except payment and expense.
func (x explainer) exemptColumns(list []schedule.Explanation) []schedule.Explanation {
	last := len(list) - 1
	for i := 1; i < last; i++ {
		list[i] = x.offBalanceSheet(list[i])
	}
	switch expense := &list[last]; {
	case !x.r.Lease.Standard.Rules().Choices.ExemptAsPaid:
		x.straight(expense, x.r.TotalLeaseCost, x.r.Lease.TermMonths)
	case x.r.Lease.AssetAdjustments().IsZero():
		expense.Formula = "{payment} = {leaseExpense}"
	default:
		expense.Words = "What is paid in the row, and its share of what was paid before the term less incentives, straight-line over " +
			plural(x.r.Lease.TermMonths, "month") + "."
	}
	return list
}

func (x explainer) paymentColumn(e *schedule.Explanation) {
	l := &x.r.Lease
	if !x.plain() || len(x.r.Events) > 0 {
		e.Words = "The rent stated for the period, escalated at each anniversary, less rent-free months, with the single payments of the row."
		return
	}
	each := x.amount(l.Amount(strict.Some(l.PaymentAmount)))
	if fine := l.PaymentAmount; fine.Cmp(fine.Minor(x.places).Decimal(x.places)) != 0 {
		each = fine.String() // more decimals than the currency has
	}
	if l.AnnualEscalationPct.Value.Sign() > 0 {
		each += " × (1 + " + percentText(l.AnnualEscalationPct.Value) + ")^{years}"
	}
	last := each
	if s := x.r.StubMonths; s > 0 {
		last += " × " + strconv.Itoa(s) + "/" + strconv.Itoa(l.PaymentFrequency.Months())
	}
	if t := x.r.TerminalPayment; !t.IsZero() {
		last += " + " + x.amount(t) + " at the end of the term"
	}
	e.Formula = each + " = {payment}"
	if last != each {
		e.Last = last + " = {payment}"
	}
}

func (x explainer) interestColumn(e *schedule.Explanation) {
	if !x.plain() || len(x.r.Events) > 0 {
		e.Words = "What accrues in the row on the balance after the payments of its days. " + discountingWords[x.r.Lease.Discounting()]
		return
	}
	open, last := "{open.liability}", "{open.liability}"
	if x.r.Lease.PaymentTiming == standard.Advance {
		open = "({open.liability} − {payment})"
		last = "({open.liability} − " + x.amount(x.r.Commencement.Rows[len(x.r.Commencement.Rows)-1].Rent) + ")"
	}
	moved := ""
	if x.r.RowsMoved > 0 {
		moved = ", ±" + x.amount(money.Cents(1)) + " rounding"
	}
	e.Formula = open + " × " + x.rate(false) + " = {interest}" + moved
	e.Last = last + " × " + x.rate(true) + " = {interest}" + moved
}

// straight prints the share of a period in an amount allocated over months.
func (x explainer) straight(e *schedule.Explanation, total money.Amount, over int) {
	if x.r.Lease.Calendar.Set {
		e.Words = "The row's share of " + x.amount(total) + ", straight-line over the months of the rows, of which a part of a period has its share by days."
		if over != x.r.Lease.TermMonths {
			e.Words = "The row's share of " + x.amount(total) + ", straight-line over " + plural(over, "month") + "."
		}
		return
	}
	m := x.r.Lease.PaymentFrequency.Months()
	suffix := " ÷ " + plural(over, "month") + " = {" + e.Figure + "}"
	if over < x.r.Lease.TermMonths {
		suffix = " ÷ " + plural(over, "month") + ", and 0.00 after them = {" + e.Figure + "}"
	}
	e.Formula = x.amount(total) + " × " + strconv.Itoa(m) + suffix
	if s := x.r.StubMonths; s > 0 {
		e.Last = x.amount(total) + " × " + strconv.Itoa(s) + suffix
	}
}
