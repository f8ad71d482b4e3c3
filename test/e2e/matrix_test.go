package e2e

import (
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/test/internal/wire"
)

// situation is a row of the table of situations. It defines a request's response, cost and effects
// in that situation. The internal_error situation requires a separate server (see
// internalErrorIsSafeToRetry).
type situation struct {
	name   string
	status int
	code   string                      // expected error code; empty for success
	change func(call *wire.Call)       // turns a valid call with an Idempotency-Key into a call in this situation
	spent  bool                        // whether the caller's quota is exhausted
	brings func(c *caller) *caller     // brings the caller into the situation; nil if it needs no preparation
	left   func(c *caller, billed int) // checks the request's effects
	replay bool
	stored bool // whether a response is stored under the call's Idempotency-Key after the request
	told   bool // whether the response has the x-quota-limit and x-quota-remaining headers
}

func unchanged(*wire.Call) {}

// matrixName is the valid call's Idempotency-Key.
const matrixName = "matrix"

// These functions check a request's effects.
func nothing(*caller, int)           {}
func aSlot(c *caller, _ int)         { c.slots++ }
func aSlotAndUnits(c *caller, n int) { c.slots, c.units = c.slots+1, c.units+n }

func storingAnAnswer(c *caller) *caller { return c.storing(matrixName) }

var situations = []situation{
	{name: "unknown path", status: 404, code: "not_found", left: nothing, change: func(c *wire.Call) { c.Path += "/x" }},
	{name: "wrong method", status: 405, code: "invalid_request", left: nothing, change: func(c *wire.Call) { c.Method = http.MethodPut }},
	{name: "no credential", status: 401, code: "unauthorized", left: nothing, change: func(c *wire.Call) { c.Key = "" }},
	{
		name: "unknown key", status: 401, code: "invalid_key", left: nothing,
		change: func(c *wire.Call) { c.Key = "sk_live_" + strings.Repeat("0", 38) },
	},
	{name: "rate_limited", status: 429, code: "rate_limited", left: nothing, brings: (*caller).atRateLimit, change: unchanged, told: true},
	{
		name: "Idempotency-Key syntax", status: 400, code: "invalid_request", left: aSlot, told: true,
		change: func(c *wire.Call) { c.Header.Set("Idempotency-Key", "a\tb") },
	},
	{
		name: "body too large", status: 400, code: "invalid_request", left: aSlot, told: true,
		change: func(c *wire.Call) { c.Body += strings.Repeat(" ", 64<<10) },
	},
	{name: "not JSON", status: 400, code: "invalid_request", left: aSlot, told: true, change: func(c *wire.Call) { c.Body += "}" }},
	{name: "constraint", status: 400, code: "invalid_request", left: aSlot, told: true, change: func(c *wire.Call) { c.Body = lease("termMonths", "0") }},
	{
		name: "another body", status: 400, code: "invalid_request", left: aSlot, told: true, brings: storingAnAnswer, stored: true,
		change: func(c *wire.Call) { c.Body = lease("termMonths", "4") },
	},
	{name: "quota_exceeded", status: 429, code: "quota_exceeded", left: aSlot, told: true, spent: true, change: unchanged},
	{name: "replay", status: 200, left: aSlot, told: true, brings: storingAnAnswer, replay: true, stored: true, change: unchanged},
	{
		name: "replay with no quota left", status: 200, left: aSlot, told: true, spent: true, replay: true, stored: true,
		change: func(c *wire.Call) { c.Header.Set("Idempotency-Key", stored) },
	},
	{name: "success with a key", status: 200, left: aSlotAndUnits, told: true, stored: true, change: unchanged},
	{name: "success without a key", status: 200, left: aSlotAndUnits, told: true, change: func(c *wire.Call) { c.Header.Del("Idempotency-Key") }},
}

// TestMatrixOfSituations sends a request to a billed and to a free operation in each situation. It
// checks that the response, the cost, the effects and the stored response match the table.
func TestMatrixOfSituations(t *testing.T) {
	t.Parallel()
	for _, s := range situations {
		for _, op := range []string{"compute", "classify"} {
			if s.code == "quota_exceeded" && wire.Units(op) == 0 {
				continue
			}
			t.Run(s.name+"/"+op, func(t *testing.T) {
				t.Parallel()
				s.hold(t, op)
			})
		}
	}
}

func (s situation) caller(t *testing.T, op string) *caller {
	t.Helper()
	c := newCaller
	if s.spent {
		c = newSpentCaller
	}
	if s.brings == nil {
		return c(t, op)
	}
	return s.brings(c(t, op))
}

// hold sends the situation's request once. It then checks the response and its effects, and the
// caller's remaining quota and rate.
func (s situation) hold(t *testing.T, op string) {
	c := s.caller(t, op)
	call := c.call(matrixName)
	s.change(&call)
	reply := send(t, call)
	s.left(c, wire.Units(op))
	s.wantReply(t, reply, c)
	if c.slots < freeRate {
		s.wantStored(t, c, call.Header.Get("Idempotency-Key"))
	}
	c.wantUsed()
}

// wantReply fails unless the response has the situation's status, error code and headers.
func (s situation) wantReply(t *testing.T, reply wire.Reply, c *caller) {
	t.Helper()
	switch {
	case s.code != "":
		wantProblem(t, reply, s.status, s.code)
	case s.replay != reply.Replayed() || s.replay == reply.Original():
		t.Errorf("replay is not %v: %v", s.replay, reply)
	}
	limit, remaining := "", ""
	if s.told {
		limit, remaining = strconv.Itoa(freeQuota), strconv.Itoa(c.remaining())
	}
	wantHeader(t, reply, "X-Quota-Limit", limit)
	wantHeader(t, reply, "X-Quota-Remaining", remaining)
}

// wantStored checks whether a response is stored. To do so, it repeats the valid call with the
// request's Idempotency-Key, or with matrixName if the situation is not a replay. If a response
// should be stored, the server must replay it. Otherwise, the server must either compute a new
// response or report an exhausted quota.
func (s situation) wantStored(t *testing.T, c *caller, name string) {
	t.Helper()
	if !s.replay {
		name = matrixName
	}
	again := send(t, c.call(name))
	c.slots++
	switch {
	case s.stored && !again.Replayed():
		t.Errorf("the answer was not stored: %v", again)
	case s.stored:
	case c.remaining() == 0 && wire.Units(c.op) > 0:
		wantProblem(t, again, 429, "quota_exceeded")
	case !again.Original():
		t.Errorf("something was stored: %v", again)
	default:
		c.units += wire.Units(c.op)
	}
}

// TestMatrixOfUsageRows checks that each request writes exactly the usage row that its outcome
// requires.
func TestMatrixOfUsageRows(t *testing.T) {
	t.Parallel()
	key := createKey(t, "pro", "live")
	type owed struct{ status, units int }
	want := map[string]owed{}
	original := map[string]string{}
	for _, op := range wire.Operations {
		call := wire.Call{Path: wire.Path(op), Key: key.Key, Body: plainLease}.Keyed("row")
		first := send(t, call)
		want[first.Header.Get("X-Request-Id")] = owed{200, wire.Units(op)}
		again := send(t, call)
		want[again.Header.Get("X-Request-Id")] = owed{200, 0}
		original[again.Header.Get("X-Request-Id")] = first.Header.Get("X-Request-Id")
		call.Body = "{}"
		refused := send(t, call)
		want[refused.Header.Get("X-Request-Id")] = owed{400, 0}
		call.Method = http.MethodGet
		send(t, call) // a request without a valid key has no usage row
	}
	rows := usageRows(t, key)
	if len(rows) != len(want) {
		t.Errorf("%d usage rows, want %d", len(rows), len(want))
	}
	for id, w := range want {
		row, ok := rows[id]
		if !ok || row.Status != w.status || row.Units != w.units || row.Mode != "live" || row.ReplayOf != original[id] {
			t.Errorf("request %s has the usage row %+v, want status %d, %d units, a replay of %q", id, row, w.status, w.units, original[id])
		}
		if w.status == 400 && row.Code != "invalid_request" {
			t.Errorf("usage row %+v has not the code invalid_request", row)
		}
	}
}
