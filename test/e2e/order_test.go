package e2e

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/test/internal/wire"
)

// check is one of the server's reasons to reject a request.
type check struct {
	name   string
	status int
	code   string
	says   string // regular expression for this check's message; it matches no other message with the same status
	fault  func(call *wire.Call)
	brings func(c *caller) *caller // brings the caller into the state that the fault requires; nil if the fault needs no preparation
	spent  bool                    // whether the caller's quota must be exhausted
}

// checks lists the server's checks in the order in which they run.
var checks = []check{
	{name: "path", status: 404, code: "not_found", fault: func(c *wire.Call) { c.Path += "s" }},
	{name: "method", status: 405, code: "invalid_request", fault: func(c *wire.Call) { c.Method = http.MethodDelete }},
	{name: "credential", status: 401, code: "unauthorized", fault: func(c *wire.Call) { c.Key = "" }},
	{name: "rate", status: 429, code: "rate_limited", fault: unchanged, brings: (*caller).atRateLimit},
	{
		name: "Idempotency-Key syntax", status: 400, code: "invalid_request", says: `Idempotency-Key`,
		fault: func(c *wire.Call) { c.Header.Set("Idempotency-Key", strings.Repeat("k", 256)) },
	},
	{
		name: "size", status: 400, code: "invalid_request", says: `64 ?KiB|65,?536`,
		fault: func(c *wire.Call) { c.Body += strings.Repeat("\n", 64<<10) },
	},
	{
		name: "JSON", status: 400, code: "invalid_request", says: `JSON`,
		fault: func(c *wire.Call) { c.Body = strings.Replace(c.Body, "}", ",}", 1) },
	},
	{
		name: "constraints", status: 400, code: "invalid_request", says: `termMonths`,
		fault: func(c *wire.Call) { c.Body = strings.Replace(c.Body, `"termMonths":3`, `"termMonths":0`, 1) },
	},
	{
		name: "another body", status: 400, code: "invalid_request", says: `Idempotency-Key`,
		brings: func(c *caller) *caller { return c.storing(stored) },
		fault: func(c *wire.Call) {
			c.Header.Set("Idempotency-Key", stored)
			c.Body = strings.Replace(c.Body, "2025", "2026", 1)
		},
	},
	{
		name: "quota", status: 429, code: "quota_exceeded", spent: true,
		fault: func(c *wire.Call) { c.Header.Set("Idempotency-Key", "fresh") }, // a new Idempotency-Key, because a stored response needs no quota
	},
}

// TestOrderOfChecks checks that, if a request has two faults, the server reports the fault that it
// checks for first. The billed operations take turns, because they share the checks.
func TestOrderOfChecks(t *testing.T) {
	t.Parallel()
	for i, first := range checks {
		for j, second := range checks[i+1:] {
			if first.says != "" && first.says == second.says {
				continue // these two checks have the same message
			}
			op := wire.Operations[(i+j)%3]
			t.Run(fmt.Sprintf("%s before %s/%s", first.name, second.name, op), func(t *testing.T) {
				t.Parallel()
				first.wantWins(t, second, op)
			})
		}
	}
}

// wantWins sends a request with a fault for each check. It fails unless the first check reports the
// error.
func (first check) wantWins(t *testing.T, second check, op string) {
	c := newCaller
	if second.spent {
		c = newSpentCaller
	}
	situation := c(t, op)
	for _, k := range []check{second, first} { // the rate limit, which the server checks early, must be reached last
		if k.brings != nil {
			k.brings(situation)
		}
	}
	call := situation.call("order")
	// The second check's fault is added first. Otherwise, the text that a fault changes might be
	// missing from the body.
	second.fault(&call)
	first.fault(&call)
	reply := send(t, call)
	wantProblem(t, reply, first.status, first.code)
	message := reply.Problem().Message
	if first.says != "" && !regexp.MustCompile(first.says).MatchString(message) {
		t.Errorf("message %q does not name %s", message, first.name)
	}
	if first.status == second.status && second.says != "" && regexp.MustCompile(second.says).MatchString(message) {
		t.Errorf("message %q names %s", message, second.name)
	}
}
