// Package treatments shows one lease under every accounting treatment side by
// side: ASC 842 operating and finance, IFRS 16 and GASB 87 (METHOD 16).
package treatments

import (
	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/money"
)

// Comparison is one lease under every treatment, and what each differs by from the
// first.
type Comparison struct {
	Lease       *leasehold.Lease
	Treatments  []Treatment
	Differences []Difference
}

// Treatment is the lease under one treatment.
type Treatment struct {
	Key    string
	Title  string
	Result *leasehold.Result
	Years  []leasehold.LeaseYear
	Notes  []string
}

// Difference is a treatment less the first one.
type Difference struct {
	Key             string
	InitialRouAsset money.Amount
	TotalLeaseCost  money.Amount
	Years           []YearDifference
}

// YearDifference is a lease year of a treatment less that of the first one.
type YearDifference struct {
	Year                        int
	LeaseExpense, RouAssetClose money.Amount
}

// treatment is how a lease is put under one treatment.
type treatment struct {
	key, title string
	standard   leasehold.Standard
	class      leasehold.Class
}

var all = [...]treatment{
	{"asc842_operating", "ASC 842 operating", leasehold.ASC842, leasehold.Operating},
	{"asc842_finance", "ASC 842 finance", leasehold.ASC842, leasehold.Finance},
	{"ifrs16", "IFRS 16", leasehold.IFRS16, leasehold.Derived},
	{"gasb87", "GASB 87", leasehold.GASB87, leasehold.Derived},
}

// Compare measures a lease under every treatment. The error is that of
// [leasehold.Compute].
func Compare(l *leasehold.Lease) (*Comparison, error) {
	if _, err := leasehold.Measure(l); err != nil {
		return nil, err
	}
	c := &Comparison{Lease: l}
	for _, t := range all {
		put, left := t.put(l)
		result, err := leasehold.Compute(put)
		if err != nil {
			return nil, err
		}
		years, err := leasehold.LeaseYears(put)
		if err != nil {
			return nil, err
		}
		notes := append(left, result.NoteTexts()...)
		c.Treatments = append(c.Treatments, Treatment{t.key, t.title, result, years, notes})
	}
	for i := range c.Treatments[1:] {
		c.Differences = append(c.Differences, c.Treatments[i+1].less(&c.Treatments[0]))
	}
	return c, nil
}

// less returns a treatment less another.
func (t *Treatment) less(o *Treatment) Difference {
	d := Difference{
		Key:             t.Key,
		InitialRouAsset: t.Result.InitialRouAsset.Sub(o.Result.InitialRouAsset),
		TotalLeaseCost:  t.Result.TotalLeaseCost.Sub(o.Result.TotalLeaseCost),
	}
	for i := range max(len(t.Years), len(o.Years)) {
		a, b := yearAt(t.Years, i), yearAt(o.Years, i)
		d.Years = append(d.Years, YearDifference{i + 1, a.LeaseExpense.Sub(b.LeaseExpense), a.RouAssetClose.Sub(b.RouAssetClose)})
	}
	return d
}

// yearAt returns a year, or one without figures after the end of the lease.
func yearAt(years []leasehold.LeaseYear, i int) leasehold.LeaseYear {
	if i < len(years) {
		return years[i]
	}
	return leasehold.LeaseYear{}
}
