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
