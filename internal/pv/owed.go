package pv

import (
	"slices"

	"github.com/leasehold-accounting/leasehold/money"
)

// Owed reports whether nothing is to be received on balance from any day on; if not, it
// returns the first such day: the row, counted from 0, and the days since its first. The
// balances before a negative one are not to be trusted: division is of what is owed. So
// rows are looked at from the last, and the first day is found exactly.
func (m *Liability) Owed() (row, day int, owed bool) {
	if m.owedThroughout() {
		return 0, 0, true
	}
	row, day = m.overdrawn()
	return row, day, false
}

func (m *Liability) owedThroughout() bool {
	for k := range slices.Backward(m.flows) {
		if m.negativeWithin(k) {
			return false
		}
	}
	return !m.balances[0].negativeFor(m, 0, -1, m.inexact == 0)
}

// overdrawn returns the first day from which more is to be received than is owed.
func (m *Liability) overdrawn() (row, day int) {
	exact := m.referee()
	if !exact.owed(0, -1) {
		return 0, 0
	}
	for k := range m.flows {
		if !exact.owed(k, 0) {
			return k, 0
		}
		before := int32(0)
		for _, s := range m.Singles(&m.flows[k]) {
			if s.Day != before && !exact.owed(k, s.Day) {
				return k, int(s.Day)
			}
			before = s.Day
		}
	}
	return 0, 0
}

// negativeWithin reports whether what is paid after a day of row k, counted from 0, is
// negative on balance at the row's end: after its first, or after one on which a single
// payment is made.
func (m *Liability) negativeWithin(k int) bool {
	f := &m.flows[k]
	later := m.balances[k+1].plus(f.Closing)
	known := m.inexact <= k+1
	if f.singles == 0 {
		return later.negativeFor(m, k, 0, known)
	}
	singles := m.Singles(f)
	if later.covers(singles) {
		return false
	}
	sum, g := later, m.growing(f)
	for i := len(singles) - 1; i >= 0; i-- {
		if s := &singles[i]; i == len(singles)-1 || s.Day != singles[i+1].Day {
			if sum.negativeFor(m, k, s.Day, known) {
				return true
			}
		}
		g.add(&singles[i])
		if i == 0 || singles[i-1].Day != singles[i].Day {
			grown, exact := g.sum()
			sum, known = later.add(grown), exact && m.inexact <= k+1
		}
	}
	return sum.negativeFor(m, k, 0, known)
}

// mostGrowth is more than anything grows to within a row: (1 + 1/12)^12, at the highest rate
// for a year, is below it.
const mostGrowth = 3

// covers reports whether x, what is owed at a row's end, is more than what is received in
// single payments of the row can grow to. As a rule it is, and then nothing has to grow.
func (x fixed) covers(singles []Single) bool {
	var received money.Amount
	for i := range singles {
		if a := &singles[i].Amount; a.Sign() < 0 {
			received = received.Sub(*a)
		}
	}
	x = x.plus(received.Mul(mostGrowth).Neg())
	return !x.sub(fixed{lo: 1}).negative() // by a cent, which is more than x may be off
}

// negativeFor reports whether x, which is what the referee would look at, is negative.
// Where it is not known exactly, and is close to 0, the referee decides.
func (x fixed) negativeFor(m *Liability, k int, day int32, known bool) bool {
	if y := x.add(fixed{frac: doubt}); !known && y.hi|y.mid|y.lo == 0 && y.frac <= 2*doubt {
		return !m.referee().owed(k, day)
	}
	return x.negative()
}
