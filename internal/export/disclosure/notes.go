package disclosure

import (
	"fmt"
	"slices"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/internal/wording"
)

// note is the note that a standard asks for: its tables in the order in which they
// are printed.
type note struct {
	standard leasehold.Standard
	sheet    string
	title    string
	tables   []noteTable
}

// noteTable is a table of a note. It has a column a currency, or with byClass one for
// each class.
type noteTable struct {
	title   string
	byClass bool
	lines   func(d *draft) []line
}

// fixed are lines that do not depend on the report.
func fixed(lines ...line) func(*draft) []line { return func(*draft) []line { return lines } }

var notes = []note{
	{leasehold.ASC842, "ASC 842 note", "Leases (ASC 842-20-50)", []noteTable{
		{"Lease cost", false, fixed(
			line{label: "Finance lease cost: amortization of right-of-use assets", terms: plus("cost.amortization"), basis: "842-20-50-4(a)"},
			line{label: "Finance lease cost: interest on lease liabilities", terms: plus("cost.interest"), basis: "842-20-50-4(a)"},
			line{label: "Operating lease cost", terms: plus("cost.operating"), basis: "842-20-50-4(b)"},
			line{label: "Short-term lease cost", terms: plus("cost.shortTerm"), basis: "842-20-50-4(c)"},
			line{label: "Variable lease cost", terms: plus("cost.variable"), basis: "842-20-50-4(d)"},
			line{label: "Impairment, and gains and losses on changes", terms: plus("cost.impairment", "cost.gainsAndLosses")},
			line{label: "Total", terms: plus("cost.total"), total: true},
		)},
		{"Cash paid for measured payments", false, fixed(
			line{label: "Operating cash flows from operating leases", terms: plus("cash.operating"), basis: "842-20-50-4(g)(1)"},
			line{label: "Operating cash flows from finance leases", terms: plus("cash.interest"), basis: "842-20-50-4(g)(1)"},
			line{label: "Financing cash flows from finance leases", terms: plus("cash.principal"), basis: "842-20-50-4(g)(1)"},
			line{label: "Paid on the commencement date", terms: plus("cash.commencement")},
		)},
		{"Supplemental noncash information", true, fixed(
			line{label: "Right-of-use assets obtained for lease liabilities", terms: plus("nonCash"), basis: "842-20-50-4(g)(2)"},
		)},
		{"Balances", true, fixed(
			line{label: "Right-of-use assets", terms: plus("rouAsset.closing"), basis: "842-20-45-1(a)"},
			line{label: "Current lease liabilities", terms: plus("currentLiability"), basis: "842-20-45-1(b)"},
			line{label: "Long-term lease liabilities", terms: plus("longTermLiability"), basis: "842-20-45-1(b)"},
			line{label: "Lease liabilities", terms: plus("liability.closing"), total: true},
		)},
		{"Maturities of lease liabilities", true, maturityOf("842-20-50-6")},
	}},
	{leasehold.IFRS16, "IFRS 16 note", "Leases (IFRS 16.51 to .60)", []noteTable{
		{"Amounts recognized in profit or loss", false, fixed(
			line{label: "Depreciation charge for right-of-use assets", terms: plus("cost.amortization"), basis: "16.53(a)"},
			line{label: "Interest expense on lease liabilities", terms: plus("cost.interest"), basis: "16.53(b)"},
			line{label: "Expense relating to short-term leases", terms: plus("cost.shortTerm"), basis: "16.53(c)"},
			line{label: "Expense relating to leases of low-value assets", terms: plus("cost.lowValue"), basis: "16.53(d)"},
			line{label: "Variable payments not in the lease liabilities", terms: plus("cost.variable"), basis: "16.53(e)"},
			line{label: "Impairment, and gains and losses on changes", terms: plus("cost.impairment", "cost.gainsAndLosses")},
			line{label: "Total", terms: plus("cost.total"), total: true},
		)},
		{"Amounts in the statement of cash flows", false, fixed(
			line{label: "Interest", terms: plus("cash.interest")},
			line{label: "Principal", terms: plus("cash.principal"), basis: "16.50(a)"},
			line{label: "Short-term, low-value and variable payments", terms: plus("cash.exempt", "cash.variable"), basis: "16.50(c)"},
			line{label: "Other: on commencement, direct costs, incentives, penalties, prices", terms: plus(
				"cash.commencement", "cash.initialDirectCosts", "cash.incentives", "cash.penalties", "cash.prices")},
			line{label: "Total cash outflow for leases", terms: plus("cash.total"), total: true, basis: "16.53(g)"},
		)},
		{"Right-of-use assets", false, fixed(
			line{label: "Opening", terms: plus("rouAsset.opening", "rouAsset.late")},
			line{label: "Additions", terms: plus("rouAsset.additions"), basis: "16.53(h)"},
			line{label: "Taken over, and on initial application", terms: plus("rouAsset.takenOver", "rouAsset.initialApplication")},
			line{label: "Remeasured", terms: plus("rouAsset.remeasured")},
			line{label: "Depreciation", terms: less("rouAsset.amortization"), basis: "16.53(a)"},
			line{label: "Impairment", terms: less("rouAsset.impairment")},
			line{label: "Derecognized", terms: less("rouAsset.derecognized")},
			line{label: "Translation", terms: plus("rouAsset.translation")},
			line{label: "Carrying amount", terms: plus("rouAsset.closing"), total: true, basis: "16.53(j)"},
		)},
		{"Maturity analysis of lease liabilities", false, maturityOf("16.58, IFRS 7.39")},
		{"Lease liabilities", false, fixed(
			line{label: "Current", terms: plus("currentLiability")},
			line{label: "Non-current", terms: plus("longTermLiability")},
			line{label: wording.LeaseLiability, terms: plus("liability.closing"), total: true},
		)},
	}},
	governmentNote(leasehold.GASB87, "GASB 87.37", governmentParagraphs{
		assets: "87.37(b)", accrued: "87.24", variable: "87.37(d), (e)", maturity: "87.37(f)",
	}),
	{leasehold.FRS102, "FRS 102 note", "Leases (FRS 102 section 20)", []noteTable{
		{"Amounts recognized in profit or loss", false, fixed(
			line{label: "Depreciation of right-of-use assets", terms: plus("cost.amortization")},
			line{label: "Interest payable on lease liabilities", terms: plus("cost.interest")},
			line{label: "Expense relating to short-term leases", terms: plus("cost.shortTerm")},
			line{label: "Expense relating to leases of low-value assets", terms: plus("cost.lowValue"), basis: "20.9-20.11"},
			line{label: "Variable payments not in the lease liabilities", terms: plus("cost.variable")},
			line{label: "Impairment, and gains and losses on changes", terms: plus("cost.impairment", "cost.gainsAndLosses")},
			line{label: "Total", terms: plus("cost.total"), total: true},
		)},
		{"Right-of-use assets", false, fixed(
			line{label: "Opening", terms: plus("rouAsset.opening", "rouAsset.late")},
			line{label: "Additions", terms: plus("rouAsset.additions"), basis: "20.47"},
			line{label: "Taken over, and on initial application", terms: plus("rouAsset.takenOver", "rouAsset.initialApplication")},
			line{label: "Remeasured", terms: plus("rouAsset.remeasured")},
			line{label: "Depreciation", terms: less("rouAsset.amortization"), basis: "20.55-20.59"},
			line{label: "Impairment", terms: less("rouAsset.impairment")},
			line{label: "Derecognized", terms: less("rouAsset.derecognized")},
			line{label: "Translation", terms: plus("rouAsset.translation")},
			line{label: "Carrying amount", terms: plus("rouAsset.closing"), total: true},
		)},
		{"Undiscounted payments of lease liabilities", false, fixed(
			line{label: "Within one year", terms: plus(fmt.Sprint(year1, 1))},
			line{label: "Between one and five years", terms: plus(fmt.Sprint(year1, 2), fmt.Sprint(year1, 3), fmt.Sprint(year1, 4), fmt.Sprint(year1, 5))},
			line{label: "After five years", terms: plus("maturity.thereafter")},
			line{label: wording.TotalPayments, terms: plus("maturity.total"), total: true},
			line{label: "Less future interest payable", terms: less("maturity.imputedInterest")},
			line{label: wording.LeaseLiability, terms: slices.Concat(plus("maturity.total"), less("maturity.imputedInterest")), total: true},
		)},
		{"Creditors", false, fixed(
			line{label: leasehold.FRS102.Say(wording.CurrentPortion), terms: plus("currentLiability")},
			line{label: leasehold.FRS102.Say(wording.LongTermPortion), terms: plus("longTermLiability")},
			line{label: wording.LeaseLiability, terms: plus("liability.closing"), total: true},
		)},
		{"Amounts in the statement of cash flows", false, fixed(
			line{label: "Interest", terms: plus("cash.interest")},
			line{label: "Principal", terms: plus("cash.principal")},
			line{label: "Short-term, low-value and variable payments", terms: plus("cash.exempt", "cash.variable")},
			line{label: "Other: on commencement, direct costs, incentives, penalties, prices", terms: plus(
				"cash.commencement", "cash.initialDirectCosts", "cash.incentives", "cash.penalties", "cash.prices")},
			line{label: "Total cash outflow for leases", terms: plus("cash.total"), total: true},
		)},
	}},
	governmentNote(leasehold.GASB96, "GASB 96.60-61", governmentParagraphs{
		assets: "96.60-61", variable: "96.60-61", maturity: "96.60-61",
	}),
}

// governmentParagraphs are those behind the lines of a government's note.
type governmentParagraphs struct{ assets, accrued, variable, maturity string }

// governmentNote is the note of a government under one of its standards, in the words of
// that standard.
func governmentNote(s leasehold.Standard, paragraph string, p governmentParagraphs) note {
	say := s.Say
	return note{s, s.Title() + " note", say("Leases") + " (" + paragraph + ")", []noteTable{
		{say("Lease assets"), false, fixed(
			line{label: say("Lease assets"), terms: plus("rouAsset.cost"), basis: p.assets},
			line{label: "Less accumulated amortization", terms: less("rouAsset.accumulatedAmortization"), basis: p.assets},
			line{label: say("Lease assets, net"), terms: plus("rouAsset.closing"), total: true},
		)},
		{say("Changes in lease liabilities"), false, fixed(
			line{label: "Beginning", terms: plus("liability.opening", "liability.late")},
			line{label: "Increases: additions and remeasurements", terms: plus("liability.additions", "liability.takenOver", "liability.remeasured")},
			line{label: "Increases: interest", terms: plus("liability.interest")},
			line{label: "Decreases: payments", terms: less("liability.payments")},
			line{label: "Decreases: derecognized", terms: less("liability.derecognized")},
			line{label: "Exchange differences and translation", terms: plus("liability.exchange", "liability.translation")},
			line{label: "Ending", terms: plus("liability.closing"), total: true},
			line{label: "of these: accrued interest payable", terms: plus("accruedInterest"), basis: p.accrued},
			line{label: say("Lease liabilities without accrued interest"), terms: slices.Concat(plus("liability.closing"), less("accruedInterest"))},
			line{label: "Due within one year, without accrued interest", terms: slices.Concat(plus("currentLiability"), less("accruedInterest"))},
		)},
		{"Outflows of the span", false, fixed(
			line{label: say("Amortization of lease assets"), terms: plus("cost.amortization")},
			line{label: "Interest expense", terms: plus("cost.interest")},
			line{label: "Variable and other payments not in the liability", terms: plus("cost.variable"), basis: p.variable},
			line{label: say("Short-term leases"), terms: plus("cost.shortTerm")},
		)},
		{"Principal to maturity", false, windows(principal, p.maturity)},
		{"Interest to maturity", false, windows(interest, p.maturity)},
	}}
}

// maturityOf are the lines of a maturity analysis under a paragraph.
func maturityOf(basis string) func(*draft) []line {
	return func(d *draft) []line {
		list := maturity(d.To)
		list[0].basis = basis
		return list
	}
}

// windows are the lines of principal or interest to maturity under a paragraph.
func windows(name, basis string) func(*draft) []line {
	return func(d *draft) (list []line) {
		var all []string
		first, past := d.To.Next(), 0
		add := func(field string, years int) {
			past += years
			next := d.To.Next().AddMonths(12 * past)
			list = append(list, line{label: first.String() + " to " + next.Prev().String(), terms: plus(field)})
			all = append(all, field)
			first = next
		}
		for i := range 5 {
			add(fmt.Sprint(name, i+1), 1)
		}
		for i := 1; d.known(fmt.Sprintf("%s%d to %d", name, 5*i+1, 5*i+5)); i++ {
			add(fmt.Sprintf("%s%d to %d", name, 5*i+1, 5*i+5), 5)
		}
		list[0].basis = basis
		return append(list, line{label: "Total", terms: plus(all...), total: true, above: len(all)})
	}
}

// known reports whether the leases have a field.
func (d *draft) known(name string) bool {
	return d.index(name) >= 0
}

// note writes the sheet of a note.
func (d *draft) note(s *spreadsheet.Sheet, n *note) {
	whole, classes := d.ofNote(n.standard)
	d.begin(s, max(len(whole), len(classes)), n.title)
	for _, t := range n.tables {
		columns := whole
		if t.byClass {
			columns = classes
		}
		if lines := t.lines(d); d.known(lines[0].terms[0].field) {
			d.table(s, t.title, columns, lines)
		}
	}
	if !n.standard.SingleModel() && len(classes) > 0 {
		d.noteAverages(s, classes)
	}
	s.PrintTo(letter(max(len(whole), len(classes)) + 2))
}

// noteAverages writes the weighted averages that ASC 842 asks for by class.
func (d *draft) noteAverages(s *spreadsheet.Sheet, classes []tableColumn) {
	headings := []spreadsheet.ColumnHeading{spreadsheet.Left("Weighted averages")}
	months, rates := []any{s.Text(spreadsheet.Plain, "Remaining lease term, months")}, []any{s.Text(spreadsheet.Plain, "Discount rate")}
	for _, c := range classes {
		headings = append(headings, spreadsheet.Right(c.title))
		if at := c.sections[0]; !c.total && at.averages != nil {
			months = append(months, d.average(s, at, spreadsheet.Decimals, at.averages.RemainingMonths, "F", d.column("liability.closing"), 2))
			rates = append(rates, d.average(s, at, spreadsheet.Rate, at.averages.DiscountRateAnnual, "G", d.column("maturity.total"), 6))
		} else {
			months, rates = append(months, nil), append(rates, nil)
		}
	}
	s.Headings(append(headings, spreadsheet.Left("Paragraph"))...)
	s.Put(append(months, s.Text(spreadsheet.Note, "842-20-50-4(g)(3)"))...)
	s.Put(append(rates, s.Text(spreadsheet.Note, "842-20-50-4(g)(4)"))...)
}

// ofNote returns the columns of a note: one a currency, and one a currency and class
// of the leases on the balance sheet.
func (d *draft) ofNote(standard leasehold.Standard) (whole, classes []tableColumn) {
	for _, s := range d.sections {
		if s.standard != standard {
			continue
		}
		i := slices.IndexFunc(whole, func(c tableColumn) bool { return c.title == s.label })
		if i < 0 {
			whole = append(whole, tableColumn{title: s.label})
			i = len(whole) - 1
		}
		whole[i].sections = append(whole[i].sections, s)
		if s.class == leasehold.ReportedOperating || s.class == leasehold.ReportedFinance {
			classes = append(classes, tableColumn{title: wording.Sentence(s.class.String()) + ", " + s.label, sections: []*section{s}})
		}
	}
	return whole, d.withTotal(classes)
}
