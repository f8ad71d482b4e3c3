package oracle

import "math/big"

// settlement is what is paid on one day in one place of a row: first the
// interest accrued and not yet paid, the rest principal.
type settlement struct {
	day                 date
	amount              *big.Int
	interest, principal *big.Int
	treatment           treatment
}

// settlements splits all that is paid over the life, in the order of the days.
// Each day is looked at with the events known on it. What closes a row pays
// interest through its own day, all else through the day before.
func (b *book) settlements() []settlement {
	if b.split == nil {
		s := &splitter{book: b, paid: new(big.Int)}
		for i := range b.stages {
			stage := &b.stages[i]
			until := b.rows[len(b.rows)-1].last // a stage's reign ends the day before the next one's begins
			if i+1 < len(b.stages) {
				until = b.stages[i+1].from.dayBefore()
			}
			s.settle(stage, stage.from, until)
		}
		b.split = s.list
	}
	return b.split
}

// ahead splits what a stage has still to pay after the end of a day.
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

// unpaid is the interest accrued and not yet paid at the end of a day. (Simple
// interest within a row falls after a payment that exceeds the balance at its
// opening: then more was paid than has accrued, and nothing is unpaid.)
func (b *book) unpaid(day date) *big.Int {
	s := b.known(day)
	if day.before(b.lease.start()) {
		return new(big.Int)
	}
	return b.unpaidBy(s, day)
}

// unpaidBy is the same by the rows of a stage.
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

// splitter lists settlements one after the other.
type splitter struct {
	book *book
	list []settlement
	paid *big.Int // interest
}

// settle adds the payments of a stage's rows from a day through another.
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

// knownWith is the stage known at the end of a day, but none after the given
// one: what a day not yet reached will accrue is told by that stage.
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

// accruedBy is the interest of a stage's rows from commencement to the end of a
// day.
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
