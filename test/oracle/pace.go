package oracle

import "math/big"

// pace is the growth of a debt in a row, given the discounting, the rate, and
// the months and days of the payment period within the term. gone is the
// number of days that passed before a split row.
type pace struct {
	powers *powers // nil under nominal discounting
	year   int     // the time units per compounding: 12 or 1 months, or 365 days
	rate   *big.Rat

	months, days, gone int
}

// exact reports whether growth is rational.
func (p *pace) exact() bool { return p.powers == nil }

// interest is the simple interest on 1 over days of the period.
func (p *pace) interest(days int) *big.Rat {
	part := big.NewRat(int64(p.months)*int64(days), 12*int64(p.days))
	return part.Mul(part, p.rate)
}

// raised is the compound growth of 1 over days.
func (p *pace) raised(days int) fraction {
	if p.year == 365 {
		return p.powers.raised(days, p.year)
	}
	return p.powers.raised(p.months*days, p.year*p.days)
}

// opened is the value after days of 1 due at the row's opening. Within a
// period nominal interest is simple, counted from the period's start.
func (p *pace) opened(days int) fraction {
	if !p.exact() {
		return p.raised(days)
	}
	one := big.NewRat(1, 1)
	upTo := new(big.Rat).Add(one, p.interest(p.gone+days))
	return ratio(upTo.Quo(upTo, new(big.Rat).Add(one, p.interest(p.gone))))
}

// paid is the value of 1, paid within the row, after days.
func (p *pace) paid(days int) fraction {
	if !p.exact() {
		return p.raised(days)
	}
	return ratio(new(big.Rat).Add(big.NewRat(1, 1), p.interest(days)))
}

// trim rounds an irrational value to the fixed precision.
func (p *pace) trim(f fraction) fraction {
	if p.exact() {
		return f
	}
	return fraction{fixed(f), fixedOne}
}

// inner is a payment within a row, days after its opening.
type inner struct {
	after  int
	amount *big.Int
}

// accrual is the growth of a row's exact interest from its opening.
type accrual struct {
	pace    *pace
	balance fraction // exact, after payments at the opening
	inner   []inner
}

// by returns the exact interest after days.
func (a *accrual) by(days int) fraction {
	one := whole(big.NewInt(1))
	interest := a.balance.times(a.pace.opened(days).minus(one))
	for _, s := range a.inner {
		if s.after < days {
			interest = interest.minus(whole(s.amount).times(a.pace.paid(days - s.after).minus(one)))
		}
	}
	return a.pace.trim(interest)
}
