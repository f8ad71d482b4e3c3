package pv

import (
	"math/bits"
	"slices"

	"github.com/leasehold-accounting/leasehold/money"
)

// within is what the single payments of a row have grown to by its end. It does not change
// with what else is paid.
type within struct {
	sum          fixed
	known, exact bool
}

// knownWithin returns what is known of the first n rows, with room for all.
func (m *Liability) knownWithin(n int) []within {
	known := len(m.within)
	list := slices.Grow(m.within, len(m.flows)-known)[:n]
	clear(list[known:])
	return list
}

// grownWithin returns what the single payments of a row have grown to by its end, and whether
// that is exact. byDays is the ladder of the row, where it is known.
func (m *Liability) grownWithin(f *Flow, byDays *ladder) (sum fixed, exact bool) {
	singles := m.Singles(f)
	if m.discounting != Nominal {
		var grown accumulator
		if byDays == nil {
			byDays = m.powers.ladder(m.exponent(f, 1))
		}
		for i := range singles {
			grown.grow(singles[i].Amount, byDays, f.Days-singles[i].Day)
		}
		return grown.round(), false
	}
	var plain, weighted money.Amount
	for i := range singles {
		plain = plain.Add(singles[i].Amount)
		weighted = weighted.Add(times(singles[i].Amount, f.Days-singles[i].Day))
	}
	sum, exact = m.simply(f, weighted)
	return sum.plus(plain), exact
}

// growing adds up what single payments of a row have grown to by its end.
type growing struct {
	m *Liability
	f *Flow

	ladder *ladder // under a convention of powers
	grown  accumulator

	plain, weighted money.Amount // under the nominal one: weighted by the days to the end
}

func (m *Liability) growing(f *Flow) growing {
	g := growing{m: m, f: f}
	if m.discounting != Nominal {
		g.ladder = m.powers.ladder(m.exponent(f, 1))
	}
	return g
}

func (g *growing) add(s *Single) {
	days := g.f.Days - s.Day
	if g.ladder != nil {
		g.grown.grow(s.Amount, g.ladder, days)
		return
	}
	g.plain = g.plain.Add(s.Amount)
	g.weighted = g.weighted.Add(times(s.Amount, days))
}

// sum returns the sum to the nearest last place, and whether it is exact.
func (g *growing) sum() (sum fixed, exact bool) {
	if g.ladder != nil {
		return g.grown.round(), false
	}
	sum, exact = g.m.simply(g.f, g.weighted)
	return sum.plus(g.plain), exact
}

// simply returns the simple interest on amounts of a row that are weighted by days, to
// the nearest last place, and whether it is exact.
func (m *Liability) simply(f *Flow, weighted money.Amount) (interest fixed, exact bool) {
	rate, period := m.rate*uint64(f.Months), uint64(f.period())
	var x [5]uint64 // with 64 places
	var carry uint64
	lo, mid, hi := weighted.Abs().Words()
	for i, word := range [...]uint64{lo, mid, hi} {
		high, low := bits.Mul64(word, rate)
		x[i+1], carry = bits.Add64(low, carry, 0)
		carry += high
	}
	x[4] = carry
	rest := over(x[:], YearUnits)
	more := over(x[:], period)
	// What is left is more × YearUnits + rest, of period × YearUnits.
	leftHigh, left := bits.Mul64(more, YearUnits)
	left, carry = bits.Add64(left, rest, 0)
	leftHigh += carry
	wholeHigh, whole := bits.Mul64(period, YearUnits)
	_, borrow := bits.Sub64(left<<1, whole, 0)
	_, borrow = bits.Sub64(leftHigh<<1|left>>63, wholeHigh, borrow)
	var c uint64
	interest.frac, c = bits.Add64(x[0], 1-borrow, 0)
	interest.lo, c = bits.Add64(x[1], 0, c)
	interest.mid, c = bits.Add64(x[2], 0, c)
	interest.hi = x[3] + c
	if weighted.Sign() < 0 {
		interest = fixed{}.sub(interest)
	}
	return interest, rest|more == 0
}

// over divides x, whose words are the least significant first, and returns the
// remainder.
func over(x []uint64, by uint64) (rest uint64) {
	for i := len(x) - 1; i >= 0; i-- {
		if rest|x[i] != 0 {
			x[i], rest = bits.Div64(rest, x[i], by)
		}
	}
	return rest
}
