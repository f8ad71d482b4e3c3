package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

// Portfolio contains the totals of a report on many leases.
type Portfolio struct {
	From, To civil.Date
	Sum      *portfolio.Sum
	Refused  int64

	Answer *portfolio.Report // the report with its reconciliations; may be nil
}

// columnsMost is the maximum number of groups in a table that has one column per group. If there
// are more, a table with fewer amounts has one row per group.
const columnsMost = 4

type portfolioPage struct {
	*Page

	columns   []*portfolio.Group
	titles    []string
	standards []leasehold.Standard // standards of the leases

	earlier *portfolio.Comparative // comparative in the last column; may be nil
}

// say replaces general lease terms in text with the terms of the leases' standards.
func (p *portfolioPage) say(text string) string { return wording.OfStandards(text, p.standards) }

// Portfolio prints the totals of a report.
func (p *Page) Portfolio(r *Portfolio) {
	p.title(fmt.Sprintf("Leases from %s to %s", r.From, r.To))
	groups := r.Sum.Groups()
	page := portfolioPage{Page: p, standards: r.Sum.Standards()}
	for _, g := range r.Sum.Subtotals() {
		page.add(g, g.Key[0])
	}
	if len(groups) <= columnsMost {
		for _, g := range groups {
			page.add(g, strings.Join(g.Key, ", "))
		}
	}
	total, one := r.Sum.Total()
	if one {
		page.add(total, "Total")
	}
	notes := r.Sum.Notes()
	if r.Answer != nil {
		notes = r.Answer.Notes
		if c := r.Answer.Comparative; c != nil {
			if earlier, one := c.Sum.Total(); one {
				page.add(earlier, c.Title())
				page.earlier = c
			}
		}
	}
	page.print(r.To)
	if len(groups) > columnsMost {
		p.groups(r.Sum, groups)
	}
	p.averages(r.Sum.Averages(), r.Sum.Title)
	p.notCommenced(r.Sum.NotCommenced())
	if r.Answer != nil {
		p.lateChanges(r.Answer.Previous)
		p.tieOut(r.Answer.TieOut)
	}
	p.list("Notes", notes)
	p.line("")
	p.line(fmt.Sprintf(" Leases: %d. Rejected: %d.", total.Leases, r.Refused))
}

func (p *portfolioPage) add(g *portfolio.Group, title string) {
	p.columns = append(p.columns, g)
	p.titles = append(p.titles, printable(cmp.Or(title, "none")))
}

// print prints every amount of each group. The reporting period ends on the given day.
func (p *portfolioPage) print(to civil.Date) {
	if len(p.columns) == 0 {
		return
	}
	for _, s := range figure.Tables() {
		if !slices.ContainsFunc(p.columns, func(g *portfolio.Group) bool { return g.Has(s) }) {
			continue
		}
		t := p.open(p.say(s.Title))
		for _, c := range s.Figures {
			if c.Sums() {
				t.AppendSeparator()
			}
			p.row(t, c.Title(), c, 1)
			if c.Kind() == figure.Closing {
				t.AppendSeparator()
			}
		}
		p.put(t)
	}
	if p.earlier == nil {
		p.maturity(to)
		return
	}
	own, before := *p, *p // two tables are needed: the comparative period ends on another day, so the labels of its twelve-month periods are different
	last := len(p.columns) - 1
	own.columns, own.titles = p.columns[:last], p.titles[:last]
	before.columns, before.titles = p.columns[last:], p.titles[last:]
	own.maturity(to)
	before.maturity(p.earlier.To)
}

// maturity prints the payments after the last day of the reporting period.
func (p *portfolioPage) maturity(to civil.Date) {
	if len(p.columns) == 0 {
		return
	}
	t := p.open("Payments after " + to.String())
	for c := figure.MaturityYear1; c <= figure.MaturityYear5; c++ {
		p.row(t, wording.YearAfter(to, int(c-figure.MaturityYear1)+1), c, 1)
	}
	p.row(t, "Thereafter", figure.MaturityThereafter, 1)
	t.AppendSeparator()
	p.row(t, wording.TotalPayments, figure.MaturityTotal, 1)
	p.row(t, wording.LessInterest, figure.MaturityImputedInterest, -1)
	p.row(t, wording.LeaseLiability, figure.LiabilityClosing, 1)
	t.AppendSeparator()
	p.row(t, "Current", figure.CurrentLiability, 1)
	p.row(t, "Long-term", figure.LongTermLiability, 1)
	p.row(t, "Accrued interest, part of the current portion", figure.AccruedInterest, 1)
	p.row(t, figure.NonCash.Title(), figure.NonCash, 1)
	p.put(t)
}

// open returns the empty table of a section, with one column per group.
func (p *portfolioPage) open(title string) table.Writer {
	p.section(title)
	columns := []column{{}}
	for _, name := range p.titles {
		columns = append(columns, right(name))
	}
	return p.grid(columns...)
}

// row adds a table row with one amount per group. The sign is −1 if the amount is subtracted, and 1 otherwise.
func (p *portfolioPage) row(t table.Writer, title string, c figure.Concept, sign int) {
	row := table.Row{p.say(title)}
	for _, g := range p.columns {
		if !g.Has(c.Statement()) {
			row = append(row, aligned("–"))
			continue
		}
		a := g.Of(c)
		if sign < 0 {
			a = a.Neg()
		}
		row = append(row, aligned(wording.Accounting(a, g.Places(c.Statement()))))
	}
	t.AppendRow(row)
}

func (p *Page) groups(s *portfolio.Sum, groups []*portfolio.Group) {
	p.section("By group")
	var columns []column
	for _, k := range s.Keys() {
		columns = append(columns, column{name: printable(k.String()), width: 24})
	}
	t := p.grid(append(columns, right("Leases"), right("Opening"), right("Liability"), right("Current"), right("Asset"), right("Cost"), right("Cash paid"))...)
	for _, g := range groups {
		var row table.Row
		for _, value := range g.Key {
			row = append(row, printable(value))
		}
		row = append(row, g.Leases)
		for _, c := range [...]figure.Concept{
			figure.LiabilityOpening, figure.LiabilityClosing, figure.CurrentLiability, figure.AssetClosing, figure.CostTotal, figure.CashTotal,
		} {
			row = append(row, aligned(wording.Accounting(g.Of(c), g.Currency.Places())))
		}
		t.AppendRow(row)
	}
	p.put(t)
}

func (p *Page) averages(list []portfolio.Average, title func(leasehold.Standard) string) {
	if len(list) == 0 {
		return
	}
	p.section("Weighted averages")
	t := p.grid(column{name: "Standard"}, column{name: "Class"}, column{name: "Currency"}, column{name: "Remaining term, months", right: true}, column{name: "Discount rate", right: true},
		column{name: "Rate (liability-weighted)", right: true})
	for i := range list {
		a := &list[i]
		t.AppendRow(table.Row{title(a.Standard), a.Class, a.Currency, orDash(a.RemainingMonths, money.Decimal.String), orDash(a.DiscountRateAnnual, wording.Percent), orDash(a.RateWeightedByLiability, wording.Percent)})
	}
	p.put(t)
}

// orDash formats a number with the callback, or returns a dash if the number is nil.
func orDash(d *money.Decimal, show func(money.Decimal) string) string {
	if d == nil {
		return "–"
	}
	return show(*d)
}

// notCommenced prints the totals of the leases that commence after the reporting period.
func (p *Page) notCommenced(list []*portfolio.Upcoming) {
	if len(list) == 0 {
		return
	}
	p.section("Not commenced")
	t := p.grid(column{name: "Currency"}, right("Leases"), right("Undiscounted payments"))
	for _, u := range list {
		t.AppendRow(table.Row{u.Currency, u.Leases, aligned(wording.Accounting(u.Payments, u.Currency.Places()))})
	}
	p.put(t)
}

func (p *Page) lateChanges(a *portfolio.PreviousAnswer) {
	if a == nil {
		return
	}
	p.section("Prior-period corrections")
	if len(a.LateChanges) == 0 {
		text := "The opening balances agree with the signed balances."
		if !a.Agrees {
			text = "The digest of the opening balances differs from the signed digest. Without the signed balances, it is unknown which leases changed."
		}
		p.paragraph("•", text)
		return
	}
	t := p.grid(column{name: "Lease", width: 24}, column{name: "Figure"}, right("Signed"), right("Computed"), right("Difference"))
	for i := range a.LateChanges {
		change := &a.LateChanges[i]
		title := func(name string) string { return wording.Signed(name, change.Standards()) }
		show := func(a money.Amount) string { return aligned(wording.Accounting(a, change.Places())) }
		for _, row := range change.Rows(title, show) {
			t.AppendRow(table.Row{printable(change.ID), printable(row.Figure), printable(row.Cells[0]), printable(row.Cells[1]), printable(row.Cells[2])})
		}
	}
	p.put(t)
	for _, cause := range a.Causes {
		p.paragraph("•", "Cause: "+printable(cause)+".")
	}
}

// tieOut prints the trial balance next to the leases' balances. Accounts with a difference come
// first. Possible explanations follow the table.
func (p *Page) tieOut(list []portfolio.TieOut) {
	if list == nil {
		return
	}
	p.section("Trial balance")
	t := p.grid(column{name: "Account", width: 36}, column{name: "Key", width: 24}, right("Ledger"), right("Leasehold"), right("Difference"))
	var agreeing, differing []portfolio.TieOut
	for _, out := range list {
		if out.Difference.IsZero() {
			agreeing = append(agreeing, out)
		} else {
			differing = append(differing, out)
		}
	}
	for _, out := range slices.Concat(differing, agreeing) {
		show := func(a money.Amount) string { return aligned(wording.Accounting(a, out.Places())) }
		t.AppendRow(table.Row{printable(out.Account), printable(out.KeyText()), show(out.Ledger), show(out.Leasehold), show(out.Difference)})
	}
	p.put(t)
	for _, out := range differing {
		for _, h := range out.Explanations {
			p.paragraph("•", printable(out.Account)+": "+printable(h.Sentence))
		}
	}
	if len(differing) == 0 {
		p.paragraph("•", fmt.Sprintf("All %d accounts agree.", len(list)))
	} else {
		p.paragraph("•", fmt.Sprintf("%d of %d accounts differ.", len(differing), len(list)))
	}
}
