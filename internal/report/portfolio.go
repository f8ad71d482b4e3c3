package report

import (
	"fmt"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

// Portfolio are the totals of a report of many leases.
type Portfolio struct {
	From, To leasehold.Date
	Sum      *portfolio.Sum
	Refused  int64
}

// columnsMost is how many groups have a column each. More of them have a row each, in
// a table with fewer figures.
const columnsMost = 4

// portfolioPage prints the totals with a column for each of some groups.
type portfolioPage struct {
	*Page

	columns []*portfolio.Group
	titles  []string
}

// Portfolio prints the totals of a report.
func (p *Page) Portfolio(r *Portfolio) {
	p.title(fmt.Sprintf("Leases from %s to %s", r.From, r.To))
	p.line(p.paint(faint, revision()))
	groups := r.Sum.Groups()
	page := portfolioPage{Page: p}
	if len(groups) <= columnsMost {
		for _, g := range groups {
			page.add(g, strings.Join(g.Key, ", "))
		}
	}
	total, one := r.Sum.Total()
	if one {
		page.add(total, "Total")
	}
	page.print(r.To)
	if len(groups) > columnsMost {
		p.groups(r.Sum, groups)
	}
	p.averages(r.Sum.Averages())
	p.list("Notes", r.Sum.Notes())
	p.line("")
	p.line(fmt.Sprintf(" Leases: %d. Refused: %d.", total.Leases, r.Refused))
}

func (p *portfolioPage) add(g *portfolio.Group, title string) {
	if title == "" {
		title = "none"
	}
	p.columns = append(p.columns, g)
	p.titles = append(p.titles, printable(title))
}

// print prints every figure of the columns.
func (p *portfolioPage) print(to leasehold.Date) {
	if len(p.columns) == 0 {
		return
	}
	for _, part := range portfolio.Parts {
		t := p.open(part.Title)
		for _, m := range part.Members {
			if last := m.Name == "closing" || m.Name == "total"; last {
				t.AppendSeparator()
			}
			p.row(t, m.Title, m.Of)
			if m.Name == "closing" {
				t.AppendSeparator()
			}
		}
		p.put(t)
	}
	t := p.open("Payments after " + to.String())
	for i := range len(p.columns[0].Maturity.Years) {
		p.row(t, fmt.Sprintf("Year %d", i+1), func(f *leasehold.Figures) money.Amount { return f.Maturity.Years[i] })
	}
	p.row(t, "Thereafter", func(f *leasehold.Figures) money.Amount { return f.Maturity.Thereafter })
	t.AppendSeparator()
	p.row(t, wording.TotalPayments, func(f *leasehold.Figures) money.Amount { return f.Maturity.Total() })
	p.row(t, wording.LessInterest, func(f *leasehold.Figures) money.Amount { return f.Maturity.ImputedInterest.Neg() })
	p.row(t, wording.LeaseLiability, func(f *leasehold.Figures) money.Amount { return f.Liability.Closing })
	t.AppendSeparator()
	p.row(t, "Current", func(f *leasehold.Figures) money.Amount { return f.CurrentLiability })
	p.row(t, "Long-term", func(f *leasehold.Figures) money.Amount { return f.LongTermLiability })
	p.row(t, "Accrued interest, part of current", func(f *leasehold.Figures) money.Amount { return f.AccruedInterest })
	p.row(t, "Assets obtained for liabilities", func(f *leasehold.Figures) money.Amount { return f.NonCash })
	p.put(t)
}

// open starts a section with a column for each group.
func (p *portfolioPage) open(title string) table.Writer {
	p.section(title)
	columns := []column{{}}
	for _, name := range p.titles {
		columns = append(columns, column{name: name + " ", right: true})
	}
	return p.grid(columns...)
}

func (p *portfolioPage) row(t table.Writer, title string, of func(*leasehold.Figures) money.Amount) {
	row := table.Row{title}
	for _, g := range p.columns {
		row = append(row, aligned(wording.Accounting(of(&g.Figures), g.Currency.Places())))
	}
	t.AppendRow(row)
}

// groups prints a row a group.
func (p *Page) groups(s *portfolio.Sum, groups []*portfolio.Group) {
	p.section("By group")
	var columns []column
	for _, k := range s.Keys() {
		columns = append(columns, column{name: printable(k.String()), width: 24})
	}
	right := func(name string) column { return column{name: name + " ", right: true} }
	t := p.grid(append(columns, right("Leases"), right("Opening"), right("Liability"), right("Current"), right("Asset"), right("Cost"), right("Cash paid"))...)
	for _, g := range groups {
		var row table.Row
		for _, value := range g.Key {
			row = append(row, printable(value))
		}
		row = append(row, g.Leases)
		for _, a := range [...]money.Amount{
			g.Liability.Opening, g.Liability.Closing, g.CurrentLiability, g.RouAsset.Closing, g.Cost.Total(), g.Cash.Total(),
		} {
			row = append(row, aligned(wording.Accounting(a, g.Currency.Places())))
		}
		t.AppendRow(row)
	}
	p.put(t)
}

func (p *Page) averages(list []portfolio.Average) {
	if len(list) == 0 {
		return
	}
	p.section("Weighted averages")
	t := p.grid(column{name: "Class"}, column{name: "Currency"}, column{name: "Months left", right: true}, column{name: "Rate", right: true},
		column{name: "Rate by liability", right: true})
	for i := range list {
		a := &list[i]
		t.AppendRow(table.Row{a.Class, a.Currency, orDash(a.RemainingMonths, money.Decimal.String), orDash(a.DiscountRateAnnual, wording.Percent), orDash(a.RateWeightedByLiability, wording.Percent)})
	}
	p.put(t)
}

// orDash shows a number, and a dash where there is none.
func orDash(d *money.Decimal, show func(money.Decimal) string) string {
	if d == nil {
		return "–"
	}
	return show(*d)
}
