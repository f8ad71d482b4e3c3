package report

import (
	"fmt"

	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/leasehold-accounting/leasehold/internal/doctor"
)

// Doctor prints the comparison with published examples, and what does not hold.
func (p *Page) Doctor(outcomes []*doctor.Outcome) {
	p.title("Published examples")
	p.line(p.paint(faint, revision()))
	p.line("")
	right := func(name string) column { return column{name: name, right: true} }
	t := p.grid(column{}, column{name: "Example"}, column{name: "Standard"}, right("Figures"), right("Largest difference"), right("Tolerance"))
	var faults []string
	figures, held := 0, 0
	for _, o := range outcomes {
		ok := len(o.Faults) == 0
		t.AppendRow(table.Row{p.tick(ok), o.Example.ID, o.Example.Standard, o.Compared, amount(o.Largest), amount(o.Tolerance)})
		figures += o.Compared
		if ok {
			held++
		}
		for _, f := range o.Faults {
			faults = append(faults, o.Example.ID+": "+f)
		}
	}
	t.AppendFooter(table.Row{"", fmt.Sprintf("%d of %d hold", held, len(outcomes)), "", figures, "", ""})
	p.put(t)
	p.list("Faults", faults)
}
