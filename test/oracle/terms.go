package oracle

import (
	"maps"
	"math/big"
	"slices"
)

// terms is the contract as it is in force: what it says of every payment. Months
// are counted from commencement, from 0.
type terms struct {
	lease  *Request
	months int // the term

	bases   []base // rising
	rises   []rise // rising
	free    map[int]*big.Rat
	singles []single
	added   []addition // the lists of later events leave them

	guarantee   *big.Rat
	optionPrice *big.Rat
	certain     *bool
	ownership   *bool

	whole map[[2]int]*big.Rat // rents already computed, by base and years
}

// base is the rent of a whole period stated for the periods from a month on.
type base struct {
	month int
	rent  *big.Rat
	step  bool // stated in rentSteps
}

// rise is the escalation of the bases from a month on: a share and an amount a
// year, one of which is 0.
type rise struct {
	month         int
	share, amount *big.Rat
}

// single is a payment on one day, in minor units, received where negative.
type single struct {
	day    date
	amount *big.Int
}

// addition is the rent of months by which an extension lengthened a period that
// had begun and was paid in advance: the months from and below to of the period
// that starts with month start, at the rent-free shares of that time.
type addition struct {
	start, from, to int
	free            map[int]*big.Rat
	amount          *big.Int
}

// commencementTerms are the terms that the request states.
func (r *Request) commencementTerms() *terms {
	t := &terms{
		lease: r, months: r.TermMonths,
		bases: []base{{0, toDecimals(r.PaymentAmount, amountDecimals), false}},
		free:  map[int]*big.Rat{},
		whole: map[[2]int]*big.Rat{},

		guarantee: r.ResidualGuarantee, optionPrice: r.OptionPrice, certain: r.OptionCertain, ownership: r.TransfersOwnership,
	}
	t.rises = []rise{{0, orZero(r.Escalation, rateDecimals), orZero(r.Rent.EscalationAmount, amountDecimals)}}
	t.addSteps(r.Rent.Steps)
	t.addFree(r.Rent.Free)
	t.addSingles(r.Rent.Others)
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
	c.free, c.whole = maps.Clone(t.free), map[[2]int]*big.Rat{}
	return &c
}

func (t *terms) addSteps(steps *[]Step) {
	if steps == nil {
		return
	}
	for _, s := range *steps {
		month, _ := t.lease.monthOf(s.From)
		t.setBase(base{month, toDecimals(s.Amount, amountDecimals), true})
	}
}

// setBase puts a base in the place of any other of its month.
func (t *terms) setBase(b base) {
	t.bases = slices.DeleteFunc(t.bases, func(other base) bool { return other.month == b.month })
	t.bases = append(t.bases, b)
	slices.SortFunc(t.bases, func(a, b base) int { return a.month - b.month })
}

func (t *terms) addFree(spans *[]Span) {
	if spans == nil {
		return
	}
	for _, s := range *spans {
		month, _ := t.lease.monthOf(s.From)
		for i := range s.Months {
			t.free[month+i] = used(s.Share)
		}
	}
}

func (t *terms) addSingles(singles *[]Single) {
	if singles == nil {
		return
	}
	for _, s := range *singles {
		amount := t.lease.units(s.Amount)
		if s.Kind == "incentive" {
			amount.Neg(amount)
		}
		t.singles = append(t.singles, single{s.Date, amount})
	}
}

// lastDay is the last day of the term.
func (t *terms) lastDay() date { return t.lease.monthStart(t.months).dayBefore() }

// ownedAtEnd reports whether the asset becomes the lessee's: ownership
// transfers, or a purchase option is reasonably certain to be exercised.
func (t *terms) ownedAtEnd() bool {
	return t.ownership != nil && *t.ownership || optionCertain(t.certain, t.optionPrice)
}

// terminal is what falls due at the end of the term.
func (t *terms) terminal() *big.Int {
	due := t.lease.units(t.guarantee)
	if optionCertain(t.certain, t.optionPrice) {
		due.Add(due, t.lease.units(t.optionPrice))
	}
	return due
}

// wholeRent is the exact rent of a whole period that starts with the month,
// rent-free months aside.
func (t *terms) wholeRent(month int) *big.Rat {
	from := t.bases[0]
	for _, b := range t.bases {
		if b.month <= month {
			from = b
		}
	}
	years := month/12 - from.month/12
	key := [2]int{from.month, years}
	if known, ok := t.whole[key]; ok {
		return known
	}
	t.whole[key] = t.risen(from, years)
	return t.whole[key]
}

// risen is a base's rent after so many anniversaries of commencement.
func (t *terms) risen(b base, years int) *big.Rat {
	by := t.rises[0]
	for _, r := range t.rises {
		if r.month <= b.month {
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

// rent is what the months from to below to of the period that starts with month
// start cost.
func (t *terms) rent(start, from, to int) *big.Int {
	owed := big.NewRat(int64(to-from), 1)
	for month := from; month < to; month++ {
		if share, ok := t.free[month]; ok {
			owed.Sub(owed, share)
		}
	}
	owed.Quo(owed, big.NewRat(int64(t.lease.monthsPerPeriod()), 1))
	whole := t.wholeRent(start)
	num := new(big.Int).Mul(whole.Num(), owed.Num())
	num.Mul(num, pow10(t.lease.decimals()))
	return roundedQuotient(num, new(big.Int).Mul(whole.Denom(), owed.Denom()))
}

// periodRent is the rent of the period that starts with month start, for its
// months inside the term.
func (t *terms) periodRent(start int) *big.Int {
	return t.rent(start, start, min(start+t.lease.monthsPerPeriod(), t.months))
}
