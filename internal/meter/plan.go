// Package meter holds the arithmetic of limits: plans, the UTC month and the
// sliding minute. Everything is a function of the time that it is given.
package meter

import (
	"cmp"
	"maps"
	"slices"
)

// Plan names a set of limits.
type Plan string

// The plans.
const (
	Free Plan = "free"
	Pro  Plan = "pro"
)

// Has reports whether the plan has what the plan least has.
func (p Plan) Has(least Plan) bool { return p == least || least == Free }

// Limits are what a plan allows each of its keys.
type Limits struct {
	PerMinute int   // requests in any 60 seconds, over all operations
	PerMonth  int64 // computations in a UTC calendar month
}

// Plans holds the limits of every plan.
type Plans map[Plan]Limits

// Names lists the plans, the smallest first.
func (p Plans) Names() []Plan {
	return slices.SortedFunc(maps.Keys(p), func(a, b Plan) int {
		return cmp.Or(cmp.Compare(p[a].PerMonth, p[b].PerMonth), cmp.Compare(a, b))
	})
}

// Standard returns the published limits.
func Standard() Plans {
	return Plans{
		Free: {PerMinute: 10, PerMonth: 25},
		Pro:  {PerMinute: 120, PerMonth: 5000},
	}
}
