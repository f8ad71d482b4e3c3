package leasehold

import (
	"github.com/leasehold-accounting/leasehold/money"
)

// The one-cent rule. Each row's interest is rounded on its own, so a printed
// balance may drift from the exact one. A row moves by one cent when its balance
// would be a whole cent, less a millionth, away from the exact balance.
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

// referee returns the exact balances, for the few decisions that need them.
func (m *liability) referee() *exactBalances {
	if m.exact == nil {
		m.exact = newExactBalances(m.flows, m.rate)
	}
	return m.exact
}

// initial returns the present value at commencement in cents.
func (m *liability) initial() money.Amount {
	cents, sure := m.balances[0].round()
	if !sure && m.inexact > 0 {
		return m.referee().balance(0)
	}
	return cents
}

// interest returns period k's interest in cents, before the one-cent rule.
func (m *liability) interest(k int) money.Amount {
	i := m.balances[k].sub(m.balances[k-1]).plus(m.flows[k-1].payment())
	cents, sure := i.round()
	if !sure && m.inexact >= k {
		return m.referee().interest(k)
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
			return m.referee().correction(k, printed)
		}
		if off.lo > 0 || off.frac >= moveThreshold {
			return -1
		}
	default:
		off = fixed{}.sub(off)
		if m.inexact > k && off.lo == 0 && off.frac-moveThreshold+doubt <= 2*doubt {
			return m.referee().correction(k, printed)
		}
		if off.lo > 0 || off.frac >= moveThreshold {
			return 1
		}
	}
	return 0
}

// fill fills the columns of the liability and returns how many rows the
// one-cent rule moved. Every row foots on printed figures, and the last balance
// is 0 because the exact one is and a printed one is less than a cent from it.
func (m *liability) fill(rows []Period, initial money.Amount) (moved int) {
	balance := initial
	for i := range rows {
		row := &rows[i]
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
