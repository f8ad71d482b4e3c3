package e2e

import (
	"testing"

	"github.com/leasehold-accounting/leasehold/test/internal/program"
	"github.com/leasehold-accounting/leasehold/test/internal/wire"
)

// caller is a free-plan API key that no other test uses. Its methods bring the key into the state
// that a test requires, and count the usage that the server should record:
//
//	newCaller(t, "compute").storing("k").atRateLimit()
type caller struct {
	t   *testing.T
	op  string // operation of the requests
	key program.Key

	quota int // units of quota at the start
	units int // units billed since the start
	slots int // rate-limit slots used in the current minute
}

// newCaller returns a caller with an unused quota.
func newCaller(t *testing.T, op string) *caller {
	t.Helper()
	return &caller{t: t, op: op, key: all.free.take(t), quota: freeQuota}
}

// newSpentCaller returns a caller with an exhausted quota and one stored response (see [stored]).
func newSpentCaller(t *testing.T, op string) *caller {
	t.Helper()
	return &caller{t: t, op: op, key: all.spent.take(t)}
}

// call returns a valid call with the given Idempotency-Key.
func (c *caller) call(name string) wire.Call {
	return wire.Call{Path: wire.Path(c.op), Key: c.key.Key, Body: plainLease}.Keyed(name)
}

// storing makes the server store a response under the Idempotency-Key, unless one is already stored
// there.
func (c *caller) storing(name string) *caller {
	c.t.Helper()
	if c.quota == 0 && name == stored {
		return c
	}
	if reply := send(c.t, c.call(name)); !reply.Original() {
		c.t.Fatal(reply)
	}
	c.slots++
	c.units += wire.Units(c.op)
	return c
}

// atRateLimit sends requests until the current minute's rate limit is used up.
func (c *caller) atRateLimit() *caller {
	c.t.Helper()
	for ; c.slots < freeRate; c.slots++ {
		if reply := send(c.t, wire.Call{Path: wire.Path("classify"), Key: c.key.Key, Body: plainLease}); reply.Status != 200 {
			c.t.Fatal(reply)
		}
	}
	return c
}

// remaining returns the units that remain in the quota.
func (c *caller) remaining() int { return c.quota - c.units }

// wantUsed fails unless the usage log contains the counted usage. It also fails unless the rate
// limit allows exactly the requests that should remain in the current minute.
func (c *caller) wantUsed() {
	c.t.Helper()
	if n, want := unitsOf(c.t, c.key), freeQuota-c.remaining(); n != want {
		c.t.Errorf("%d units in the usage log, want %d", n, want)
	}
	call := wire.Call{Path: wire.Path("classify"), Key: c.key.Key, Body: plainLease}
	for left := range freeRate + 1 {
		reply := send(c.t, call)
		if reply.Problem().Code == "rate_limited" {
			if want := freeRate - c.slots; left != want {
				c.t.Errorf("%d requests were left in the minute, want %d", left, want)
			}
			return
		}
		if reply.Status != 200 {
			c.t.Fatal(reply)
		}
	}
	c.t.Errorf("the minute took more than %d requests", freeRate)
}

// unitsOf totals the units in a key's usage log.
func unitsOf(t *testing.T, key program.Key) int {
	t.Helper()
	total := 0
	for _, row := range usageRows(t, key) {
		total += row.Units
	}
	return total
}
