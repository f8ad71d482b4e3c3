package reperform

import "strconv"

// stated is one of their figures in the units of a comparison, if they state it.
type stated struct {
	number

	known bool
}

// inconsistencies lists what is wrong in theirs alone: rows that do not foot,
// balances that do not continue, ends that are not 0. A difference up to the
// tolerance is rounding.
func (c *comparison) inconsistencies() (list []Inconsistency) {
	rows := c.theirs.Schedule
	liability, asset := c.number(c.theirs.InitialLiability), c.number(c.theirs.InitialRouAsset)
	for i := range rows {
		r := &rows[i]
		note := func(member, problem string) {
			list = append(list, Inconsistency{inSchedule(strconv.Itoa(i), member), problem})
		}
		payment, interest, principal := c.number(r.Payment), c.number(r.Interest), c.number(r.Principal)
		amortization, expense := c.number(r.RouAmortization), c.number(r.LeaseExpense)
		if c.breaks(principal, payment, minus(interest)) {
			note("principal", "is not payment less interest: "+c.shows(principal, payment, minus(interest)))
		}
		if c.breaks(expense, interest, amortization) {
			note("leaseExpense", "is not interest plus amortization: "+c.shows(expense, interest, amortization))
		}
		if !interest.known {
			interest = add(payment, minus(principal))
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
	if n := len(rows); n > 0 && liability.known && liability.size().above(c.tolerance) {
		list = append(list, Inconsistency{
			inSchedule(strconv.Itoa(n-1), "liabilityClose"), "the schedule ends with " + c.text(liability.number) + ", not with 0",
		})
	}
	return list
}

// number returns one of their figures in the units of the comparison.
func (c *comparison) number(o optional) stated {
	if !o.Set {
		return stated{}
	}
	return stated{units(o.Value, c.decimals), true}
}

func minus(x stated) stated { return stated{x.negated(), x.known} }

// add returns the sum of figures, known where all of them are.
func add(parts ...stated) (sum stated) {
	sum.known = true
	for _, p := range parts {
		sum.number, sum.known = sum.plus(p.number), sum.known && p.known
	}
	return sum
}

// breaks reports whether a figure is not the sum of others, all of them known.
func (c *comparison) breaks(figure stated, parts ...stated) bool {
	sum := add(parts...)
	return sum.known && figure.known && figure.minus(sum.number).size().above(c.tolerance)
}

// shows writes a figure beside what it should be.
func (c *comparison) shows(figure stated, parts ...stated) string {
	return c.text(figure.number) + " is stated, " + c.text(add(parts...).number) + " follows"
}

func (c *comparison) text(n number) string { return c.decimal(n).String() }
