package oracle

import (
	"fmt"
	"math/big"
)

// Sublease is an operating sublease with straight-line income.
type Sublease struct {
	From     date    `json:"from"`
	To       date    `json:"to"`
	Receipts []Dated `json:"receipts"`
}

// income returns the income recognized by the end of the day, in minor units: total receipts ×
// elapsed months of the sublease / all months of the sublease.
func (s *Sublease) income(r *Request, day date) *big.Int {
	if day.before(s.From) {
		return new(big.Int)
	}
	share := monthsPassed(s.From, earlier(day, s.To).plusDays(1))
	share.Quo(share, monthsPassed(s.From, s.To.plusDays(1)))
	all := new(big.Int)
	for _, receipt := range s.Receipts {
		all.Add(all, r.units(receipt.Amount))
	}
	return cents(all, share)
}

// received returns the total of the receipts through the end of the day, in minor units.
func (s *Sublease) received(r *Request, day date) *big.Int {
	sum := new(big.Int)
	for _, receipt := range s.Receipts {
		if !receipt.Date.after(day) {
			sum.Add(sum, r.units(receipt.Amount))
		}
	}
	return sum
}

// subleaseRents returns two balances at the end of the day: income not yet received (receivable),
// and receipts not yet recognized as income (deferred). It does not offset one sublease's
// receivable against another's deferred receipts.
func (r *Request) subleaseRents(day date) (receivable, deferred *big.Int) {
	receivable, deferred = new(big.Int), new(big.Int)
	for i := range r.Subleases {
		rent := new(big.Int).Sub(r.Subleases[i].income(r, day), r.Subleases[i].received(r, day))
		if rent.Sign() < 0 {
			deferred.Sub(deferred, rent)
		} else {
			receivable.Add(receivable, rent)
		}
	}
	return receivable, deferred
}

// rents returns the day's balances of subleaseRents for a report. They are 0 before the lease is
// recognized.
func (b *book) rents(day date) (receivable, deferred *big.Int) {
	if day.before(b.lease.start()) {
		return new(big.Int), new(big.Int)
	}
	return b.lease.subleaseRents(day)
}

// rentsMoved returns the increase in both sublease balances from one day to another. It excludes
// balances from before the lease is recognized.
func (b *book) rentsMoved(before, last date) (receivable, deferred *big.Int) {
	before = later(before, b.lease.start().dayBefore())
	if !last.after(before) {
		return new(big.Int), new(big.Int)
	}
	receivable, deferred = b.lease.subleaseRents(last)
	r, d := b.lease.subleaseRents(before)
	return receivable.Sub(receivable, r), deferred.Sub(deferred, d)
}

// addSubleases adds to s the sublease income and receipts through the end of the day. They are
// negative, because they reduce the cost and the cash paid.
func (b *book) addSubleases(s sheet, day date) {
	eve := b.lease.start().dayBefore()
	for i := range b.lease.Subleases {
		l := &b.lease.Subleases[i]
		income := new(big.Int).Sub(l.income(b.lease, eve), l.income(b.lease, day))
		received := new(big.Int).Sub(l.received(b.lease, eve), l.received(b.lease, day))
		s.add("cost.subleaseIncome", income)
		s.add("~straight.income", income)
		s.add("cash.subleases", received)
		s.add("~straight.received", received)
	}
}

// checkSubleases rejects subleases of governments, and sublease dates out of order. If the lease is
// terminated early, it also rejects dates after the lease's last day.
func checkSubleases(r *Request, last date, ended bool) error {
	if r.gasb() && len(r.SubleaseIncome) > 0 {
		return refuse("subleaseIncome", "is a lessor's lease under %s", r.Standard)
	}
	if r.gasb() && len(r.Subleases) > 0 {
		return refuse("subleases", "is a lessor's lease under %s", r.Standard)
	}
	for i, s := range r.Subleases {
		if s.To.before(s.From) || ended && s.To.after(last) {
			return refuse(fmt.Sprintf("subleases[%d].to", i), "must not be before from or after the end of the lease")
		}
		for k, receipt := range s.Receipts {
			if k > 0 && receipt.Date.before(s.Receipts[k-1].Date) {
				return refuse(fmt.Sprintf("subleases[%d].receipts[%d].date", i, k), "must not be before the one above")
			}
		}
	}
	return nil
}
