package oracle

import "math/big"

func (r *Request) asc() bool { return r.Standard == "ASC_842" }

// ifrs reports whether the rules of IFRS 16 apply. FRS 102 uses the same rules.
func (r *Request) ifrs() bool { return r.Standard == "IFRS_16" || r.Standard == "FRS_102" }

// gasb reports whether the rules of GASB 87 apply. GASB 96 uses the same rules.
func (r *Request) gasb() bool { return r.Standard == "GASB_87" || r.Standard == "GASB_96" }

// checkStandard rejects inputs that the standard of the lease does not allow.
func checkStandard(r *Request) error {
	if r.GrantElement != nil {
		switch {
		case r.Standard != "FRS_102":
			return refuse("grantElement", "has a meaning under FRS_102 alone")
		case r.Exemption != "" || r.OpeningRouAsset != nil:
			return refuse("grantElement", "cannot be combined with exemption or openingRouAsset")
		}
	}
	if r.Standard != "GASB_96" {
		return nil
	}
	return subscription("", r.ResidualGuarantee, r.OptionPrice, r.OptionCertain, r.TransfersOwnership)
}

// checkSubscription rejects events that do not apply to a subscription.
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

// subscription rejects inputs that do not apply to a software subscription: a
// residual value guarantee and ownership.
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
