package reperform

import "github.com/leasehold-accounting/leasehold"

// inconsistencies lists the errors within the reported schedule. Amounts of a row may not add up, a
// balance may not follow from the preceding row, or the final balance may not be 0. A difference
// within the tolerance is rounding. Equations that do not hold in the computed row, as after events
// and terminations, are not checked. The rows must have been matched with m.
func (c *comparison) inconsistencies(m *leasehold.Measurement) (list []Inconsistency) {
	rows := c.theirs.Schedule
	liability, asset := c.figure(c.theirs.InitialLiability), c.figure(c.theirs.InitialRouAsset)
	for i := range rows {
		r, right := &rows[i], footingOf(m, c.rows[i])
		if c.skips(i) {
			liability, asset = knownNumber{}, knownNumber{}
		}
		check := func(holds bool, member, rule string, figure knownNumber, parts ...knownNumber) {
			sum := add(parts...)
			if holds && sum.known && figure.known && figure.minus(sum.number).size().above(c.tolerance) {
				list = append(list, Inconsistency{i + 1, member, rule, c.decimal(figure.number), c.decimal(sum.number)})
			}
		}
		payment, interest, principal := c.figure(r.Payment), c.figure(r.Interest), c.figure(r.Principal)
		amortization, expense := c.figure(r.RouAmortization), c.figure(r.LeaseExpense)
		check(right.principal, "principal", "is not payment less interest", principal, payment, minus(interest))
		check(right.expense, "leaseExpense", "is not interest plus amortization", expense, interest, amortization)
		if !interest.known {
			interest = add(payment, minus(principal))
		}
		closing, assetClosing := c.figure(r.LiabilityClose), c.figure(r.RouAssetClose)
		check(right.liability, "liabilityClose", "does not follow from the balance of the preceding row", closing, liability, interest, minus(payment))
		check(right.asset, "rouAssetClose", "does not follow from the balance of the preceding row", assetClosing, asset, minus(amortization))
		liability, asset = closing, assetClosing
	}
	if n := len(rows); n > 0 && footingOf(m, c.rows[n-1]).end && liability.known && liability.size().above(c.allowance(c.number(n-1))) {
		list = append(list, Inconsistency{Row: n, Member: "liabilityClose", Stated: c.decimal(liability.number)})
	}
	return list
}

// skips reports whether the reported schedule lacks computed rows before reported row i.
func (c *comparison) skips(i int) bool {
	if i == 0 {
		return c.rows[0] > 0
	}
	return c.rows[i-1] >= 0 && c.rows[i] > c.rows[i-1]+1
}

// footing selects the equations that must hold in a row of a schedule.
type footing struct {
	principal, expense bool // principal or lease expense equals the other amounts of the row
	liability, asset   bool // the balance follows from the balance of the preceding row
	end                bool // the row is the last row, so the balance must be 0
}

// footingOf returns the equations that hold in computed row k, or all equations if k is -1.
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
		end:       k == len(m.Schedule)-1 && p.LiabilityClose.IsZero(),
	}
}

func (c *comparison) figure(o optional) knownNumber {
	if !o.Set {
		return knownNumber{}
	}
	return knownNumber{numberOf(o.Value.Units(c.decimals)), true}
}

func minus(x knownNumber) knownNumber { return knownNumber{x.negated(), x.known} }

// add returns the sum of amounts. The sum is known only if every amount is known.
func add(parts ...knownNumber) (sum knownNumber) {
	sum.known = true
	for _, p := range parts {
		sum.number, sum.known = sum.plus(p.number), sum.known && p.known
	}
	return sum
}
