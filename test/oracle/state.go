package oracle

import (
	"math/big"
	"slices"
)

// known returns the stage that applies at the end of the day, after events up to that day. Before
// commencement, it returns the stage without events.
func (b *book) known(day date) *stage {
	i := len(b.stages) - 1
	for i > 0 && b.stages[i].from.after(day) {
		i--
	}
	return &b.stages[i]
}

func (s *stage) rateUsed() *big.Rat { return used(s.rate) }

// elapsed returns how many of the row's days have passed by the end of the given day.
func (r *Row) elapsed(day date) int {
	return max(0, min(r.first.daysTo(day)+1, r.days))
}

// position holds a lease's balances at the end of a day.
type position struct {
	liability, asset *big.Int
	monthsLeft       *big.Rat
}

// position computes the balances at the end of the day, from the rows of stage s.
func (b *book) position(s *stage, day date) position {
	p := position{new(big.Int), new(big.Int), new(big.Rat)}
	if day.before(b.lease.start()) || s.over || day.after(s.rows[len(s.rows)-1].last) {
		return p
	}
	for k := range s.rows {
		row := &s.rows[k]
		e := row.elapsed(day)
		left := big.NewRat(int64(row.days-e), int64(row.days))
		p.monthsLeft.Add(p.monthsLeft, left.Mul(left, row.Months))
		if e == 0 || day.after(row.last) {
			continue
		}
		interest, amortization, _ := b.soFar(row, e)
		p.liability.Add(row.LiabilityOpen, interest)
		if row.treatment != exempt {
			p.liability.Sub(p.liability, row.paidBy(day))
		}
		p.asset.Sub(row.RouAssetOpen, amortization)
	}
	return p
}

// paidBy totals a row's payments through the end of the day.
func (r *Row) paidBy(day date) *big.Int {
	paid := new(big.Int)
	for _, f := range r.flows {
		if !f.day.after(day) {
			paid.Add(paid, f.amount)
		}
	}
	return paid
}

// onDay returns the total of a row's payments on the day.
func (r *Row) onDay(day date) *big.Int {
	paid := new(big.Int)
	for _, f := range r.flows {
		if f.day == day {
			paid.Add(paid, f.amount)
		}
	}
	return paid
}

// justAfter returns the liability after the day's last payment, from the rows of stage s. If the
// payment is at a row's opening, the liability excludes the day's interest. Otherwise it is the
// liability at the end of the day.
func (b *book) justAfter(s *stage, day date) *big.Int {
	i := slices.IndexFunc(s.rows, func(r Row) bool { return !r.last.before(day) })
	row := &s.rows[i]
	last := opening
	for _, at := range []place{opening, within, closing} {
		paid := new(big.Int)
		for _, f := range row.flows {
			if f.day == day && f.place == at {
				paid.Add(paid, f.amount)
			}
		}
		if paid.Sign() != 0 {
			last = at
		}
	}
	if last == opening {
		return new(big.Int).Sub(row.LiabilityOpen, row.at(opening))
	}
	return b.position(s, day).liability
}

// longTerm computes the portion of the liability that is due more than twelve months after the
// given day, from the rows of stage s. It is the liability after the last payment in these twelve
// months, but at most the limit.
func (b *book) longTerm(s *stage, to date, balance, limit *big.Int) *big.Int {
	next := to.plusDays(1)
	yearEnd := next.plusMonths(12).dayBefore()
	if s.over || !s.rows[len(s.rows)-1].last.after(yearEnd) {
		return new(big.Int)
	}
	later := balance
	var last *date
	for k := range s.rows {
		row := &s.rows[k]
		for _, f := range row.flows {
			if row.onDay(f.day).Sign() != 0 && f.day.after(to) && !f.day.after(yearEnd) {
				last = &f.day
			}
		}
	}
	if last != nil {
		later = b.justAfter(s, *last)
	}
	if limit.Cmp(later) < 0 {
		later = limit
	}
	if later.Sign() < 0 {
		return new(big.Int)
	}
	return later
}
