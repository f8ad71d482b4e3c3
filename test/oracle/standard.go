package oracle

import "math/big"

func (r *Request) asc() bool { return r.Standard == "ASC_842" }

// ifrs reports whether the lease follows the rules of IFRS 16, which FRS 102 shares.
func (r *Request) ifrs() bool { return r.Standard == "IFRS_16" || r.Standard == "FRS_102" }

// gasb reports whether the lease follows the rules of GASB 87, which GASB 96 shares.
func (r *Request) gasb() bool { return r.Standard == "GASB_87" || r.Standard == "GASB_96" }

// checkStandard rejects inputs that the lease's standard does not allow.
func checkStandard(r *Request) error {
	if r.GrantElement != nil {
		switch {
		case r.Standard != "FRS_102":
			return refuse("grantElement", "has a meaning under FRS_102 alone")
		case r.Exemption != "":
			return refuse("grantElement", "cannot be combined with exemption")
		}
	}
	if r.Standard != "GASB_96" {
		return nil
	}
	return subscription("", r.ResidualGuarantee, r.OptionPrice, r.OptionCertain, r.TransfersOwnership)
}

// checkSubscription rejects an event type that a subscription cannot have.
func (b *book) checkSubscription(i int) error {
	e := &b.lease.Events[i]
	if b.lease.Standard != "GASB_96" {
		return nil
	}
	if e.Type == "residual_guarantee" || e.Type == "purchase" {
		return refuse(eventField(i, "type"), "%s does not apply under GASB_96", e.Type)
	}
	return subscription(eventField(i, ""), e.ResidualGuarantee, e.OptionPrice, e.OptionCertain, e.TransfersOwnership)
}

// subscription rejects fields that a software subscription cannot have: a residual value guarantee,
// a purchase option and a transfer of ownership.
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
			return refuse(path+member.name, "does not apply under GASB_96")
		}
	}
	return nil
}
