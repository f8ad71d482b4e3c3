package oracle

import (
	"math/big"
	"slices"
)

// terms contains the effective terms: all fields on which payments depend. Each period is
// identified by its index, counted from 0.
type terms struct {
	lease  *Request
	months int

	bases   []base // sorted by period
	rises   []rise // sorted by period
	free    []freeUnit
	singles []single
	shares  []leaseShare // sorted by date; empty if the contract has no components
	added   []addition   // rent for days that extensions added; later events do not change it

	guarantee   *big.Rat
	optionPrice *big.Rat
	certain     *bool
	ownership   *bool

	whole map[[2]int]*big.Rat // cached rents for whole periods, by index of the base rent and number of years
}

// base is the rent for a whole payment period, from the given period on.
type base struct {
	period int
	rent   *big.Rat
	step   bool // whether the rent comes from rentSteps
}

// rise is an annual escalation, as a share or as an amount, from the given period on.
type rise struct {
	period        int
	share, amount *big.Rat
}

// single is a one-off payment. A receipt is negative.
type single struct {
	day    date
	amount *big.Rat
}

// addition is the rent for the days that an extension added to a period, if the period's rent was
// already paid in advance. These days run from the date in the field named first to the day before
// the date in the field named next. The amount reflects the rent-free months (free).
type addition struct {
	period      int
	first, next date
	free        []freeUnit
	amount      fraction
}

// commencementTerms returns the effective terms at commencement.
func (r *Request) commencementTerms() *terms {
	t := &terms{
		lease: r, months: r.TermMonths,
		bases: []base{{0, toDecimals(r.PaymentAmount, amountDecimals), false}},
		whole: map[[2]int]*big.Rat{},

		guarantee: r.ResidualGuarantee, optionPrice: r.OptionPrice, certain: r.OptionCertain, ownership: r.TransfersOwnership,
	}
	t.rises = []rise{{0, orZero(r.Escalation, rateDecimals), orZero(r.Rent.EscalationAmount, amountDecimals)}}
	t.addSteps(r.Rent.Steps)
	t.addFree(r.Rent.Free)
	t.addSingles(r.Rent.Others)
	t.state(r.Components, r.Commencement)
	return t
}

func orZero(v *big.Rat, decimals int) *big.Rat {
	if v == nil {
		return new(big.Rat)
	}
	return toDecimals(v, decimals)
}

func (t *terms) clone() *terms {
	c := *t
	c.bases, c.rises = slices.Clone(t.bases), slices.Clone(t.rises)
	c.singles, c.added = slices.Clone(t.singles), slices.Clone(t.added)
	c.free, c.shares = slices.Clone(t.free), slices.Clone(t.shares)
	c.whole = map[[2]int]*big.Rat{}
	return &c
}

func (t *terms) addSteps(steps *[]Step) {
	if steps == nil {
		return
	}
	for _, s := range *steps {
		k, _ := t.lease.periodOf(s.From)
		t.setBase(base{k, toDecimals(s.Amount, amountDecimals), true})
	}
}

// setBase adds the base rent b. It replaces a base rent that starts with the same period.
func (t *terms) setBase(b base) {
	t.bases = slices.DeleteFunc(t.bases, func(other base) bool { return other.period == b.period })
	t.bases = append(t.bases, b)
	slices.SortFunc(t.bases, func(a, b base) int { return a.period - b.period })
}

func (t *terms) addFree(spans *[]Span) {
	if spans == nil {
		return
	}
	for _, s := range *spans {
		units, _ := t.lease.freeUnits(s)
		t.free = append(t.free, units...)
	}
}

func (t *terms) addSingles(singles *[]Single) {
	if singles == nil {
		return
	}
	for _, s := range *singles {
		amount := toDecimals(s.Amount, amountDecimals)
		if s.Kind == "incentive" {
			amount.Neg(amount)
		}
		t.singles = append(t.singles, single{s.Date, amount})
	}
}

func (t *terms) lastDay() date { return t.lease.monthStart(t.months).dayBefore() }

// ownedAtEnd reports whether the lessee will own the asset, because ownership transfers or the
// purchase option is reasonably certain to be exercised.
func (t *terms) ownedAtEnd() bool {
	return t.ownership != nil && *t.ownership || optionCertain(t.certain, t.optionPrice)
}

// terminal returns the amount due at the end of the term.
func (t *terms) terminal() *big.Int {
	due := t.lease.units(t.guarantee)
	if optionCertain(t.certain, t.optionPrice) {
		due.Add(due, t.lease.units(t.optionPrice))
	}
	return due
}

// wholeRent returns the exact rent for the whole period k, ignoring rent-free months.
func (t *terms) wholeRent(k int) *big.Rat {
	from := t.bases[0]
	for _, b := range t.bases {
		if b.period <= k {
			from = b
		}
	}
	years := t.lease.period(k).years - t.lease.period(from.period).years
	key := [2]int{from.period, years}
	if known, ok := t.whole[key]; ok {
		return known
	}
	t.whole[key] = t.risen(from, years)
	return t.whole[key]
}

// risen returns the base rent b after the escalations on the given number of anniversaries of
// commencement.
func (t *terms) risen(b base, years int) *big.Rat {
	by := t.rises[0]
	for _, r := range t.rises {
		if r.period <= b.period {
			by = r
		}
	}
	if by.amount.Sign() > 0 {
		increase := new(big.Rat).Mul(by.amount, big.NewRat(int64(years), 1))
		return increase.Add(increase, b.rent)
	}
	growth := new(big.Rat).Add(by.share, big.NewRat(1, 1))
	exponent := big.NewInt(int64(years))
	power := new(big.Rat).SetFrac(new(big.Int).Exp(growth.Num(), exponent, nil), new(big.Int).Exp(growth.Denom(), exponent, nil))
	return power.Mul(power, b.rent)
}

// rent returns the exact rent for part of period k, from the date first to the day preceding the date
// next.
func (t *terms) rent(k int, first, next date) fraction {
	return ratio(t.wholeRent(k)).times(t.owedShare(t.lease.period(k), first, next))
}

// owedShare returns the share of a whole period's rent that is payable for the days in the
// half-open range [first, next). It apportions rent by whole months, or by days if the lease has a
// calendar.
func (t *terms) owedShare(p period, first, next date) fraction {
	from, _ := t.lease.monthOf(first)
	to, _ := t.lease.monthOf(next)
	payable, all := whole(big.NewInt(int64(to-from))), t.lease.monthsPerPeriod()
	if t.lease.Calendar != nil {
		payable, all = whole(big.NewInt(int64(first.daysTo(next)))), p.days
	}
	for _, unit := range t.free {
		begins, ends := later(unit.first, first), earlier(unit.next, next)
		switch {
		case !begins.before(ends):
		case t.lease.Calendar != nil:
			payable = payable.minus(unit.share.times(whole(big.NewInt(int64(begins.daysTo(ends))))))
		default:
			payable = payable.minus(*unit.share)
		}
	}
	return payable.dividedBy(whole(big.NewInt(int64(all))))
}

// periodRent returns the exact rent for the days of period k within the term.
func (t *terms) periodRent(k int) fraction {
	p := t.lease.period(k)
	return t.rent(k, p.first, earlier(p.next, t.lease.monthStart(t.months)))
}
