package books

import (
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/internal/engine/measure"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/schedule"
)

// LeaseYears returns the lease years of a measured lease.
func LeaseYears(v *measure.Life) (years []schedule.LeaseYear) {
	m, l := &v.Measurement, &v.Lease
	w := walker{m: m, segments: v.Segments, books: books{undivided: true}}
	var before books
	last := m.Schedule[len(m.Schedule)-1].Last
	for {
		n := len(years) + 1
		end := l.Start().AddMonths(12 * n).Prev()
		if last.Before(end) && !l.EndedEarly() {
			end = last // the term ends within the year, which shows the asset that is left as the last row does
		}
		after := w.to(end)
		var v figure.Vector
		v.Between(&before.Vector, &after.Vector)
		years = append(years, schedule.LeaseYear{
			Year:           n,
			Payments:       v.Of(figure.LiabilityPayments),
			Interest:       v.Of(figure.LiabilityInterest),
			Amortization:   v.Of(figure.AssetAmortization),
			LeaseExpense:   rowCost(&v),
			LiabilityClose: v.Of(figure.LiabilityClosing),
			RouAssetClose:  v.Of(figure.AssetClosing),
		})
		before = after
		if !end.Before(last) {
			return years
		}
	}
}

// rowCost returns the lease expense of the rows.
func rowCost(v *figure.Vector) (sum money.Amount) {
	for _, c := range [...]figure.Concept{figure.CostInterest, figure.CostAmortization, figure.CostOperating, figure.CostShortTerm, figure.CostLowValue} {
		sum = sum.Add(v.Of(c))
	}
	return sum
}
