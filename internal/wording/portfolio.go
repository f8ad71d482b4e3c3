package wording

import (
	"fmt"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/standard"
)

// OfStandards replaces general lease terms in a label of a report with the terms of the leases'
// standards, if all standards use the same term. Examples are lease asset under GASB 87 and
// depreciation under IFRS 16.
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

// inWords replaces phrase in text with by. If phrase begins with a capital letter, its replacement
// does too.
func inWords(text, phrase, by string) string {
	return strings.NewReplacer(phrase, by, Sentence(phrase), Sentence(by)).Replace(text)
}

// YearAfter returns the label of the i-th period of twelve months after the day to, counted from 1.
// If to is the last day of a year, the label is the calendar year.
func YearAfter(to civil.Date, i int) string {
	end := to.Next().AddMonths(12 * i).Prev()
	if to.Month == 12 && to.Day == 31 {
		return fmt.Sprint(end.Year)
	}
	return "Twelve months to " + end.String()
}
