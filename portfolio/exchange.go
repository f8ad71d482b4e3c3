package portfolio

import (
	"slices"

	"github.com/leasehold-accounting/leasehold"
)

// pairs lists the pairs of currencies that the report needs.
func (q *Question) pairs() (pairs []leasehold.Pair) {
	for _, l := range q.Leases {
		if q.Where.known(l.Lease) {
			pairs = append(pairs, l.Pairs()...)
		}
	}
	return pairs
}

// checkExchange names everything that the table of exchange rates lacks for the leases of
// the question, for its span and its comparative (METHOD 21.2).
func (q *Question) checkExchange() error {
	pairs := q.pairs()
	messages := q.ExchangeRates.Lacks(pairs, leasehold.Span{From: q.From, To: q.To, Monthly: q.Journal == Monthly || q.Ledger != nil})
	if c := q.Comparative; c.Set {
		for _, message := range q.ExchangeRates.Lacks(pairs, leasehold.Span{From: c.Value.From, To: c.Value.To}) {
			if !slices.Contains(messages, message) {
				messages = append(messages, message)
			}
		}
	}
	return leasehold.LackError(messages)
}

// exchangeNotes are the remarks on leases in another currency than the books.
func exchangeNotes() []string {
	return []string{
		"An increase of an asset enters at the exchange rate of its event, and what was there keeps its own: one of two policies that the staff of the SEC accepts. " +
			"For decreases no source was found.",
		"Prepaid rent of exempt leases and prepaid services stand at closing rates; their exchange differences are in cost as exchange.",
		"Hyperinflation is not accounted for.",
	}
}
