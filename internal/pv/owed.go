package pv

import "slices"

// Owed reports whether nothing is to be received on balance from any day on; if not, it
// returns the first such day: the row, counted from 0, and the days since its first. The
// balances before a negative one are not to be trusted: division is of what is owed. So
// rows are looked at from the last, and the first day is found exactly.
func (m *Liability) Owed() (row, day int, owed bool) {
	for k := len(m.flows) - 1; k >= 0; k-- {
		if m.laterNegative(k, 0) || slices.ContainsFunc(m.Singles(&m.flows[k]), func(s Single) bool { return m.laterNegative(k, s.Day) }) {
			row, day = m.overdrawn()
			return row, day, false
		}
	}
	return 0, 0, !m.balances[0].negativeFor(m, 0, -1)
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
		for _, s := range m.Singles(&m.flows[k]) {
			if !exact.owed(k, s.Day) {
				return k, int(s.Day)
			}
		}
	}
	return 0, 0
}

// laterNegative reports whether what is paid after a day of row k, counted from
// 0, is negative on balance at the row's end.
func (m *Liability) laterNegative(k int, day int32) bool {
	f := &m.flows[k]
	if f.singles > 0 {
		return !m.referee().owed(k, day)
	}
	return m.balances[k+1].plus(f.Closing).negativeFor(m, k, day)
}

// negativeFor reports whether x, which is what the referee would look at, is
// negative.
func (x fixed) negativeFor(m *Liability, k int, day int32) bool {
	if y := x.add(fixed{frac: doubt}); y.hi|y.mid|y.lo == 0 && y.frac <= 2*doubt {
		return !m.referee().owed(k, day) // too close to 0 to decide here
	}
	return x.negative()
}
