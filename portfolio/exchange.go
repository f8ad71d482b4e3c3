package portfolio

import (
	"slices"

	"github.com/leasehold-accounting/leasehold/exchange"
)

// pairs lists the currency pairs that the report needs.
func (q *Question) pairs() (pairs []exchange.Pair) {
	for _, l := range q.Leases {
		if q.Where.known(l.Lease) {
			pairs = append(pairs, l.Pairs(q.Presentation)...)
		}
	}
	return pairs
}

// CheckExchange rejects a table of exchange rates that lacks rates of pairs for the reporting
// period or its comparative (METHOD 21.2), and names all of them. The error is a
// [*leasehold.InvalidError].
func (q *Question) CheckExchange(pairs []exchange.Pair) error {
	messages := q.rateTable().Lacks(pairs, q.From, q.To, q.Journal == Monthly)
	if c := q.Comparative; c.Set && c.Value.Published == nil {
		for _, message := range q.rateTable().Lacks(pairs, c.Value.From, c.Value.To, false) {
			if !slices.Contains(messages, message) {
				messages = append(messages, message)
			}
		}
	}
	return exchange.LackError(messages)
}

// exchangeNotes returns the notes on leases in a currency other than the functional currency.
func exchangeNotes() []string {
	return []string{
		"An increase of an asset enters at the exchange rate of its event, and the earlier amount keeps its own rate: one of two policies that the staff of the SEC accepts.",
		"Prepaid rent of exempt leases and prepaid services stand at closing rates; their exchange differences are in cost as exchange.",
		"Hyperinflation is not accounted for.",
	}
}

// translationNotes returns the notes on figures in a presentation currency.
func translationNotes(q *Question) []string {
	notes := []string{
		"The figures are in " + q.Presentation.String() + ": movements, cost and cash at the average rates of their parts of the span, balances at the closing rates of their days. " +
			"Translation is the part of these leases in other comprehensive income and its reserve; nothing is posted for it, " +
			"and what exchange rates do to the entity's cash is not in it.",
	}
	if q.DeferredTax != nil {
		notes = append(notes, "Deferred tax is in functional currency.")
	}
	if q.Previous.Set {
		notes = append(notes, "Prior-period corrections are translated at the closing rates of the preceding day.")
	}
	if q.publishedOpenings() != nil {
		notes = append(notes, "The opening balances are the closing balances of the published report; the effect of other exchange rates of that day is in translation.")
	}
	return notes
}
