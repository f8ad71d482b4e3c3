package workbench

import (
	"fmt"
	"html/template"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/money"
)

// alternative is a column of the comparison: the same lease by other rules.
type alternative struct {
	Name   string
	Chosen bool // what the form asks for
	Spark  template.HTML
	result *leasehold.Result
	years  []year
}

// comparison is a row of the comparison.
type comparison struct {
	Label   string
	Part    bool // of the row above
	Figures []template.HTML
}

// variants are the treatments that are compared.
var variants = []struct {
	name     string
	standard leasehold.Standard
	class    leasehold.Class
}{
	{"ASC 842 operating", leasehold.ASC842, leasehold.Operating},
	{"ASC 842 finance", leasehold.ASC842, leasehold.Finance},
	{"IFRS 16", leasehold.IFRS16, leasehold.Derived},
	{"GASB 87", leasehold.GASB87, leasehold.Derived},
}

// compare accounts for the lease under every treatment.
func (a *results) compare(lease *leasehold.Lease) error {
	var costs []money.Amount
	for _, v := range variants {
		l := *lease
		l.Standard, l.Classification = v.standard, v.class
		r, err := leasehold.Compute(&l)
		if err != nil {
			return fmt.Errorf("compute under %s: %w", v.name, err)
		}
		t := alternative{Name: v.name, result: r, years: yearsOf(r)}
		t.Chosen = v.standard == a.Result.Lease.Standard && (v.class == leasehold.Derived || v.class == a.Result.Class)
		for i := range t.years {
			costs = append(costs, t.years[i].Cost)
		}
		a.Alternatives = append(a.Alternatives, t)
	}
	common := newScale(costs...)
	for i := range a.Alternatives {
		t := &a.Alternatives[i]
		values := make([]money.Amount, len(t.years))
		for j := range t.years {
			values[j] = t.years[j].Cost
		}
		t.Spark = spark("Cost by lease year: from "+grouped(values[0])+" to "+grouped(values[len(values)-1]), values, common)
	}
	a.fillComparison()
	return nil
}

// fillComparison fills the rows of the comparison.
func (a *results) fillComparison() {
	rows := []struct {
		label string
		of    func(*alternative) money.Amount
	}{
		{"Lease liability", func(t *alternative) money.Amount { return t.result.InitialLiability }},
		{"of which current", func(t *alternative) money.Amount { return t.result.Disclosures.CurrentLiability }},
		{"Right-of-use asset", func(t *alternative) money.Amount { return t.result.InitialRouAsset }},
		{"Cost in year 1", func(t *alternative) money.Amount { return t.years[0].Cost }},
		{"of which interest expense", func(t *alternative) money.Amount {
			if t.result.Class == leasehold.Operating {
				return money.Amount{} // part of the single lease cost, and no expense of its own
			}
			return t.years[0].Interest
		}},
		{"Cost in the last year", func(t *alternative) money.Amount { return t.years[len(t.years)-1].Cost }},
		{"Asset at the end of year 1", func(t *alternative) money.Amount { return t.closing().RouAssetClose }},
		{"Liability at the end of year 1", func(t *alternative) money.Amount { return t.closing().LiabilityClose }},
		{"Lease cost in all", func(t *alternative) money.Amount { return t.result.TotalLeaseCost }},
	}
	for i, row := range rows {
		c := comparison{Label: row.label, Part: strings.HasPrefix(row.label, "of which")}
		for j := range a.Alternatives {
			c.Figures = append(c.Figures, marked("side"+strconv.Itoa(i)+"-"+strconv.Itoa(j), row.of(&a.Alternatives[j])))
		}
		a.Comparison = append(a.Comparison, c)
	}
}

// closing is the row that ends the first lease year, or the term.
func (t *alternative) closing() *leasehold.Period {
	rows := t.result.Schedule
	return &rows[min(12/t.result.Lease.PaymentFrequency.Months(), len(rows))-1]
}
