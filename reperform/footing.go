package reperform

import (
	"strconv"

	"github.com/leasehold-accounting/leasehold"
)

// stated is one of their figures in the units of a comparison, if they state it.
type stated struct {
	number

	known bool
}

// inconsistencies lists what is wrong in theirs alone: rows that do not foot,
// balances that do not continue, ends that are not 0. A difference up to the
// tolerance is rounding. What a right schedule of the lease shows as well is not
// wrong: the cost of an exempt lease without interest, the balance that an event
// changes, the one that a termination ends. Their rows were matched with m.
func (c *comparison) inconsistencies(m *leasehold.Measurement) (list []Inconsistency) {
	rows := c.theirs.Schedule
	liability, asset := c.figure(c.theirs.InitialLiability), c.figure(c.theirs.InitialRouAsset)
	for i := range rows {
		r, right := &rows[i], footingOf(m, c.rows[i])
		note := func(member, rule string, figure stated, parts ...stated) {
			list = append(list, Inconsistency{inSchedule(strconv.Itoa(i), member), rule, c.decimal(figure.number), c.decimal(add(parts...).number)})
		}
		payment, interest, principal := c.figure(r.Payment), c.figure(r.Interest), c.figure(r.Principal)
		amortization, expense := c.figure(r.RouAmortization), c.figure(r.LeaseExpense)
		if right.principal && c.breaks(principal, payment, minus(interest)) {
			note("principal", "is not payment less interest", principal, payment, minus(interest))
		}
		if right.expense && c.breaks(expense, interest, amortization) {
			note("leaseExpense", "is not interest plus amortization", expense, interest, amortization)
		}
		if !interest.known {
			interest = add(payment, minus(principal))
		}
		ending := c.figure(r.LiabilityClose)
		if right.liability && c.breaks(ending, liability, interest, minus(payment)) {
			note("liabilityClose", "does not continue the balance before it", ending, liability, interest, minus(payment))
		}
		closing := c.figure(r.RouAssetClose)
		if right.asset && c.breaks(closing, asset, minus(amortization)) {
			note("rouAssetClose", "does not continue the balance before it", closing, asset, minus(amortization))
		}
		liability, asset = ending, closing
	}
	if n := len(rows); n > 0 && footingOf(m, c.rows[n-1]).end && liability.known && liability.size().above(c.allowance(c.number(n-1))) {
		list = append(list, Inconsistency{Where: inSchedule(strconv.Itoa(n-1), "liabilityClose"), Stated: c.decimal(liability.number)})
	}
	return list
}

// footing says what holds of a row of a schedule.
type footing struct {
	principal, expense bool // the row foots
	liability, asset   bool // its balances continue those before it
	end                bool // it is not the last row of a lease that leaves a balance
}

// footingOf returns what holds of row k of a right schedule; everything where it has
// no such row.
func footingOf(m *leasehold.Measurement, k int) footing {
	if k < 0 {
		return footing{true, true, true, true, true}
	}
	p, liability, asset := &m.Schedule[k], m.InitialLiability, m.InitialRouAsset
	if k > 0 {
		liability, asset = m.Schedule[k-1].LiabilityClose, m.Schedule[k-1].RouAssetClose
	}
	return footing{
		principal: p.Principal == p.Payment.Sub(p.Interest),
		expense:   p.LeaseExpense == p.Interest.Add(p.RouAmortization),
		liability: p.LiabilityClose == liability.Add(p.Interest).Sub(p.Payment),
		asset:     p.RouAssetClose == asset.Sub(p.RouAmortization),
		end:       k < len(m.Schedule)-1 || p.LiabilityClose.IsZero(),
	}
}

// figure returns one of their figures in the units of the comparison.
func (c *comparison) figure(o optional) stated {
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
