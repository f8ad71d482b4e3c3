package pv

import (
	"math/big"
	"math/bits"

	"github.com/leasehold-accounting/leasehold/money"
)

// fixed is a two's complement number of cents with 64 binary places. It holds a balance of the
// fast path, which is below 2^63 cents. In each row, the balance is less than 2 units of the last
// place below the exact quotient: one unit for the truncated product and one for the inverse,
// which is truncated to 128 places. Over 1,201 rows, the error of a balance and of the difference
// between two balances is therefore less than 2,402 units.
type fixed struct{ frac, cents uint64 }

// margin is the distance from a threshold, in units of the last place, within which the fast path
// leaves the decision to exact arithmetic.
const margin = 1 << 13

// maxFast limits the balances and the payments of the fast path, in cents.
const maxFast = 1 << 62

// half is half a cent, as the fraction of a fixed.
const half = 1 << 63

// moveThreshold is one cent less a millionth, in units of the last place: (10^6 − 1) × 2^64 /
// 10^6, rounded up.
const moveThreshold = (Million-1)<<58/15625 + 1

// measureFast computes the balances of the fast path. It returns false if the flows are not
// ordinary.
func (m *Liability) measureFast() bool {
	n := len(m.flows)
	m.fast = make([]fixed, n+1)
	balance := fixed{}
	m.fast[n] = balance
	for k := n - 1; k >= 0; k-- {
		f := &m.flows[k]
		opening, small := fastAmount(f.Opening)
		closing, also := fastAmount(f.Closing)
		if !small || !also {
			return false
		}
		balance.cents += closing
		growth := &m.at.growths[f.growth]
		balance = balance.times(growth.hi, growth.lo)
		if balance.cents += opening; balance.cents >= maxFast {
			return false
		}
		m.fast[k] = balance
	}
	return true
}

// fastAmount returns an amount in cents. small is false if the amount is negative or above
// maxFast.
func fastAmount(a money.Amount) (cents uint64, small bool) {
	cents, mid, hi := a.Words()
	return cents, mid|hi == 0 && cents < maxFast
}

// times returns x × (hi, lo) / 2^128, truncated.
func (x fixed) times(hi, lo uint64) (y fixed) {
	h00, _ := bits.Mul64(x.frac, lo)
	h01, l01 := bits.Mul64(x.frac, hi)
	h10, l10 := bits.Mul64(x.cents, lo)
	h11, l11 := bits.Mul64(x.cents, hi)
	s, c := bits.Add64(l01, l10, 0)
	_, d := bits.Add64(s, h00, 0)
	y.frac, c = bits.Add64(h01, l11, c)
	y.cents = h11 + c
	y.frac, d = bits.Add64(y.frac, h10, d)
	y.cents += d
	return y
}

// firstWords returns the first 128 places of an inverse growth, truncated. The inverse 1 does not
// fit and becomes the next smaller value.
func firstWords(inverse *big.Int) (hi, lo uint64) {
	x := new(big.Int).Rsh(inverse, places-128)
	if x.BitLen() > 128 {
		return 1<<64 - 1, 1<<64 - 1
	}
	lo = x.Uint64()
	return x.Rsh(x, 64).Uint64(), lo
}

func (x fixed) sub(y fixed) (z fixed) {
	var b uint64
	z.frac, b = bits.Sub64(x.frac, y.frac, 0)
	z.cents, _ = bits.Sub64(x.cents, y.cents, b)
	return z
}

// round rounds x to whole cents; x must be at least −half a cent. sure is false if x is within
// margin of half a cent.
func (x fixed) round() (cents money.Amount, sure bool) {
	n := x.cents
	if x.frac >= half {
		n++
	}
	return money.Cents(int64(n)), x.frac-half+margin > 2*margin
}

// fastInterest is [Liability.interest] computed from the fast balances. sure is false if exact
// arithmetic must decide.
func (m *Liability) fastInterest(k int, payment money.Amount) (cents money.Amount, sure bool) {
	interest := m.fast[k].sub(m.fast[k-1])
	paid, _, _ := payment.Words()
	interest.cents += paid
	return interest.round()
}

// fastCorrection is [Liability.correction] computed from the fast balances. sure is false if
// exact arithmetic must decide.
func (m *Liability) fastCorrection(k int, printed money.Amount) (cents int64, sure bool) {
	above, _, _ := printed.Words()
	off, cents := fixed{cents: above}.sub(m.fast[k]), -1
	if int64(off.cents) < 0 {
		off, cents = fixed{}.sub(off), 1
	}
	if off.cents == 0 && off.frac < moveThreshold {
		cents = 0
	}
	return cents, off.cents > 0 || off.frac-moveThreshold+margin > 2*margin
}
