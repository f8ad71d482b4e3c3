package report

import (
	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

// compare adds the total of an earlier span as a column.
func (p *portfolioPage) compare(c *portfolio.Comparative) {
	if c == nil {
		return
	}
	if total, one := c.Sum.Total(); one {
		p.add(total, c.From.String()+" to "+c.To.String())
	}
}

// lateChanges prints where the opening is not what was signed.
func (p *Page) lateChanges(a *portfolio.PreviousAnswer) {
	if a == nil {
		return
	}
	p.section("Late changes")
	if len(a.LateChanges) == 0 {
		says := "The opening is what was signed."
		if !a.Agrees {
			says = "The digest of the opening is not the one that was signed; which leases moved is not known without their figures."
		}
		p.paragraph("•", says)
		return
	}
	t := p.grid(column{name: "Lease", width: 24}, column{name: "Figure"}, column{name: "Signed ", right: true}, column{name: "Computed ", right: true}, column{name: "Difference ", right: true})
	for i := range a.LateChanges {
		change := &a.LateChanges[i]
		for _, c := range change.Changes {
			t.AppendRow(table.Row{
				printable(change.ID), c.Name, aligned(wording.Accounting(c.Signed, change.Places())), aligned(wording.Accounting(c.Now, change.Places())),
				aligned(wording.Accounting(c.Difference, change.Places())),
			})
		}
	}
	p.put(t)
}
