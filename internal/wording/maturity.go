package wording

import (
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/money"
)

// MaturityRow is a row of the maturity analysis. It contains the payments of the years First to
// Last, which are counted from the start of the analysis.
type MaturityRow struct {
	Label       string
	First, Last int
	Payments    money.Amount

	band bool
}

// Maturities returns the rows of the maturity analysis: one row per year, or the time bands that
// the standard defines.
func Maturities(r *leasehold.Result) (list []MaturityRow) {
	analysis := r.Disclosures.MaturityAnalysis
	bands := r.Lease.Standard.MaturityBands()
	if bands == nil {
		for _, m := range analysis {
			list = append(list, MaturityRow{m.Label, m.Year, m.Year, m.UndiscountedPayments, false})
		}
		return list
	}
	for _, band := range bands {
		row := MaturityRow{Label: band.Title, First: band.First, Last: min(band.Last, len(analysis)), band: true}
		for _, m := range analysis {
			if m.Year >= band.First && m.Year <= band.Last {
				row.Payments = row.Payments.Add(m.UndiscountedPayments)
			}
		}
		list = append(list, row)
	}
	return list
}

// InText returns the label of the row in the form that is used within a sentence. The word Year
// remains capitalized.
func (m *MaturityRow) InText() string {
	if !m.band {
		return m.Label
	}
	return strings.ToLower(m.Label)
}

// MaturityHeading returns the heading of the column that contains the labels of the rows.
func MaturityHeading(s leasehold.Standard) string {
	if s.MaturityBands() != nil {
		return "Maturity analysis, undiscounted payments"
	}
	return "Maturity analysis, undiscounted payments by lease year"
}
