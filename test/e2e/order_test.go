package e2e

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/test/internal/wire"
)

// check is one step at which a request can be refused.
type check struct {
	name   string
	status int
	code   string
	says   *regexp.Regexp // tells it from the other checks of its status
	fault  func(call *wire.Call)
	spent  bool // needs a key with no quota left
	stored bool // needs a stored answer under the call's Idempotency-Key
	full   bool // needs a key at its rate limit
}

// checks are in the order in which a request passes them.
var checks = []check{
	{name: "path", status: 404, code: "not_found", fault: func(c *wire.Call) { c.Path += "s" }},
	{name: "method", status: 405, code: "invalid_request", fault: func(c *wire.Call) { c.Method = http.MethodDelete }},
	{name: "credential", status: 401, code: "unauthorized", fault: func(c *wire.Call) { c.Key = "" }},
	{name: "rate", status: 429, code: "rate_limited", fault: unchanged, full: true},
	{name: "Idempotency-Key syntax", status: 400, code: "invalid_request", says: regexp.MustCompile(`Idempotency-Key`), fault: func(c *wire.Call) { c.Header.Set("Idempotency-Key", "\u00a0") }},
	{name: "size", status: 400, code: "invalid_request", says: regexp.MustCompile(`64 ?KiB|65,?536`), fault: func(c *wire.Call) { c.Body += strings.Repeat("\n", 64<<10) }},
	{name: "JSON", status: 400, code: "invalid_request", says: regexp.MustCompile(`^body\b`), fault: func(c *wire.Call) { c.Body = strings.Replace(c.Body, "}", ",}", 1) }},
	{name: "constraints", status: 400, code: "invalid_request", says: regexp.MustCompile(`termMonths`), fault: func(c *wire.Call) { c.Body = strings.Replace(c.Body, `"termMonths":3`, `"termMonths":0`, 1) }},
	{name: "another body", status: 400, code: "invalid_request", says: regexp.MustCompile(`Idempotency-Key`), fault: func(c *wire.Call) { c.Body = strings.Replace(c.Body, "2025", "2026", 1) }, stored: true},
	{name: "quota", status: 429, code: "quota_exceeded", fault: unchanged, spent: true},
}

// wantWins sends a request with both faults and wants to be told of the first.
func (first check) wantWins(t *testing.T, second check, op string) {
	key := all.free.take
	if second.spent {
		key = all.spent.take
	}
	call := wire.Call{Path: wire.Path(op), Key: key(t).Key, Body: plainLease}.Keyed(stored)
	if !second.spent && (first.stored || second.stored) {
		if reply := send(t, call); !reply.Original() {
			t.Fatal(reply)
		}
	}
	if second.spent && !first.stored && first.name != "Idempotency-Key syntax" {
		call.Header.Set("Idempotency-Key", "fresh")
	}
	if first.full || second.full {
		for range freeRate {
			send(t, wire.Call{Path: wire.Path("classify"), Key: call.Key, Body: plainLease})
		}
	}
	// The later fault goes in first, so that a fault of the body finds the
	// text that it spoils.
	second.fault(&call)
	first.fault(&call)
	reply := send(t, call)
	wantProblem(t, reply, first.status, first.code)
	message := reply.Problem().Message
	if first.says != nil && !first.says.MatchString(message) {
		t.Errorf("message %q does not speak of %s", message, first.name)
	}
	if first.status == second.status && second.says != nil && second.says.String() != `^body\b` && second.says.MatchString(message) {
		t.Errorf("message %q speaks of %s", message, second.name)
	}
}

// A stored answer comes before the charge: a replay needs no quota.
func TestAReplayComesBeforeTheQuota(t *testing.T) {
	t.Parallel()
	for _, op := range wire.Operations {
		call := wire.Call{Path: wire.Path(op), Key: all.spent.take(t).Key, Body: plainLease}.Keyed(stored)
		if reply := send(t, call); !reply.Replayed() {
			t.Errorf("%s: %v", op, reply)
		}
	}
}

// A 404 and a 405 are told to everyone: they need no credential.
func TestPathAndMethodAreToldWithoutACredential(t *testing.T) {
	t.Parallel()
	for _, op := range wire.Operations {
		wantProblem(t, send(t, wire.Call{Path: wire.Path(op) + "/"}), 404, "not_found")
		wantProblem(t, send(t, wire.Call{Method: http.MethodGet, Path: wire.Path(op)}), 405, "invalid_request")
	}
}
