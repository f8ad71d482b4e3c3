package reperform

import (
	"fmt"
	"math/big"
)

// inconsistencies lists what is wrong in theirs alone: rows that do not foot,
// balances that do not continue, ends that are not 0. A difference up to the
// tolerance is rounding.
func (c *comparison) inconsistencies() (list []Inconsistency) {
	rows := c.theirs.Schedule
	liability, asset := c.number(c.theirs.InitialLiability), c.number(c.theirs.InitialRouAsset)
	for i := range rows {
		r := &rows[i]
		note := func(member, problem string) {
			list = append(list, Inconsistency{fmt.Sprintf("schedule[%d].%s", i, member), problem})
		}
		payment, interest, principal := c.number(r.Payment), c.number(r.Interest), c.number(r.Principal)
		amortization, expense := c.number(r.RouAmortization), c.number(r.LeaseExpense)
		if c.breaks(principal, payment, minus(interest)) {
			note("principal", "is not payment less interest: "+c.shows(principal, payment, minus(interest)))
		}
		if c.breaks(expense, interest, amortization) {
			note("leaseExpense", "is not interest plus amortization: "+c.shows(expense, interest, amortization))
		}
		if interest == nil && payment != nil && principal != nil {
			interest = new(big.Int).Sub(payment, principal)
		}
		ending := c.number(r.LiabilityClose)
		if c.breaks(ending, liability, interest, minus(payment)) {
			note("liabilityClose", "does not continue the balance before it: "+c.shows(ending, liability, interest, minus(payment)))
		}
		closing := c.number(r.RouAssetClose)
		if c.breaks(closing, asset, minus(amortization)) {
			note("rouAssetClose", "does not continue the balance before it: "+c.shows(closing, asset, minus(amortization)))
		}
		liability, asset = ending, closing
	}
	if n := len(rows); n > 0 && liability != nil && liability.CmpAbs(c.tolerance) > 0 {
		list = append(list, Inconsistency{
			fmt.Sprintf("schedule[%d].liabilityClose", n-1), "the schedule ends with " + c.text(liability) + ", not with 0",
		})
	}
	return list
}

// number returns one of their figures in the units of the comparison, or nil.
func (c *comparison) number(o optional) *big.Int {
	if !o.Set {
		return nil
	}
	return o.Value.Units(c.decimals)
}

func minus(x *big.Int) *big.Int {
	if x == nil {
		return nil
	}
	return new(big.Int).Neg(x)
}

// breaks reports whether a figure is not the sum of others, all of them known.
func (c *comparison) breaks(figure *big.Int, parts ...*big.Int) bool {
	sum, known := add(parts)
	return known && figure != nil && sum.Sub(figure, sum).CmpAbs(c.tolerance) > 0
}

func add(parts []*big.Int) (sum *big.Int, known bool) {
	sum = new(big.Int)
	for _, p := range parts {
		if p == nil {
			return sum, false
		}
		sum.Add(sum, p)
	}
	return sum, true
}

// shows writes a figure beside what it should be.
func (c *comparison) shows(figure *big.Int, parts ...*big.Int) string {
	sum, _ := add(parts)
	return c.text(figure) + " is stated, " + c.text(sum) + " follows"
}

func (c *comparison) text(n *big.Int) string { return c.decimal(n).String() }
