package leaseview

import (
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold"
)

// nouns are what the columns of a schedule and the series of charts are called
// under the standard and the class of a lease.
type nouns struct {
	Asset        string // as a heading
	Interest     string
	Amortization string
	Cost         string
	Single       bool // one lease cost, and not interest and amortization
}

func nounsOf(r *leasehold.Result) nouns {
	asset := r.Lease.Standard.AssetNoun()
	n := nouns{Asset: strings.ToUpper(asset[:1]) + asset[1:], Interest: "Interest", Amortization: "Asset reduction", Cost: "Lease cost"}
	if n.Single = singleCost(r); n.Single {
		n.Interest = "Accretion"
	} else {
		n.Amortization = strings.TrimSuffix(r.Lease.Standard.AmortizationAccount().String(), " expense")
	}
	return n
}

// singleCost reports whether every row has one lease cost: the lease is
// operating throughout and was never impaired, or it is exempt.
func singleCost(r *leasehold.Result) bool {
	if r.Lease.Exempt() {
		return true
	}
	return !slices.ContainsFunc(r.Segments, func(s leasehold.Segment) bool { return s.Class != leasehold.Operating || s.Impaired })
}
