package leaseview

import (
	"context"
	"fmt"
	"html/template"
	"strconv"
	"time"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/figure"
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

// yearLabels returns the labels of the lease years. A label has the form 2026, or 2026/27 if lease years do not
// start on January 1.
func yearLabels(years []year) []string {
	labels := make([]string, len(years))
	for i, y := range years {
		labels[i] = yearLabel(y.First)
	}
	return labels
}

// yearLabel returns the label of the lease year that starts on the given day.
func yearLabel(first civil.Date) string {
	if first.Month == 1 && first.Day == 1 {
		return fmt.Sprintf("%04d", first.Year)
	}
	return fmt.Sprintf("%04d/%02d", first.Year, (first.Year+1)%100)
}

// startLabels returns the labels of the lease years' first days. A label has the form 2026, or 2026-03 if lease
// years do not start on January 1.
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

// fiscalYears contains the figures for the fiscal years during the lease term. A fiscal year's figures equal
// those in a report for the same days.
type fiscalYears struct {
	Ends    []monthChoice
	Columns []string
	Rows    []fiscalYear
	Totals  []template.HTML
}

type monthChoice struct {
	Value, Name string
	Chosen      bool
}

type fiscalYear struct {
	Label   string
	Title   string // first and last day of the fiscal year
	Figures []template.HTML
}

// december is the last month of the fiscal year if the user selected no month.
const december = 12

// fiscalFigures lists the figures of a fiscal year. The first figures are flows: the amounts of all years add up to the
// total. The constant [flows] is their number. The remaining figures are balances at the end of the year.
var fiscalFigures = []figure.Concept{
	figure.CashTotal, figure.LiabilityInterest, figure.AssetAmortization, figure.CostTotal, figure.LiabilityClosing, figure.AssetClosing,
}

const flows = 4

// fiscalYearsOf returns the figures of the fiscal years. Each fiscal year ends in the given month.
func fiscalYearsOf(ctx context.Context, r *leasehold.Result, month int, n nouns, p printer) (*fiscalYears, error) {
	v := &fiscalYears{Columns: []string{"Cash paid", n.Interest, n.Amortization, r.Lease.Say("Lease cost"), "Liability at the end", "Asset at the end"}}
	for m := 1; m <= december; m++ {
		choice := monthChoice{strconv.Itoa(m), time.Month(m).String(), m == month}
		if m == december {
			choice.Value = "" // links omit the default month
		}
		v.Ends = append(v.Ends, choice)
	}
	last := r.Schedule[len(r.Schedule)-1].Last
	sums := make([]money.Amount, len(fiscalFigures))
	for from := r.Lease.Start(); !last.Before(from); {
		to := yearEnd(from, month)
		f, err := leasehold.MeasureSpanContext(ctx, &r.Lease, leasehold.Span{From: from, To: to, InLeaseCurrency: true})
		if err != nil {
			return nil, fmt.Errorf("the year to %s: %w", to, err)
		}
		label := fmt.Sprintf("%04d", to.Year)
		row := fiscalYear{Label: label, Title: from.String() + " to " + to.String()}
		for i, c := range fiscalFigures {
			sums[i] = sums[i].Add(f.Of(c))
			row.Figures = append(row.Figures, p.marked("fiscal"+label+"-"+c.String(), f.Of(c)))
		}
		v.Rows = append(v.Rows, row)
		from = to.Next()
	}
	for i, c := range fiscalFigures[:flows] {
		v.Totals = append(v.Totals, p.marked("fiscal-"+c.String(), sums[i]))
	}
	return v, nil
}

// yearEnd returns the last day of the fiscal year that contains the given day. The fiscal year ends in the given month.
func yearEnd(day civil.Date, month int) civil.Date {
	year := day.Year
	if int(day.Month) > month {
		year++
	}
	return civil.Date{Year: year, Month: 1, Day: 1}.AddMonths(month).Prev()
}
