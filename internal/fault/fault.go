// Package fault defines fault points: steps of a request at which tests kill the process or cause
// an error. The tests then verify the stored state.
//
// Fault points require the build tag faults. Without the tag, every point is an inlined function
// that returns nil. Releases are built without the tag.
package fault

// The fault points, in the order in which a billed request reaches them.
const (
	ClaimBefore     = "claim.before"
	ClaimAfter      = "claim.after"
	UsageBefore     = "usage.before"
	UsageAfter      = "usage.after"
	CounterBefore   = "counter.before"
	CounterAfter    = "counter.after"
	CommitBefore    = "commit.before"
	CommitAfter     = "commit.after"
	FirstByteBefore = "first-byte.before"
	MidBody         = "mid-body"
)

// Points lists every point.
func Points() []string {
	return []string{
		ClaimBefore, ClaimAfter, UsageBefore, UsageAfter, CounterBefore, CounterAfter,
		CommitBefore, CommitAfter, FirstByteBefore, MidBody,
	}
}
