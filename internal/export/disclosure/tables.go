package disclosure

import (
	"fmt"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
)

// leasesFirst is the first row of a lease on their sheet.
const leasesFirst = 5

// number is an amount as a cell holds it.
func number(a money.Amount, places int) float64 {
	return spreadsheet.Number(string(a.AppendPlaces(nil, places)))
}

// rows is a column of the sheet of the leases.
func (d *draft) rows(column string) string {
	return fmt.Sprintf("Leases!$%[1]s$%[2]d:$%[1]s$%[3]d", column, leasesFirst, leasesFirst+max(len(d.Leases), 1)-1)
}

// condition are the rows of a section in a formula.
func (d *draft) condition(s *section) string {
	return fmt.Sprintf(`%s,"%s",%s,"%s",%s,"%s"`,
		d.rows("C"), s.standard.Title(), d.rows("D"), s.class.String(), d.rows("E"), s.label)
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

// sumOf is the sum of terms over sections, and its decimals.
func (d *draft) sumOf(sections []*section, terms []term) (sum money.Amount, places int) {
	for _, t := range terms {
		i := d.index(t.field)
		for _, at := range sections {
			a := at.sums[i]
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

// formula is the sum of terms over sections, from the sheet of the leases.
func (d *draft) formula(sections []*section, terms []term) string {
	var parts strings.Builder
	for _, t := range terms {
		sign := "+"
		if t.minus {
			sign = "-"
		}
		for _, at := range sections {
			fmt.Fprintf(&parts, "%sSUMIFS(%s,%s)", sign, d.rows(d.fields[d.index(t.field)].column), d.condition(at))
		}
	}
	return strings.TrimPrefix(parts.String(), "+")
}

// line is a line of a table.
type line struct {
	label string
	terms []term
	total bool
	basis string // paragraph that asks for it
	above int    // the line is the sum of so many lines above it
}

// columns are the columns of a table: each of some sections.
type tableColumn struct {
	title    string
	sections []*section
	total    bool // of the columns before it
}

// bySection has a column a section.
func (d *draft) bySection() (list []tableColumn) {
	for _, s := range d.sections {
		list = append(list, tableColumn{title: s.title(), sections: []*section{s}})
	}
	return d.withTotal(list)
}

// withTotal adds a column with the total, where the currency is one.
func (d *draft) withTotal(list []tableColumn) []tableColumn {
	var all []*section
	for _, c := range list {
		all = append(all, c.sections...)
	}
	if len(list) < 2 || slices.ContainsFunc(all, func(s *section) bool { return s.label != all[0].label }) {
		return list
	}
	return append(list, tableColumn{"Total, " + all[0].label, all, true})
}

// table writes a table.
func (d *draft) table(s *spreadsheet.Sheet, title string, columns []tableColumn, lines []line) {
	headings := []spreadsheet.ColumnHeading{spreadsheet.Left(title)}
	for _, c := range columns {
		headings = append(headings, spreadsheet.Right(c.title))
	}
	basis := slices.ContainsFunc(lines, func(l line) bool { return l.basis != "" })
	if basis {
		headings = append(headings, spreadsheet.Left("Paragraph"))
	}
	s.Headings(headings...)
	for _, l := range lines {
		look, label := spreadsheet.Amount, spreadsheet.Plain
		if l.total {
			look, label = spreadsheet.AmountBold, spreadsheet.Label
		}
		cells := []any{s.Text(label, l.label)}
		for i, c := range columns {
			row, at := s.Row()+1, letter(i+2)
			switch sum, places := d.sumOf(c.sections, l.terms); {
			case c.total:
				cells = append(cells, s.Formula(look, number(sum, places), "ROUND(SUM(B%[1]d:%[2]s%[1]d),%[3]d)", row, letter(i+1), places))
			case l.above > 0:
				cells = append(cells, s.Formula(look, number(sum, places), "ROUND(SUM(%[1]s%[2]d:%[1]s%[3]d),%[4]d)", at, row-l.above, row-1, places))
			default:
				cells = append(cells, s.Formula(look, number(sum, places), "ROUND(%s,%d)", d.formula(c.sections, l.terms), places))
			}
		}
		if basis {
			cells = append(cells, s.Text(spreadsheet.Note, l.basis))
		}
		s.Put(cells...)
	}
	s.Skip()
}

// begin sets a sheet up for tables of some columns.
func (d *draft) begin(s *spreadsheet.Sheet, columns int, title string) {
	widths := []float64{62}
	for range columns {
		widths = append(widths, 24)
	}
	s.Widths(append(widths, 34)...)
	s.Head(title, "Leases from "+d.span()+". Every figure is a formula over the sheet Leases.")
}

func (d *draft) summary(s *spreadsheet.Sheet) {
	columns := d.bySection()
	d.begin(s, len(columns), "Lease disclosures")
	headings, counts := []spreadsheet.ColumnHeading{spreadsheet.Left("Leases")}, []any{s.Text(spreadsheet.Plain, "Number of leases")}
	for _, c := range columns {
		headings = append(headings, spreadsheet.Right(c.title))
		var n int64
		var parts []string
		for _, at := range c.sections {
			n += at.leases
			parts = append(parts, "COUNTIFS("+d.condition(at)+")")
		}
		counts = append(counts, s.Formula(spreadsheet.Whole, n, "%s", strings.Join(parts, "+")))
	}
	s.Headings(headings...)
	s.Put(counts...)
	s.Skip()
	d.table(s, "Balances on "+d.To.String(), columns, []line{
		{label: "Right-of-use assets, at cost", terms: plus("rouAsset.cost")},
		{label: "Less accumulated amortization", terms: less("rouAsset.accumulatedAmortization")},
		{label: "Right-of-use assets", terms: plus("rouAsset.closing"), total: true},
		{label: "Current lease liabilities", terms: plus("currentLiability")},
		{label: "Long-term lease liabilities", terms: plus("longTermLiability")},
		{label: "Lease liabilities", terms: plus("liability.closing"), total: true},
		{label: "of these: accrued interest", terms: plus("accruedInterest")},
	})
	d.table(s, "The span", columns, []line{
		{label: "Lease cost", terms: plus("cost.total")},
		{label: "Cash paid", terms: plus("cash.total")},
		{label: "Assets obtained for lease liabilities", terms: plus("nonCash")},
	})
	d.table(s, "Checks: each must be 0", columns, []line{
		{label: "Liabilities roll forward", terms: rolls(figure.LiabilityClosing.Statement())},
		{label: "Assets roll forward", terms: rolls(figure.AssetClosing.Statement())},
		{label: "Payments left less imputed interest are the liability", terms: slices.Concat(
			plus("maturity.total"), less("maturity.imputedInterest", "liability.closing"))},
		{label: "Current and long-term are the liability", terms: slices.Concat(
			plus("currentLiability", "longTermLiability"), less("liability.closing"))},
	})
	s.PrintTo(letter(len(columns) + 1))
}

// letter is the letter of a column, counted from 1.
func letter(i int) string {
	text := ""
	for ; i > 0; i = (i - 1) / 26 {
		text = string(rune('A'+(i-1)%26)) + text
	}
	return text
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
		case figure.Total, figure.Balance, figure.Beside:
		}
	}
	return list
}

func (d *draft) rollforwards(s *spreadsheet.Sheet) {
	columns := d.bySection()
	d.begin(s, len(columns), "Rollforwards")
	d.statement(s, columns, figure.LiabilityClosing.Statement())
	d.statement(s, columns, figure.AssetClosing.Statement())
	s.PrintTo(letter(len(columns) + 1))
}

func (d *draft) costAndCash(s *spreadsheet.Sheet) {
	columns := d.bySection()
	d.begin(s, len(columns), "Cost and cash")
	d.statement(s, columns, figure.CostTotal.Statement())
	d.statement(s, columns, figure.CashTotal.Statement())
	d.table(s, "Not in cash", columns, []line{{label: "Assets obtained for lease liabilities", terms: plus("nonCash")}})
	s.PrintTo(letter(len(columns) + 1))
}

// maturity are the lines of the payments left.
func maturity(to leasehold.Date) (list []line) {
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
	d.begin(s, len(columns), "Maturities of lease liabilities")
	d.table(s, "Payments after "+d.To.String(), columns, maturity(d.To))
	d.table(s, "Presentation", columns, []line{
		{label: "Current", terms: plus("currentLiability")},
		{label: "Long-term", terms: plus("longTermLiability")},
		{label: wording.LeaseLiability, terms: plus("currentLiability", "longTermLiability"), total: true},
	})
	s.PrintTo(letter(len(columns) + 1))
}

// averages writes the weighted averages of each section. The months left of a lease
// are there in full, so that no rounding of them is in the average.
func (d *draft) averages(s *spreadsheet.Sheet) {
	d.begin(s, 3, "Weighted averages")
	s.Headings(spreadsheet.Left("Leases"), spreadsheet.Right("Months left"), spreadsheet.Right("Discount rate"), spreadsheet.Right("Rate weighted by liability"))
	for _, at := range d.sections {
		if at.averages == nil {
			continue
		}
		closing, payments := d.column("liability.closing"), d.column("maturity.total")
		s.Put(s.Text(spreadsheet.Plain, at.title()),
			d.average(s, at, spreadsheet.Decimals, at.averages.RemainingMonths, "F", closing, 2),
			d.average(s, at, spreadsheet.Rate, at.averages.DiscountRateAnnual, "G", payments, 6),
			d.average(s, at, spreadsheet.Rate, at.averages.RateWeightedByLiability, "G", closing, 6))
	}
	s.Skip()
	s.Put(s.Text(spreadsheet.Wrapped, "Months left are weighted by the liability, the discount rate by the payments left (ASC 842-20-50-4(g)(3) and (4))."))
	s.PrintTo("D")
}

// column is the letter of a field.
func (d *draft) column(name string) string {
	return d.fields[d.index(name)].column
}

// average is a weighted average of a column over a section.
func (d *draft) average(s *spreadsheet.Sheet, at *section, look spreadsheet.Style, v *money.Decimal, column, weight string, places int) any {
	if v == nil {
		return nil
	}
	chosen := fmt.Sprintf(`(%s="%s")*(%s="%s")*(%s="%s")*%s`,
		d.rows("C"), at.standard.Title(), d.rows("D"), at.class, d.rows("E"), at.label, d.rows(weight))
	return s.Formula(look, spreadsheet.Number(v.String()), "ROUND(SUMPRODUCT(%[1]s*%[2]s)/SUMPRODUCT(%[1]s),%[3]d)", chosen, d.rows(column), places)
}
