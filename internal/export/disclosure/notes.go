package disclosure

import (
	"fmt"
	"slices"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/internal/taxonomy"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/schedule"
)

type note struct {
	standard leasehold.Standard
	sheet    string
	title    string
	tables   []noteTable
}

type category uint8

const (
	uncategorized category = iota
	operating
	financing
	interestExpense // in the financing category for periods from 2027
	interestPaid    // an accounting policy choice before 2027, and in the financing category afterward
)

// ifrs18Start is the earliest first day of an annual period under IFRS 18.
var ifrs18Start = civil.Date{Year: 2027, Month: 1, Day: 1}

// on returns a line's category for a period that begins on the given day.
func (c category) on(from civil.Date) string {
	early := from.Before(ifrs18Start)
	switch {
	case c == operating:
		return "operating"
	case c == interestExpense && early:
		return "finance costs (IAS 1.82(b))"
	case c == interestPaid && early:
		return "policy choice (IAS 7.33)"
	case c != uncategorized:
		return "financing"
	}
	return ""
}

// noteTable is a table of a note, with one column per currency and period. If byClass is true, the
// columns are split further by class.
type noteTable struct {
	title   string
	byClass bool
	lines   []line
	dated   func(d *draft, to civil.Date) []line // returns the lines of a separate table for each period, with dates in the labels; replaces the lines field
	classes *classTable                          // columns by asset class; replaces the lines field
}

func table(title string, lines ...line) noteTable { return noteTable{title: title, lines: lines} }

func classed(title string, lines ...line) noteTable {
	return noteTable{title: title, byClass: true, lines: lines}
}

// maturityBands returns the lines of a standard's maturity analysis.
func maturityBands(s leasehold.Standard) (list []line) {
	for _, band := range s.MaturityBands() {
		l := line{label: band.Title}
		for year := band.First; year <= band.Last; year++ {
			path := fmt.Sprint(maturityYear, year)
			if year > years {
				path = "maturity.thereafter"
			}
			l.terms = append(l.terms, path)
		}
		list = append(list, l)
	}
	return list
}

var notes = []note{
	{leasehold.ASC842, "ASC 842 note", "Leases (ASC 842-20-50)", []noteTable{
		table("Lease cost",
			line{label: "Finance lease cost: amortization of right-of-use assets", terms: terms{"cost.amortization"}, basis: "842-20-50-4(a)"},
			line{label: "Finance lease cost: interest on lease liabilities", terms: terms{"cost.interest"}, basis: "842-20-50-4(a)"},
			line{label: "Operating lease cost", terms: terms{"cost.operating"}, basis: "842-20-50-4(b)"},
			line{label: "Short-term lease cost", terms: terms{"cost.shortTerm"}, basis: "842-20-50-4(c)"},
			line{label: "Variable lease cost", terms: terms{"cost.variable"}, basis: "842-20-50-4(d)"},
			line{label: "Sublease income", terms: terms{"cost.subleaseIncome"}, basis: "842-20-50-4(e)"},
			line{label: "Prior-period corrections", terms: terms{"cost.late"}},
			line{
				label: "Total lease cost", terms: terms{"cost.amortization", "cost.interest", "cost.operating", "cost.shortTerm", "cost.variable", "cost.subleaseIncome", "cost.late"},
				total: true, above: 7, figure: "cost.total",
			},
			line{label: "Impairment of right-of-use assets", terms: terms{"cost.impairment"}, basis: "360-10"},
			line{label: "(Gain) loss on lease changes", terms: terms{"cost.gainsAndLosses"}},
		),
		table("Cash paid for amounts included in the measurement of lease liabilities",
			line{label: "Operating cash flows from operating leases", terms: terms{"cash.operating"}, basis: "842-20-50-4(g)(1)"},
			line{label: "Operating cash flows from finance leases", terms: terms{"cash.interest"}, basis: "842-20-50-4(g)(1)"},
			line{label: "Financing cash flows from finance leases", terms: terms{"cash.principal"}, basis: "842-20-50-4(g)(1)"},
			line{label: "Payments at commencement", terms: terms{"cash.commencement"}},
			line{label: "Prior-period corrections, all payments", terms: terms{"cash.late"}},
		),
		classed("Supplemental noncash information",
			line{label: "Right-of-use assets obtained in exchange for lease liabilities", terms: terms{"nonCash"}, basis: "842-20-50-4(g)(2)"},
		),
		classed("Balances",
			line{label: "Right-of-use assets", terms: terms{"rouAsset.closing"}, basis: "842-20-45-1(a)"},
			line{label: "Current lease liabilities", terms: terms{"currentLiability"}, basis: "842-20-45-1(b)"},
			line{label: "Long-term lease liabilities", terms: terms{"longTermLiability"}, basis: "842-20-45-1(b)"},
			line{label: "Lease liabilities", terms: terms{"liability.closing"}, total: true},
		),
		{title: "Maturities of lease liabilities", byClass: true, dated: maturity("842-20-50-6")},
	}},
	{leasehold.IFRS16, "IFRS 16 note", "Leases (IFRS 16.51 to .60)", []noteTable{
		profitOrLoss("Depreciation charge for right-of-use assets", "Interest expense on lease liabilities",
			"Income from subleasing right-of-use assets", [...]string{"16.53(a)", "16.53(b)", "16.53(c)", "16.53(d)", "16.53(e)", "16.53(f)"}),
		cashFlows("16.50(a)", "16.50(c)", "16.53(g)"),
		assetMovements("16.53(h)", "16.53(a)", "16.53(j)"),
		{classes: &assetClasses},
		cashAndNonCash("IAS 7.44A"),
		{title: "Maturity analysis of lease liabilities", dated: maturity("16.58, IFRS 7.39")},
		table("Lease liabilities",
			line{label: "Current", terms: terms{"currentLiability"}},
			line{label: "Non-current", terms: terms{"longTermLiability"}},
			line{label: wording.LeaseLiability, terms: terms{"liability.closing"}, total: true},
		),
	}},
	governmentNote(leasehold.GASB87, "GASB 87.37", governmentParagraphs{
		assets: "87.37(b)", changes: "34.119", accrued: "87.24", variable: "87.37(d), (e)", maturity: "87.37(f)",
	}),
	{leasehold.FRS102, "FRS 102 note", "Leases (FRS 102 section 20)", []noteTable{
		profitOrLoss("Depreciation of right-of-use assets", "Interest payable on lease liabilities",
			"Income from subleases", [6]string{3: "20.9-20.11"}),
		assetMovements("20.47", "20.55-20.59", ""),
		{classes: &assetClasses},
		cashAndNonCash("FRS 102 section 7"),
		table("Undiscounted payments of lease liabilities", append(maturityBands(leasehold.FRS102),
			line{label: wording.TotalPayments, terms: terms{"maturity.total"}, total: true},
			line{label: "Less future interest payable", terms: terms{"-maturity.imputedInterest"}},
			line{label: wording.LeaseLiability, terms: terms{"maturity.total", "-maturity.imputedInterest"}, total: true},
		)...),
		table("Creditors",
			line{label: leasehold.FRS102.Say(wording.CurrentPortion), terms: terms{"currentLiability"}},
			line{label: leasehold.FRS102.Say(wording.LongTermPortion), terms: terms{"longTermLiability"}},
			line{label: wording.LeaseLiability, terms: terms{"liability.closing"}, total: true},
		),
		cashFlows("", "", ""),
	}},
	governmentNote(leasehold.GASB96, "GASB 96.60-61", governmentParagraphs{
		assets: "96.60-61", variable: "96.60-61", maturity: "96.60-61",
	}),
}

// profitOrLoss returns the table of amounts in profit or loss. Its parameters are line labels and
// the paragraphs for the first six lines.
func profitOrLoss(depreciation, interest, subleases string, paragraphs [6]string) noteTable {
	p, impairment := paragraphs, "Impairment, and (gains) losses on lease changes"
	return table("Amounts recognized in profit or loss",
		line{label: depreciation, terms: terms{"cost.amortization"}, basis: p[0], category: operating},
		line{label: interest, terms: terms{"cost.interest"}, basis: p[1], category: interestExpense},
		line{label: "Expense relating to short-term leases", terms: terms{"cost.shortTerm"}, basis: p[2], category: operating},
		line{label: "Expense relating to leases of low-value assets", terms: terms{"cost.lowValue"}, basis: p[3], category: operating},
		line{label: "Variable payments not in the lease liabilities", terms: terms{"cost.variable"}, basis: p[4], category: operating},
		line{label: subleases, terms: terms{"cost.subleaseIncome"}, basis: p[5], category: operating},
		line{label: "Non-lease components and irrecoverable tax", terms: terms{"cost.nonLease", "cost.taxes"}, category: operating},
		line{label: impairment, terms: terms{"cost.impairment", "cost.gainsAndLosses"}, category: operating},
		line{label: "Prior-period corrections", terms: terms{"cost.late"}, category: operating},
		line{label: "Total", terms: terms{"cost.total"}, total: true},
	)
}

// assetMovements returns the rollforward of right-of-use assets. Each parameter is the paragraph
// that the standard has for one line.
func assetMovements(additions, depreciation, closing string) noteTable {
	return table("Right-of-use assets",
		line{label: "Opening", terms: terms{"rouAsset.opening"}},
		line{label: "Prior-period corrections", terms: terms{"rouAsset.late"}},
		line{label: "Additions", terms: terms{"rouAsset.additions"}, basis: additions},
		line{label: "Transferred in; initial application", terms: terms{"rouAsset.takenOver", "rouAsset.initialApplication"}},
		line{label: "Remeasured", terms: terms{"rouAsset.remeasured"}},
		line{label: "Depreciation", terms: terms{"-rouAsset.amortization"}, basis: depreciation},
		line{label: "Impairment", terms: terms{"-rouAsset.impairment"}},
		line{label: "Derecognized", terms: terms{"-rouAsset.derecognized"}},
		line{label: "Translation", terms: terms{"rouAsset.translation"}},
		line{label: "Carrying amount", terms: terms{"rouAsset.closing"}, total: true, basis: closing},
	)
}

// cashFlows returns the table of amounts in the statement of cash flows. Each parameter is the
// paragraph that the standard has for one line.
func cashFlows(principal, exempt, total string) noteTable {
	return table("Amounts in the statement of cash flows",
		line{label: "Interest", terms: terms{"cash.interest"}, category: interestPaid},
		line{label: "Principal", terms: terms{"cash.principal"}, basis: principal, category: financing},
		line{label: "Short-term, low-value and variable payments", terms: terms{"cash.exempt", "cash.variable"}, basis: exempt, category: operating},
		line{
			label: "Other payments, less incentives and sublease receipts", category: operating,
			terms: terms{"cash.total", "-cash.interest", "-cash.principal", "-cash.exempt", "-cash.variable", "-cash.late"},
		},
		line{label: "Prior-period corrections", terms: terms{"cash.late"}, category: operating},
		line{label: "Total cash outflow for leases", terms: terms{"cash.total"}, total: true, basis: total},
	)
}

type governmentParagraphs struct{ assets, changes, accrued, variable, maturity string }

// governmentNote returns a government's note in the standard's terms.
func governmentNote(s leasehold.Standard, paragraph string, p governmentParagraphs) note {
	say := s.Say
	assets := []noteTable{
		table(say("Lease assets"),
			line{label: say("Lease assets"), terms: terms{"rouAsset.cost"}, basis: p.assets},
			line{label: "Less accumulated amortization", terms: terms{"-rouAsset.accumulatedAmortization"}, basis: p.assets},
			line{label: say("Lease assets, net"), terms: terms{"rouAsset.closing"}, total: true},
		),
		movements(say("Changes in lease assets"), figure.AssetCostClosing.Statement()),
		movements("Changes in accumulated amortization", figure.AmortizationClosing.Statement()),
	}
	return note{s, s.Title() + " note", say("Leases") + " (" + paragraph + ")", slices.Concat(assets, majorClasses(s), []noteTable{
		table(say("Changes in lease liabilities"),
			line{label: "Beginning", terms: terms{"principal.opening"}, basis: p.changes},
			line{label: "Prior-period corrections", terms: terms{"principal.late"}},
			line{label: "Increases: additions and remeasurements", terms: terms{"principal.additions", "principal.takenOver", "principal.remeasured"}},
			line{label: "Decreases: payments of principal", terms: terms{"-principal.payments"}},
			line{label: "Decreases: derecognized", terms: terms{"-principal.derecognized"}},
			line{label: "Exchange differences", terms: terms{"principal.exchange"}},
			line{label: "Translation", terms: terms{"principal.translation"}},
			line{label: "Ending", terms: terms{"principal.closing"}, total: true, above: 7},
			line{label: "Due within one year", terms: terms{"principal.dueWithinOneYear"}},
			line{label: "Accrued interest payable, not included above", terms: terms{"accruedInterest"}, basis: p.accrued},
		),
		table("Outflows of resources",
			line{label: say("Amortization of lease assets"), terms: terms{"cost.amortization"}},
			line{label: "Interest expense", terms: terms{"cost.interest"}},
			line{label: "Outflows for variable payments not previously included in the liability", terms: terms{"cost.variable"}, basis: p.variable},
			line{label: say("Short-term leases"), terms: terms{"cost.shortTerm"}},
			line{label: "Prior-period corrections", terms: terms{"cost.late"}},
		),
		{title: "Principal to maturity", dated: windows(principal, p.maturity)},
		{title: "Interest to maturity", dated: windows(interest, p.maturity)},
	})}
}

// movements returns the rollforward of either the cost or the accumulated amortization of assets (GASB 104).
func movements(title string, of *figure.Statement) noteTable {
	lines := linesOf(of)
	lines[0].basis, lines[len(lines)-1].above = assetChanges, len(lines)-1
	return table(title, lines...)
}

const assetChanges = "GASB 104, 34.116-117"

// windows returns a function that lists principal or interest, divided into lines by maturity
// window. The first line cites the paragraph passed as basis.
func windows(prefix, basis string) func(*draft, civil.Date) []line {
	return func(d *draft, to civil.Date) (list []line) {
		var all terms
		for i := 0; ; i++ {
			name, first, last := window(i)
			if i >= years && !d.known(prefix+name) {
				break
			}
			list = append(list, line{label: yearsAfter(to, first, last), terms: terms{prefix + name}})
			all = append(all, prefix+name)
		}
		list[0].basis = basis
		return append(list, line{label: "Total", terms: all, total: true, above: len(all)})
	}
}

func (d *draft) known(name string) bool {
	return d.index(name) >= 0
}

func (d *draft) note(s *spreadsheet.Sheet, n *note) {
	whole, classes := d.ofNote(n.standard)
	shape := &noteLayout{
		figures:    max(len(whole), len(classes)),
		elements:   slices.ContainsFunc(d.elements, func(e taxonomy.Element) bool { return e.Standard == n.standard }),
		categories: n.standard == leasehold.IFRS16,
	}
	for i := range n.tables {
		if t := n.tables[i].classes; t != nil && d.Question.AssetClassTag != "" {
			shape.figures = max(shape.figures, len(t.columns))
		}
	}
	more := []float64{paragraphWidth}
	if shape.categories {
		more = append(more, categoryWidth)
	}
	if shape.elements {
		more = append(more, elementWidth)
	}
	d.begin(s, shape.figures, n.title, more...)
	for i := range n.tables {
		t := &n.tables[i]
		columns := whole
		if t.byClass {
			columns = classes
		}
		switch {
		case t.classes != nil:
			d.byAssetClass(s, n.standard, t.classes, shape)
		case t.dated != nil:
			for p := range d.periods {
				if lines := t.dated(d, d.periods[p].to); d.known(lines[0].terms[0]) {
					d.write(s, d.titled(t.title, p), inPeriod(p, columns), lines, shape)
				}
			}
		default:
			d.write(s, t.title, columns, t.lines, shape)
		}
	}
	if !n.standard.SingleModel() && len(classes) > 0 {
		d.noteAverages(s, classes, shape)
	}
}

// noteAverages writes weighted averages by class, as ASC 842 requires.
func (d *draft) noteAverages(s *spreadsheet.Sheet, classes []tableColumn, note *noteLayout) {
	headings := []spreadsheet.ColumnHeading{spreadsheet.Left("Weighted averages")}
	months, rates := []any{s.Text(spreadsheet.Plain, "Remaining lease term, months")}, []any{s.Text(spreadsheet.Plain, "Discount rate")}
	for _, c := range classes {
		headings = append(headings, spreadsheet.Right(c.title))
		if at := c.sections[0]; !c.total && d.average(at, c.period) != nil {
			months, rates = append(months, d.monthsLeft(s, at, c.period)), append(rates, d.averageRate(s, at, c.period))
		} else {
			months, rates = append(months, nil), append(rates, nil)
		}
	}
	s.Headings(note.headings(headings, len(classes))...)
	named := func(figure string) any { return s.Value(spreadsheet.Note, d.names(classes, &line{figure: figure})) }
	s.Put(note.cells(months, len(classes), s.Text(spreadsheet.Note, "842-20-50-4(g)(3)"), nil, named(taxonomy.RemainingTerm))...)
	s.Put(note.cells(rates, len(classes), s.Text(spreadsheet.Note, "842-20-50-4(g)(4)"), nil, named(taxonomy.DiscountRate))...)
}

// ofNote returns the columns in a standard's note. The first result has one column per currency and
// period. The second also splits these columns by class, finance or operating. Total columns follow
// if all classes have the same currency.
func (d *draft) ofNote(standard leasehold.Standard) (whole, classes []tableColumn) {
	sections := d.ofStandard(standard)
	for _, s := range sections {
		if s.class == schedule.ReportedOperating || s.class == schedule.ReportedFinance {
			classes = append(classes, d.perPeriod(wording.Sentence(s.class.String())+", "+s.label, s)...)
		}
	}
	for _, list := range grouped(sections, (*section).currencyLabel) {
		whole = append(whole, d.perPeriod(list[0].label, list...)...)
	}
	return whole, d.withTotals(classes)
}
