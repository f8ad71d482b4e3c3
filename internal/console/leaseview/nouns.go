package leaseview

import (
	"slices"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/schedule"
)

// nouns are the names of the columns and chart series under the standard and class of a lease.
type nouns struct {
	Asset        string // as a heading
	Interest     string
	Amortization string
	Cost         string
	Single       bool // one lease cost, and not interest and amortization
}

func nounsOf(r *leasehold.Result) nouns {
	c := wording.Headings(&r.Measurement)
	return nouns{c.Asset, c.Interest, c.Amortization, c.Cost, singleCost(r)}
}

// singleCost reports whether every row has one lease cost: the lease is
// operating throughout and was never impaired, or it is exempt.
func singleCost(r *leasehold.Result) bool {
	if r.Lease.Exempt() {
		return true
	}
	return !slices.ContainsFunc(r.Segments, func(s schedule.Segment) bool { return s.Class != leasehold.Operating || s.Impaired })
}
