package mcpapi

import (
	"fmt"
	"sync/atomic"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// fewestMessages is how many messages a key may send in any 60 seconds at least.
const fewestMessages = 120

// messagesPerMinute is how many messages a key may send in any 60 seconds: as many as
// its plan allows requests, so that MCP does not bound the calls, and enough for what
// an agent asks before it calls, such as the list of tools. Calls take the plan's rate
// besides.
func messagesPerMinute(plan meter.Limits) int { return max(fewestMessages, plan.PerMinute) }

// messageLimit is the limit of the messages, kept by this process.
type messageLimit struct {
	limiter *meter.Limiter
	taken   atomic.Uint64
}

func newMessageLimit(clock func() time.Time) *messageLimit {
	return &messageLimit{limiter: meter.NewLimiter(clock)}
}

// forgetEvery is how many messages pass between two rounds of forgetting keys
// that have gone.
const forgetEvery = 4096

// lengthOfOne is how much of a message counts as one more.
const lengthOfOne = 64 << 10

// charge counts a message of that length as so many more. Who may send one may send
// a long one, and waits for it afterwards.
func (l *messageLimit) charge(key service.Key, length int64) {
	l.limiter.Charge(key.Ref, int(max(0, length-1)/lengthOfOne))
}

// take counts n messages of a key that may send limit a minute, or refuses them.
func (l *messageLimit) take(key service.Key, limit, n int) error {
	for range n {
		if l.taken.Add(1)%forgetEvery == 0 {
			l.limiter.Sweep()
		}
		if _, wait := l.limiter.Take(key.Ref, limit); wait > 0 {
			seconds := meter.RetryAfter(wait)
			return &service.Error{
				Code:       service.RateLimited,
				Message:    fmt.Sprintf("More than %d messages within 60 seconds. Try again in %d s.", limit, seconds),
				RetryAfter: seconds,
			}
		}
	}
	return nil
}
