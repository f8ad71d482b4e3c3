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

// Explain returns explanations of the amounts at commencement, in the order of computation. The
// amounts have their API names. Explain returns nil for a Result without a measurement.
func Explain(r *schedule.Result) []schedule.Explanation {
	x := explainer{r, r.Lease.Currency.Places()}
	return x.each([]subject{
		{"initialLiability", "Lease liability" + either(r.Lease.Applied(), " at initial application", " at commencement"), standard.TopicLiability, true, x.liability},
		{"initialRouAsset", capitalized(r.Lease.Standard.AssetNoun()), standard.TopicAsset, true, x.asset},
		{"totalUndiscountedPayments", "Total undiscounted payments", standard.TopicMaturity, false, x.payments},
		{"imputedInterest", "Imputed interest", standard.TopicInterest, true, x.imputed},
		{"totalLeaseCost", "Total lease cost", standard.TopicCost, false, x.cost},
		{"firstYearCost", "Lease cost in year 1", standard.TopicCost, false, x.firstYear},
		{"currentLiability", "Current lease liability", standard.TopicCurrent, true, x.current},
		{"longTermLiability", "Long-term lease liability", standard.TopicCurrent, true, x.longTerm},
		{"periodicRate", "Rate of one period", standard.TopicRate, false, x.periodicRate},
		{"weightedAverageRemainingTermMonths", r.Lease.Standard.TermHeading(), standard.TopicAverages, false, x.remainingTerm},
		{"weightedAverageDiscountRate", r.Lease.Standard.RateHeading(), standard.TopicAverages, false, x.averageRate},
	})
}

// ExplainColumns is [Explain] for the schedule's columns.
func ExplainColumns(r *schedule.Result) []schedule.Explanation {
	x := explainer{r, r.Lease.Currency.Places()}
	return x.each([]subject{
		{"payment", "Payment", standard.TopicLiability, false, x.paymentColumn},
		{"interest", "Interest", standard.TopicInterest, true, x.interestColumn},
		{"principal", "Principal", standard.TopicLiability, true, formula("{payment} − {interest} = {principal}")},
		{"liabilityClose", "Liability", standard.TopicLiability, true, formula("{open.liability} + {interest} − {payment} = {liabilityClose}")},
		{"rouAmortization", "Amortization", standard.TopicAmortization, true, x.amortizationColumn},
		{"rouAssetClose", "Asset", standard.TopicAmortization, true, formula("{open.rouAsset} − {rouAmortization} = {rouAssetClose}")},
		{"leaseExpense", "Expense", standard.TopicCost, false, x.expenseColumn},
	})
}

// subject is an amount or a column to explain.
type subject struct {
	figure, label string
	topic         standard.Topic
	zeroIfExempt  bool // whether the amount is 0.00 if the lease is exempt from recognition
	explain       func(*schedule.Explanation)
}

func (x explainer) each(subjects []subject) (list []schedule.Explanation) {
	if len(x.r.Commencement.Rows) == 0 {
		return nil
	}
	for _, s := range subjects {
		e := schedule.Explanation{Figure: s.figure, Label: s.label, Cite: x.r.Cite(s.topic)}
		if s.zeroIfExempt && !recognized(x.r) {
			e.Words = "The lease is kept off the balance sheet under an exemption."
			e.Cite = x.r.Cite(standard.TopicCost) // cite the paragraph of the exemption
		} else {
			s.explain(&e)
		}
		for _, text := range []*string{&e.Label, &e.Words, &e.Formula, &e.Last} {
			*text = x.r.Lease.Say(*text)
		}
		list = append(list, e)
	}
	return list
}

func formula(text string) func(*schedule.Explanation) {
	return func(e *schedule.Explanation) { e.Formula = text }
}

// explainer writes the formulas of one result.
type explainer struct {
	r      *schedule.Result
	places int
}

func (x explainer) amount(a money.Amount) string { return string(a.AppendGrouped(nil, x.places)) }

// The result is true if the schedule has level or escalating rent under the nominal convention, so
// that a formula can show every number.
func (x explainer) plain() bool { return !x.r.Lease.StatesPayments() && x.r.Lease.Components == nil }

// rate formats a period's rate. For a stub period, the rate is multiplied by the stub's share of a whole period.
func (x explainer) rate(stub bool) string {
	rate := percent(x.r.PeriodicRate)
	if stub && x.r.StubMonths > 0 {
		rate += " × " + strconv.Itoa(x.r.StubMonths) + "/" + strconv.Itoa(x.r.Lease.PaymentFrequency.Months())
	}
	return rate
}

// A payment is shown divided by the growth factor over a number of periods.
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

var frequencyNouns = [...]string{lease.Monthly: "month", lease.Quarterly: "quarter", lease.Semiannual: "half-year", lease.Annual: "year"}

func (x explainer) liability(e *schedule.Explanation) {
	r, rows := x.r, x.r.Commencement.Rows
	due, first := "in advance", 0
	if r.Lease.PaymentTiming == standard.Arrears {
		due, first = "in arrears", 1
	}
	e.Words = "The present value of " + plural(len(rows), "payment") + " " + due
	if r.Lease.Applied() {
		e.Words = "The present value of the payments " + due + " that fall due on or after the date of initial application (" + r.Lease.Start().String() + ")"
	}
	if !r.TerminalPayment.IsZero() {
		e.Words += " and of " + x.amount(r.TerminalPayment) + " at the end of the term"
	}
	if !x.plain() {
		e.Words += ", computed from the supplied rent and one-off payments. " + discountingWords[r.Lease.Discounting()] +
			either(r.Lease.Settles(), " The payment on the commencement date is excluded.", "")
		return
	}
	e.Words += ", at " + percent(r.Lease.DiscountRateAnnual) + " a year, which is " + percent(r.PeriodicRate) + " a " +
		frequencyNouns[r.Lease.PaymentFrequency] + "."
	var terms []string
	for i := range rows {
		switch n := len(rows); {
		case i < 2 || i == n-1:
			terms = append(terms, x.discounted(rows[i].Rent, first+i))
		case i == 2:
			terms = append(terms, "…")
		}
	}
	if !r.TerminalPayment.IsZero() {
		terms = append(terms, x.discounted(r.TerminalPayment, len(rows)))
	}
	e.Formula = strings.Join(terms, " + ") + " = " + x.amount(r.InitialLiability)
}

// An amount is shown with the adjustments that lead from it to the asset.
func (x explainer) adjusted(from money.Amount, name string, sum money.Amount) string {
	l := &x.r.Lease
	parts := []string{x.amount(from), " ", name}
	for _, part := range []struct {
		sign, name string
		amount     money.Amount
	}{
		{" + ", "paid at commencement", x.r.CommencementPayment},
		{" + ", "prepaid rent in the books", x.r.CarriedRent.NotNegative()},
		{" − ", "accrued rent in the books", x.r.CarriedRent.Neg().NotNegative()},
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

func (x explainer) asset(e *schedule.Explanation) {
	switch {
	case x.r.Lease.OpeningRouAsset.Set:
		e.Words, e.Formula = "The supplied carrying amount on the date of transfer.", x.amount(x.r.InitialRouAsset)
		return
	case x.r.Lease.Applied():
		e.Words = "The liability, plus prepaid rent or less accrued rent in the books, less any onerous lease provision."
	default:
		e.Words = "The liability, plus direct costs and payments before commencement, less incentives."
	}
	e.Formula = x.adjusted(x.r.InitialLiability, "liability", x.r.InitialRouAsset)
}

func capitalized(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// The explanation of the sum of the payments combines consecutive equal payments.
func (x explainer) payments(e *schedule.Explanation) {
	const most = 4
	var runs []string
	var singles money.Amount
	rows := x.r.Commencement.Rows
	for i, from := 0, 0; i < len(rows); i++ {
		singles = singles.Add(rows[i].Singles())
		if i+1 == len(rows) || rows[i+1].Rent != rows[i].Rent {
			runs = append(runs, strconv.Itoa(i+1-from)+" × "+x.amount(rows[i].Rent))
			from = i + 1
		}
	}
	if len(runs) > most {
		runs = append(runs[:most-1:most-1], "…", runs[len(runs)-1])
	}
	if !singles.IsZero() {
		runs = append(runs, x.amount(singles)+" one-off payments")
	}
	if !x.r.TerminalPayment.IsZero() {
		runs = append(runs, x.amount(x.r.TerminalPayment)+" at the end of the term")
	}
	e.Words = "The sum of all payments in the schedule, without discounting. Prepaid rent was paid before commencement and is not included."
	e.Formula = strings.Join(runs, " + ") + " = " + x.amount(x.r.TotalUndiscountedPayments)
}

func (x explainer) imputed(e *schedule.Explanation) {
	e.Words = "The total of the payments less their present value."
	e.Formula = x.amount(x.r.TotalUndiscountedPayments) + " − " + x.amount(x.r.InitialLiability) + " = " + x.amount(x.r.Disclosures.ImputedInterest)
}

func (x explainer) cost(e *schedule.Explanation) {
	r := x.r
	if recognized(r) && r.Class != standard.Operating {
		amortized := r.TotalLeaseCost.Sub(r.Disclosures.ImputedInterest)
		e.Words = "The sum of the interest and the amortization in all rows."
		e.Formula = x.amount(r.Disclosures.ImputedInterest) + " + " + x.amount(amortized) + " = " + x.amount(r.TotalLeaseCost)
		return
	}
	e.Words = "All payments before and during the term, less incentives" +
		either(recognized(r), ", spread straight-line over "+inMonths(r.Lease.TermMonths), "") + "."
	if !r.Lease.OpeningRouAsset.Set {
		e.Formula = x.adjusted(r.TotalUndiscountedPayments, "payments", r.TotalLeaseCost)
	}
}

func (x explainer) firstYear(e *schedule.Explanation) {
	r, rows := x.r, 0
	for i := range r.Commencement.Rows {
		if r.Commencement.Rows[i].Year == 1 {
			rows++
		}
	}
	cost, interest, amortization := r.FirstYearCost()
	e.Words = "The lease expense of the rows that start in the first lease year: " +
		either(rows > 1, "periods 1 to "+strconv.Itoa(rows), "period 1") + "."
	switch {
	case recognized(r):
		e.Formula = x.amount(interest) + " interest + " + x.amount(amortization) + " amortization of the asset = " + x.amount(cost)
	case rows == len(r.Commencement.Rows):
		e.Formula = x.adjusted(r.TotalUndiscountedPayments, "payments", cost)
	default:
		e.Words += " The figure is the share of these rows in " + x.amount(r.TotalLeaseCost) + ", which is allocated straight-line over " + inMonths(r.Lease.TermMonths) + "."
	}
}

func (x explainer) current(e *schedule.Explanation) {
	d := &x.r.Disclosures
	e.Words = "The initial liability less its long-term portion: the principal settled within twelve months."
	e.Formula = x.amount(x.r.InitialLiability) + " − " + x.amount(d.LongTermLiability) + " = " + x.amount(d.CurrentLiability)
}

func (x explainer) longTerm(e *schedule.Explanation) {
	r, left := x.r, x.amount(x.r.Disclosures.LongTermLiability)
	advance := r.Lease.PaymentTiming == standard.Advance
	switch {
	case !months.Fewer(months.Whole(12), r.Commencement.Term):
		e.Words = either(r.Lease.Applied(), "The remaining term", "The term") + " is 12 months or less, so there is no long-term portion."
		return
	case r.Commencement.LongTermCapped:
		e.Words = "Interest exceeds the payments of the first year, so the long-term portion is capped at the liability at commencement"
		e.Formula = x.amount(r.InitialLiability)
		if due := r.InitialLiability.Sub(r.Disclosures.LongTermLiability); !due.IsZero() {
			e.Words += " after the first payment"
			e.Formula += " − " + x.amount(due)
		}
		e.Words += "."
		e.Formula += " = " + left
		return
	}
	e.Words = "The liability just after the last payment of the first twelve months" + either(advance, ", before the interest that accrues after that payment", "") + "."
	if !x.plain() {
		return
	}
	last := &r.Commencement.Rows[r.Lease.PaymentFrequency.PerYear()-1]
	number := strconv.Itoa(last.Number)
	e.Formula = "Balance after period " + number + ": " + x.amount(last.LiabilityClose)
	if advance {
		e.Formula = x.amount(last.LiabilityClose) + " − " + x.amount(last.Interest) + " interest of period " + number + " = " + left
	}
}

func (x explainer) periodicRate(e *schedule.Explanation) {
	l := &x.r.Lease
	annual, period := percent(l.DiscountRateAnnual), percent(x.r.PeriodicRate)
	months := strconv.Itoa(l.PaymentFrequency.Months())
	switch l.Discounting() {
	case lease.Nominal:
		e.Words = "The annual rate times the number of months in a period, divided by 12."
		e.Formula = annual + " × " + months + "/12 = " + period
	case lease.CompoundedMonthly:
		e.Words = "The growth over a period when the monthly rate is compounded."
		e.Formula = "(1 + " + annual + "/12)^{" + months + "} − 1 = " + period
	case lease.Effective, lease.Actual365:
		e.Words = "The growth over a period at the effective annual rate."
		e.Formula = "(1 + " + annual + ")^{" + months + "/12} − 1 = " + period
	}
}

func (x explainer) remainingTerm(e *schedule.Explanation) {
	e.Words, e.Formula = "For a single lease at commencement, the average is the lease's own term.", inMonths(x.r.Lease.TermMonths)
	if x.r.Lease.Applied() {
		e.Words, e.Formula = "The remaining term at initial application; a partial period is counted in days.", months.Hundredths(x.r.Commencement.Term).String()+" months"
	}
	if own := x.r.Lease.Standard.Rules().Citations.Term; own.Paragraph != "" {
		e.Cite = own
	}
}

func (x explainer) averageRate(e *schedule.Explanation) {
	e.Words, e.Formula = "For a single lease, the average is the lease's own rate.", percent(x.r.Lease.DiscountRateAnnual)
}

// straightSinceEvents describes the straight-line cost of a lease with events or an initial
// application. It returns "" for other leases.
func (x explainer) straightSinceEvents() string {
	switch {
	case x.r.Lease.Applied():
		return "The amount is allocated straight-line over the months that remain at initial application or after the last event."
	case len(x.r.Events) > 0:
		return "The amount is allocated straight-line over the months that remain at commencement or after the last event, depending on the class."
	}
	return ""
}

func (x explainer) amortizationColumn(e *schedule.Explanation) {
	e.Words = x.straightSinceEvents()
	switch {
	case x.r.Class == standard.Operating:
		e.Formula = "{leaseExpense} − {interest} = {rouAmortization}"
	case e.Words == "":
		x.straight(e, x.r.InitialRouAsset, x.r.AmortizationMonths)
	}
}

func (x explainer) expenseColumn(e *schedule.Explanation) {
	l := &x.r.Lease
	switch {
	case !recognized(x.r) && l.Standard.ExpensesExemptAsPaid() && l.AssetAdjustments().IsZero():
		e.Formula = "{payment} = {leaseExpense}"
		return
	case !recognized(x.r) && l.Standard.ExpensesExemptAsPaid():
		e.Words = "The payment in the row, plus a share of prepaid rent and direct costs, less incentives. That net amount is allocated straight-line over " +
			inMonths(l.TermMonths) + "."
		return
	case recognized(x.r):
		e.Words = x.straightSinceEvents()
	}
	switch {
	case recognized(x.r) && x.r.Class != standard.Operating:
		e.Formula = "{interest} + {rouAmortization} = {leaseExpense}"
	case e.Words == "":
		x.straight(e, x.r.TotalLeaseCost, l.TermMonths)
	}
}

func (x explainer) paymentColumn(e *schedule.Explanation) {
	l := &x.r.Lease
	if !x.plain() || len(x.r.Events) > 0 {
		e.Words = "The rent of the period, escalated at each anniversary, less the rent waived in rent-free months, plus the one-off payments in the row."
		return
	}
	each := x.amount(l.Amount(strict.Some(l.PaymentAmount)))
	if fine := l.PaymentAmount; fine.Cmp(fine.Minor(x.places).Decimal(x.places)) != 0 {
		each = fine.String() // the supplied payment has more decimals than the currency
	}
	if l.AnnualEscalationPct.Value.Sign() > 0 {
		each += " × (1 + " + percent(l.AnnualEscalationPct.Value) + ")^{years}"
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
		e.Words = "The interest that accrues during the row on the balance remaining after each payment. " + discountingWords[x.r.Lease.Discounting()]
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

// The result shows one period's share of an amount that is allocated over months.
func (x explainer) straight(e *schedule.Explanation, total money.Amount, over int) {
	if x.r.Lease.Calendar.Set {
		e.Words = "The row's share of " + x.amount(total) + ", allocated straight-line over the months of the rows; a partial period is counted in days."
		if over != x.r.Lease.TermMonths {
			e.Words = "The row's share of " + x.amount(total) + ", allocated straight-line over " + inMonths(over) + "."
		}
		return
	}
	m := x.r.Lease.PaymentFrequency.Months()
	suffix := " ÷ " + inMonths(over) + " = {" + e.Figure + "}"
	if over < x.r.Lease.TermMonths {
		suffix = " ÷ " + inMonths(over) + ", and 0.00 after them = {" + e.Figure + "}"
	}
	e.Formula = x.amount(total) + " × " + strconv.Itoa(m) + suffix
	if s := x.r.StubMonths; s > 0 {
		e.Last = x.amount(total) + " × " + strconv.Itoa(s) + suffix
	}
}
