package leaseview

import (
	"context"
	"fmt"
	"html/template"
	"slices"
	"strconv"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/console/chart"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/schedule"
	"github.com/leasehold-accounting/leasehold/treatments"
)

// alternative is a column in the table that compares treatments: the same lease under another standard or class.
type alternative struct {
	*treatments.Treatment

	Name     string
	Chosen   bool // whether the column shows the lease's own standard and class; false in every column if the lease is exempt
	Contrary bool // whether the classification criteria call for the other class
	Spark    template.HTML
}

// comparison is a row in the table that compares treatments, with one figure under each treatment.
type comparison struct {
	Label   string
	When    string // whether the amount is as of commencement or for the whole term; empty if the lease has no events
	Part    bool   // whether the amount is a portion of the amount in the preceding row
	Figures []template.HTML
}

// yearRow is a row in the comparison by lease year. It contains the year's cost under each treatment. It also
// contains the difference between each cost and the cost under the first treatment.
type yearRow struct {
	Label       string
	Costs       []template.HTML
	Differences []string
	Total       bool
}

// fillYears sets the costs by lease year, including the effects of events. Together, the years' differences add
// up to the difference between the total costs.
func (v *View) fillYears(compared *treatments.Comparison, p printer) {
	labels := yearLabels(yearsOf(v.Result))
	years := 0
	for i := range compared.Treatments {
		years = max(years, len(compared.Treatments[i].Years))
	}
	cost := func(t *treatments.Treatment, year int) money.Amount {
		if year < len(t.Years) {
			return t.Years[year].LeaseExpense
		}
		return money.Amount{}
	}
	row := func(label, name string, of func(*treatments.Treatment) money.Amount) yearRow {
		r := yearRow{Label: label}
		first := of(&compared.Treatments[0])
		for i := range compared.Treatments {
			own := of(&compared.Treatments[i])
			r.Costs = append(r.Costs, p.marked(name+"-"+strconv.Itoa(i), own))
			r.Differences = append(r.Differences, p.change(own.Sub(first)))
		}
		return r
	}
	for year := range years {
		label := strconv.Itoa(year + 1)
		if year < len(labels) {
			label = labels[year]
		}
		v.Years = append(v.Years, row(label, "year"+strconv.Itoa(year), func(t *treatments.Treatment) money.Amount { return cost(t, year) }))
	}
	total := row("Total", "years", lifeCost)
	total.Total = true
	v.Years = append(v.Years, total)
	for i := range compared.Treatments {
		for _, note := range compared.Treatments[i].Notes {
			v.CompareNotes = append(v.CompareNotes, compared.Treatments[i].Title+": "+note)
		}
	}
}

func lifeCost(t *treatments.Treatment) (sum money.Amount) {
	for i := range t.Years {
		sum = sum.Add(t.Years[i].LeaseExpense)
	}
	return sum
}

// compare measures the lease under every treatment and sets the columns and rows of the comparison.
func (v *View) compare(ctx context.Context, lease *leasehold.Lease, o origins, p printer) error {
	if lease.InitialApplication.Set { // leases with an initial application are not compared
		return nil
	}
	compared, err := treatments.CompareContext(ctx, lease)
	if err != nil {
		return fmt.Errorf("compare: %w", err)
	}
	costs := make([][]money.Amount, len(compared.Treatments)) // cost of each lease year under each treatment
	for i := range compared.Treatments {
		t := &compared.Treatments[i]
		standard := t.Result.Lease.Standard
		a := alternative{Treatment: t, Name: t.Title}
		a.Chosen = !v.Exempt && standard == lease.Standard && (standard.SingleModel() || t.Result.Class == v.Result.Class)
		a.Contrary = !standard.SingleModel() && (t.Result.Class == leasehold.Finance) != slices.ContainsFunc(t.Result.Classification.Criteria, isMet)
		for _, y := range t.Years {
			costs[i] = append(costs[i], y.LeaseExpense)
		}
		v.Alternatives = append(v.Alternatives, a)
	}
	common := chart.NewScale(p.places, slices.Concat(costs...)...)
	for i, values := range costs {
		v.Alternatives[i].Spark = chart.Spark("Cost by lease year: from "+p.grouped(values[0])+" to "+p.grouped(values[len(values)-1]), values, common)
	}
	v.fillComparison(o, p)
	v.fillYears(compared, p)
	return nil
}

func isMet(c schedule.Criterion) bool { return c.Met }

// If the lease has events, these labels show whether a compared amount relates to commencement or to the whole term.
const (
	atCommencement = "at commencement"
	overLife       = "over the life, including changes"
)

// fillComparison sets the rows of the comparison, except the costs by lease year.
func (v *View) fillComparison(o origins, p printer) {
	type figure = func(*alternative) money.Amount
	add := func(label, when string, of figure) *comparison {
		c := comparison{Label: label, When: when}
		for j := range v.Alternatives {
			c.Figures = append(c.Figures, p.marked("side"+strconv.Itoa(len(v.Comparison))+"-"+strconv.Itoa(j), of(&v.Alternatives[j])))
		}
		v.Comparison = append(v.Comparison, c)
		return &v.Comparison[len(v.Comparison)-1]
	}
	start, life := "", ""
	if v.Life != nil {
		start, life = atCommencement, overLife
	}
	first := yearLabel(v.Result.Lease.Start())
	last := func(a *alternative) *leasehold.LeaseYear { return &a.Years[len(a.Years)-1] }
	add(o["initialLiability"].Label, "", func(a *alternative) money.Amount { return a.Result.InitialLiability })
	add(o["currentLiability"].Label, start, func(a *alternative) money.Amount { return a.Result.Disclosures.CurrentLiability }).Part = true
	add("Asset at "+v.First(), "", func(a *alternative) money.Amount { return a.Result.InitialRouAsset })
	add(firstYear(v.Result), start, func(a *alternative) money.Amount {
		cost, _, _ := a.Result.FirstYearCost()
		return cost
	})
	add("of which interest expense", start, func(a *alternative) money.Amount {
		if a.Result.Class == leasehold.Operating {
			return money.Amount{} // an operating lease's interest is part of the single lease cost, not a separate expense
		}
		_, interest, _ := a.Result.FirstYearCost()
		return interest
	}).Part = true
	add(v.Say("Lease cost in the last lease year"), life, func(a *alternative) money.Amount { return last(a).LeaseExpense })
	add("Asset at the end of "+first, life, func(a *alternative) money.Amount { return a.Years[0].RouAssetClose })
	add("Liability at the end of "+first, life, func(a *alternative) money.Amount { return a.Years[0].LiabilityClose })
	add(o["totalLeaseCost"].Label, start, func(a *alternative) money.Amount { return a.Result.TotalLeaseCost })
	if v.Life != nil {
		add(o["totalLeaseCost"].Label, life, func(a *alternative) money.Amount { return lifeCost(a.Treatment) })
	}
}
