package wording

import (
	"fmt"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/standard"
)

// OfStandards replaces general terms in a report's label by the standards' terms, if they agree:
// a lease asset under GASB 87, depreciation under IFRS 16.
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

// inWords replaces a phrase and keeps its initial capital letter.
func inWords(text, phrase, by string) string {
	return strings.NewReplacer(phrase, by, Sentence(phrase), Sentence(by)).Replace(text)
}

// YearAfter names the i-th period of twelve months after a day, counted from 1. If the day is the
// last of a year, the name is the calendar year.
func YearAfter(to civil.Date, i int) string {
	end := to.Next().AddMonths(12 * i).Prev()
	if to.Month == 12 && to.Day == 31 {
		return fmt.Sprint(end.Year)
	}
	return "Twelve months to " + end.String()
}
