package leaseview

import (
	"html/template"
	"slices"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/console/chart"
	"github.com/leasehold-accounting/leasehold/internal/markup"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
)

type disclosures struct {
	Measures []headline
	Maturity []maturityView
	// Reconciliation reconciles the total payments of the maturity analysis to the initial
	// liability and shows the current and long-term portions of the liability.
	Reconciliation []reconciling
}

// maturityView is a row of the maturity analysis. The length of its bar is proportional to the
// payments.
type maturityView struct {
	Label  string
	Figure template.HTML
	Bar    template.HTML
	Rows   string
}

type reconciling struct {
	headline

	Sum  bool // the figure is the sum of the rows above
	Part bool // the figure is a portion of the figure in the last row with Sum
}

func disclosuresOf(r *leasehold.Result, o origins, p printer) disclosures {
	d := &r.Disclosures
	months, rate := d.WeightedAverageRemainingTermMonths, d.WeightedAverageDiscountRate
	imputed := o.headline("imputedInterest", p.deducted("imputedInterest", d.ImputedInterest))
	imputed.Label = "Less: " + strings.ToLower(imputed.Label)
	v := disclosures{
		Measures: []headline{
			o.headline("weightedAverageRemainingTermMonths", exact("weightedAverageRemainingTermMonths", months.String(), termInYears(months))),
			o.headline("weightedAverageDiscountRate", exact("weightedAverageDiscountRate", rate.String(), wording.Percent(rate))),
			o.headline("periodicRate", exact("periodicRate", r.PeriodicRate.String(), shortPercent(r.PeriodicRate))),
			o.headline("totalLeaseCost", p.marked("totalLeaseCost", d.TotalLeaseCost)),
		},
		Maturity: maturitiesOf(r, p),
	}
	if wording.Reconciles(&r.Lease) {
		v.Reconciliation = []reconciling{
			{o.headline("totalUndiscountedPayments", p.marked("totalUndiscountedPayments", d.TotalUndiscountedPayments)), true, false},
			{imputed, false, false},
			{o.headline("initialLiability", p.marked("initialLiability", r.InitialLiability)), true, false},
			{o.headline("currentLiability", p.marked("currentLiability", d.CurrentLiability)), false, true},
			{o.headline("longTermLiability", p.marked("longTermLiability", d.LongTermLiability)), false, true},
		}
	}
	return v
}

// termInYears formats a number of months together with the number of years that regulatory filings
// state.
func termInYears(months money.Decimal) string {
	whole, ok := months.Int64()
	if !ok {
		return wording.Left(months)
	}
	n := int(whole)
	tenths := (n*10 + 6) / 12
	return strconv.Itoa(tenths/10) + "." + strconv.Itoa(tenths%10) + " years (" + markup.Plural(n, "month") + ")"
}

// thereafter is the number of the first year whose payments the maturity analysis combines with
// those of all later years.
const thereafter = 6

func maturitiesOf(r *leasehold.Result, p printer) []maturityView {
	analysis := wording.Maturities(r)
	var largest money.Amount
	for _, m := range analysis {
		if m.Payments.Cmp(largest) > 0 {
			largest = m.Payments
		}
	}
	first, last := make([]int, len(analysis)), make([]int, len(analysis)) // numbers of the first and the last schedule row in each row of the maturity analysis
	for i := range r.Schedule {
		row := &r.Schedule[i]
		at := slices.IndexFunc(analysis, func(m wording.MaturityRow) bool { return row.Year <= m.Last })
		if at < 0 {
			at = len(analysis) - 1
		}
		if first[at] == 0 {
			first[at] = row.Number
		}
		last[at] = row.Number
	}
	list := make([]maturityView, len(analysis))
	for i, m := range analysis {
		rows := "no period"
		switch first[i] {
		case 0:
		case last[i]:
			rows = "period " + strconv.Itoa(first[i])
		default:
			rows = "periods " + strconv.Itoa(first[i]) + " to " + strconv.Itoa(last[i])
		}
		label := m.Label
		if m.First < thereafter && r.Lease.Standard.MaturityBands() == nil {
			label = yearLabel(r.Lease.Start().AddMonths(12 * i))
		}
		list[i] = maturityView{
			label, p.marked("maturity"+strconv.Itoa(m.First), m.Payments), chart.Share(m.Payments, largest), rows,
		}
	}
	return list
}
