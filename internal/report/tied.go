package report

import (
	"fmt"

	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

// compare adds a column with the figures of the comparative period.
func (p *portfolioPage) compare(c *portfolio.Comparative) {
	if c == nil {
		return
	}
	if total, one := c.Sum.Total(); one {
		p.add(total, c.Title())
		p.earlier = c
	}
}

// lateChanges prints the prior-period corrections of the report.
func (p *Page) lateChanges(a *portfolio.PreviousAnswer) {
	if a == nil {
		return
	}
	p.section("Prior-period corrections")
	if len(a.LateChanges) == 0 {
		text := "The opening balances agree with the signed balances."
		if !a.Agrees {
			text = "The digest of the opening differs from the signed digest; the changed leases are not known without their signed figures."
		}
		p.paragraph("•", text)
		return
	}
	t := p.grid(column{name: "Lease", width: 24}, column{name: "Figure"}, column{name: "Signed ", right: true}, column{name: "Computed ", right: true}, column{name: "Difference ", right: true})
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

// tieOut prints the balances of the trial balance and those that result from the leases. Accounts
// with a difference come first, with an explanation.
func (p *Page) tieOut(list []portfolio.TieOut) {
	if list == nil {
		return
	}
	p.section("Trial balance")
	t := p.grid(column{name: "Account", width: 36}, column{name: "Key", width: 24}, column{name: "Ledger ", right: true}, column{name: "Leasehold ", right: true}, column{name: "Difference ", right: true})
	differ := 0
	for _, agree := range []bool{false, true} {
		for i := range list {
			out := &list[i]
			if out.Difference.IsZero() != agree {
				continue
			}
			show := func(a money.Amount) string { return aligned(wording.Accounting(a, out.Places())) }
			t.AppendRow(table.Row{printable(out.Account), printable(out.KeyText()), show(out.Ledger), show(out.Leasehold), show(out.Difference)})
		}
	}
	p.put(t)
	for i := range list {
		if out := &list[i]; !out.Difference.IsZero() {
			differ++
			for _, h := range out.Explanations {
				p.paragraph("•", printable(out.Account)+": "+printable(h.Sentence))
			}
		}
	}
	p.paragraph("•", tiedOut(len(list), differ))
}

// tiedOut returns a sentence that states how many of the accounts differ.
func tiedOut(accounts, differ int) string {
	if differ == 0 {
		return fmt.Sprintf("All %d accounts agree.", accounts)
	}
	return fmt.Sprintf("%d of %d accounts differ.", differ, accounts)
}
