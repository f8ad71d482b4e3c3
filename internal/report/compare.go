package report

import (
	"strconv"

	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/treatments"
)

// Compare prints the figures of one lease under every treatment, side by side and by lease year.
func (p *Page) Compare(c *treatments.Comparison) {
	v := comparePage{p, c, wording.Places(c.Lease)}
	p.titleOf(c.Lease, "Every treatment · "+c.Lease.CommencementDate.String()+" · "+wording.Months(c.Lease.TermMonths))
	v.figures()
	v.years("Lease cost by lease year", true, func(y *leasehold.LeaseYear) money.Amount { return y.LeaseExpense })
	v.years("Asset at the end of the lease year", false, func(y *leasehold.LeaseYear) money.Amount { return y.RouAssetClose })
	v.years("Lease liability at the end of the lease year", false, func(y *leasehold.LeaseYear) money.Amount { return y.LiabilityClose })
	for i := range c.Treatments {
		p.list("Notes: "+c.Treatments[i].Title, c.Treatments[i].Notes)
	}
}

type comparePage struct {
	*Page

	c      *treatments.Comparison
	places int
}

func (v comparePage) amount(a money.Amount) string { return aligned(wording.Accounting(a, v.places)) }

// open returns an empty table. The first column has the heading in first, and each treatment has a
// further column.
func (v comparePage) open(first string) table.Writer {
	list := []column{{name: first}}
	for i := range v.c.Treatments {
		list = append(list, right(v.c.Treatments[i].Title))
	}
	return v.grid(list...)
}

func (v comparePage) figures() {
	v.section("Side by side")
	t := v.open("")
	row := func(label string, of func(*leasehold.Result) money.Amount) {
		cells := table.Row{label}
		for i := range v.c.Treatments {
			cells = append(cells, v.amount(of(v.c.Treatments[i].Result)))
		}
		t.AppendRow(cells)
	}
	row(wording.LeaseLiability+" at commencement", func(r *leasehold.Result) money.Amount { return r.InitialLiability })
	row("Asset at commencement", func(r *leasehold.Result) money.Amount { return r.InitialRouAsset })
	row(wording.CurrentPortion, func(r *leasehold.Result) money.Amount { return r.Disclosures.CurrentLiability })
	row(wording.LongTermPortion, func(r *leasehold.Result) money.Amount { return r.Disclosures.LongTermLiability })
	cost := wording.TotalCost
	if len(v.c.Lease.Events) > 0 {
		cost += ", at commencement" // the figures by lease year, in contrast, include the events
	}
	row(cost, func(r *leasehold.Result) money.Amount { return r.TotalLeaseCost })
	v.put(t)
}

// years prints an amount by lease year for each treatment. If total is true, the sum of all years
// follows.
func (v comparePage) years(name string, total bool, of func(*leasehold.LeaseYear) money.Amount) {
	v.section(name)
	t := v.open("Year")
	n := 0
	for i := range v.c.Treatments {
		n = max(n, len(v.c.Treatments[i].Years))
	}
	totals := make([]money.Amount, len(v.c.Treatments))
	for j := range n {
		cells := table.Row{strconv.Itoa(j + 1)}
		for i := range v.c.Treatments {
			var a money.Amount
			if list := v.c.Treatments[i].Years; j < len(list) {
				a = of(&list[j])
			}
			totals[i] = totals[i].Add(a)
			cells = append(cells, v.amount(a))
		}
		t.AppendRow(cells)
	}
	if total {
		cells := table.Row{"Total"}
		for _, a := range totals {
			cells = append(cells, v.amount(a))
		}
		t.AppendFooter(cells)
	}
	v.put(t)
}
