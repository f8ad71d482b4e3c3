package e2e

import (
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/leasehold-accounting/leasehold/test/internal/contract"
	"github.com/leasehold-accounting/leasehold/test/internal/wire"
)

// audit checks every response in the suite's run against SPEC's general rules, including responses
// that no test examines in detail.
type audit struct {
	base string

	mu    sync.Mutex
	ids   map[string]bool
	found []string
}

func newAudit(base string) *audit { return &audit{base: base, ids: map[string]bool{}} }

// statusOf maps each error code to the statuses that SPEC 7's table allows.
var statusOf = map[string][]int{
	"unauthorized":    {401},
	"invalid_key":     {401},
	"invalid_request": {400, 405},
	"quota_exceeded":  {429},
	"rate_limited":    {429},
	"plan_required":   {402, 403},
	"not_found":       {404},
	"internal_error":  {500},
}

// see checks one API response. It ignores responses from other paths, such as /healthz.
func (a *audit) see(call wire.Call, reply wire.Reply) {
	a.mu.Lock()
	defer a.mu.Unlock()
	complain := func(format string, args ...any) {
		if len(a.found) < 20 {
			a.found = append(a.found, fmt.Sprintf("%s %s: ", call.Method, call.Path)+fmt.Sprintf(format, args...)+": "+reply.String())
		}
	}
	if err := contract.Check(contract.Exchange{
		Method: cmp.Or(call.Method, "POST"), Path: call.Path, Request: []byte(call.Body),
		Status: reply.Status, Header: reply.Header, Response: reply.Body,
	}); err != nil {
		complain("not as the OpenAPI description says: %v", err)
	}
	id := reply.Header.Get("X-Request-Id")
	if id == "" || a.ids[id] {
		complain("x-request-id %q is absent or was given before", id)
	}
	a.ids[id] = true
	if sent := call.Header.Get("X-Request-Id"); sent != "" && id == sent {
		complain("the client's x-request-id came back")
	}
	if got := reply.Header.Get("Cache-Control"); got != "no-store" {
		complain("cache-control %q", got)
	}
	for name := range reply.Header {
		if strings.HasPrefix(name, "Access-Control-") {
			complain("header %s: there is no CORS", name)
		}
	}
	accepted := cmp.Or(call.Header.Get("Accept"), "application/json")
	if reply.Status != 200 {
		accepted = "application/json"
	}
	if ct := reply.Header.Get("Content-Type"); !strings.HasPrefix(ct, accepted) {
		complain("content-type %q", ct)
	}
	if strings.Contains(string(reply.Body), "sk_test_") || strings.Contains(string(reply.Body), "sk_live_") {
		complain("an API key in the answer")
	}
	if reply.Status == 200 && accepted != "application/json" {
		return // a file has no JSON fields to check
	}
	if reply.Status == 200 {
		a.seeSuccess(reply, complain)
		return
	}
	if call.Method != "HEAD" {
		a.seeProblem(reply, complain)
	}
}

func (a *audit) seeSuccess(reply wire.Reply, complain func(string, ...any)) {
	var body struct{ Replay *bool }
	if err := json.Unmarshal(reply.Body, &body); err != nil || body.Replay == nil {
		complain("not a success body: %v", err)
		return
	}
	if *body.Replay != (reply.Header.Get("Idempotent-Replay") == "true") || !*body.Replay && reply.Header.Values("Idempotent-Replay") != nil {
		complain("replay and idempotent-replay disagree")
	}
	limit, err1 := strconv.Atoi(reply.Header.Get("X-Quota-Limit"))
	remaining, err2 := strconv.Atoi(reply.Header.Get("X-Quota-Remaining"))
	if err1 != nil || err2 != nil || remaining < 0 || remaining > limit {
		complain("x-quota-limit %q, x-quota-remaining %q", reply.Header.Get("X-Quota-Limit"), reply.Header.Get("X-Quota-Remaining"))
	}
}

var docsLink = regexp.MustCompile(`^(https?://[^/]+)/docs/errors#([a-z_]+)$`)

func (a *audit) seeProblem(reply wire.Reply, complain func(string, ...any)) {
	var body struct {
		Error struct {
			Code, Message, Docs string
			RequestID           string `json:"request_id"`
			Fields              []struct{ Field, Message string }
		}
	}
	if err := json.Unmarshal(reply.Body, &body); err != nil {
		complain("not the error body of the contract: %v", err)
		return
	}
	e := body.Error
	var faults []string
	for _, f := range e.Fields {
		faults = append(faults, f.Field+": "+f.Message)
	}
	if told := strings.Join(faults, "; "); e.Code == "invalid_request" && told != e.Message || e.Code != "invalid_request" && told != "" {
		complain("error.fields say %q, and the message %q", told, e.Message)
	}
	if e.Code == "" || e.Message == "" {
		complain("error has no code or no message")
	}
	if !slices.Contains(statusOf[e.Code], reply.Status) {
		complain("status %d is not one of code %s", reply.Status, e.Code)
	}
	if e.RequestID != reply.Header.Get("X-Request-Id") {
		complain("error.request_id is not the header's")
	}
	if m := docsLink.FindStringSubmatch(e.Docs); m == nil || m[1] != a.base || m[2] != e.Code {
		complain("error.docs %q", e.Docs)
	}
	retry := reply.Header.Get("Retry-After")
	seconds, err := strconv.Atoi(retry)
	switch e.Code {
	case "rate_limited":
		if err != nil || seconds < 1 || seconds > 60 {
			complain("retry-after %q", retry)
		}
	case "internal_error": // may have the Retry-After header
	default:
		if retry != "" {
			complain("retry-after %q where waiting does not help", retry)
		}
	}
	if reply.Header.Get("Idempotent-Replay") != "" {
		complain("an error says that it is a replay")
	}
}

func (a *audit) faults() []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return slices.Clone(a.found)
}

// logFaults checks the server's log of the whole run and returns the violations. Every line must be
// JSON. No line may contain secrets or lease data.
func (s *suite) logFaults() []string {
	var faults []string
	complain := func(what, line string) {
		if len(faults) < 10 {
			faults = append(faults, fmt.Sprintf("log: %s: %.300s", what, line))
		}
	}
	log := s.server.Log()
	if strings.Contains(log, "DATA RACE") {
		i := strings.Index(log, "DATA RACE")
		return []string{"the race detector spoke:\n" + log[max(0, i-100):min(len(log), i+4000)]}
	}
	for line := range strings.Lines(log) {
		if !json.Valid([]byte(line)) {
			complain("a line is not JSON", line)
		}
		if strings.Contains(line, secretMark) || strings.Contains(line, secretIdempotencyKey) {
			complain("part of a request", line)
		}
	}
	for _, ring := range []*keyRing{&s.pro, &s.free, &s.live, &s.spent} {
		for _, key := range ring.keys {
			// A log may show a key's last four characters, because the key's last six characters
			// are a checksum. The rest of the secret must not appear.
			if body := key.Key[len("sk_test_") : len(key.Key)-6]; strings.Contains(log, body) {
				complain("the secret of a key", key.ID)
			}
		}
	}
	return faults
}
