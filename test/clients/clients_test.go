// Package clients checks that the clients in different languages behave alike. Each client makes
// the same calls to a server with every kind of failure that a client must handle. The commands in
// the clients' documentation are tested in test/docs.
package clients

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/operations"
)

const root = "../.."

// troubled is a server that fails in a different way at each path.
type troubled struct {
	t *testing.T

	mu    sync.Mutex
	asked map[string][]received // requests received, by path
}

// received holds the parts of a request that the server received.
type received struct{ operation, key, authorization, body string }

const (
	success = `{"result":{"initialLiability":11851851853185184.11,"termMonths":12},"request_id":"req_1","replay":false}`
	refused = `{"error":{"code":"invalid_request","message":"termMonths: is required","docs":"https://x","request_id":"req_2",` +
		`"fields":[{"field":"termMonths","message":"is required"}]}}`
	limited = `{"error":{"code":"rate_limited","message":"wait","docs":"https://x","request_id":"req_3"}}`
	failing = `{"error":{"code":"internal_error","message":"again","docs":"https://x","request_id":"req_4"}}`
)

func (s *troubled) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	path, operation, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/api/v1/")
	s.mu.Lock()
	s.asked[path] = append(s.asked[path], received{operation, r.Header.Get("Idempotency-Key"), r.Header.Get("Authorization"), string(body)})
	attempt := len(s.asked[path])
	s.mu.Unlock()
	answer := func(status int, body string) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("X-Request-Id", "req_header")
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
	switch {
	case path == "lost" && attempt == 1, path == "never":
		panic(http.ErrAbortHandler)
	case strings.HasPrefix(path, "failing") && attempt <= 2:
		answer(http.StatusInternalServerError, failing)
	case path == "limited" && attempt == 1:
		w.Header().Set("Retry-After", "1")
		answer(http.StatusTooManyRequests, limited)
	case path == "patient":
		w.Header().Set("Retry-After", "99999999999")
		answer(http.StatusTooManyRequests, limited)
	case path == "refused":
		answer(http.StatusBadRequest, refused)
	case path == "foreign":
		answer(http.StatusBadGateway, "<h1>proxy</h1>")
	case path == "redirected":
		w.Header().Set("Location", "/exact/api/v1/compute")
		w.WriteHeader(http.StatusTemporaryRedirect)
	case path == "slow":
		select {
		case <-r.Context().Done():
		case <-time.After(10 * time.Second):
		}
	case path == "whole":
		answer(http.StatusOK, `{"result":{"initialLiability":1000,"termMonths":12}}`)
	default:
		w.Header().Set("X-Quota-Limit", "5000")
		w.Header().Set("X-Quota-Remaining", "4998")
		w.Header().Set("Idempotent-Replay", "true")
		answer(http.StatusOK, success)
	}
}

// want contains the outcome that each call must have in every client. The calls "foreign" and
// "redirected" are missing, because their errors have no code; judge checks them.
var want = map[string]any{
	"exact":    []any{"answer", "11851851853185184.11", 12.0, true, "named", 4998.0},
	"whole":    []any{"answer", "1000", 12.0, false, "named", nil},
	"lost":     []any{"answer", "11851851853185184.11", 12.0, true, "named", 4998.0},
	"failing":  []any{"answer", "11851851853185184.11", 12.0, true, "named", 4998.0},
	"limited":  []any{"answer", "11851851853185184.11", 12.0, true, "named", 4998.0},
	"refused":  []any{"refused", 400.0, "invalid_request", "invalid_request: termMonths: is required (req_2)", []any{"termMonths"}, "req_2", 0.0},
	"never":    []any{"lost", "named"},
	"slow":     []any{"lost", "named"},
	"unnamed":  "answer",
	"free":     []any{"answer", ""},
	"key":      []any{"wrong"},
	"patient":  []any{"refused", 429.0, "rate_limited"},
	"clear":    []any{[]any{"wrong"}, []any{"wrong"}},
	"infinite": []any{"wrong"},
}

// attempts contains the number of requests that a client must send to each path.
var attempts = map[string]int{
	"exact": 2, "whole": 1, "lost": 2, "failing": 3, "limited": 2, "refused": 1, "patient": 1, "foreign": 2, "redirected": 1, "never": 3, "failing2": 3,
}

// sent is the lease that every client sends, as JSON.
const sent = `{"commencementDate":"2026-01-01","termMonths":12,"paymentAmount":987654321098765.43,"discountRateAnnual":0.0612345678901234567,` +
	`"tags":{"paymentAmount":"1.50"},"rentSteps":[{"from":"2026-07-01","paymentAmount":1000}]}`

// Both clients retry a call if and only if its error allows a retry, always with the same
// Idempotency-Key. They preserve every digit, report the reason for an error, and do not follow
// redirects.
func TestEveryClientBehavesTheSame(t *testing.T) {
	packages := t.TempDir()
	if out, err := exec.CommandContext(t.Context(), filepath.Join(root, "scripts/npm"), filepath.Join(packages, "node_modules/leasehold")).CombinedOutput(); err != nil {
		t.Fatalf("scripts/npm: %v\n%s", err, out)
	}
	script, err := os.ReadFile("testdata/behaviour.mjs")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(packages, "behaviour.mjs"), script, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, program string
		args          []string
	}{
		{"TypeScript", "node", []string{filepath.Join(packages, "behaviour.mjs")}},
		{"Python", "python3", []string{"testdata/behaviour.py"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := &troubled{t: t, asked: map[string][]received{}}
			server := httptest.NewServer(s)
			t.Cleanup(server.Close)
			got := run(t, c.program, append(c.args, server.URL)...)
			s.judge(got)
		})
	}
}

// run runs a client and returns the outcomes it prints.
func run(t *testing.T, program string, args ...string) (told map[string]any) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Env = append(os.Environ(), "PYTHONPATH="+filepath.Join(root, "client/python"), "PYTHONDONTWRITEBYTECODE=1")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	if err := json.Unmarshal(out, &told); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return told
}

func (s *troubled) judge(got map[string]any) {
	s.t.Helper()
	for path, told := range map[string]any{"foreign": got["foreign"], "redirected": got["redirected"]} {
		if list, ok := told.([]any); !ok || len(list) < 3 || list[0] != "refused" || list[2] != "" {
			s.t.Errorf("%s: got %v, want a refusal without a code", path, told)
		}
		delete(got, path)
	}
	for name := range want {
		if !reflect.DeepEqual(got[name], want[name]) {
			s.t.Errorf("%s: got  %v\nwant %v", name, got[name], want[name])
		}
		delete(got, name)
	}
	if len(got) > 0 {
		s.t.Errorf("also told: %v", got)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for path, n := range attempts {
		if len(s.asked[path]) != n {
			s.t.Errorf("%s was asked %d times, want %d", path, len(s.asked[path]), n)
		}
		for _, a := range s.asked[path] {
			s.request(path, a)
		}
	}
}

func (s *troubled) request(path string, a received) {
	s.t.Helper()
	if a.authorization != "Bearer sk_test_key" || canonical(a.body) != sent {
		s.t.Errorf("%s: got %s, %s", path, a.authorization, canonical(a.body))
	}
	first := s.asked[path][0].key
	switch {
	case a.operation == operations.Classify.Name && a.key != "":
		s.t.Errorf("%s: a free call has the Idempotency-Key %q", path, a.key)
	case path == "failing2" && (len(a.key) < 20 || a.key != first):
		s.t.Errorf("%s: got the Idempotency-Keys %q and %q, want one that nobody else has", path, first, a.key)
	case a.operation == operations.Compute.Name && a.key != "named":
		s.t.Errorf("%s: got the Idempotency-Key %q", path, a.key)
	}
}

// canonical returns JSON with the rent 1e3 written in plain digits.
func canonical(body string) string { return strings.Replace(body, ":1e3", ":1000", 1) }
