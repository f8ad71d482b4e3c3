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
	Single       bool // every schedule row has a single lease cost instead of interest and amortization
}

func nounsOf(r *leasehold.Result) nouns {
	c := wording.Headings(&r.Measurement)
	separate := func(s schedule.Segment) bool { return s.Class != leasehold.Operating || s.Impaired }
	return nouns{c.Asset, c.Interest, c.Amortization, c.Cost, r.Lease.Exempt() || !slices.ContainsFunc(r.Segments, separate)}
}
