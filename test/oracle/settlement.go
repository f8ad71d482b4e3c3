package oracle

import "math/big"

// settlement divides the amount paid on one day, at one position of a row, into interest and
// principal. It first settles unpaid accrued interest; the remainder is principal.
type settlement struct {
	day                 date
	amount              *big.Int
	interest, principal *big.Int
	treatment           treatment
}

// settlements divides every payment of the lease into interest and principal, in date order, taking
// into account events up to the payment's date. A payment at the closing of a row settles interest
// accrued through the payment's date. Any other payment settles interest accrued through the
// preceding day.
func (b *book) settlements() []settlement {
	if b.split == nil {
		s := &splitter{book: b, paid: new(big.Int)}
		for i := range b.stages {
			stage := &b.stages[i]
			until := b.rows[len(b.rows)-1].last // the stage's last day: the day before the next stage, or the end of the last row
			if i+1 < len(b.stages) {
				until = b.stages[i+1].from.dayBefore()
			}
			s.settle(stage, stage.from, until)
		}
		b.split = s.list
	}
	return b.split
}

// ahead divides the payments of stage s that are due after the given day.
func (b *book) ahead(s *stage, day date) []settlement {
	coming := &splitter{book: b, paid: new(big.Int)}
	for _, paid := range b.settlements() {
		if !paid.day.after(day) {
			coming.paid.Add(coming.paid, paid.interest)
		}
	}
	if !s.over {
		coming.settle(s, day.plusDays(1), s.rows[len(s.rows)-1].last)
	}
	return coming.list
}

// unpaid returns the unpaid accrued interest at the end of the day. If a payment exceeds the row's
// opening balance, the row's simple interest decreases after that payment. The interest paid can
// therefore exceed the interest accrued. The result is then 0.
func (b *book) unpaid(day date) *big.Int {
	s := b.known(day)
	if day.before(b.lease.start()) {
		return new(big.Int)
	}
	return b.unpaidBy(s, day)
}

// unpaidBy computes the same amount from the rows of stage s.
func (b *book) unpaidBy(s *stage, day date) *big.Int {
	unpaid := b.accruedBy(s, day)
	for _, paid := range b.settlements() {
		if !paid.day.after(day) {
			unpaid.Sub(unpaid, paid.interest)
		}
	}
	if unpaid.Sign() < 0 {
		return new(big.Int)
	}
	return unpaid
}

// splitter divides payments in date order. It totals the interest paid so far.
type splitter struct {
	book *book
	list []settlement
	paid *big.Int
}

// settle divides a stage's payments that are due in an inclusive range of days.
func (s *splitter) settle(stage *stage, from, until date) {
	b := s.book
	for k := range stage.rows {
		row := &stage.rows[k]
		if row.treatment == exempt || row.last.before(from) {
			continue
		}
		for first := 0; first < len(row.flows); {
			f := row.flows[first]
			sum, next := new(big.Int), first
			for ; next < len(row.flows) && row.flows[next].day == f.day && row.flows[next].place == f.place; next++ {
				sum.Add(sum, row.flows[next].amount)
			}
			first = next
			if f.day.before(from) || f.day.after(until) {
				continue
			}
			accruedThrough := f.day.dayBefore()
			if f.place == closing {
				accruedThrough = f.day
			}
			s.pay(f.day, sum, b.accruedBy(b.knownWith(stage, f.day), accruedThrough), row.treatment)
		}
	}
}

// knownWith returns the earlier of two stages: the stage that applies at the end of the day, and
// the argument latest.
func (b *book) knownWith(latest *stage, day date) *stage {
	if known := b.known(day); known.from.before(latest.from) {
		return known
	}
	return latest
}

func (s *splitter) pay(day date, amount, accrued *big.Int, treatment treatment) {
	interest := new(big.Int).Sub(accrued, s.paid)
	switch {
	case amount.Sign() <= 0 || interest.Sign() < 0:
		interest.SetInt64(0)
	case interest.Cmp(amount) > 0:
		interest.Set(amount)
	}
	s.paid.Add(s.paid, interest)
	s.list = append(s.list, settlement{day, amount, interest, new(big.Int).Sub(amount, interest), treatment})
}

// accruedBy returns the interest from commencement through the end of the day, computed from the
// rows of stage s.
func (b *book) accruedBy(s *stage, day date) *big.Int {
	sum := new(big.Int)
	for k := range s.rows {
		row := &s.rows[k]
		e := row.elapsed(day)
		if e == 0 {
			break
		}
		interest, _, _ := b.soFar(row, e)
		sum.Add(sum, interest)
	}
	return sum
}
