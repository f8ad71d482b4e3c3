package disclosure

import (
	"fmt"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/internal/taxonomy"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
)

// leasesFirst is the first row of a lease on their sheet.
const leasesFirst = 5

// number is an amount as a cell holds it.
func number(a money.Amount, places int) float64 {
	return spreadsheet.Number(string(a.AppendPlaces(nil, places)))
}

// amount is a cell with an amount, with the decimals of its currency.
func amount(s *spreadsheet.Sheet, a money.Amount, places int) any {
	return s.Value(spreadsheet.Amount.In(places), number(a, places))
}

// rows is a column of the sheet of the leases of a period.
func (d *draft) rows(p int, column string) string {
	return fmt.Sprintf("%[4]s!$%[1]s$%[2]d:$%[1]s$%[3]d", column, leasesFirst, leasesFirst+max(len(d.periods[p].leases), 1)-1, d.periods[p].sheet)
}

// condition are the rows of a section in a formula.
func (d *draft) condition(p int, s *section) string {
	return fmt.Sprintf(`%s,"%s",%s,"%s",%s,"%s"`,
		d.rows(p, "C"), d.name(s.standard), d.rows(p, "D"), s.class.String(), d.rows(p, "E"), s.label)
}

// term is a field, added or subtracted.
type term struct {
	field string
	minus bool
}

// plus and less are the terms of a line.
func plus(fields ...string) (list []term) {
	for _, f := range fields {
		list = append(list, term{f, false})
	}
	return list
}

func less(fields ...string) (list []term) {
	for _, f := range fields {
		list = append(list, term{f, true})
	}
	return list
}

// sumOf is the sum of terms in a column, and its decimals.
func (d *draft) sumOf(c *tableColumn, terms []term) (sum money.Amount, places int) {
	for _, t := range terms {
		i := d.index(t.field)
		for _, at := range c.sections {
			a := at.sums[c.period][i]
			if t.minus {
				a = a.Neg()
			}
			sum = sum.Add(a)
			places = at.currency.Places()
		}
	}
	return sum, places
}

// index is the place of a field.
func (d *draft) index(name string) int {
	return slices.IndexFunc(d.fields, func(f *field) bool { return f.name == name })
}

// formula is the sum of terms in a column, from the sheet of the leases.
func (d *draft) formula(c *tableColumn, terms []term) string {
	var parts strings.Builder
	for _, t := range terms {
		sign := "+"
		if t.minus {
			sign = "-"
		}
		for _, at := range c.sections {
			fmt.Fprintf(&parts, "%sSUMIFS(%s,%s)", sign, d.rows(c.period, d.fields[d.index(t.field)].column), d.condition(c.period, at))
		}
	}
	return strings.TrimPrefix(parts.String(), "+")
}

// line is a line of a table.
type line struct {
	label    string
	terms    []term
	total    bool
	basis    string // paragraph that asks for it
	above    int    // the line is the sum of so many lines above it
	category category
	figure   string // that the line is, for its name in filings, where that is not its one term
}

// tableColumn is a column of a table: some sections over a period.
type tableColumn struct {
	title    string
	sections []*section
	period   int
	total    bool // of the columns of its period before it
	subtotal bool // of a standard, whose sections have columns of their own
}

// bySection has a column for each section and period.
func (d *draft) bySection() (list []tableColumn) {
	for _, s := range d.sections {
		list = append(list, d.columns(d.title(s), s)...)
	}
	return d.withTotals(list)
}

// subtotals has a column for each standard, currency and period, if leases of several standards are
// added and one has several columns.
func (d *draft) subtotals() (list []tableColumn) {
	type total struct {
		standard leasehold.Standard
		label    string
	}
	var order []total
	sections := map[total][]*section{}
	for _, s := range d.sections {
		of := total{s.standard, s.label}
		if sections[of] == nil {
			order = append(order, of)
		}
		sections[of] = append(sections[of], s)
	}
	if len(order) == len(d.sections) || !slices.ContainsFunc(order, func(of total) bool { return of.standard != order[0].standard }) {
		return nil
	}
	for _, of := range order {
		columns := d.columns(d.name(of.standard)+", "+of.label, sections[of]...)
		for i := range columns {
			columns[i].subtotal = true
		}
		list = append(list, columns...)
	}
	return list
}

// columns are those of some sections, one for each period.
func (d *draft) columns(title string, sections ...*section) (list []tableColumn) {
	for p := range d.periods {
		list = append(list, tableColumn{title: d.titled(title, p), sections: sections, period: p})
	}
	return list
}

// titled is a title of a column: with the period's last day where there are several.
func (d *draft) titled(title string, p int) string {
	if len(d.periods) > 1 {
		title += ", " + d.periods[p].to.String()
	}
	return title
}

// of returns the columns of a period.
func of(p int, list []tableColumn) []tableColumn {
	return slices.DeleteFunc(slices.Clone(list), func(c tableColumn) bool { return c.period != p })
}

// withTotals adds a column with the total of each period, where the currency is one.
func (d *draft) withTotals(list []tableColumn) []tableColumn {
	var all []*section
	for _, c := range of(0, list) {
		all = append(all, c.sections...)
	}
	if len(all) < 2 || len(of(0, list)) < 2 || slices.ContainsFunc(all, func(s *section) bool { return s.label != all[0].label }) {
		return list
	}
	for p := range d.periods {
		list = append(list, tableColumn{title: d.titled("Total, "+all[0].label, p), sections: all, period: p, total: true})
	}
	return list
}

// added is a formula for the total of a row: the columns of its period.
func added(columns []tableColumn, total, row int) string {
	var cells []string
	for i, c := range columns {
		if c.period == columns[total].period && !c.total && !c.subtotal {
			cells = append(cells, fmt.Sprintf("%s%d", spreadsheet.Letter(i+2), row))
		}
	}
	return strings.Join(cells, "+")
}

// table writes a table.
func (d *draft) table(s *spreadsheet.Sheet, title string, columns []tableColumn, lines []line) {
	d.write(s, title, columns, lines, nil)
}

// beside is what the tables of a note have next to their labels.
type beside struct {
	figures    int  // columns of figures, at most
	categories bool // the categories of IFRS 18
	elements   bool // the names that filings use, where there are any for the standard
}

// headings ends the headings of a table in a note with so many columns of figures: with
// empty ones as far as other tables have more, and what comes after them.
func (n *beside) headings(list []spreadsheet.ColumnHeading, figures int) []spreadsheet.ColumnHeading {
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

// cells ends a row in the same way.
func (n *beside) cells(list []any, figures int, paragraph, category, element any) []any {
	list = append(append(list, make([]any, n.figures-figures)...), paragraph)
	if n.categories {
		list = append(list, category)
	}
	if n.elements {
		list = append(list, element)
	}
	return list
}

// write writes a table. In a note the lines have their paragraphs and the names that
// filings use.
func (d *draft) write(s *spreadsheet.Sheet, title string, columns []tableColumn, lines []line, note *beside) {
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
			look := look.In(places)
			switch {
			case c.total:
				cells = append(cells, s.Formula(look, number(sum, places), "ROUND(%s,%d)", added(columns, i, row), places))
			case l.above > 0:
				cells = append(cells, s.Formula(look, number(sum, places), "ROUND(SUM(%[1]s%[2]d:%[1]s%[3]d),%[4]d)", at, row-l.above, row-1, places))
			default:
				cells = append(cells, s.Formula(look, number(sum, places), "ROUND(%s,%d)", d.formula(c, l.terms), places))
			}
		}
		if note != nil {
			cells = note.cells(cells, len(columns), s.Text(spreadsheet.Note, l.basis), s.Text(spreadsheet.Note, l.category.on(d.From)), s.Value(spreadsheet.Note, d.names(columns, &l)))
		}
		s.Put(cells...)
	}
	s.Skip()
}

// names are the elements of a line in filings, each once: by class where a taxonomy has
// one for each. A turned sign is marked.
func (d *draft) names(columns []tableColumn, l *line) string {
	path, minus := l.figure, false
	if path == "" && len(l.terms) == 1 {
		path, minus = l.terms[0].field, l.terms[0].minus
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
				name += " (sign turned)"
			}
			if !slices.Contains(list, name) {
				list = append(list, name)
			}
		}
	}
	return strings.Join(list, ", ")
}

// Widths of what a note has after its figures.
const paragraphWidth, categoryWidth, elementWidth = 34, 28, 140

// begin sets a sheet up for tables of some columns, with more after them.
func (d *draft) begin(s *spreadsheet.Sheet, columns int, title string, more ...float64) {
	widths := []float64{62}
	for range columns {
		widths = append(widths, 26)
	}
	s.Widths(append(widths, more...)...)
	about := "Leases from " + d.span() + ". Every figure is a formula over the sheet " + d.periods[0].sheet + "."
	if len(d.periods) > 1 {
		about = "Leases from " + d.span() + ", beside " + d.periods[1].span() + ". Every figure is a formula over the sheets Leases and Comparative."
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
		{label: "Right-of-use assets, at cost", terms: plus("rouAsset.cost")},
		{label: "Less accumulated amortization", terms: less("rouAsset.accumulatedAmortization")},
		{label: "Right-of-use assets", terms: plus("rouAsset.closing"), total: true},
		{label: "Current lease liabilities", terms: plus("currentLiability")},
		{label: "Long-term lease liabilities", terms: plus("longTermLiability")},
		{label: "Lease liabilities", terms: plus("liability.closing"), total: true},
		{label: "of these: accrued interest", terms: plus("accruedInterest")},
	})
	d.table(s, "The period", columns, []line{
		{label: "Lease cost", terms: plus("cost.total")},
		{label: "Cash paid", terms: plus("cash.total")},
		{label: "Right-of-use assets obtained in exchange for lease liabilities", terms: plus("nonCash")},
	})
	d.table(s, "Checks: each must be 0", columns, []line{
		{label: "Liabilities roll forward", terms: rolls(figure.LiabilityClosing.Statement())},
		{label: "Assets roll forward", terms: rolls(figure.AssetClosing.Statement())},
		{label: "Payments left less imputed interest are the liability", terms: slices.Concat(
			plus("maturity.total"), less("maturity.imputedInterest", "liability.closing"))},
		{label: "Current and long-term are the liability", terms: slices.Concat(
			plus("currentLiability", "longTermLiability"), less("liability.closing"))},
	})
	s.PrintTo(spreadsheet.Letter(len(columns) + 1))
}

// statement writes the table of a statement of figures.
func (d *draft) statement(s *spreadsheet.Sheet, columns []tableColumn, of *figure.Statement) {
	var lines []line
	for _, c := range of.Figures {
		lines = append(lines, line{label: c.Title(), terms: []term{{c.String(), c.Sign() < 0}}, total: c.Sums()})
	}
	d.table(s, of.Title, columns, lines)
}

// rolls are the terms of a rollforward, which add up to 0.
func rolls(of *figure.Statement) (list []term) {
	for _, c := range of.Figures {
		switch c.Kind() {
		case figure.Opening, figure.Increase:
			list = append(list, term{c.String(), false})
		case figure.Decrease, figure.Closing:
			list = append(list, term{c.String(), true})
		case figure.Total, figure.Balance, figure.Separate:
		}
	}
	return list
}

func (d *draft) rollforwards(s *spreadsheet.Sheet) {
	columns := d.bySection()
	d.begin(s, len(columns), "Rollforwards")
	d.statement(s, columns, figure.LiabilityClosing.Statement())
	d.statement(s, columns, figure.AssetClosing.Statement())
	s.PrintTo(spreadsheet.Letter(len(columns) + 1))
}

func (d *draft) costAndCash(s *spreadsheet.Sheet) {
	columns := d.bySection()
	d.begin(s, len(columns), "Cost and cash")
	d.statement(s, columns, figure.CostTotal.Statement())
	d.statement(s, columns, figure.CashTotal.Statement())
	d.table(s, "Noncash", columns, []line{{label: "Right-of-use assets obtained in exchange for lease liabilities", terms: plus("nonCash")}})
	s.PrintTo(spreadsheet.Letter(len(columns) + 1))
}

// maturity are the lines of the payments left.
func maturity(to civil.Date) (list []line) {
	first := to.Next()
	for i := range 5 {
		next := to.Next().AddMonths(12 * (i + 1))
		list = append(list, line{label: first.String() + " to " + next.Prev().String(), terms: plus(fmt.Sprint(year1, i+1))})
		first = next
	}
	return append(list,
		line{label: "Thereafter", terms: plus("maturity.thereafter")},
		line{label: wording.TotalPayments, terms: plus("maturity.total"), total: true},
		line{label: wording.LessInterest, terms: less("maturity.imputedInterest")},
		line{label: wording.LeaseLiability, terms: slices.Concat(plus("maturity.total"), less("maturity.imputedInterest")), total: true})
}

func (d *draft) maturities(s *spreadsheet.Sheet) {
	columns := d.bySection()
	var more []float64
	if len(d.NotCommenced) > 0 {
		more = append(more, paragraphWidth)
	}
	width := max(len(columns), 2)
	d.begin(s, width, "Maturities of lease liabilities", more...)
	for p := range d.periods {
		d.table(s, "Payments after "+d.periods[p].to.String(), of(p, columns), maturity(d.periods[p].to))
	}
	d.table(s, "Presentation", columns, []line{
		{label: d.portion("Current", wording.CurrentPortion), terms: plus("currentLiability")},
		{label: d.portion("Long-term", wording.LongTermPortion), terms: plus("longTermLiability")},
		{label: wording.LeaseLiability, terms: plus("currentLiability", "longTermLiability"), total: true},
	})
	d.notCommenced(s)
	s.PrintTo(spreadsheet.Letter(width + 1 + len(more)))
}

// portion is the label of a part of the liability: that of the standard, where it has
// one.
func (d *draft) portion(label, words string) string {
	if said := d.say(words); said != words && strings.HasPrefix(said, "Creditors") {
		return said
	}
	return label
}

// notCommenced writes what leases will bring that commence after the span.
func (d *draft) notCommenced(s *spreadsheet.Sheet) {
	if len(d.NotCommenced) == 0 {
		return
	}
	s.Skip()
	s.Headings(spreadsheet.Left("Not commenced by "+d.To.String()), spreadsheet.Right("Leases"), spreadsheet.Right("Undiscounted payments"), spreadsheet.Left("Paragraph"))
	for _, u := range d.NotCommenced {
		s.Put(s.Text(spreadsheet.Label, d.label(u.Currency)), s.Value(spreadsheet.Whole, u.Leases),
			amount(s, u.Payments, u.Currency.Places()), s.Text(spreadsheet.Note, "842-20-50-3(b), 16.59(b)(iv)"))
	}
}

// averages writes the weighted averages of each section. The remaining months of a lease
// are there in full, so that no rounding of them is in the average.
func (d *draft) averages(s *spreadsheet.Sheet) {
	d.begin(s, 3, "Weighted averages")
	s.Headings(spreadsheet.Left("Leases"), spreadsheet.Right("Remaining term, months"), spreadsheet.Right("Discount rate"), spreadsheet.Right("Rate (liability-weighted)"))
	for _, at := range d.sections {
		for p, averages := range at.averages {
			if averages == nil {
				continue
			}
			s.Put(s.Text(spreadsheet.Plain, d.titled(d.title(at), p)), d.monthsLeft(s, at, p), d.rate(s, at, p),
				d.average(s, at, p, spreadsheet.Rate, averages.RateWeightedByLiability, "G", d.column("liability.closing"), 6))
		}
	}
	s.Skip()
	s.Put(s.Text(spreadsheet.Wrapped, "The remaining term is weighted by the liability, the discount rate by the remaining payments (ASC 842-20-50-4(g)(3) and (4))."))
	s.PrintTo("D")
}

// monthsLeft is the average of the remaining months of a section.
func (d *draft) monthsLeft(s *spreadsheet.Sheet, at *section, p int) any {
	return d.average(s, at, p, spreadsheet.MonthsLeft, at.averages[p].RemainingMonths, "F", d.column("liability.closing"), 2)
}

// rate is the average of the discount rates of a section.
func (d *draft) rate(s *spreadsheet.Sheet, at *section, p int) any {
	return d.average(s, at, p, spreadsheet.Rate, at.averages[p].DiscountRateAnnual, "G", d.column("maturity.total"), 6)
}

// column is the letter of a field.
func (d *draft) column(name string) string {
	return d.fields[d.index(name)].column
}

// average is a weighted average of a column over a section.
func (d *draft) average(s *spreadsheet.Sheet, at *section, p int, look spreadsheet.Style, v *money.Decimal, column, weight string, places int) any {
	if v == nil {
		return nil
	}
	chosen := fmt.Sprintf(`(%s="%s")*(%s="%s")*(%s="%s")*%s`,
		d.rows(p, "C"), d.name(at.standard), d.rows(p, "D"), at.class, d.rows(p, "E"), at.label, d.rows(p, weight))
	return s.Formula(look, spreadsheet.Number(v.String()), "ROUND(SUMPRODUCT(%[1]s*%[2]s)/SUMPRODUCT(%[1]s),%[3]d)", chosen, d.rows(p, column), places)
}

// say puts a label into the words of the standards of the leases.
func (d *draft) say(text string) string {
	return d.national.Say(wording.OfStandards(text, d.standards()))
}

// standards returns those of the leases.
func (d *draft) standards() (list []leasehold.Standard) {
	for _, x := range d.sections {
		if !slices.Contains(list, x.standard) {
			list = append(list, x.standard)
		}
	}
	return list
}
