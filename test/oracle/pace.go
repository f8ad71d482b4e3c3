package oracle

import "math/big"

// pace computes how a debt grows within a row, from the discounting convention, the rate, and the
// months and days of the payment period within the term. If the row is a later segment of a split
// row, gone is the number of days before it.
type pace struct {
	powers *powers // nil for nominal discounting
	year   int     // the time units in a compounding period: 12 months, 1 month or 365 days
	rate   *big.Rat

	months, days, gone int
}

// exact reports whether growth factors are rational.
func (p *pace) exact() bool { return p.powers == nil }

// interest returns the simple interest on 1 over the given days of the period.
func (p *pace) interest(days int) *big.Rat {
	part := big.NewRat(int64(p.months)*int64(days), 12*int64(p.days))
	return part.Mul(part, p.rate)
}

// raised returns the factor by which 1 grows over the given days with compound interest.
func (p *pace) raised(days int) fraction {
	if p.year == 365 {
		return p.powers.raised(days, p.year)
	}
	return p.powers.raised(p.months*days, p.year*p.days)
}

// opened returns the value, after the given days, of 1 outstanding at the opening of the row.
// Nominal interest within a period is simple interest, counted from the start of the period.
func (p *pace) opened(days int) fraction {
	if !p.exact() {
		return p.raised(days)
	}
	one := big.NewRat(1, 1)
	upTo := new(big.Rat).Add(one, p.interest(p.gone+days))
	return ratio(upTo.Quo(upTo, new(big.Rat).Add(one, p.interest(p.gone))))
}

// paid returns the value, the given number of days after the payment, of 1 paid within the row.
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

// inner is a payment within a row, a number of days after the opening of the row.
type inner struct {
	after  int
	amount *big.Int
}

// accrual computes the exact interest that a row has accrued since its opening.
type accrual struct {
	pace    *pace
	balance fraction // the exact balance after the payments at the opening
	inner   []inner
}

// by returns the exact interest accrued after the given days.
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
