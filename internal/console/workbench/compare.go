package workbench

import (
	"fmt"
	"html/template"
	"strconv"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/money"
)

// alternative is a column of the comparison: the same lease by other rules.
type alternative struct {
	Name     string
	Chosen   bool // what the form asks for
	Contrary bool // the criteria give the other class
	Spark    template.HTML
	result   *leasehold.Result
	years    []year
}

// comparison is a row of the comparison.
type comparison struct {
	Label   string
	Part    bool // of the row above
	Figures []template.HTML
}

// variants are the accountings of a lease that are compared: under a standard
// with two classes each of them, under another the one model.
func variants() (list []leasehold.Lease) {
	for _, s := range leasehold.Standards() {
		if s.SingleModel() {
			list = append(list, leasehold.Lease{Standard: s})
			continue
		}
		list = append(list, leasehold.Lease{Standard: s, Classification: leasehold.Operating}, leasehold.Lease{Standard: s, Classification: leasehold.Finance})
	}
	return list
}

// compare accounts for the lease in every way.
func (v *results) compare(lease *leasehold.Lease) error {
	var costs []money.Amount
	for _, variant := range variants() {
		l := *lease
		l.Standard, l.Classification = variant.Standard, variant.Classification
		r, err := leasehold.Compute(&l)
		if err != nil {
			return fmt.Errorf("compute under %s: %w", l.Standard, err)
		}
		a := alternative{Name: l.Standard.Title(), result: r, years: yearsOf(r)}
		a.Chosen = l.Standard == lease.Standard && (l.Standard.SingleModel() || r.Class == v.Result.Class)
		if !l.Standard.SingleModel() {
			a.Name += " " + r.Class.String()
			a.Contrary = r.Class != classOf(r.Classification.Criteria)
		}
		for i := range a.years {
			costs = append(costs, a.years[i].Cost)
		}
		v.Alternatives = append(v.Alternatives, a)
	}
	common := newScale(costs...)
	for i := range v.Alternatives {
		a := &v.Alternatives[i]
		values := make([]money.Amount, len(a.years))
		for j := range a.years {
			values[j] = a.years[j].Cost
		}
		a.Spark = spark("Cost by lease year: from "+grouped(values[0])+" to "+grouped(values[len(values)-1]), values, common)
	}
	v.fillComparison()
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
func (v *results) fillComparison() {
	rows := []struct {
		label string
		part  bool
		of    func(*alternative) money.Amount
	}{
		{labelLiability, false, func(a *alternative) money.Amount { return a.result.InitialLiability }},
		{labelCurrent, true, func(a *alternative) money.Amount { return a.result.Disclosures.CurrentLiability }},
		{"Asset at commencement", false, func(a *alternative) money.Amount { return a.result.InitialRouAsset }},
		{labelYearCost, false, func(a *alternative) money.Amount { return a.years[0].Cost }},
		{"of which interest expense", true, func(a *alternative) money.Amount {
			if a.result.Class == leasehold.Operating {
				return money.Amount{} // part of the single lease cost, and not an expense of its own
			}
			return a.years[0].Interest
		}},
		{"Lease cost, last year", false, func(a *alternative) money.Amount { return a.years[len(a.years)-1].Cost }},
		{"Asset, end of year 1", false, func(a *alternative) money.Amount { return a.years[0].Closing.RouAssetClose }},
		{"Liability, end of year 1", false, func(a *alternative) money.Amount { return a.years[0].Closing.LiabilityClose }},
		{labelCost, false, func(a *alternative) money.Amount { return a.result.TotalLeaseCost }},
	}
	for i, row := range rows {
		c := comparison{Label: row.label, Part: row.part}
		for j := range v.Alternatives {
			c.Figures = append(c.Figures, marked("side"+strconv.Itoa(i)+"-"+strconv.Itoa(j), row.of(&v.Alternatives[j])))
		}
		v.Comparison = append(v.Comparison, c)
	}
}
