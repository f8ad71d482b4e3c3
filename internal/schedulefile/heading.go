package schedulefile

import (
	"strings"

	"github.com/leasehold-accounting/leasehold/internal/cell"
	"github.com/leasehold-accounting/leasehold/internal/columns"
	"github.com/leasehold-accounting/leasehold/internal/wording"
)

// These are the names of the fields of a schedule row in the API contract, and names for the
// opening balances.
const (
	period       = "period"
	date         = "date"
	liability    = "liabilityClose"
	asset        = "rouAssetClose"
	amortization = "rouAmortization"
	expense      = "leaseExpense"
	payment      = "payment"
	interest     = "interest"
	principal    = "principal"

	liabilityOpen = "liabilityOpen"
	assetOpen     = "rouAssetOpen"
)

// fields contains the fields that a map may assign to columns.
var fields = []string{period, date, payment, interest, principal, liability, amortization, asset, expense, liabilityOpen, assetOpen}

// These are the concepts that the words of a heading can express.
const (
	isAsset     = "ASSET"
	isLiability = "LIABILITY"
	isTime      = "TIME"  // the end of a period
	isName      = "NAME"  // a name of the asset or of the liability without a word for an amount
	isOther     = "OTHER" // an amount that is not a field
	opens       = "OPENS"
	closes      = "CLOSES"
	amortizes   = "AMORTIZES"
)

var (
	ofAsset     = columns.In("rou asset assets nbv")
	ofLiability = columns.In("liability liabilities obligation debt loan")

	headings = columns.Set{
		Exact:  exact(),
		Others: others(),
		Phrases: strings.NewReplacer(
			"right-of-use", "rou", "right of use", "rou", "net book value", "nbv", "straight-line", "straightline", "straight line", "straightline",
			"end of", "ending", "start of", "opening", "beginning of", "opening", "b/f", "opening", "c/f", "closing", "brought forward", "opening", "carried forward", "closing",
		),
		Concepts: []columns.Rule{
			{Field: isName, Only: columns.In("lease rou asset assets liability liabilities obligation net total the of loan debt")},
			{Field: isAsset, Any: ofAsset},
			{Field: isLiability, Any: ofLiability, Not: []string{isAsset}},
			{Field: isAsset, Above: ofAsset, Not: []string{isAsset, isLiability}},
			{Field: isLiability, Above: ofLiability, Not: []string{isAsset, isLiability}},
			{Field: isTime, Any: columns.In("period month date day"), Not: []string{isAsset, isLiability, "balance"}},
			{Field: opens, Any: columns.In("opening beginning begin start starting bop open"), Not: []string{isTime}},
			{Field: closes, Any: columns.In("closing ending end close eop balance outstanding remaining carrying nbv"), Not: []string{isTime}},
			{Field: amortizes, Any: columns.In("amortization amortisation depreciation amortized amortised")},
			{Field: isOther, Any: columns.In("pv present factor discount discounted rate days cumulative accumulated cum deferred prepaid accrued current " +
				"noncurrent variance difference check change movement additions remeasurement undiscounted year years debit credit index variable")},
		},
		Rules: []columns.Rule{
			{Field: date, Any: columns.In("date day due"), Not: columns.In("end ending days")},
			{Field: period, Any: columns.In("period payment month installment instalment pmt"), And: columns.In("no number nr index")},
			{Field: interest, Any: columns.In("unwinding unwind accretion")},
			{Any: []string{isOther}},
			{Field: interest, Any: []string{"interest"}},
			{Any: []string{amortizes}, And: []string{opens}},
			{Any: []string{amortizes}, And: []string{closes}, Not: columns.In("expense charge")},
			{Field: amortization, Any: []string{amortizes}},
			{Field: principal, Any: columns.In("principal capital redemption"), Not: []string{opens, closes}},
			{Field: amortization, Any: columns.In("reduction reductions"), And: []string{isAsset}},
			{Field: principal, Any: columns.In("reduction reductions")},
			{Field: expense, Any: []string{"straightline"}},
			{Field: expense, Any: columns.In("expense cost"), Not: columns.In("direct finance initial")},
			{Field: interest, Any: []string{"finance"}, And: columns.In("cost charge")},
			{Field: assetOpen, Any: []string{opens}, And: []string{isAsset}},
			{Field: liabilityOpen, Any: []string{opens}},
			{Field: payment, Any: columns.In("payment payments cash rent rents paid installment instalment pmt"), Not: []string{closes}},
			{Field: asset, Any: []string{isAsset}, And: []string{closes, isName}},
			{Field: liability, Any: []string{closes}},
			{Field: liability, Any: []string{isLiability}, And: []string{isName}},
		},
		Dates:   []string{date},
		Numbers: []string{period, payment, interest, principal, liability, amortization, asset, expense, liabilityOpen, assetOpen},
		Enough:  4,
	}
)

// exact returns the folded headings that are recognized only as a whole.
func exact() map[string]string {
	known := map[string]string{}
	for folded := range others() {
		known[folded] = ""
	}
	for _, folded := range columns.In("period periods n k t no nr month months pmtno row") {
		known[folded] = period
	}
	for _, f := range fields {
		known[cell.Fold(f)] = f
	}
	return known
}

// others returns the headings of columns that are not compared, although Leasehold's own schedules
// contain them.
func others() map[string]columns.Column {
	known := map[string]columns.Column{
		"from":   {Why: "it contains the first day of each period", Aside: true},
		"to":     {Why: "it contains the last day of each period", Aside: true},
		"months": {Why: "it contains the length of each period", Aside: true},
	}
	for _, s := range wording.Sides {
		for _, heading := range []string{s.Member, s.Heading} {
			known[cell.Fold(heading)] = columns.Column{Why: "it is not part of the measurement"}
		}
	}
	return known
}
