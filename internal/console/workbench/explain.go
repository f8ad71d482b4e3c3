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
// and by which paragraph.
type origin struct {
	Words   string
	Formula template.HTML
	Cite    string
}

// topic is what a paragraph speaks of.
type topic uint8

const (
	onLiability topic = iota
	onRate
	onAsset
	onInterest
	onCost
	onAmortization
	onCurrent
	onAverages
	onMaturity
)

// paragraphs opens the citation of each topic: ASC 842 operating, ASC 842
// finance, IFRS 16, GASB 87. The words are those of the result's citations.
var paragraphs = [...][4]string{
	onLiability:    {"ASC 842-20-30-1:", "ASC 842-20-30-1:", "IFRS 16.26", "GASB 87.21:"},
	onRate:         {"ASC 842-20-30-3:", "ASC 842-20-30-3:", "IFRS 16.26", "GASB 87.23:"},
	onAsset:        {"ASC 842-20-30-5:", "ASC 842-20-30-5:", "IFRS 16.24:", "GASB 87.30:"},
	onInterest:     {"ASC 842-20-30-1:", "ASC 842-20-25-5:", "IFRS 16.36:", "GASB 87.24:"},
	onCost:         {"ASC 842-20-25-6:", "ASC 842-20-25-5:", "IFRS 16.49:", "GASB 87.24:"},
	onAmortization: {"ASC 842-20-35-3:", "ASC 842-20-35-7", "IFRS 16.31", "GASB 87.31"},
	onCurrent:      {"ASC 842-20-45-1:", "ASC 842-20-45-1:", "IAS 1.69", "GASB 87.20, GASB 34.31:"},
	onAverages:     {"ASC 842-20-50-4(g):", "ASC 842-20-50-4(g):", "IFRS 16.58:", "GASB 87.37:"},
	onMaturity:     {"ASC 842-20-50-6:", "ASC 842-20-50-6:", "IFRS 16.58:", "GASB 87.37:"},
}

// regime is the column of [paragraphs] that r is accounted for by.
func regime(r *leasehold.Result) int {
	switch r.Lease.Standard {
	case leasehold.IFRS16:
		return 2
	case leasehold.GASB87:
		return 3
	case leasehold.ASC842:
	}
	if r.Class == leasehold.Finance {
		return 1
	}
	return 0
}

// cite returns the citation of a topic among those of r.
func cite(r *leasehold.Result, t topic) string {
	opening := paragraphs[t][regime(r)]
	for _, c := range r.CitationTexts() {
		if strings.HasPrefix(c, opening) {
			return c
		}
	}
	return ""
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
	rate := e.r.PeriodicRate.String()
	if stub && e.r.StubMonths > 0 {
		rate += " × " + strconv.Itoa(e.r.StubMonths) + "/" + strconv.Itoa(e.r.Lease.PaymentFrequency.Months())
	}
	return rate
}

// rent returns the rent of a row, without what falls due at the end.
func (e explainer) rent(row int) money.Amount {
	if row == len(e.r.Schedule)-1 {
		return e.r.Schedule[row].Payment.Sub(e.r.TerminalPayment)
	}
	return e.r.Schedule[row].Payment
}

func (e explainer) liability() origin {
	r := e.r
	n := len(r.Schedule)
	due, first := "in advance", 0
	if r.Lease.PaymentTiming == leasehold.Arrears {
		due, first = "in arrears", 1
	}
	terms := []string{e.discounted(e.rent(0), first)}
	if n > 1 {
		terms = append(terms, e.discounted(e.rent(1), first+1))
	}
	if n > 3 {
		terms = append(terms, "…")
	}
	if n > 2 {
		terms = append(terms, e.discounted(e.rent(n-1), first+n-1))
	}
	if !r.TerminalPayment.IsZero() {
		terms = append(terms, e.discounted(r.TerminalPayment, n))
	}
	words := "The present value of " + page.Plural(n, "payment") + " " + due
	if !r.TerminalPayment.IsZero() {
		words += " and of " + grouped(r.TerminalPayment) + " at the end of the term"
	}
	words += ", at " + percentOf(r.Lease.DiscountRateAnnual) + " a year, which is " + r.PeriodicRate.String() + " a " +
		periodWords[r.Lease.PaymentFrequency] + "."
	return origin{words, html(strings.Join(terms, " + ") + " = " + grouped(r.InitialLiability)), cite(r, onLiability)}
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
		"The liability, plus what was paid before commencement and direct costs, less incentives.",
		e.adjusted(e.r.InitialLiability, "liability", e.r.InitialRouAsset), cite(e.r, onAsset),
	}
}

// payments sums the payments by runs of equal ones.
func (e explainer) payments() origin {
	const most = 4
	var runs []string
	rows := e.r.Schedule
	for i := 0; i < len(rows); {
		j := i
		for j < len(rows) && e.rent(j) == e.rent(i) {
			j++
		}
		runs = append(runs, page.Count(j-i)+" × "+grouped(e.rent(i)))
		i = j
	}
	if len(runs) > most {
		runs = append(runs[:most-1:most-1], "…", runs[len(runs)-1])
	}
	if !e.r.TerminalPayment.IsZero() {
		runs = append(runs, grouped(e.r.TerminalPayment)+" at the end of the term")
	}
	return origin{
		"Every payment of the schedule, undiscounted. Prepaid rent is paid already and stays out.",
		html(strings.Join(runs, " + ") + " = " + grouped(e.r.TotalUndiscountedPayments)), cite(e.r, onMaturity),
	}
}

func (e explainer) imputed() origin {
	r := e.r
	return origin{
		"What the payments exceed the liability by: the interest of all rows.",
		html(grouped(r.TotalUndiscountedPayments) + " − " + grouped(r.InitialLiability) + " = " + grouped(r.Disclosures.ImputedInterest)),
		cite(r, onInterest),
	}
}

func (e explainer) cost() origin {
	r := e.r
	if r.Class == leasehold.Operating {
		return origin{
			"All that is paid, before and during the term, less incentives; spread evenly over " + months(r.Lease.TermMonths) + ".",
			e.adjusted(r.TotalUndiscountedPayments, "payments", r.TotalLeaseCost), cite(r, onCost),
		}
	}
	amortized := r.TotalLeaseCost.Sub(r.Disclosures.ImputedInterest)
	return origin{
		"The interest of all rows and the amortization of all rows.",
		html(grouped(r.Disclosures.ImputedInterest) + " + " + grouped(amortized) + " = " + grouped(r.TotalLeaseCost)), cite(r, onCost),
	}
}

// firstYear explains a sum over the rows of the first lease year.
func (e explainer) firstYear(y *year) origin {
	rows := min(12/e.r.Lease.PaymentFrequency.Months(), len(e.r.Schedule))
	words := "The lease expense of the rows that start in the first lease year: period 1"
	if rows > 1 {
		words += " to " + strconv.Itoa(rows)
	}
	return origin{
		words + ".",
		html(grouped(y.Interest) + " interest + " + grouped(y.Amortization) + " amortization of the asset = " + grouped(y.Cost)),
		cite(e.r, onCost),
	}
}

func (e explainer) longTerm() origin {
	r := e.r
	d := &r.Disclosures
	if r.Lease.TermMonths <= 12 {
		return origin{"The term is 12 months or less, so that nothing is left afterwards.", "", cite(r, onCurrent)}
	}
	last := &r.Schedule[12/r.Lease.PaymentFrequency.Months()-1]
	words := "What is left of the liability after the payments of the first twelve months"
	formula := "Balance after period " + strconv.Itoa(last.Number) + ": " + grouped(last.LiabilityClose)
	left := last.LiabilityClose
	if r.Lease.PaymentTiming == leasehold.Advance {
		left = left.Sub(last.Interest)
		words += ", before interest that accrues after the last of them"
		formula = grouped(last.LiabilityClose) + " − " + grouped(last.Interest) + " interest of period " + strconv.Itoa(last.Number) +
			" = " + grouped(left)
	}
	if left != d.LongTermLiability {
		words = "Interest outgrows the payments of the first year, so that the long-term part is limited to what is owed at commencement"
		formula = grouped(r.InitialLiability)
		if r.Lease.PaymentTiming == leasehold.Advance {
			words += " after the first payment"
			formula += " − " + grouped(r.Schedule[0].Payment)
		}
		formula += " = " + grouped(d.LongTermLiability)
	}
	return origin{words + ".", html(formula), cite(r, onCurrent)}
}

func (e explainer) current() origin {
	d := &e.r.Disclosures
	return origin{
		"The initial liability less its long-term part: the principal settled within twelve months.",
		html(grouped(e.r.InitialLiability) + " − " + grouped(d.LongTermLiability) + " = " + grouped(d.CurrentLiability)), cite(e.r, onCurrent),
	}
}

func (e explainer) periodicRate() origin {
	l := &e.r.Lease
	return origin{
		"The annual rate divided by the periods of a year.",
		html(l.DiscountRateAnnual.String() + " × " + strconv.Itoa(l.PaymentFrequency.Months()) + "/12 = " + e.r.PeriodicRate.String()),
		cite(e.r, onRate),
	}
}

func (e explainer) remainingTerm() origin {
	return origin{
		"Of one lease at commencement, the average is its own term.",
		html(months(e.r.Lease.TermMonths)), cite(e.r, onAverages),
	}
}

func (e explainer) averageRate() origin {
	return origin{
		"Of one lease, the average is its own rate.",
		html(percentOf(e.r.Lease.DiscountRateAnnual)), cite(e.r, onAverages),
	}
}

// column tells how the figures of a column of the schedule come about. The
// formulas name figures of the row in braces, and those of the row before with
// a leading "prev."; the browser puts the printed figures in their place.
type column struct {
	Name    string `json:"name"` // the contract's
	Label   string `json:"label"`
	Formula string `json:"formula"`
	Last    string `json:"last,omitempty"` // of the last row, where it differs
	Cite    string `json:"cite"`
}

func (e explainer) columns() []column {
	r := e.r
	cols := []column{
		{Name: "payment", Label: "Payment", Cite: cite(r, onLiability)},
		{Name: "interest", Label: "Interest", Cite: cite(r, onInterest)},
		{Name: "principal", Label: "Principal", Formula: "{payment} − {interest} = {principal}", Cite: cite(r, onLiability)},
		{
			Name: "liabilityClose", Label: "Liability", Formula: "{prev.liabilityClose} + {interest} − {payment} = {liabilityClose}",
			Cite: cite(r, onLiability),
		},
		{Name: "rouAmortization", Label: "Amortization", Cite: cite(r, onAmortization)},
		{
			Name: "rouAssetClose", Label: "Asset", Formula: "{prev.rouAssetClose} − {rouAmortization} = {rouAssetClose}",
			Cite: cite(r, onAmortization),
		},
		{Name: "leaseExpense", Label: "Expense", Cite: cite(r, onCost)},
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
		lastOpen = "({prev.liabilityClose} − " + grouped(e.rent(len(e.r.Schedule)-1)) + ")"
	}
	const result = " = {interest}"
	moved := ""
	if e.r.RowsMoved > 0 {
		moved = ", give or take the cent that keeps the balance exact"
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
