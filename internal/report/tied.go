package report

import (
	"fmt"
	"slices"

	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

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

// tieOut prints the balances of the trial balance next to the balances of the leases. Accounts with a
// difference come first. Possible explanations follow the table.
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
