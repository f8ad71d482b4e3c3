package e2e

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/test/internal/program"
	"github.com/leasehold-accounting/leasehold/test/internal/wire"
)

// situation is a row of the table of outcomes: what a request costs and leaves
// behind. Two rows need more than a changed call and have tests of their own:
// rate_limited in waitingAsToldPasses, internal_error in
// internalErrorIsSafeToRetry.
type situation struct {
	name       string
	status     int
	code       string                // of the error; empty for a success
	before     func(*wire.Call)      // a good call sent first, where not nil
	change     func(call *wire.Call) // makes the situation of a good, keyed call
	slots      int                   // of the rate limit
	units      bool                  // the operation's units are billed
	stored     bool                  // the Idempotency-Key names an answer afterwards
	replay     bool
	quota      bool // x-quota-limit and x-quota-remaining are told
	spent      bool // with no quota left
	billedOnly bool
}

func unchanged(*wire.Call) {}

var situations = []situation{
	{name: "unknown path", status: 404, code: "not_found", change: func(c *wire.Call) { c.Path += "/x" }},
	{name: "wrong method", status: 405, code: "invalid_request", change: func(c *wire.Call) { c.Method = http.MethodPut }},
	{name: "no credential", status: 401, code: "unauthorized", change: func(c *wire.Call) { c.Key = "" }},
	{name: "unknown key", status: 401, code: "invalid_key", change: func(c *wire.Call) { c.Key = "sk_live_" + strings.Repeat("0", 38) }},
	{name: "rate_limited", status: 429, code: "rate_limited", change: unchanged, quota: true},
	{name: "Idempotency-Key syntax", status: 400, code: "invalid_request", slots: 1, quota: true, change: func(c *wire.Call) { c.Header.Set("Idempotency-Key", "a b") }},
	{name: "body too large", status: 400, code: "invalid_request", slots: 1, quota: true, change: func(c *wire.Call) { c.Body += strings.Repeat(" ", 64<<10) }},
	{name: "not JSON", status: 400, code: "invalid_request", slots: 1, quota: true, change: func(c *wire.Call) { c.Body += "}" }},
	{name: "constraint", status: 400, code: "invalid_request", slots: 1, quota: true, change: func(c *wire.Call) { c.Body = lease("termMonths", "0") }},
	{name: "another body", status: 400, code: "invalid_request", slots: 1, quota: true, before: unchanged, stored: true, change: func(c *wire.Call) { c.Body = lease("termMonths", "4") }},
	{name: "quota_exceeded", status: 429, code: "quota_exceeded", slots: 1, quota: true, spent: true, billedOnly: true, change: unchanged},
	{name: "replay", status: 200, slots: 1, quota: true, before: unchanged, stored: true, replay: true, change: unchanged},
	{name: "replay with no quota left", status: 200, slots: 1, quota: true, spent: true, stored: true, replay: true, change: func(c *wire.Call) { c.Header.Set("Idempotency-Key", stored) }},
	{name: "success with a key", status: 200, slots: 1, units: true, quota: true, stored: true, change: unchanged},
	{name: "success without a key", status: 200, slots: 1, units: true, quota: true, change: func(c *wire.Call) { c.Header.Del("Idempotency-Key") }},
}

// Each situation, on each operation, costs and stores what the table says.
func TestMatrixOfSituations(t *testing.T) {
	t.Parallel()
	for _, s := range situations {
		for _, op := range wire.Operations {
			if s.billedOnly && wire.Units(op) == 0 {
				continue
			}
			t.Run(s.name+"/"+op, func(t *testing.T) {
				t.Parallel()
				s.hold(t, op)
			})
		}
	}
}

// hold makes the situation once on a key that has been used for nothing else
// this minute, and then counts what is left of it.
func (s situation) hold(t *testing.T, op string) {
	key, quota := all.free.take, freeQuota
	if s.spent {
		key, quota = all.spent.take, 0
	}
	used := key(t)
	good := wire.Call{Path: wire.Path(op), Key: used.Key, Body: plainLease}.Keyed("matrix")
	slots, units := 0, 0
	if s.before != nil {
		if reply := send(t, good); reply.Status != 200 {
			t.Fatal(reply)
		}
		slots, units = 1, wire.Units(op)
	}
	if s.code == "rate_limited" {
		s.fill(t, used.Key)
		slots = freeRate
	}
	call := good
	call.Header = good.Header.Clone()
	s.change(&call)
	reply := send(t, call)
	slots += s.slots
	if s.units {
		units += wire.Units(op)
	}
	s.wantReply(t, reply, quota, units)
	if n := unitsOf(t, used); n != freeQuota-quota+units {
		t.Errorf("%d units in the usage log, want %d", n, freeQuota-quota+units)
	}
	if slots < freeRate {
		s.wantStored(t, call, good, quota-units)
		slots++
	}
	wantSlotsLeft(t, used.Key, freeRate-slots)
}

// wantReply checks the status, the code and the headers.
func (s situation) wantReply(t *testing.T, reply wire.Reply, quota, units int) {
	t.Helper()
	switch {
	case s.code != "":
		wantProblem(t, reply, s.status, s.code)
	case s.replay != reply.Replayed() || s.replay == reply.Original():
		t.Errorf("replay is not %v: %v", s.replay, reply)
	}
	limit, remaining := "", ""
	if s.quota {
		limit, remaining = strconv.Itoa(freeQuota), strconv.Itoa(quota-units)
	}
	wantHeader(t, reply, "X-Quota-Limit", limit)
	wantHeader(t, reply, "X-Quota-Remaining", remaining)
}

// wantStored repeats the good call: it is a replay where the key names an
// answer, and otherwise an original, or refused for want of quota.
func (s situation) wantStored(t *testing.T, call, good wire.Call, quota int) {
	t.Helper()
	if k := call.Header.Get("Idempotency-Key"); s.replay && k != "" {
		good.Header = call.Header
	}
	again := send(t, good)
	switch {
	case quota == 0 && !s.stored && wire.Units(strings.TrimPrefix(good.Path, "/api/v1/")) > 0:
		wantProblem(t, again, 429, "quota_exceeded")
	case s.stored && !again.Replayed():
		t.Errorf("the answer was not stored: %v", again)
	case !s.stored && !again.Original():
		t.Errorf("something was stored: %v", again)
	}
}

func (s situation) fill(t *testing.T, key string) {
	t.Helper()
	for range freeRate {
		if reply := send(t, wire.Call{Path: wire.Path("classify"), Key: key, Body: plainLease}); reply.Status != 200 {
			t.Fatal(reply)
		}
	}
}

// wantSlotsLeft counts how many more requests the key's minute takes.
func wantSlotsLeft(t *testing.T, key string, want int) {
	t.Helper()
	call := wire.Call{Path: wire.Path("classify"), Key: key, Body: plainLease}
	for left := range freeRate + 1 {
		reply := send(t, call)
		if reply.Problem().Code == "rate_limited" {
			if left != want {
				t.Errorf("%d requests were left in the minute, want %d", left, want)
			}
			return
		}
		if reply.Status != 200 {
			t.Fatal(reply)
		}
	}
	t.Errorf("the minute took more than %d requests", freeRate)
}

// situationCall builds the first situation of a code for a key of its own.
func (s situation) call(t *testing.T, op string) wire.Call {
	t.Helper()
	key := all.free.take
	if s.spent {
		key = all.spent.take
	}
	call := wire.Call{Path: wire.Path(op), Key: key(t).Key, Body: plainLease}.Keyed("by-code")
	if s.code == "rate_limited" {
		s.fill(t, call.Key)
	}
	s.change(&call)
	return call
}

func situationByCode(t *testing.T, code string) situation {
	t.Helper()
	for _, s := range situations {
		if s.code == code && s.before == nil {
			return s
		}
	}
	t.Fatalf("no situation for %s", code)
	return situation{}
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

// Each request leaves exactly the usage row that its situation owes.
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
		send(t, call) // not authenticated: no row
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

// Of every two faults in one request, the one that is checked first is told.
func TestOrderOfChecks(t *testing.T) {
	t.Parallel()
	for i, first := range checks {
		for _, second := range checks[i+1:] {
			if first.name == "Idempotency-Key syntax" && second.name == "another body" {
				continue // such a key names no stored answer
			}
			for _, op := range wire.Operations {
				if second.name == "quota" && wire.Units(op) == 0 {
					continue
				}
				t.Run(fmt.Sprintf("%s before %s/%s", first.name, second.name, op), func(t *testing.T) {
					t.Parallel()
					first.wantWins(t, second, op)
				})
			}
		}
	}
}
