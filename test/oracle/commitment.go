package oracle

import (
	"math/big"
	"slices"
)

// commitment totals the leases in one currency that commence after the reporting period.
type commitment struct {
	currency string
	leases   int
	payments *big.Int
}

// commit adds lease b to the commitments if it commences after the reporting period. The amount is
// the total of all payments, including payments at commencement, translated at the closing rate on
// the report's last day.
func (r *Report) commit(q *Question, b *book) {
	if !b.lease.Commencement.after(r.To) {
		return
	}
	currency, payments := b.lease.books(), new(big.Int).Set(b.commencement.paid)
	for k := range b.stages[0].rows {
		payments.Add(payments, b.stages[0].rows[k].Payment)
	}
	payments = b.functional().translate(payments, q.Exchange.closing(b.lease, r.To))
	if row := q.Exchange.at(pair{currency, q.Presentation}, r.To); row != nil {
		payments = translate(payments, row.Closing, currency, q.Presentation)
	}
	if q.Presentation != "" {
		currency = q.Presentation
	}
	i := slices.IndexFunc(r.commitments, func(c commitment) bool { return c.currency == currency })
	if i < 0 {
		i = len(r.commitments)
		r.commitments = append(r.commitments, commitment{currency, 0, new(big.Int)})
	}
	r.commitments[i].leases++
	r.commitments[i].payments.Add(r.commitments[i].payments, payments)
}
