package workbench

import (
	"html/template"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/console/page"
	"github.com/leasehold-accounting/leasehold/money"
)

// origin says where a figure comes from: in words, as a formula with its numbers,
// and with the paragraph behind it.
type origin struct {
	Words   string
	Formula template.HTML
	Cite    leasehold.Citation
}

// explainer writes formulas of one result.
type explainer struct{ r *leasehold.Result }

func html(s string) template.HTML { return template.HTML(s) } //nolint:gosec // digits, signs and words of ours

// discounted prints a payment divided by the growth of a number of periods.
func (e explainer) discounted(a money.Amount, periods int) string {
	if periods == 0 {
		return grouped(a)
	}
	n, last := len(e.r.Schedule), ""
	if periods == n && e.r.StubMonths > 0 {
		periods--
		last = "(1 + " + e.rate(true) + ")"
	}
	growth := ""
	switch {
	case periods > 1:
		growth = "(1 + " + e.rate(false) + ")<sup>" + strconv.Itoa(periods) + "</sup>"
	case periods == 1:
		growth = "(1 + " + e.rate(false) + ")"
	}
	switch {
	case growth != "" && last != "":
		return grouped(a) + " ÷ (" + growth + " × " + last + ")"
	default:
		return grouped(a) + " ÷ " + growth + last
	}
}

// rate prints a period's rate, in a stub with its share.
func (e explainer) rate(stub bool) string {
	rate := percentOf(e.r.PeriodicRate)
	if stub && e.r.StubMonths > 0 {
		rate += " × " + strconv.Itoa(e.r.StubMonths) + "/" + strconv.Itoa(e.r.Lease.PaymentFrequency.Months())
	}
	return rate
}

func (e explainer) liability() origin {
	r := e.r
	n := len(r.Schedule)
	due, first := "in advance", 0
	if r.Lease.PaymentTiming == leasehold.Arrears {
		due, first = "in arrears", 1
	}
	terms := []string{e.discounted(r.Schedule[0].Rent, first)}
	if n > 1 {
		terms = append(terms, e.discounted(r.Schedule[1].Rent, first+1))
	}
	if n > 3 {
		terms = append(terms, "…")
	}
	if n > 2 {
		terms = append(terms, e.discounted(r.Schedule[n-1].Rent, first+n-1))
	}
	if !r.TerminalPayment.IsZero() {
		terms = append(terms, e.discounted(r.TerminalPayment, n))
	}
	words := "The present value of " + page.Plural(n, "payment") + " " + due
	if !r.TerminalPayment.IsZero() {
		words += " and of " + grouped(r.TerminalPayment) + " at the end of the term"
	}
	words += ", at " + percentOf(r.Lease.DiscountRateAnnual) + " a year, which is " + percentOf(r.PeriodicRate) + " a " +
		periodWords[r.Lease.PaymentFrequency] + "."
	return origin{words, html(strings.Join(terms, " + ") + " = " + grouped(r.InitialLiability)), r.Cite(leasehold.TopicLiability)}
}

// adjusted prints an amount plus and minus what adjusts the asset.
func (e explainer) adjusted(from money.Amount, name string, sum money.Amount) template.HTML {
	l := &e.r.Lease
	parts := []string{grouped(from), " ", name}
	for _, part := range []struct {
		sign, name string
		amount     money.Amount
	}{
		{" + ", "prepaid rent", l.PrepaidRent.Value.Amount()},
		{" + ", "direct costs", l.InitialDirectCosts.Value.Amount()},
		{" − ", "incentives", l.LeaseIncentives.Value.Amount()},
	} {
		if !part.amount.IsZero() {
			parts = append(parts, part.sign, grouped(part.amount), " ", part.name)
		}
	}
	return html(strings.Join(parts, "") + " = " + grouped(sum))
}

func (e explainer) asset() origin {
	return origin{
		"The liability plus prepaid rent and initial direct costs, less lease incentives.",
		e.adjusted(e.r.InitialLiability, "liability", e.r.InitialRouAsset), e.r.Cite(leasehold.TopicAsset),
	}
}

// payments sums the payments by runs of equal ones.
func (e explainer) payments() origin {
	const most = 4
	var runs []string
	rows := e.r.Schedule
	for i := 0; i < len(rows); {
		j := i
		for j < len(rows) && rows[j].Rent == rows[i].Rent {
			j++
		}
		runs = append(runs, page.Count(j-i)+" × "+grouped(rows[i].Rent))
		i = j
	}
	if len(runs) > most {
		runs = append(runs[:most-1:most-1], "…", runs[len(runs)-1])
	}
	if !e.r.TerminalPayment.IsZero() {
		runs = append(runs, grouped(e.r.TerminalPayment)+" at the end of the term")
	}
	return origin{
		"Every payment of the schedule, undiscounted. Prepaid rent is not included: it was paid before commencement.",
		html(strings.Join(runs, " + ") + " = " + grouped(e.r.TotalUndiscountedPayments)), e.r.Cite(leasehold.TopicMaturity),
	}
}

func (e explainer) imputed() origin {
	r := e.r
	return origin{
		"Total payments less present value: the interest of all rows.",
		html(grouped(r.TotalUndiscountedPayments) + " − " + grouped(r.InitialLiability) + " = " + grouped(r.Disclosures.ImputedInterest)),
		r.Cite(leasehold.TopicInterest),
	}
}

func (e explainer) cost() origin {
	r := e.r
	if r.Class == leasehold.Operating {
		return origin{
			"All payments, before and during the term, less incentives, spread evenly over " + months(r.Lease.TermMonths) + ".",
			e.adjusted(r.TotalUndiscountedPayments, "payments", r.TotalLeaseCost), r.Cite(leasehold.TopicCost),
		}
	}
	amortized := r.TotalLeaseCost.Sub(r.Disclosures.ImputedInterest)
	return origin{
		"The interest of all rows plus the " + strings.ToLower(nounsOf(r).Amortization) + " of all rows.",
		html(grouped(r.Disclosures.ImputedInterest) + " + " + grouped(amortized) + " = " + grouped(r.TotalLeaseCost)), r.Cite(leasehold.TopicCost),
	}
}

// firstYear explains a sum over the rows of the first lease year.
func (e explainer) firstYear(y *year, n nouns) origin {
	words := "The lease cost of the rows that start in the first lease year: period 1"
	if y.Rows > 1 {
		words += " to " + strconv.Itoa(y.Rows)
	}
	return origin{
		words + ".",
		html(grouped(y.Interest) + " " + strings.ToLower(n.Interest) + " + " + grouped(y.Amortization) + " " + strings.ToLower(n.Amortization) +
			" = " + grouped(y.Cost)),
		e.r.Cite(leasehold.TopicCost),
	}
}

func (e explainer) longTerm() origin {
	r := e.r
	d := &r.Disclosures
	if r.Lease.TermMonths <= 12 {
		return origin{"The term is 12 months or less, so the whole liability is current.", "", r.Cite(leasehold.TopicCurrent)}
	}
	last := yearsOf(r)[0].Closing
	words := "The liability that remains after the payments of the first twelve months"
	formula := "Balance after period " + strconv.Itoa(last.Number) + ": " + grouped(last.LiabilityClose)
	left := last.LiabilityClose
	if r.Lease.PaymentTiming == leasehold.Advance {
		left = left.Sub(last.Interest)
		words += ", excluding interest that accrues after the last of them"
		formula = grouped(last.LiabilityClose) + " − " + grouped(last.Interest) + " interest of period " + strconv.Itoa(last.Number) +
			" = " + grouped(left)
	}
	if left != d.LongTermLiability {
		words = "Interest exceeds the payments of the first lease year, so the long-term portion is capped at what is owed at commencement"
		formula = grouped(r.InitialLiability)
		if r.Lease.PaymentTiming == leasehold.Advance {
			words += " after the first payment"
			formula += " − " + grouped(r.Schedule[0].Payment)
		}
		formula += " = " + grouped(d.LongTermLiability)
	}
	return origin{words + ".", html(formula), r.Cite(leasehold.TopicCurrent)}
}

func (e explainer) current() origin {
	d := &e.r.Disclosures
	return origin{
		"The initial liability less its long-term portion: the principal due to be settled within twelve months.",
		html(grouped(e.r.InitialLiability) + " − " + grouped(d.LongTermLiability) + " = " + grouped(d.CurrentLiability)), e.r.Cite(leasehold.TopicCurrent),
	}
}

func (e explainer) periodicRate() origin {
	l := &e.r.Lease
	return origin{
		"The annual rate for the months of one period.",
		html(percentOf(l.DiscountRateAnnual) + " × " + strconv.Itoa(l.PaymentFrequency.Months()) + "/12 = " + percentOf(e.r.PeriodicRate)),
		e.r.Cite(leasehold.TopicRate),
	}
}

func (e explainer) remainingTerm() origin {
	return origin{
		"For a single lease at commencement, the remaining term is its lease term.",
		html(termInYears(e.r.Lease.TermMonths)), e.r.Cite(leasehold.TopicAverages),
	}
}

func (e explainer) averageRate() origin {
	return origin{
		"For a single lease, the average is its own rate.",
		html(percentOf(e.r.Lease.DiscountRateAnnual)), e.r.Cite(leasehold.TopicAverages),
	}
}

// column says how the figures of a column of the schedule come about. Formulas
// name figures of the row in braces, and those of the row before with a leading
// "prev."; the browser puts the printed figures in their place.
type column struct {
	Name      string `json:"name"` // the contract's
	Label     string `json:"label"`
	Formula   string `json:"formula"`
	Last      string `json:"last,omitempty"` // of the last row, where it differs
	Paragraph string `json:"paragraph"`
	Text      string `json:"text"` // what the paragraph says

	topic leasehold.Topic
}

func (e explainer) columns(n nouns) []column {
	r := e.r
	cols := []column{
		{Name: "payment", Label: "Payment", topic: leasehold.TopicLiability},
		{Name: "interest", Label: n.Interest, topic: leasehold.TopicInterest},
		{Name: "principal", Label: "Principal", Formula: "{payment} − {interest} = {principal}", topic: leasehold.TopicLiability},
		{
			Name: "liabilityClose", Label: "Liability", Formula: "{prev.liabilityClose} + {interest} − {payment} = {liabilityClose}",
			topic: leasehold.TopicLiability,
		},
		{Name: "rouAmortization", Label: n.Amortization, topic: leasehold.TopicAmortization},
		{
			Name: "rouAssetClose", Label: "Asset", Formula: "{prev.rouAssetClose} − {rouAmortization} = {rouAssetClose}",
			topic: leasehold.TopicAmortization,
		},
		{Name: "leaseExpense", Label: n.Cost, topic: leasehold.TopicCost},
	}
	cols[0].Formula, cols[0].Last = e.paymentFormulas()
	cols[1].Formula, cols[1].Last = e.interestFormulas()
	if r.Class == leasehold.Operating {
		cols[4].Formula = "{leaseExpense} − {interest} = {rouAmortization}"
		cols[6].Formula, cols[6].Last = e.straight(r.TotalLeaseCost, r.Lease.TermMonths, "leaseExpense")
	} else {
		cols[4].Formula, cols[4].Last = e.straight(r.InitialRouAsset, r.AmortizationMonths, "rouAmortization")
		cols[6].Formula = "{interest} + {rouAmortization} = {leaseExpense}"
	}
	for i := range cols {
		cite := r.Cite(cols[i].topic)
		cols[i].Paragraph, cols[i].Text = cite.Paragraph, cite.Text
	}
	return cols
}

func (e explainer) paymentFormulas() (each, last string) {
	l := &e.r.Lease
	each = grouped(l.PaymentAmount.Amount())
	if l.AnnualEscalationPct.Value.Sign() > 0 {
		each = groupedDecimal(l.PaymentAmount) + " × (1 + " + percentOf(l.AnnualEscalationPct.Value) + ")^{years}"
	}
	last = each
	if s := e.r.StubMonths; s > 0 {
		last += " × " + strconv.Itoa(s) + "/" + strconv.Itoa(l.PaymentFrequency.Months())
	}
	if t := e.r.TerminalPayment; !t.IsZero() {
		last += " + " + grouped(t) + " at the end of the term"
	}
	const result = " = {payment}"
	if last == each {
		return each + result, ""
	}
	return each + result, last + result
}

func (e explainer) interestFormulas() (each, last string) {
	open := "{prev.liabilityClose}"
	lastOpen := open
	if e.r.Lease.PaymentTiming == leasehold.Advance {
		open = "({prev.liabilityClose} − {payment})"
		lastOpen = "({prev.liabilityClose} − " + grouped(e.r.Schedule[len(e.r.Schedule)-1].Rent) + ")"
	}
	const result = " = {interest}"
	moved := ""
	if e.r.RowsMoved > 0 {
		moved = ", ±0.01 rounding"
	}
	return open + " × " + e.rate(false) + result + moved, lastOpen + " × " + e.rate(true) + result + moved
}

// straight prints the share of a period in an amount spread over months.
func (e explainer) straight(total money.Amount, over int, name string) (each, last string) {
	m := e.r.Lease.PaymentFrequency.Months()
	tail := " ÷ " + strconv.Itoa(over) + " months = {" + name + "}"
	if over < e.r.Lease.TermMonths {
		tail = " ÷ " + strconv.Itoa(over) + " months, and 0.00 after them = {" + name + "}"
	}
	each = grouped(total) + " × " + strconv.Itoa(m) + tail
	if s := e.r.StubMonths; s > 0 {
		last = grouped(total) + " × " + strconv.Itoa(s) + tail
	}
	return each, last
}
