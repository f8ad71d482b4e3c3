package leaseview

import (
	"slices"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/schedule"
)

// nouns contains the names of the schedule columns and chart lines for the lease's standard and
// class.
type nouns struct {
	Asset        string // begins with a capital letter, for headings
	Interest     string
	Amortization string
	Cost         string
	Single       bool // the lease has a single lease cost instead of interest and amortization
}

func nounsOf(r *leasehold.Result) nouns {
	c := wording.Headings(&r.Measurement)
	return nouns{c.Asset, c.Interest, c.Amortization, c.Cost, singleCost(r)}
}

// singleCost reports whether every schedule row has a single lease cost instead of interest and
// amortization. This is the case for an exempt lease, and for a lease that is an operating lease
// over its whole term and was never impaired.
func singleCost(r *leasehold.Result) bool {
	if r.Lease.Exempt() {
		return true
	}
	return !slices.ContainsFunc(r.Segments, func(s schedule.Segment) bool { return s.Class != leasehold.Operating || s.Impaired })
}
