package disclosure

import (
	"fmt"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/internal/lists"
	"github.com/leasehold-accounting/leasehold/internal/taxonomy"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

const leasesFirst = 5

func number(a money.Amount, places int) float64 {
	return spreadsheet.Number(string(a.AppendPlaces(nil, places)))
}

// rounded returns a cell with a formula that rounds its result to the given number of decimals. The
// stored result is the amount a.
func rounded(s *spreadsheet.Sheet, look spreadsheet.Style, a money.Amount, places int, formula string) any {
	return s.Formula(look.In(places), number(a, places), "ROUND(%s,%d)", formula, places)
}

func amount(s *spreadsheet.Sheet, a money.Amount, places int) any {
	return s.Value(spreadsheet.Amount.In(places), number(a, places))
}

// rows returns the cell range of a column on period p's sheet of leases.
func (d *draft) rows(p int, column string) string {
	of := &d.periods[p]
	names := lists.Map(d.columns, func(c leaseColumn) string { return c.name })
	rows := spreadsheet.Rows{Sheet: of.sheet, First: leasesFirst, Last: leasesFirst + max(len(of.leases), 1) - 1, Columns: names}
	return rows.Range(column)
}

// criteria returns the conditions that select a section's leases. Each consists of a cell range and a quoted value.
func (d *draft) criteria(p int, s *section) [3][2]string {
	return [...][2]string{
		{d.rows(p, byStandard), `"` + d.name(s.standard) + `"`},
		{d.rows(p, byClass), `"` + className(s.standard, s.class) + `"`},
		{d.rows(p, byCurrency), `"` + s.label + `"`},
	}
}

// condition returns the SUMIFS arguments that select a section's leases.
func (d *draft) condition(p int, s *section) string {
	var list []string
	for _, c := range d.criteria(p, s) {
		list = append(list, c[0], c[1])
	}
	return strings.Join(list, ",")
}

// terms contains the names of the fields to add up. A field with a leading minus sign is subtracted.
type terms []string

// signed returns a figure's name, with a minus sign if a rollforward subtracts the figure.
func signed(c figure.Concept) string {
	if c.Sign() < 0 {
		return "-" + c.String()
	}
	return c.String()
}

func (d *draft) sumOf(c *tableColumn, list terms) (sum money.Amount, places int) {
	for _, t := range list {
		name, minus := strings.CutPrefix(t, "-")
		i := d.index(name)
		for _, at := range c.sections {
			a := at.sums[c.period][i]
			if minus {
				a = a.Neg()
			}
			sum, places = sum.Add(a), at.currency.Places()
		}
	}
	return sum, places
}

func (d *draft) index(name string) int {
	return slices.IndexFunc(d.fields, func(f *field) bool { return f.name == name })
}

// formula returns a formula that adds up terms from the sheet of leases, but only for the sections of a column.
func (d *draft) formula(c *tableColumn, list terms) string {
	var parts strings.Builder
	for _, t := range list {
		sign := "+"
		name, minus := strings.CutPrefix(t, "-")
		if minus {
			sign = "-"
		}
		for _, at := range c.sections {
			fmt.Fprintf(&parts, "%sSUMIFS(%s,%s)", sign, d.rows(c.period, name), d.condition(c.period, at))
		}
	}
	return strings.TrimPrefix(parts.String(), "+")
}

type line struct {
	label    string
	terms    terms
	total    bool
	basis    string // the standard's paragraph that requires the line
	above    int    // number of lines to add up, counted upward from the line directly above; 0 if terms are added up instead
	category category
	figure   string // figure that determines the taxonomy element, unless it is the line's only term
}

// tableColumn is a table column with the amounts of one or more sections in one period.
type tableColumn struct {
	title    string
	sections []*section
	period   int
	total    bool // whether the column sums the preceding columns of the same period
	subtotal bool // whether the column adds up sections that have separate columns in the table
}

func (d *draft) bySection() (list []tableColumn) {
	for _, s := range d.sections {
		list = append(list, d.perPeriod(d.title(s), s)...)
	}
	return d.withTotals(list)
}

// subtotals returns one column per standard, currency and period. It returns no columns unless the
// leases are under several standards and at least one standard has several columns.
func (d *draft) subtotals() (list []tableColumn) {
	title := func(s *section) string { return d.name(s.standard) + ", " + s.label }
	groups := grouped(d.sections, title)
	if len(groups) == len(d.sections) || len(d.standards()) < 2 {
		return nil
	}
	for _, sections := range groups {
		for _, c := range d.perPeriod(title(sections[0]), sections...) {
			c.subtotal = true
			list = append(list, c)
		}
	}
	return list
}

// grouped returns the sections grouped by name. The groups are ordered by their first section.
func grouped(sections []*section, name func(*section) string) (groups [][]*section) {
	for _, s := range sections {
		i := slices.IndexFunc(groups, func(group []*section) bool { return name(group[0]) == name(s) })
		if i < 0 {
			i = len(groups)
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], s)
	}
	return groups
}

func (d *draft) perPeriod(title string, sections ...*section) (list []tableColumn) {
	for p := range d.periods {
		list = append(list, tableColumn{title: d.titled(title, p), sections: sections, period: p})
	}
	return list
}

func (d *draft) titled(title string, p int) string {
	if len(d.periods) > 1 {
		title += ", " + d.periods[p].to.String()
	}
	return title
}

func inPeriod(p int, list []tableColumn) []tableColumn {
	return slices.DeleteFunc(slices.Clone(list), func(c tableColumn) bool { return c.period != p })
}

// withTotals adds a total column for each period if all sections have the same currency.
func (d *draft) withTotals(list []tableColumn) []tableColumn {
	var all []*section
	for _, c := range inPeriod(0, list) {
		all = append(all, c.sections...)
	}
	if len(all) < 2 || len(inPeriod(0, list)) < 2 || slices.ContainsFunc(all, func(s *section) bool { return s.label != all[0].label }) {
		return list
	}
	for p := range d.periods {
		list = append(list, tableColumn{title: d.titled("Total, "+all[0].label, p), sections: all, period: p, total: true})
	}
	return list
}

// added returns the formula for a total column in a row: the sum of the preceding columns of the same period.
func added(columns []tableColumn, total, row int) string {
	var cells []string
	for i, c := range columns {
		if c.period == columns[total].period && !c.total && !c.subtotal {
			cells = append(cells, fmt.Sprintf("%s%d", spreadsheet.Letter(i+2), row))
		}
	}
	return strings.Join(cells, "+")
}

func (d *draft) table(s *spreadsheet.Sheet, title string, columns []tableColumn, lines []line) {
	d.write(s, title, columns, lines, nil)
}

// noteLayout describes the columns to the right of the amount columns in a note's tables.
type noteLayout struct {
	figures    int  // largest number of amount columns in any of the note's tables
	categories bool // whether to show the categories of IFRS 18
	elements   bool // whether to show the taxonomy elements
}

// headings adds empty headings until the number of amount columns is n.figures. It then adds the
// headings of the additional columns.
func (n *noteLayout) headings(list []spreadsheet.ColumnHeading, figures int) []spreadsheet.ColumnHeading {
	for range n.figures - figures {
		list = append(list, spreadsheet.Right(""))
	}
	list = append(list, spreadsheet.Left("Paragraph"))
	if n.categories {
		list = append(list, spreadsheet.Left("Category"))
	}
	if n.elements {
		list = append(list, spreadsheet.Left("Element"))
	}
	return list
}

// cells appends the cells of a row in the layout of the headings.
func (n *noteLayout) cells(list []any, figures int, paragraph, category, element any) []any {
	list = append(append(list, make([]any, n.figures-figures)...), paragraph)
	if n.categories {
		list = append(list, category)
	}
	if n.elements {
		list = append(list, element)
	}
	return list
}

// write writes a table. In a note, each line also shows its paragraph, its IFRS 18 category and its taxonomy elements.
func (d *draft) write(s *spreadsheet.Sheet, title string, columns []tableColumn, lines []line, note *noteLayout) {
	headings := []spreadsheet.ColumnHeading{spreadsheet.Left(d.say(title))}
	for _, c := range columns {
		headings = append(headings, spreadsheet.Right(c.title))
	}
	if note != nil {
		headings = note.headings(headings, len(columns))
	}
	s.Headings(headings...)
	for _, l := range lines {
		look, label := spreadsheet.Amount, spreadsheet.Plain
		if l.total {
			look, label = spreadsheet.AmountBold, spreadsheet.Label
		}
		cells := []any{s.Text(label, d.say(l.label))}
		for i := range columns {
			c, row, at := &columns[i], s.Row()+1, spreadsheet.Letter(i+2)
			sum, places := d.sumOf(c, l.terms)
			formula := d.formula(c, l.terms)
			switch {
			case c.total:
				formula = added(columns, i, row)
			case l.above > 0:
				formula = fmt.Sprintf("SUM(%[1]s%[2]d:%[1]s%[3]d)", at, row-l.above, row-1)
			}
			cells = append(cells, rounded(s, look, sum, places, formula))
		}
		if note != nil {
			cells = note.cells(cells, len(columns), s.Text(spreadsheet.Note, l.basis), s.Text(spreadsheet.Note, l.category.on(d.Question.From)), s.Value(spreadsheet.Note, d.names(columns, &l)))
		}
		s.Put(cells...)
	}
	s.Skip()
}

// names returns the distinct taxonomy elements of a line, which can differ by class. An element
// with a reversed sign is marked.
func (d *draft) names(columns []tableColumn, l *line) string {
	path, minus := l.figure, false
	if path == "" && len(l.terms) == 1 {
		path, minus = strings.CutPrefix(l.terms[0], "-")
	}
	var list []string
	for _, c := range columns {
		for _, at := range c.sections {
			e, ok := taxonomy.Of(d.elements, path, at.standard, at.class)
			if !ok {
				continue
			}
			name := e.Name
			if e.Turned != minus {
				name += " (sign reversed)"
			}
			if !slices.Contains(list, name) {
				list = append(list, name)
			}
		}
	}
	return strings.Join(list, ", ")
}

// Widths of the additional columns in a note.
const paragraphWidth, categoryWidth, elementWidth = 34, 28, 140

// begin sets the column widths and writes the title of a sheet of tables. The last parameters are
// the widths of additional columns.
func (d *draft) begin(s *spreadsheet.Sheet, columns int, title string, more ...float64) {
	widths := []float64{62}
	for range columns {
		widths = append(widths, 26)
	}
	s.Widths(append(widths, more...)...)
	about := "Leases from " + d.span() + ". Every figure is a formula over the " + d.periods[0].sheet + " sheet."
	if len(d.periods) > 1 {
		about = "Leases from " + d.span() + ", with " + d.periods[1].span() + " for comparison. Every figure is a formula based on the Leases and Comparative sheets."
	}
	s.Head(d.say(title), about)
}

func (d *draft) summary(s *spreadsheet.Sheet) {
	columns := append(d.subtotals(), d.bySection()...)
	d.begin(s, len(columns), "Lease disclosures")
	headings, counts := []spreadsheet.ColumnHeading{spreadsheet.Left("Leases")}, []any{s.Text(spreadsheet.Plain, d.say("Number of leases"))}
	for _, c := range columns {
		headings = append(headings, spreadsheet.Right(c.title))
		var n int64
		var parts []string
		for _, at := range c.sections {
			n += at.leases[c.period]
			parts = append(parts, "COUNTIFS("+d.condition(c.period, at)+")")
		}
		counts = append(counts, s.Formula(spreadsheet.Whole, n, "%s", strings.Join(parts, "+")))
	}
	s.Headings(headings...)
	s.Put(counts...)
	s.Skip()
	d.table(s, "Balances at the end of the period", columns, []line{
		{label: "Right-of-use assets, at cost", terms: terms{"rouAsset.cost"}},
		{label: "Less accumulated amortization", terms: terms{"-rouAsset.accumulatedAmortization"}},
		{label: "Right-of-use assets", terms: terms{"rouAsset.closing"}, total: true},
		{label: "Current lease liabilities", terms: terms{"currentLiability"}},
		{label: "Long-term lease liabilities", terms: terms{"longTermLiability"}},
		{label: "Lease liabilities", terms: terms{"liability.closing"}, total: true},
		{label: "of these: accrued interest", terms: terms{"accruedInterest"}},
	})
	d.table(s, "The period", columns, []line{
		{label: "Lease cost", terms: terms{"cost.total"}},
		{label: "Cash paid", terms: terms{"cash.total"}},
		{label: "Right-of-use assets obtained in exchange for lease liabilities", terms: terms{"nonCash"}},
	})
	d.table(s, "Checks: each must be 0", columns, []line{
		{label: "Liabilities roll forward", terms: rolls(figure.LiabilityClosing.Statement())},
		{label: "Assets roll forward", terms: rolls(figure.AssetClosing.Statement())},
		{
			label: "Remaining payments less imputed interest equal the liability",
			terms: terms{"maturity.total", "-maturity.imputedInterest", "-liability.closing"},
		},
		{
			label: "Current and long-term portions add up to the liability",
			terms: terms{"currentLiability", "longTermLiability", "-liability.closing"},
		},
	})
}

func (d *draft) statement(s *spreadsheet.Sheet, columns []tableColumn, of *figure.Statement) {
	d.table(s, of.Title, columns, linesOf(of))
}

func linesOf(of *figure.Statement) (lines []line) {
	for _, c := range of.Figures {
		lines = append(lines, line{label: c.Title(), terms: terms{signed(c)}, total: c.Sums()})
	}
	return lines
}

// rolls returns a rollforward's terms, signed so that they add up to 0.
func rolls(of *figure.Statement) (list terms) {
	for _, c := range of.Figures {
		switch c.Kind() {
		case figure.Opening, figure.Increase:
			list = append(list, c.String())
		case figure.Decrease, figure.Closing:
			list = append(list, "-"+c.String())
		case figure.Total, figure.Balance, figure.Separate:
		}
	}
	return list
}

func (d *draft) rollforwards(s *spreadsheet.Sheet) {
	columns := d.bySection()
	d.begin(s, len(columns), "Rollforwards")
	s.OnePage()
	d.statement(s, columns, figure.LiabilityClosing.Statement())
	d.statement(s, columns, figure.AssetClosing.Statement())
}

func (d *draft) costAndCash(s *spreadsheet.Sheet) {
	columns := d.bySection()
	d.begin(s, len(columns), "Cost and cash")
	s.OnePage()
	d.statement(s, columns, figure.CostTotal.Statement())
	d.statement(s, columns, figure.CashTotal.Statement())
	d.table(s, "Noncash", columns, []line{{label: "Right-of-use assets obtained in exchange for lease liabilities", terms: terms{"nonCash"}}})
}

// yearsAfter returns, as text, the first and last day of a range of years that begins after the given date.
func yearsAfter(to civil.Date, first, last int) string {
	start := to.Next()
	return start.AddMonths(12*(first-1)).String() + " to " + start.AddMonths(12*last).Prev().String()
}

// maturity returns a function for the lines of the maturity analysis of the remaining payments. The
// first line cites the paragraph in the parameter basis.
func maturity(basis string) func(*draft, civil.Date) []line {
	return func(_ *draft, to civil.Date) (list []line) {
		for year := 1; year <= years; year++ {
			list = append(list, line{label: yearsAfter(to, year, year), terms: terms{fmt.Sprint(maturityYear, year)}})
		}
		list[0].basis = basis
		return append(list,
			line{label: "Thereafter", terms: terms{"maturity.thereafter"}},
			line{label: wording.TotalPayments, terms: terms{"maturity.total"}, total: true},
			line{label: wording.LessInterest, terms: terms{"-maturity.imputedInterest"}},
			line{label: wording.LeaseLiability, terms: terms{"maturity.total", "-maturity.imputedInterest"}, total: true})
	}
}

func (d *draft) maturities(s *spreadsheet.Sheet) {
	columns := d.bySection()
	var more []float64
	if len(d.Sum.NotCommenced()) > 0 {
		more = append(more, paragraphWidth)
	}
	d.begin(s, max(len(columns), 2), "Maturities of lease liabilities", more...)
	for p := range d.periods {
		d.table(s, "Payments after "+d.periods[p].to.String(), inPeriod(p, columns), maturity("")(d, d.periods[p].to))
	}
	d.table(s, "Presentation", columns, []line{
		{label: d.portion("Current", wording.CurrentPortion), terms: terms{"currentLiability"}},
		{label: d.portion("Long-term", wording.LongTermPortion), terms: terms{"longTermLiability"}},
		{label: wording.LeaseLiability, terms: terms{"currentLiability", "longTermLiability"}, total: true},
	})
	d.notCommenced(s)
}

// portion returns the standard's term for the current or noncurrent portion of the liability; the
// default is the given label.
func (d *draft) portion(label, words string) string {
	if said := d.say(words); said != words && strings.HasPrefix(said, "Creditors") {
		return said
	}
	return label
}

// paragraphs returns the paragraphs of the leases' standards that contain a requirement. Its
// callback returns the paragraph of one standard.
func (d *draft) paragraphs(paragraph func(leasehold.Standard) string) string {
	var list []string
	for _, s := range leasehold.Standards() {
		used := slices.ContainsFunc(d.Leases, func(l portfolio.Line) bool { return l.Lease.Standard == s })
		if p := paragraph(s); used && p != "" {
			list = append(list, p)
		}
	}
	return strings.Join(list, ", ")
}

func (d *draft) notCommenced(s *spreadsheet.Sheet) {
	if len(d.Sum.NotCommenced()) == 0 {
		return
	}
	s.Skip()
	paragraphs := d.paragraphs(leasehold.Standard.NotCommencedParagraph)
	s.Headings(spreadsheet.Left("Not commenced by "+d.Question.To.String()), spreadsheet.Right("Leases"), spreadsheet.Right("Undiscounted payments"), spreadsheet.Left("Paragraph"))
	for _, u := range d.Sum.NotCommenced() {
		s.Put(s.Text(spreadsheet.Label, d.label(u.Currency)), s.Value(spreadsheet.Whole, u.Leases),
			amount(s, u.Payments, u.Currency.Places()), s.Text(spreadsheet.Note, paragraphs))
	}
}

// averages writes each section's weighted averages. The formulas use each lease's unrounded remaining months.
func (d *draft) averages(s *spreadsheet.Sheet) {
	d.begin(s, 3, "Weighted averages")
	s.Headings(spreadsheet.Left("Leases"), spreadsheet.Right("Remaining term, months"), spreadsheet.Right("Discount rate"), spreadsheet.Right("Rate (liability-weighted)"))
	for _, at := range d.sections {
		for p := range d.periods {
			averages := d.average(at, p)
			if averages == nil {
				continue
			}
			s.Put(s.Text(spreadsheet.Plain, d.titled(d.title(at), p)), d.monthsLeft(s, at, p), d.averageRate(s, at, p),
				d.weighted(s, at, p, spreadsheet.Rate, averages.RateWeightedByLiability, rate, "liability.closing", 6))
		}
	}
	s.Skip()
	note := "The remaining term is weighted by the liability, the discount rate is weighted by the remaining payments"
	if paragraphs := d.paragraphs(leasehold.Standard.AveragesParagraph); paragraphs != "" {
		note += " (" + paragraphs + ")"
	}
	s.Put(s.Text(spreadsheet.Wrapped, note+"."))
}

func (d *draft) monthsLeft(s *spreadsheet.Sheet, at *section, p int) any {
	return d.weighted(s, at, p, spreadsheet.MonthsLeft, d.average(at, p).RemainingMonths, remainingMonths, "liability.closing", 2)
}

func (d *draft) averageRate(s *spreadsheet.Sheet, at *section, p int) any {
	return d.weighted(s, at, p, spreadsheet.Rate, d.average(at, p).DiscountRateAnnual, rate, "maturity.total", 6)
}

func (d *draft) weighted(s *spreadsheet.Sheet, at *section, p int, look spreadsheet.Style, v *money.Decimal, column, weight string, places int) any {
	if v == nil {
		return nil
	}
	var chosen strings.Builder
	for _, c := range d.criteria(p, at) {
		chosen.WriteString("(" + c[0] + "=" + c[1] + ")*")
	}
	chosen.WriteString(d.rows(p, weight))
	return s.Formula(look, spreadsheet.Number(v.String()), "ROUND(SUMPRODUCT(%[1]s*%[2]s)/SUMPRODUCT(%[1]s),%[3]d)", chosen.String(), d.rows(p, column), places)
}

// say replaces a label's general terms with the terms of the leases' standards.
func (d *draft) say(text string) string {
	return d.national.Say(wording.OfStandards(text, d.standards()))
}

func (d *draft) standards() (list []leasehold.Standard) {
	for _, x := range d.sections {
		if !slices.Contains(list, x.standard) {
			list = append(list, x.standard)
		}
	}
	return list
}
