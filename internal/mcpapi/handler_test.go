package mcpapi

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/usagedb/sqlite"
)

// testServer is an HTTP server for the MCP tools with a database and a free-plan API key.
type testServer struct {
	*testing.T
	server  *httptest.Server
	service *service.Service
	key     service.IssuedKey
	ids     atomic.Int64
}

// uncertainStore is a store that fails for calls with certain idempotency keys. It returns an error or
// ErrUncertain, or panics.
type uncertainStore struct{ service.Store }

func (d uncertainStore) Record(ctx context.Context, c *service.Computation) (service.Recorded, error) {
	if c.Claim != nil {
		switch c.Claim.Name {
		case claimed("in-doubt"):
			return service.Recorded{}, service.ErrUncertain
		case claimed("disk-full"):
			return service.Recorded{}, errors.New("no space left at /secret/path")
		case claimed("panic"):
			panic("a defect")
		}
	}
	return d.Store.Record(ctx, c)
}

// claimed returns the name under which the store records an Idempotency-Key.
func claimed(key string) service.Digest { return sha256.Sum256([]byte("Idempotency-Key\n" + key)) }

func open(t *testing.T) *testServer {
	t.Helper()
	return openOn(t, meter.Standard())
}

func openOn(t *testing.T, plans meter.Plans) *testServer {
	t.Helper()
	store, err := sqlite.Open(t.Context(), sqlite.Options{
		Path: filepath.Join(t.TempDir(), "mcp.db"), Clock: time.Now, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	s := service.New(service.Config{Store: uncertainStore{store}, Plans: plans, Clock: time.Now, Log: slog.New(slog.DiscardHandler)})
	keys, err := s.CreateKeys(t.Context(), service.KeySpec{Name: "agent", Plan: meter.Free, Mode: apikey.Test})
	if err != nil {
		t.Fatal(err)
	}
	h, err := NewHandler(HandlerOptions{Options: options, Service: s, Clock: time.Now, PublicURL: "https://leases.example", Origins: []string{"https://agents.example"}})
	if err != nil {
		t.Fatal(err)
	}
	st := &testServer{T: t, service: s, key: keys[0]}
	st.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Request-Id", fmt.Sprintf("req_%d", st.ids.Add(1)))
		if err := h.Serve(w, r); err != nil {
			failure := service.AsError(err)
			w.WriteHeader(failure.HTTPStatus())
			_, _ = w.Write([]byte(failure.Error()))
		}
	}))
	t.Cleanup(st.server.Close)
	return st
}

type head struct {
	StatusCode int
	Header     http.Header
}

// send sends one HTTP request and returns the response. The headers, as alternating names and values, replace
// the default headers.
func (s *testServer) send(body string, header ...string) (head, string) {
	s.Helper()
	r, err := http.NewRequestWithContext(s.Context(), http.MethodPost, s.server.URL+"/mcp", strings.NewReader(body))
	if err != nil {
		s.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	r.Header.Set("Authorization", "Bearer "+s.key.Secret)
	for i := 0; i < len(header); i += 2 {
		switch header[i] {
		case "Host":
			r.Host = header[i+1]
		case "Method":
			r.Method = header[i+1]
		default:
			r.Header.Set(header[i], header[i+1])
		}
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		s.Fatal(err)
	}
	defer resp.Body.Close() //nolint:errcheck // the body has been read completely
	return head{resp.StatusCode, resp.Header}, readAll(s.T, resp)
}

func (s *testServer) ask(request string) (head, message) {
	s.Helper()
	resp, body := s.send(request)
	var m message
	if err := json.Unmarshal([]byte(body), &m); err != nil {
		s.Fatalf("%d %s: %v", resp.StatusCode, body, err)
	}
	return resp, m
}

func (s *testServer) usage() (rows []service.UsageRow) {
	s.Helper()
	for row, err := range s.service.Usage(s.Context(), service.UsageQuery{}) {
		if err != nil {
			s.Fatal(err)
		}
		rows = append(rows, row)
	}
	return rows
}

// settled waits until the usage log has n rows and returns them. The store may write a free call's row after
// the response was sent.
func (s *testServer) settled(n int) []service.UsageRow {
	s.Helper()
	for range 500 {
		if rows := s.usage(); len(rows) >= n {
			return rows
		}
		time.Sleep(10 * time.Millisecond)
	}
	s.Fatalf("%d usage rows, want %d", len(s.usage()), n)
	return nil
}

const hello = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`

// Tool calls are billed, counted and logged like requests to the HTTP API. Lists of tools, prompts and
// resources are free.
func TestACallIsBilledOnceAndListsAreFree(t *testing.T) {
	t.Parallel()
	s := open(t)
	for range 12 { // more requests than the rate limit of the free plan allows in a minute
		if resp, _ := s.send(hello); resp.StatusCode != http.StatusOK {
			t.Fatalf("initialize: %d", resp.StatusCode)
		}
		if resp, _ := s.ask(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`); resp.StatusCode != http.StatusOK {
			t.Fatalf("tools/list: %d", resp.StatusCode)
		}
	}
	resp, m := s.ask(callTool("1", "lease_schedule", "{"+plain+"}"))
	id := resp.Header.Get("X-Request-Id")
	if m.Result.IsError || string(m.Result.Meta["request_id"]) != `"`+id+`"` || string(m.Result.Meta["replay"]) != "false" ||
		string(m.Result.Meta["quota"]) != `{"limit":25,"remaining":24}` {
		t.Errorf("_meta %s", m.Result.Meta)
	}
	if resp.Header.Get("X-Quota-Limit") != "25" || resp.Header.Get("X-Quota-Remaining") != "24" {
		t.Errorf("headers %v", resp.Header)
	}
	rows := s.settled(1)
	if len(rows) != 1 || rows[0].RequestID != id || rows[0].Units != 1 || rows[0].Operation != operations.Schedule.Name {
		t.Errorf("usage %+v", rows)
	}
}

// A repeated call with the same idempotency_key is free, even if it requests another page of the result. A call
// with the same idempotency_key for another lease is rejected.
func TestRepeatedCallsAreReplayed(t *testing.T) {
	t.Parallel()
	s := open(t)
	const keyed = `{` + plain + `,"idempotency_key":"once"}`
	_, first := s.ask(callTool("1", "compute_lease", keyed))
	_, again := s.ask(callTool("1", "compute_lease", keyed))
	if string(again.Result.Meta["replay"]) != "true" || string(again.Result.Meta["quota"]) != `{"limit":25,"remaining":24}` {
		t.Errorf("_meta %s", again.Result.Meta)
	}
	_, page := s.ask(callTool("1", "compute_lease", `{`+plain+`,"idempotency_key":"once","page":"journalEntries"}`))
	if string(page.Result.Meta["replay"]) != "true" || !strings.HasPrefix(page.Result.Content[0].Text, "This is a replay of an earlier response; 0 computations were billed.\njournalEntries, elements 1 to ") {
		t.Errorf("a page of a paid result: %s %v", page.Result.Meta, page.Result.Content)
	}
	if string(again.Result.StructuredContent) != string(first.Result.StructuredContent) {
		t.Error("the replay is not the first answer")
	}
	if !strings.HasPrefix(again.Result.Content[0].Text, "This is a replay of an earlier response; 0 computations were billed.\nASC 842 operating lease") {
		t.Errorf("text %.100s", again.Result.Content[0].Text)
	}
	_, other := s.ask(callTool("1", "compute_lease", strings.Replace(keyed, "60", "61", 1)))
	if !other.Result.IsError || !strings.HasPrefix(other.Result.Content[0].Text, "invalid_request: idempotency_key: was used before") {
		t.Errorf("got %v", other.Result.Content)
	}
}

// Every call counts toward the rate limit, whether it is valid or not. The error for a call that exceeds the
// rate limit says how long to wait.
func TestCallsTakeRateSlots(t *testing.T) {
	t.Parallel()
	s := open(t)
	for i := range 10 {
		arguments := "{" + plain + "}"
		if i%2 == 1 {
			arguments = `{` + plain + `,"rows":"none"}`
		}
		if _, m := s.ask(callTool("1", "classify_lease", arguments)); m.Result.IsError != (i%2 == 1) {
			t.Fatalf("call %d: %v", i, m.Result.Content)
		}
	}
	_, m := s.ask(callTool("1", "classify_lease", "{"+plain+"}"))
	var failure struct {
		Code       string
		RetryAfter int `json:"retry_after"`
	}
	if err := json.Unmarshal(m.Result.Meta["error"], &failure); err != nil || failure.Code != "rate_limited" || failure.RetryAfter < 1 || failure.RetryAfter > 60 {
		t.Errorf("%+v, %v", failure, err)
	}
	if !m.Result.IsError || !strings.HasPrefix(m.Result.Content[0].Text, "rate_limited: More than 10 requests within 60 seconds. Try again in ") {
		t.Errorf("got %v", m.Result.Content)
	}
	if rows := s.settled(10); len(rows) != 10 { // a call that the rate limit rejects has no row in the usage log
		t.Errorf("%d rows", len(rows))
	}
}

// If it is uncertain whether a call was recorded, the server closes the connection without a
// response.
func TestAnUncertainCallHasNoResponse(t *testing.T) {
	t.Parallel()
	s := open(t)
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.server.URL+"/mcp",
		strings.NewReader(callTool("1", "compute_lease", `{`+plain+`,"idempotency_key":"in-doubt"}`)))
	if err != nil {
		t.Fatal(err)
	}
	r.Header = http.Header{
		"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}, "X-Api-Key": {s.key.Secret},
	}
	resp, err := http.DefaultClient.Do(r)
	if err == nil {
		defer resp.Body.Close() //nolint:errcheck // only reached if the test fails
		t.Fatalf("answered %d: %s", resp.StatusCode, readAll(t, resp))
	}
}

// A server failure is reported as an internal error without the cause, and the call is not billed.
func TestInternalErrorsHideTheirCause(t *testing.T) {
	t.Parallel()
	s := open(t)
	for _, key := range []string{"disk-full", "panic"} {
		_, m := s.ask(callTool("1", "compute_lease", `{`+plain+`,"idempotency_key":"`+key+`"}`))
		text := m.Result.Content[0].Text
		if !m.Result.IsError || !strings.HasPrefix(text, "internal_error: Something failed on the server.") ||
			strings.Contains(text, "secret") || strings.Contains(text, "defect") {
			t.Errorf("%s: %s", key, text)
		}
		if string(m.Result.Meta["quota"]) != `{"limit":25,"remaining":25}` {
			t.Errorf("%s: quota %s", key, m.Result.Meta["quota"])
		}
	}
}

// Every request requires an API key. Requests from web pages of other origins, and requests with an
// unknown host name, are rejected.
func TestKeysOriginsAndHostsAreChecked(t *testing.T) {
	t.Parallel()
	s := open(t)
	for _, tt := range []struct {
		status int
		header []string
	}{
		{401, []string{"Authorization", ""}},
		{401, []string{"Authorization", "Bearer sk_test_unknown"}},
		{401, []string{"X-Api-Key", "another"}},
		{403, []string{"Origin", "https://evil.example"}},
		{403, []string{"Origin", "null"}},
		{403, []string{"Host", "evil.example"}},
		{403, []string{"Host", "evil.example", "Origin", "http://evil.example"}},
		{403, []string{"Origin", "http://localhost:1"}},
		{405, []string{"Method", "GET"}},
		{405, []string{"Method", "DELETE"}},
		{200, []string{"Origin", "https://leases.example"}},
		{200, []string{"Origin", "https://agents.example"}},
		{200, []string{"Host", "leases.example"}},
		{200, []string{"Host", "localhost:80", "Origin", "http://localhost:80"}},
		{415, []string{"Content-Type", "text/plain"}},
	} {
		if resp, body := s.send(hello, tt.header...); resp.StatusCode != tt.status {
			t.Errorf("%v: %d, want %d: %.200s", tt.header, resp.StatusCode, tt.status, body)
		}
	}
	if _, err := s.service.RevokeKey(t.Context(), s.key.ID); err != nil {
		t.Fatal(err)
	}
	if resp, _ := s.send(hello); resp.StatusCode != http.StatusUnauthorized {
		t.Errorf("a revoked key: %d", resp.StatusCode)
	}
}

// A batch of messages is rejected, because it would count as only one message toward the rate limit. The error
// for a byte order mark at the start of a message names the mark.
func TestBatchesAndByteOrderMarksAreRejected(t *testing.T) {
	t.Parallel()
	s := open(t)
	call := callTool("a", "classify_lease", "{"+plain+"}")
	for message, want := range map[string]string{" [" + call + "]": "one by one", "\xef\xbb\xbf" + call: "begins with a byte order mark (UTF-8)"} {
		resp, body := s.send(message, "Mcp-Protocol-Version", "2025-03-26")
		if resp.StatusCode != http.StatusBadRequest || !strings.Contains(body, want) {
			t.Errorf("%d %.200s", resp.StatusCode, body)
		}
	}
}

// A message of more than 64 KiB must call a tool. A message of more than 256 KiB must call an
// operation that accepts a longer body. The method and the tool's name may be at any position in
// the message.
func TestOnlyToolCallsMayBeLong(t *testing.T) {
	t.Parallel()
	call := func(tool string) string {
		return `{"jsonrpc":"2.0","id":1,"params":{"arguments":{"x":[]},"name":"` + tool + `"},"method":"tools/call"}`
	}
	for text, want := range map[string]int{
		`{"method":"initialize","params":{"capabilities":{"experimental":[[]]}}}`: shortMessage,
		`{"method":"tools/call","params":`:                                        shortMessage,
		call("compute_lease"):                                                     usualMessage,
		call("no_such_tool"):                                                      usualMessage,
		call("verify_schedule"):                                                   operations.Verify.MaxBody + envelope,
		call("report_leases"):                                                     operations.Report.MaxBody + envelope,
	} {
		if got := allowedLength([]byte(text)); got != want {
			t.Errorf("%s: %d, want %d", text, got, want)
		}
	}
	s := open(t)
	long := strings.Repeat(" ", shortMessage)
	if resp, body := s.send(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}` + long); resp.StatusCode != http.StatusRequestEntityTooLarge || !strings.Contains(body, "at most 65536 bytes") {
		t.Errorf("a long list: %d %.200s", resp.StatusCode, body)
	}
	if resp, _ := s.send(callTool("1", "classify_lease", "{"+plain+"}") + long); resp.StatusCode != http.StatusOK {
		t.Errorf("a long call: %d", resp.StatusCode)
	}
	if resp, _ := s.send(callTool("1", "report_leases", "{}") + strings.Repeat(" ", 2<<20)); resp.StatusCode != http.StatusRequestEntityTooLarge {
		t.Errorf("a report that the plan does not offer: %d", resp.StatusCode)
	}
}

func readAll(t *testing.T, resp *http.Response) string {
	t.Helper()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

// Messages that do not call a tool have a separate limit, which is at least the plan's rate limit. A message
// counts once for every 64 KiB or part thereof.
func TestMessagesAreLimited(t *testing.T) {
	t.Parallel()
	const ping = `{"jsonrpc":"2.0","id":1,"method":"ping"}`
	for _, tt := range []struct{ perMinute, messages int }{{10, 120}, {121, 121}} {
		s := openOn(t, meter.Plans{meter.Free: {PerMinute: tt.perMinute, PerMonth: 25}})
		s.send(callTool("1", "classify_lease", "{"+plain+"}") + strings.Repeat(" ", shortMessage)) // this message counts as two
		for n := range tt.messages - 2 {
			if resp, body := s.send(ping); resp.StatusCode != http.StatusOK {
				t.Fatalf("message %d: %d %s", n+3, resp.StatusCode, body)
			}
		}
		want := fmt.Sprintf("More than %d messages", tt.messages)
		if resp, body := s.send(ping); resp.StatusCode != http.StatusTooManyRequests || !strings.Contains(body, want) {
			t.Errorf("%d %s", resp.StatusCode, body)
		}
	}
}
