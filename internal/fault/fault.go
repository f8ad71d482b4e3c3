// Package fault names the points of a request at which a process may be killed
// or a step be made to fail, so that tests can prove what is left behind. It
// also holds the controls: switches that break one promise each, so that tests
// can prove that they notice.
//
// Both exist with the build tag faults only. Without it every point is a
// function that does nothing and is inlined away, and every control is a
// constant false. A release is built without the tag.
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
