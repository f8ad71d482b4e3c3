// Package meter holds the arithmetic of limits: plans, the UTC month and the
// sliding minute. Everything is a function of the time that it is given.
package meter

// Plan names a set of limits.
type Plan string

// The plans.
const (
	Free Plan = "free"
	Pro  Plan = "pro"
)

// Limits are what a plan allows each of its keys.
type Limits struct {
	PerMinute int   // requests in any 60 seconds, over all operations
	PerMonth  int64 // computations in a UTC calendar month
}

// Plans holds the limits of every plan.
type Plans map[Plan]Limits

// Standard returns the published limits.
func Standard() Plans {
	return Plans{
		Free: {PerMinute: 10, PerMonth: 25},
		Pro:  {PerMinute: 120, PerMonth: 5000},
	}
}
