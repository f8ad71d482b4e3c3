package leasehold

import (
	"math/big"

	"github.com/leasehold-accounting/leasehold/money"
)

// flow is what one payment period contributes to the liability: what is paid on
// its first day, what is paid on its last, and the months for which interest
// accrues between the two. The whole measurement works on a stream of flows, so
// a new shape of lease is a new way to make them.
type flow struct {
	months  int // 1 to 12
	opening money.Amount
	closing money.Amount
}

func (f *flow) payment() money.Amount { return f.opening.Add(f.closing) }

// appendFlows appends the flows of l: rents in advance open their period and
// rents in arrears close it; what is owed at the end of the term closes the
// last period in either case.
func appendFlows(dst []flow, l *Lease, terminal money.Amount) []flow {
	rents := newRents(l)
	m := l.PaymentFrequency.Months()
	for start := 0; start < l.TermMonths; start += m {
		months := min(m, l.TermMonths-start)
		rent := rents.at(start/12, months)
		f := flow{months: months}
		if l.PaymentTiming == Advance {
			f.opening = rent
		} else {
			f.closing = rent
		}
		dst = append(dst, f)
	}
	last := &dst[len(dst)-1]
	last.closing = last.closing.Add(terminal)
	return dst
}

// rents computes the rent of a period: the stated payment, escalated at each
// anniversary and prorated in a stub, rounded to cents once. Every rent starts
// from the stated payment and never from a rounded rent.
type rents struct {
	months int // of a whole period
	year   int // of the escalation that num and den hold
	flat   bool
	stated money.Amount // the stated payment in cents
	last   money.Amount // the last whole period's rent, and its year
	lastOf int

	num, den   *big.Int // exact rent of a whole period in the year, in cents
	up, places *big.Int // 1 + g is up / places
}

func newRents(l *Lease) *rents {
	g := l.AnnualEscalationPct.Value
	r := &rents{
		months: l.PaymentFrequency.Months(),
		flat:   g.Sign() == 0,
		stated: l.PaymentAmount.Amount(),
	}
	r.last = r.stated
	if r.flat && l.TermMonths%r.months == 0 {
		return r // every rent is the stated one
	}
	r.num, r.den = new(big.Int), new(big.Int)
	scale := l.PaymentAmount.Fraction(r.num, money.AmountPlaces)
	r.num.Mul(r.num, big.NewInt(100))
	r.den.Exp(big.NewInt(10), big.NewInt(int64(scale)), nil)
	r.up = new(big.Int)
	scale = g.Fraction(r.up, money.RatePlaces)
	r.places = new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(scale)), nil)
	r.up.Add(r.up, r.places)
	return r
}

// at returns the rent of a period of the given months that starts in the given
// year, counted from 0. Years are asked for in order.
func (r *rents) at(year, months int) money.Amount {
	if months == r.months && (r.flat || year == r.lastOf) {
		return r.last
	}
	for ; !r.flat && r.year < year; r.year++ {
		r.num.Mul(r.num, r.up)
		r.den.Mul(r.den, r.places)
	}
	if months < r.months {
		num := new(big.Int).Mul(r.num, big.NewInt(int64(months)))
		den := new(big.Int).Mul(r.den, big.NewInt(int64(r.months)))
		return money.FromBig(money.QuoRound(num, den))
	}
	r.last, r.lastOf = money.FromBig(money.QuoRound(r.num, r.den)), year
	return r.last
}
