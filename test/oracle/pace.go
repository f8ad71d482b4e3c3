package oracle

import "math/big"

// pace is how money owed grows in a row: by the discounting, the rate, and the
// months and days of the row's payment period inside the term. gone is how many
// of those days passed before the row's first; it is above 0 after a cut.
type pace struct {
	powers *powers // nil under nominal discounting
	year   int     // the units of time, over which a power compounds once: 12 or 1 months, or 365 days
	rate   *big.Rat

	months, days, gone int
}

// exact reports whether growth is rational.
func (p *pace) exact() bool { return p.powers == nil }

// interest is the simple interest on 1 over so many days of the period.
func (p *pace) interest(days int) *big.Rat {
	part := big.NewRat(int64(p.months)*int64(days), 12*int64(p.days))
	return part.Mul(part, p.rate)
}

// raised is the compound growth of 1 over so many days.
func (p *pace) raised(days int) fraction {
	if p.year == 365 {
		return p.powers.raised(days, p.year)
	}
	return p.powers.raised(p.months*days, p.year*p.days)
}

// opened is what 1, owed when the row opens, has grown to after so many days.
// Within a period nominal interest is simple, counted from the period's start.
func (p *pace) opened(days int) fraction {
	if !p.exact() {
		return p.raised(days)
	}
	one := big.NewRat(1, 1)
	upTo := new(big.Rat).Add(one, p.interest(p.gone+days))
	return ratio(upTo.Quo(upTo, new(big.Rat).Add(one, p.interest(p.gone))))
}

// paid is what 1, paid within the row, has grown to so many days later.
func (p *pace) paid(days int) fraction {
	if !p.exact() {
		return p.raised(days)
	}
	return ratio(new(big.Rat).Add(big.NewRat(1, 1), p.interest(days)))
}

// trim keeps an irrational value at its fixed precision; a rational one stays
// as it is.
func (p *pace) trim(f fraction) fraction {
	if p.exact() {
		return f
	}
	return fraction{fixed(f), fixedOne}
}

// inner is a payment within a row, so many whole days after its opening.
type inner struct {
	after  int
	amount *big.Int
}

// accrual is how the exact interest of a row grows from its opening on.
type accrual struct {
	pace    *pace
	balance fraction // exact, just after what is paid as the row opens
	inner   []inner
}

// by returns the exact interest by the end of so many days.
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
