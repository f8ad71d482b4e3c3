package e2e

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/test/internal/wire"
)

// plainLease is a small valid lease.
const plainLease = `{"commencementDate":"2025-01-01","termMonths":3,"paymentAmount":1000,"discountRateAnnual":0.06}`

// No log may contain secretMark, which is in some request bodies, or secretIdempotencyKey, which is
// the Idempotency-Key of some requests.
const (
	secretMark           = "86753090.17"
	secretIdempotencyKey = "do-not-log-this-idempotency-key"
)

// send sends a call to the suite's server, and the suite's audit checks the response.
func send(t *testing.T, call wire.Call) wire.Reply {
	t.Helper()
	if call.Method == "" {
		call.Method = "POST"
	}
	reply, err := all.client.Do(t.Context(), call)
	if err != nil {
		t.Fatalf("%s %s: %v", call.Method, call.Path, err)
	}
	all.audit.see(call, reply)
	return reply
}

// post sends a lease to an operation, authenticated by an unused pro-plan key.
func post(t *testing.T, operation, lease string) wire.Reply {
	t.Helper()
	return send(t, wire.Call{Path: wire.Path(operation), Key: all.pro.take(t).Key, Body: lease})
}

// answer sends a lease and returns the decoded body of the successful response.
func answer(t *testing.T, operation, lease string) map[string]any {
	t.Helper()
	reply := post(t, operation, lease)
	if reply.Status != 200 {
		t.Fatalf("%s of %s: %v", operation, lease, reply)
	}
	return decoded(t, reply)
}

func decoded(t *testing.T, reply wire.Reply) map[string]any {
	t.Helper()
	v, err := reply.JSON()
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// wantProblem fails unless the reply is an error with the given status and code, and its message
// contains all the names.
func wantProblem(t *testing.T, reply wire.Reply, status int, code string, names ...string) {
	t.Helper()
	p := reply.Problem()
	if reply.Status != status || p.Code != code {
		t.Errorf("got %v, want status %d and code %s", reply, status, code)
		return
	}
	for _, name := range names {
		if !strings.Contains(p.Message, name) {
			t.Errorf("message %q does not name %s", p.Message, name)
		}
	}
}

// wantHeader fails unless the reply's header has the value. An empty value means that the header
// must be absent.
func wantHeader(t *testing.T, reply wire.Reply, name, value string) {
	t.Helper()
	if got := strings.Join(reply.Header.Values(name), ", "); got != value {
		t.Errorf("%s: %q, want %q, in %v", name, got, value, reply)
	}
}

// lease returns plainLease with fields replaced or added. Its arguments are pairs of a field name
// and a JSON value; an empty value removes the field.
func lease(members ...string) string {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal([]byte(plainLease), &fields); err != nil {
		panic(err)
	}
	for i := 0; i < len(members); i += 2 {
		if members[i+1] == "" {
			delete(fields, members[i])
			continue
		}
		fields[members[i]] = json.RawMessage(members[i+1])
	}
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		parts = append(parts, fmt.Sprintf("%q:%s", name, fields[name]))
	}
	return "{" + strings.Join(parts, ",") + "}"
}

// at returns the value at a path of field names and indices in a decoded JSON value.
func at(t *testing.T, v any, path ...any) any {
	t.Helper()
	for _, step := range path {
		switch s := step.(type) {
		case string:
			object, _ := v.(map[string]any)
			member, ok := object[s]
			if !ok {
				t.Fatalf("no %q at %v", s, path)
			}
			v = member
		case int:
			array, _ := v.([]any)
			if s < 0 {
				s += len(array)
			}
			if s < 0 || s >= len(array) {
				t.Fatalf("no element %d of %d at %v", s, len(array), path)
			}
			v = array[s]
		}
	}
	return v
}

func text(t *testing.T, v any, path ...any) string {
	t.Helper()
	s, ok := at(t, v, path...).(string)
	if !ok {
		t.Fatalf("no string at %v: %v", path, at(t, v, path...))
	}
	return s
}
