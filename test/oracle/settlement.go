package oracle

import "math/big"

// settlement is an amount paid on one day at one position of a row: first
// unpaid accrued interest, the remainder principal.
type settlement struct {
	day                 date
	amount              *big.Int
	interest, principal *big.Int
	treatment           treatment
}

// settlements splits all payments over the life in date order, each with the
// events known on its day. A payment that closes a row pays interest through
// its own day, other payments through the preceding day.
func (b *book) settlements() []settlement {
	if b.split == nil {
		s := &splitter{book: b, paid: new(big.Int)}
		for i := range b.stages {
			stage := &b.stages[i]
			until := b.rows[len(b.rows)-1].last // a stage ends on the day preceding the next one
			if i+1 < len(b.stages) {
				until = b.stages[i+1].from.dayBefore()
			}
			s.settle(stage, stage.from, until)
		}
		b.split = s.list
	}
	return b.split
}

// ahead splits a stage's payments after the end of a day.
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

// unpaid is the accrued and unpaid interest at a day's end. (Simple
// interest within a row falls after a payment that exceeds the opening
// balance; then payments exceed the accrual and unpaid interest is zero.)
func (b *book) unpaid(day date) *big.Int {
	s := b.known(day)
	if day.before(b.lease.start()) {
		return new(big.Int)
	}
	return b.unpaidBy(s, day)
}

// unpaidBy is unpaid by the rows of a stage.
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

// splitter collects settlements in sequence.
type splitter struct {
	book *book
	list []settlement
	paid *big.Int
}

// settle adds the payments of a stage's rows between two days.
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

// knownWith is the stage known at a day's end, at the latest the given
// one, which then determines future accruals.
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

// accruedBy is the interest of a stage's rows from commencement to the end of
// a day.
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
