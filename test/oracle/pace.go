package oracle

import "math/big"

// pace computes how a debt grows within a row. The fields months and days give the length of the
// payment period within the term. If an event split the period, the field named gone is the number
// of the period's days that precede the row; otherwise it is 0.
type pace struct {
	powers *powers // nil if discounting is nominal
	year   int     // time units per compounding period: 12 months, 1 month or 365 days
	rate   *big.Rat

	months, days, gone int
}

// exact reports whether the growth factors are rational, so that they need no approximation.
func (p *pace) exact() bool { return p.powers == nil }

// interest returns the simple interest on 1 for the given number of days in the period.
func (p *pace) interest(days int) *big.Rat {
	part := big.NewRat(int64(p.months)*int64(days), 12*int64(p.days))
	return part.Mul(part, p.rate)
}

// raised returns an amount's growth factor for the given number of days at compound interest.
func (p *pace) raised(days int) fraction {
	if p.year == 365 {
		return p.powers.raised(days, p.year)
	}
	return p.powers.raised(p.months*days, p.year*p.days)
}

// opened returns what an opening balance of 1 is worth after the given number of days. Under
// nominal discounting, interest within a payment period is simple interest from the start of the
// period.
func (p *pace) opened(days int) fraction {
	if !p.exact() {
		return p.raised(days)
	}
	one := big.NewRat(1, 1)
	upTo := new(big.Rat).Add(one, p.interest(p.gone+days))
	return ratio(upTo.Quo(upTo, new(big.Rat).Add(one, p.interest(p.gone))))
}

// paid returns the value of a payment of 1 within the row, the given number of days after the
// payment.
func (p *pace) paid(days int) fraction {
	if !p.exact() {
		return p.raised(days)
	}
	return ratio(new(big.Rat).Add(big.NewRat(1, 1), p.interest(days)))
}

// trim rounds an approximate value to a fixed precision, which keeps its denominator small.
func (p *pace) trim(f fraction) fraction {
	if p.exact() {
		return f
	}
	return fraction{fixed(f), fixedOne}
}

// inner is a payment within a row. The after field counts the days from the row's opening to the
// payment.
type inner struct {
	after  int
	amount *big.Int
}

// accrual computes the exact interest that a row accrues.
type accrual struct {
	pace    *pace
	balance fraction // exact liability after the payments at the row's opening
	inner   []inner
}

// by returns the exact interest over the given number of days from the opening of the row.
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
