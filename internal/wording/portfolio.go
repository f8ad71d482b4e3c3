package wording

import (
	"fmt"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/standard"
)

// OfStandards replaces general lease terms in a report label with the terms of the leases' standards, if all standards
// use the same term. Examples are lease asset under GASB 87 and depreciation under IFRS 16.
func OfStandards(text string, standards []leasehold.Standard) string {
	if len(standards) == 0 {
		return text
	}
	if len(standards) == 1 {
		text = standards[0].Say(text)
	}
	all := func(is func(leasehold.Standard) bool) bool {
		return !slices.ContainsFunc(standards, func(s leasehold.Standard) bool { return !is(s) })
	}
	if noun := standards[0].AssetNoun(); all(func(s leasehold.Standard) bool { return s.AssetNoun() == noun }) {
		text = inWords(text, "right-of-use asset", noun)
	}
	if all(func(s leasehold.Standard) bool {
		return s.AmortizationAccount() == standard.AccountDepreciationExpense
	}) {
		text = inWords(text, "amortization", "depreciation")
	}
	return text
}

// inWords replaces a phrase in text with another phrase. If the phrase in the text begins with a capital
// letter, its replacement does too.
func inWords(text, phrase, by string) string {
	return strings.NewReplacer(phrase, by, Sentence(phrase), Sentence(by)).Replace(text)
}

// YearAfter returns the label of the i-th twelve-month period after a date, where i is counted from 1. If the
// date is the last day of a year, the label is the calendar year.
func YearAfter(to civil.Date, i int) string {
	end := to.Next().AddMonths(12 * i).Prev()
	if to.Month == 12 && to.Day == 31 {
		return fmt.Sprint(end.Year)
	}
	return "Twelve months to " + end.String()
}

// MaturityRow is a row of the maturity analysis. A MaturityRow contains the payments of the years
// First to Last, which are counted from the start of the analysis.
type MaturityRow struct {
	Label       string
	First, Last int
	Payments    money.Amount

	band bool
}

// Maturities returns the rows of the maturity analysis: one row per year, or the time bands that the standard defines.
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

// InText returns the row's label for use within a sentence. The word Year remains capitalized.
func (m *MaturityRow) InText() string {
	if !m.band {
		return m.Label
	}
	return strings.ToLower(m.Label)
}

// MaturityHeading returns the heading of the column that contains the row labels.
func MaturityHeading(s leasehold.Standard) string {
	if s.MaturityBands() != nil {
		return "Maturity analysis, undiscounted payments"
	}
	return "Maturity analysis, undiscounted payments by lease year"
}

// The labels of the figures in a closing are keyed by API contract name.
var signed = map[string]string{
	"liability": "Lease liability", "rouAsset": "Right-of-use asset", "accumulatedAmortization": "Accumulated amortization", "prepaidRent": "Prepaid (accrued) rent",
}

// Signed returns the label of the closing figure with the given API contract name. If the leases'
// standards are supplied, the label uses their terms.
func Signed(name string, standards []leasehold.Standard) string {
	if label, ok := signed[name]; ok {
		return OfStandards(label, standards)
	}
	return name
}
