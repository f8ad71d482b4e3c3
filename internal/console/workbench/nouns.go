package workbench

import (
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
}

func nounsOf(r *leasehold.Result) nouns {
	asset := r.Lease.Standard.AssetNoun()
	n := nouns{Asset: strings.ToUpper(asset[:1]) + asset[1:], Interest: "Interest", Amortization: "Asset reduction", Cost: "Lease cost"}
	switch r.Class {
	case leasehold.Operating:
		n.Interest = "Accretion"
	case leasehold.Finance:
		n.Amortization = strings.TrimSuffix(r.Lease.Standard.AmortizationAccount().String(), " expense")
	case leasehold.Derived: // a result is always of a class
	}
	return n
}
