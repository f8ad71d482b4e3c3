// Package fault names the points of a request at which a process may be made
// to die or a step to fail, so that tests can prove what is left behind.
//
// Without the build tag faults every point is nothing: the calls are inlined
// away.
package fault

// The points, in the order in which a billed request passes them.
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
