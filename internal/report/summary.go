package report

import (
	"fmt"

	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/wording"
)

// Summary is a table with one row per lease. The table has no totals, because each liability is as of
// the commencement date of its lease.
type Summary struct {
	page    *Page
	table   table.Writer
	leases  int
	refused []string
}

// Summary returns a Summary without rows.
func (p *Page) Summary() *Summary {
	return &Summary{page: p, table: p.grid(
		column{name: "Line", right: true}, column{name: "ID", width: 32}, column{name: "Treatment"}, column{name: "From"}, column{name: "Months", right: true},
		right("Liability"), right("Asset"), right("Current"), right("Long-term"), right("Payments"), right("Cost"),
	)}
}

// Lease adds a row for the lease with the given id. line is its line number in the source.
func (s *Summary) Lease(line int, id string, r *leasehold.Result) {
	d, l := &r.Disclosures, s.page.lease(r)
	s.table.AppendRow(table.Row{
		line, printable(id), wording.Treatment(&r.Measurement), r.Lease.CommencementDate, r.Lease.TermMonths,
		l.amount(r.InitialLiability), l.amount(r.InitialRouAsset), l.amount(d.CurrentLiability), l.amount(d.LongTermLiability),
		l.amount(r.TotalUndiscountedPayments), l.amount(r.TotalLeaseCost),
	})
	s.leases++
}

// Refused adds a rejected lease to the list below the table.
func (s *Summary) Refused(_ int, _ string, why error) {
	s.refused = append(s.refused, printable(why.Error()))
}

// Close prints the table on its page.
func (s *Summary) Close() {
	p := s.page
	p.title("Leases, each at its commencement")
	p.line("")
	if s.leases > 0 {
		p.put(s.table)
		p.line("")
	}
	p.line(fmt.Sprintf(" Computed: %d. Refused: %d.", s.leases, len(s.refused)))
	p.list("Refused", s.refused)
}
