package leasehold

import (
	"github.com/leasehold-accounting/leasehold/money"
)

// The one-cent rule. Each row's interest is rounded by itself, and a printed
// balance may so drift from the exact one. A row moves by one cent when its
// balance would stand a whole cent, less a millionth, from the exact balance.
// The millionth is part of the definition: it gives a difference of exactly
// one cent the same verdict however the arithmetic is done.
const million = 1_000_000

// moveThreshold is the least number of last places that is at least one cent
// less a millionth: (10^6 − 1) × 2^64 / 10^6, rounded up.
const moveThreshold = (million-1)<<58/15625 + 1

// liability measures the lease liability of a stream of flows.
type liability struct {
	flows    []flow
	rate     uint64
	balances []fixed
	inexact  int // balances before this place are not exact
	exact    *exactBalances
}

// measure finds the balances, reusing the memory of an earlier measurement.
func (m *liability) measure(flows []flow, rate uint64) {
	m.flows, m.rate, m.exact = flows, rate, nil
	m.balances, m.inexact = appendBalances(m.balances[:0], flows, rate)
}

// exactly returns the exact balances, for the few decisions that need them.
func (m *liability) exactly() *exactBalances {
	if m.exact == nil {
		m.exact = newExactBalances(m.flows, m.rate)
	}
	return m.exact
}

// initial returns the present value at commencement in cents.
func (m *liability) initial() money.Amount {
	cents, sure := m.balances[0].round()
	if !sure && m.inexact > 0 {
		return m.exactly().balance(0)
	}
	return cents
}

// interest returns period k's interest in cents, before the one-cent rule.
func (m *liability) interest(k int) money.Amount {
	i := m.balances[k].sub(m.balances[k-1]).plus(m.flows[k-1].payment())
	cents, sure := i.round()
	if !sure && m.inexact >= k {
		return m.exactly().interest(k)
	}
	return cents
}

// correction returns the cent by which the one-cent rule moves a balance that
// would be printed after period k.
func (m *liability) correction(k int, printed money.Amount) int64 {
	off := fixed{}.plus(printed).sub(m.balances[k])
	switch {
	case int64(off.hi) >= 0: // at or above the exact balance, by less than two cents
		if m.inexact > k && off.lo == 0 && off.frac-moveThreshold+doubt <= 2*doubt {
			return m.exactly().correction(k, printed)
		}
		if off.lo > 0 || off.frac >= moveThreshold {
			return -1
		}
	default:
		off = fixed{}.sub(off)
		if m.inexact > k && off.lo == 0 && off.frac-moveThreshold+doubt <= 2*doubt {
			return m.exactly().correction(k, printed)
		}
		if off.lo > 0 || off.frac >= moveThreshold {
			return 1
		}
	}
	return 0
}

// settle fills the columns of the liability and returns how many rows the
// one-cent rule moved. Every row foots on printed figures, and the last balance
// is 0 because the exact one is and a printed one is less than a cent from it.
func (m *liability) settle(rows []Period, initial money.Amount) (moved int) {
	balance := initial
	for i := range rows {
		row := &rows[i]
		row.Payment = m.flows[i].payment()
		row.Interest = m.interest(i + 1)
		balance = balance.Sub(row.Payment).Add(row.Interest)
		if c := m.correction(i+1, balance); c != 0 {
			row.Interest = row.Interest.Add(money.Cents(c))
			balance = balance.Add(money.Cents(c))
			moved++
		}
		row.Principal = row.Payment.Sub(row.Interest)
		row.LiabilityClose = balance
	}
	return moved
}

// straightLine spreads a total over a number of months: each period's share is
// rounded by itself and moved by the one-cent rule against the exact running
// total, so that the shares sum to the total. What lies beyond the months is 0.
type straightLine struct {
	total  money.Amount // without its sign
	minus  bool
	months int64 // over which it is spread
	left   int64 // of those
	off    int64 // shares so far less the exact running total, in cents × months

	moved int // shares that the one-cent rule moved

	period     int          // a period's months, for which quo and rem hold
	quo        money.Amount // the share of such a period, truncated
	remainders int64        // and what that leaves, in cents × months
}

func newStraightLine(total money.Amount, months int) straightLine {
	return straightLine{total: total.Abs(), minus: total.Sign() < 0, months: int64(months), left: int64(months)}
}

// next returns the share of the next period, which has the given months.
func (s *straightLine) next(months int) money.Amount {
	within := int(min(int64(months), s.left))
	s.left -= int64(within)
	if within != s.period {
		quo, rem := s.total.Mul(uint64(within)).QuoRem(uint64(s.months))
		s.period, s.quo, s.remainders = within, quo, int64(rem)
	}
	share, off := s.quo, s.off-s.remainders
	if 2*s.remainders >= s.months {
		share, off = share.Add(money.Cents(1)), off+s.months
	}
	switch limit := (million - 1) * s.months; {
	case off*million >= limit:
		share, off = share.Sub(money.Cents(1)), off-s.months
		s.moved++
	case off*million <= -limit:
		share, off = share.Add(money.Cents(1)), off+s.months
		s.moved++
	}
	s.off = off
	if s.minus {
		return share.Neg()
	}
	return share
}
