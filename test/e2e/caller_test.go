package e2e

import (
	"testing"

	"github.com/leasehold-accounting/leasehold/test/internal/program"
	"github.com/leasehold-accounting/leasehold/test/internal/wire"
)

// caller is a key of the free plan that nobody else uses, brought into a
// situation step by step, with an account of what it has used:
//
//	newCaller(t, "compute").storing("k").atRateLimit()
type caller struct {
	t   *testing.T
	op  string // that it asks for
	key program.Key

	quota int // units that it had at first
	units int // that it was billed since
	slots int // that it took of this minute
}

// newCaller returns a caller with all of its quota.
func newCaller(t *testing.T, op string) *caller {
	t.Helper()
	return &caller{t: t, op: op, key: all.free.take(t), quota: freeQuota}
}

// newSpentCaller returns a caller without any quota left. The name stored names
// an answer of it.
func newSpentCaller(t *testing.T, op string) *caller {
	t.Helper()
	return &caller{t: t, op: op, key: all.spent.take(t)}
}

// call returns a good call that is named.
func (c *caller) call(name string) wire.Call {
	return wire.Call{Path: wire.Path(c.op), Key: c.key.Key, Body: plainLease}.Keyed(name)
}

// storing makes the name that of an answer, unless it is already.
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

// atRateLimit takes the slots of this minute that are left.
func (c *caller) atRateLimit() *caller {
	c.t.Helper()
	for ; c.slots < freeRate; c.slots++ {
		if reply := send(c.t, wire.Call{Path: wire.Path("classify"), Key: c.key.Key, Body: plainLease}); reply.Status != 200 {
			c.t.Fatal(reply)
		}
	}
	return c
}

// remaining returns the units that are left.
func (c *caller) remaining() int { return c.quota - c.units }

// wantUsed counts what the key has used, by its usage log and by how many more
// requests its minute takes.
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

// unitsOf returns the units of the key's usage log.
func unitsOf(t *testing.T, key program.Key) int {
	t.Helper()
	total := 0
	for _, row := range usageRows(t, key) {
		total += row.Units
	}
	return total
}
