package report

import (
	"fmt"

	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/leasehold-accounting/leasehold/internal/doctor"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
)

// Doctor prints the comparison with published examples. Below the table, it lists why the sources of
// some examples are imprecise, and all differences beyond the tolerance.
func (p *Page) Doctor(outcomes []*doctor.Outcome) {
	p.title("Published examples")
	p.line("")
	amount := func(a money.Amount) string { return wording.Amount(a, doctor.Places) }
	number := func(name string) column { return column{name: name, right: true} }
	t := p.grid(column{}, column{name: "Example"}, column{name: "Standard"}, number("Figures"), number("Largest difference"), number("Tolerance"))
	var imprecise, faults []string
	figures, agree := 0, 0
	for _, o := range outcomes {
		mark := wording.NotMet
		if len(o.Faults) == 0 {
			mark = wording.Met
			agree++
		}
		t.AppendRow(table.Row{p.mark(mark), o.Example.ID, o.Standard.Title(), o.Compared, amount(o.Largest), amount(o.Tolerance)})
		figures += o.Compared
		if o.Example.Rounding != "" {
			imprecise = append(imprecise, fmt.Sprintf("%s (%s): %s", o.Example.ID, amount(o.Tolerance), o.Example.Rounding))
		}
		for _, f := range o.Faults {
			faults = append(faults, o.Example.ID+": "+f)
		}
	}
	t.AppendFooter(table.Row{"", fmt.Sprintf("%d of %d agree", agree, len(outcomes)), "", figures, "", ""})
	p.put(t)
	p.line("")
	p.paragraph(" ", "Tolerance is the largest difference that the rounding of the source explains. Most sources print whole units.")
	p.list("Why a tolerance is large", imprecise)
	p.list("Differences beyond the tolerance", faults)
}
