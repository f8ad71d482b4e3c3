package workbench

import (
	"html/template"
	"strconv"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/money"
)

// disclosures are the figures of the notes to the accounts.
type disclosures struct {
	Measures []headline
	Maturity []maturityView
	// Reconciliation leads from the payments of the maturity analysis to the
	// liability and its parts.
	Reconciliation []reconciling
}

// maturityView is a row of the maturity analysis with its bar.
type maturityView struct {
	Label  string
	Figure template.HTML
	Bar    template.HTML
	Rows   string
}

// reconciling is a row of the reconciliation.
type reconciling struct {
	headline

	Sum  bool // of the rows above
	Part bool // of the row above
}

func disclosuresOf(r *leasehold.Result) disclosures {
	e, d := explainer{r}, &r.Disclosures
	standard := r.Lease.Standard
	return disclosures{
		Measures: []headline{
			{
				"remainingTerm", standard.TermHeading(),
				exact("weightedAverageRemainingTermMonths", strconv.Itoa(d.WeightedAverageRemainingTermMonths), termInYears(d.WeightedAverageRemainingTermMonths)),
				e.remainingTerm(),
			},
			{
				"averageRate", standard.RateHeading(),
				exact("weightedAverageDiscountRate", d.WeightedAverageDiscountRate.String(), percentOf(d.WeightedAverageDiscountRate)), e.averageRate(),
			},
			{"periodicRate", "Rate per " + periodWords[r.Lease.PaymentFrequency], exact("periodicRate", r.PeriodicRate.String(), shortPercent(r.PeriodicRate)), e.periodicRate()},
			{"totalLeaseCost", labelCost, marked("totalLeaseCost", d.TotalLeaseCost), e.cost()},
		},
		Maturity: maturitiesOf(r),
		Reconciliation: []reconciling{
			{headline{"totalUndiscountedPayments", labelPayments, marked("totalUndiscountedPayments", d.TotalUndiscountedPayments), e.payments()}, true, false},
			{headline{"imputedInterest", "Less: imputed interest", deducted("imputedInterest", d.ImputedInterest), e.imputed()}, false, false},
			{headline{"initialLiability", labelLiability, marked("initialLiability", r.InitialLiability), e.liability()}, true, false},
			{headline{"currentLiability", labelCurrent, marked("currentLiability", d.CurrentLiability), e.current()}, false, true},
			{headline{"longTermLiability", labelLongTerm, marked("longTermLiability", d.LongTermLiability), e.longTerm()}, false, true},
		},
	}
}

// termInYears prints a term as filings do, beside its months.
func termInYears(n int) string {
	tenths := (n*10 + 6) / 12
	return strconv.Itoa(tenths/10) + "." + strconv.Itoa(tenths%10) + " years (" + months(n) + ")"
}

func maturitiesOf(r *leasehold.Result) []maturityView {
	analysis := r.Disclosures.MaturityAnalysis
	var largest money.Amount
	for _, m := range analysis {
		if m.UndiscountedPayments.Cmp(largest) > 0 {
			largest = m.UndiscountedPayments
		}
	}
	first, last := make([]int, len(analysis)), make([]int, len(analysis)) // numbers of rows
	for i := range r.Schedule {
		row := &r.Schedule[i]
		at := min(row.Year, len(analysis)) - 1
		if first[at] == 0 {
			first[at] = row.Number
		}
		last[at] = row.Number
	}
	list := make([]maturityView, len(analysis))
	for i, m := range analysis {
		rows := "no period"
		switch {
		case first[i] == 0:
		case first[i] == last[i]:
			rows = "period " + strconv.Itoa(first[i])
		default:
			rows = "periods " + strconv.Itoa(first[i]) + " to " + strconv.Itoa(last[i])
		}
		list[i] = maturityView{
			m.Label, marked("maturity"+strconv.Itoa(m.Year), m.UndiscountedPayments), share(m.UndiscountedPayments, largest), rows,
		}
	}
	return list
}
