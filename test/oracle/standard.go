package oracle

import "math/big"

func (r *Request) asc() bool { return r.Standard == "ASC_842" }

// ifrs reports whether the rules are those of IFRS 16, which FRS 102 shares.
func (r *Request) ifrs() bool { return r.Standard == "IFRS_16" || r.Standard == "FRS_102" }

// gasb reports whether the rules are those of GASB 87, which GASB 96 shares.
func (r *Request) gasb() bool { return r.Standard == "GASB_87" || r.Standard == "GASB_96" }

// checkStandard refuses what has no meaning under the lease's standard.
func checkStandard(r *Request) error {
	if r.GrantElement != nil {
		switch {
		case r.Standard != "FRS_102":
			return refuse("grantElement", "has a meaning under FRS_102 alone")
		case r.Exemption != "" || r.OpeningRouAsset != nil:
			return refuse("grantElement", "stands beside exemption or openingRouAsset")
		}
	}
	if r.Standard != "GASB_96" {
		return nil
	}
	return subscription("", r.ResidualGuarantee, r.OptionPrice, r.OptionCertain, r.TransfersOwnership)
}

// checkSubscription refuses an event that a subscription does not have.
func (b *book) checkSubscription(i int) error {
	e := &b.lease.Events[i]
	if b.lease.Standard != "GASB_96" {
		return nil
	}
	if e.Type == "residual_guarantee" || e.Type == "purchase" {
		return refuse(eventField(i, "type"), "%s has no meaning under GASB_96", e.Type)
	}
	return subscription(eventField(i, ""), e.ResidualGuarantee, e.OptionPrice, e.OptionCertain, e.TransfersOwnership)
}

// subscription refuses what a subscription to software does not have: a
// guarantee of a residual value, and a way to own.
func subscription(path string, guarantee, price *big.Rat, certain, ownership *bool) error {
	for _, member := range []struct {
		name   string
		stated bool
	}{
		{"residualValueGuarantee", above(guarantee)},
		{"purchaseOptionAmount", above(price)},
		{"purchaseOptionReasonablyCertain", certain != nil && *certain},
		{"transfersOwnership", ownership != nil && *ownership},
	} {
		if member.stated {
			return refuse(path+member.name, "has no meaning under GASB_96")
		}
	}
	return nil
}
