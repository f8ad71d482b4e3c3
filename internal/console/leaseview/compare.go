package leaseview

import (
	"fmt"
	"html/template"
	"strconv"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/console/chart"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/treatments"
)

// alternative is a column of the comparison: the same lease by other rules.
type alternative struct {
	*treatments.Treatment

	Name     string
	Chosen   bool // what the form asks for; none under an exemption, which every column leaves out
	Contrary bool // the criteria give the other class
	Spark    template.HTML
}

// comparison is a row of the comparison.
type comparison struct {
	Label   string
	Part    bool // of the row above
	Figures []template.HTML
}

// yearRow is a lease year in the reconciliation of the treatments: the cost of
// each, and what it is more or less than the first's.
type yearRow struct {
	Label       string
	Costs       []template.HTML
	Differences []string
	Total       bool
}

// fillYears fills the reconciliation by lease year. Together the differences of
// the years are that of the total cost.
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
	total := row("Total", "years", func(t *treatments.Treatment) money.Amount {
		var sum money.Amount
		for year := range t.Years {
			sum = sum.Add(cost(t, year))
		}
		return sum
	})
	total.Total = true
	v.Years = append(v.Years, total)
	for i := range compared.Treatments {
		for _, note := range compared.Treatments[i].Notes {
			v.CompareNotes = append(v.CompareNotes, compared.Treatments[i].Title+": "+note)
		}
	}
}

// compare accounts for the lease under every treatment.
func (v *View) compare(lease *leasehold.Lease, o origins, p printer) error {
	compared, err := treatments.Compare(lease)
	if err != nil {
		return fmt.Errorf("compare: %w", err)
	}
	var costs []money.Amount
	for i := range compared.Treatments {
		t := &compared.Treatments[i]
		standard := t.Result.Lease.Standard
		a := alternative{Treatment: t, Name: t.Title}
		a.Chosen = !v.Exempt && standard == lease.Standard && (standard.SingleModel() || t.Result.Class == v.Result.Class)
		a.Contrary = !standard.SingleModel() && t.Result.Class != classOf(t.Result.Classification.Criteria)
		for _, y := range t.Years {
			costs = append(costs, y.LeaseExpense)
		}
		v.Alternatives = append(v.Alternatives, a)
	}
	common := chart.NewScale(p.places, costs...)
	for i := range v.Alternatives {
		a := &v.Alternatives[i]
		values := make([]money.Amount, len(a.Years))
		for j, y := range a.Years {
			values[j] = y.LeaseExpense
		}
		a.Spark = chart.Spark("Cost by lease year: from "+p.grouped(values[0])+" to "+p.grouped(values[len(values)-1]), values, common)
	}
	v.fillComparison(o, p)
	v.fillYears(compared, p)
	return nil
}

// classOf returns the class that criteria give.
func classOf(criteria []leasehold.Criterion) leasehold.Class {
	for i := range criteria {
		if criteria[i].Met {
			return leasehold.Finance
		}
	}
	return leasehold.Operating
}

// fillComparison fills the rows of the comparison.
func (v *View) fillComparison(o origins, p printer) {
	rows := []struct {
		label string
		part  bool
		of    func(*alternative) money.Amount
	}{
		{o["initialLiability"].Label, false, func(a *alternative) money.Amount { return a.Result.InitialLiability }},
		{o["currentLiability"].Label, true, func(a *alternative) money.Amount { return a.Result.Disclosures.CurrentLiability }},
		{"Asset at commencement", false, func(a *alternative) money.Amount { return a.Result.InitialRouAsset }},
		{o["firstYearCost"].Label, false, func(a *alternative) money.Amount { return a.Years[0].LeaseExpense }},
		{"of which interest expense", true, func(a *alternative) money.Amount {
			if a.Result.Class == leasehold.Operating {
				return money.Amount{} // part of the single lease cost, and not an expense of its own
			}
			return a.Years[0].Interest
		}},
		{"Lease cost in the last year", false, func(a *alternative) money.Amount { return a.Years[len(a.Years)-1].LeaseExpense }},
		{"Asset at the end of year 1", false, func(a *alternative) money.Amount { return a.Years[0].RouAssetClose }},
		{"Liability at the end of year 1", false, func(a *alternative) money.Amount { return a.Years[0].LiabilityClose }},
		{o["totalLeaseCost"].Label, false, func(a *alternative) money.Amount { return a.Result.TotalLeaseCost }},
	}
	for i, row := range rows {
		c := comparison{Label: row.label, Part: row.part}
		for j := range v.Alternatives {
			c.Figures = append(c.Figures, p.marked("side"+strconv.Itoa(i)+"-"+strconv.Itoa(j), row.of(&v.Alternatives[j])))
		}
		v.Comparison = append(v.Comparison, c)
	}
}
