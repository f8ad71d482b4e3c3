package leaseview

import (
	"fmt"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/money"
)

// year contains the sums of the schedule rows that start in a lease year.
type year struct {
	First        civil.Date // first day of the first schedule row in the year
	Interest     money.Amount
	Amortization money.Amount
	Cost         money.Amount
	Variable     money.Amount
}

func yearsOf(r *leasehold.Result) []year {
	var years []year
	for i := range r.Schedule {
		row := &r.Schedule[i]
		if row.Year > len(years) {
			years = append(years, year{First: row.First})
		}
		y := &years[len(years)-1]
		y.Interest = y.Interest.Add(row.Interest)
		y.Amortization = y.Amortization.Add(row.RouAmortization)
		y.Cost = y.Cost.Add(row.LeaseExpense)
		y.Variable = y.Variable.Add(row.VariableLeaseExpense)
	}
	return years
}

// yearLabels returns the labels of the lease years. A label has the form 2026, or 2026/27 if lease
// years do not start on January 1.
func yearLabels(years []year) []string {
	labels := make([]string, len(years))
	for i, y := range years {
		labels[i] = yearLabel(y.First)
	}
	return labels
}

// yearLabel returns the label of the lease year that starts on the day first.
func yearLabel(first civil.Date) string {
	if first.Month == 1 && first.Day == 1 {
		return fmt.Sprintf("%04d", first.Year)
	}
	return fmt.Sprintf("%04d/%02d", first.Year, (first.Year+1)%100)
}

// startLabels returns the labels of the first days of the lease years. A label has the form 2026,
// or 2026-03 if lease years do not start on January 1.
func startLabels(years []year) []string {
	labels := make([]string, len(years))
	for i, y := range years {
		labels[i] = fmt.Sprintf("%04d", y.First.Year)
		if y.First.Month != 1 || y.First.Day != 1 {
			labels[i] = y.First.String()[:len("2026-03")]
		}
	}
	return labels
}
