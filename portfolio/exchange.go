package portfolio

import (
	"slices"

	"github.com/leasehold-accounting/leasehold/exchange"
)

func (q *Question) pairs() (pairs []exchange.Pair) {
	for _, l := range q.Leases {
		if q.Where.known(l.Lease) {
			pairs = append(pairs, l.Pairs(q.Presentation)...)
		}
	}
	return pairs
}

// CheckExchange rejects the exchange rates of the request if rates of the given pairs are missing.
// The rates must cover the reporting period and the comparative period (METHOD 21.2). The error is
// a [*leasehold.InvalidError] that names all missing rates.
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

func exchangeNotes() []string {
	return []string{
		"An increase of an asset is recognized at the exchange rate of its event, and the earlier amount remains at its historical rate: one of two policies that the SEC staff accepts.",
		"Prepaid rent of exempt leases and prepaid services are translated at closing rates; cost includes their exchange differences as exchange.",
		"Hyperinflation is not accounted for.",
	}
}

func translationNotes(q *Question) []string {
	notes := []string{
		"The figures are in " + q.Presentation.String() + ": movements, cost and cash at the average rates of each part of the reporting period, balances at closing rates. " +
			"Translation is the effect of these leases on other comprehensive income and its reserve; it has no entries, " +
			"and it excludes the effect of exchange rates on the entity's cash.",
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
