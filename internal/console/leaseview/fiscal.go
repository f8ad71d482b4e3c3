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

// fiscalYears are the totals of the fiscal years that a lease is in, to the day: a
// report on each of them has the same figures.
type fiscalYears struct {
	Ends    []monthChoice
	Columns []string
	Rows    []fiscalYear
	Totals  []template.HTML
}

// monthChoice is a month in which fiscal years may end.
type monthChoice struct {
	Value, Name string
	Chosen      bool
}

type fiscalYear struct {
	Label   string
	Title   string // its days
	Figures []template.HTML
}

// december is the month in which fiscal years end, unless another is chosen.
const december = 12

// flows are the additive amounts of a fiscal year, and balances those at its end.
var (
	flows    = []figure.Concept{figure.CashTotal, figure.LiabilityInterest, figure.AssetAmortization, figure.CostTotal}
	balances = []figure.Concept{figure.LiabilityClosing, figure.AssetClosing}
)

// fiscalYearsOf returns the totals of years that end with a month.
func fiscalYearsOf(ctx context.Context, r *leasehold.Result, month int, n nouns, p printer) (*fiscalYears, error) {
	v := &fiscalYears{Columns: []string{"Cash paid", n.Interest, n.Amortization, r.Lease.Say("Lease cost"), "Liability at the end", "Asset at the end"}}
	for m := 1; m <= december; m++ {
		choice := monthChoice{strconv.Itoa(m), time.Month(m).String(), m == month}
		if m == december {
			choice.Value = "" // the default is not part of a link
		}
		v.Ends = append(v.Ends, choice)
	}
	last := r.Schedule[len(r.Schedule)-1].Last
	sums := make([]money.Amount, len(flows))
	for from := r.Lease.Start(); !last.Before(from); {
		to := yearEnd(from, month)
		f, err := leasehold.MeasureSpanContext(ctx, &r.Lease, leasehold.Span{From: from, To: to, InLeaseCurrency: true})
		if err != nil {
			return nil, fmt.Errorf("the year to %s: %w", to, err)
		}
		label := fmt.Sprintf("%04d", to.Year)
		row := fiscalYear{Label: label, Title: from.String() + " to " + to.String()}
		for i, c := range flows {
			sums[i] = sums[i].Add(f.Of(c))
			row.Figures = append(row.Figures, p.marked("fiscal"+label+"-"+c.String(), f.Of(c)))
		}
		for _, c := range balances {
			row.Figures = append(row.Figures, p.marked("fiscal"+label+"-"+c.String(), f.Of(c)))
		}
		v.Rows = append(v.Rows, row)
		from = to.Next()
	}
	for i, c := range flows {
		v.Totals = append(v.Totals, p.marked("fiscal-"+c.String(), sums[i]))
	}
	return v, nil
}

// yearEnd is the end of the fiscal year that a day is in.
func yearEnd(day civil.Date, month int) civil.Date {
	year := day.Year
	if int(day.Month) > month {
		year++
	}
	first := civil.Date{Year: year, Month: day.Month, Day: 1}
	first.Month = 1
	return first.AddMonths(month).Prev()
}
