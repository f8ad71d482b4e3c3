package leasehold

import (
	"math/big"

	"github.com/leasehold-accounting/leasehold/money"
)

// exactBalances holds the balances of the liability as exact fractions, found
// backward as far as they have been asked for. They decide where a fixed-point
// balance lies too close to a threshold. That is rare: half a cent is a binary
// fraction and most balances are not. Ties need a short last period: at 60% a
// year, 3/2 (ten months) and 8/5 (a year) cancel each other's thirds.
type exactBalances struct {
	flows []flow
	rate  uint64 // annual, in units of 10^−17
	next  int    // balances from here on are known
	num   []*big.Int
	den   []*big.Int
}

func newExactBalances(flows []flow, rate uint64) *exactBalances {
	n := len(flows)
	e := &exactBalances{flows: flows, rate: rate, next: n, num: make([]*big.Int, n+1), den: make([]*big.Int, n+1)}
	e.num[n], e.den[n] = new(big.Int), big.NewInt(1)
	return e
}

// growth returns 1 + r of a period as a fraction in lowest terms, which keeps
// the balances' denominators short.
func (e *exactBalances) growth(months int) (d, q *big.Int) {
	d = new(big.Int).SetUint64(yearUnits + e.rate*uint64(months))
	q = new(big.Int).SetUint64(yearUnits)
	g := new(big.Int).GCD(nil, nil, d, q)
	return d.Quo(d, g), q.Quo(q, g)
}

// need makes the balances from k on known.
func (e *exactBalances) need(k int) {
	for ; e.next > k; e.next-- {
		at := e.next
		f := &e.flows[at-1]
		d, q := e.growth(f.months)
		num := new(big.Int).Mul(f.closing.Big(), e.den[at])
		num.Add(num, e.num[at]).Mul(num, q)
		den := new(big.Int).Mul(e.den[at], d)
		e.num[at-1] = num.Add(num, new(big.Int).Mul(f.opening.Big(), den))
		e.den[at-1] = den
	}
}

// balance returns the balance after k periods, rounded to cents.
func (e *exactBalances) balance(k int) money.Amount {
	e.need(k)
	return money.FromBig(money.QuoRound(e.num[k], e.den[k]))
}

// interest returns the interest of period k, counted from 1, rounded to cents.
func (e *exactBalances) interest(k int) money.Amount {
	e.need(k - 1)
	d, _ := e.growth(e.flows[k-1].months) // den[k−1] is den[k] times d
	num := new(big.Int).Mul(e.num[k], d)
	num.Sub(num, e.num[k-1])
	num.Add(num, new(big.Int).Mul(e.flows[k-1].payment().Big(), e.den[k-1]))
	return money.FromBig(money.QuoRound(num, e.den[k-1]))
}

// correction returns the cent by which a printed balance after period k has to
// move: see [moveThreshold].
func (e *exactBalances) correction(k int, printed money.Amount) int64 {
	e.need(k)
	off := new(big.Int).Mul(printed.Big(), e.den[k])
	off.Sub(off, e.num[k]).Mul(off, big.NewInt(million))
	limit := new(big.Int).Mul(e.den[k], big.NewInt(million-1))
	switch {
	case off.Cmp(limit) >= 0:
		return -1
	case off.Cmp(limit.Neg(limit)) <= 0:
		return 1
	default:
		return 0
	}
}
