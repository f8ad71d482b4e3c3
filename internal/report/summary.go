package report

import (
	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/money"
)

// Summary is a table of one row a lease.
type Summary struct {
	page    *Page
	table   table.Writer
	refused []string

	leases                                          int
	liability, asset, current, longTerm, cost, paid money.Amount
}

// Summary starts the table.
func (p *Page) Summary() *Summary {
	right := func(name string) column { return column{name: name, right: true} }
	return &Summary{page: p, table: p.grid(
		right("Line"), column{name: "Id", width: 32}, column{name: "Standard"}, column{name: "Class"}, column{name: "From"}, right("Months"),
		right("Liability"), right("Asset"), right("Current"), right("Long-term"), right("Payments"), right("Cost"),
	)}
}

// Lease adds the lease that stands on a line of its source.
func (s *Summary) Lease(line int, id string, r *leasehold.Result) {
	d := &r.Disclosures
	s.table.AppendRow(table.Row{
		line, printable(id), standard(r.Lease.Standard), r.Class, r.Lease.CommencementDate, r.Lease.TermMonths,
		amount(r.InitialLiability), amount(r.InitialRouAsset), amount(d.CurrentLiability), amount(d.LongTermLiability),
		amount(r.TotalUndiscountedPayments), amount(r.TotalLeaseCost),
	})
	s.leases++
	s.liability, s.asset = s.liability.Add(r.InitialLiability), s.asset.Add(r.InitialRouAsset)
	s.current, s.longTerm = s.current.Add(d.CurrentLiability), s.longTerm.Add(d.LongTermLiability)
	s.paid, s.cost = s.paid.Add(r.TotalUndiscountedPayments), s.cost.Add(r.TotalLeaseCost)
}

// Refused adds a lease that was refused.
func (s *Summary) Refused(_ int, _ string, why error) {
	s.refused = append(s.refused, printable(why.Error()))
}

// Close puts the table on its page.
func (s *Summary) Close() {
	p := s.page
	p.title("Leases at commencement")
	p.line(p.paint(faint, revision()))
	p.line("")
	s.table.AppendFooter(table.Row{
		"", "Total", "", "", "", "", amount(s.liability), amount(s.asset), amount(s.current), amount(s.longTerm),
		amount(s.paid), amount(s.cost),
	})
	p.put(s.table)
	p.list("Refused", s.refused)
}
