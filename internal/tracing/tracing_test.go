package tracing

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

// collector is an OTLP collector that keeps what it gets.
type collector struct {
	*httptest.Server

	mu     sync.Mutex
	status int
	bodies []string
}

func newCollector(t *testing.T) *collector {
	t.Helper()
	c := &collector{status: http.StatusOK}
	c.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil || r.URL.Path != "/v1/traces" || r.Header.Get("Content-Type") != "application/json" {
			t.Errorf("%s %v", r.URL.Path, err)
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		c.bodies = append(c.bodies, string(body))
		w.WriteHeader(c.status)
	}))
	t.Cleanup(c.Close)
	return c
}

func (c *collector) spans(t *testing.T) []span {
	t.Helper()
	c.mu.Lock()
	defer c.mu.Unlock()
	var all []span
	for _, body := range c.bodies {
		var got struct {
			ResourceSpans []struct {
				ScopeSpans []struct{ Spans []span }
			}
		}
		if err := json.Unmarshal([]byte(body), &got); err != nil {
			t.Fatal(err)
		}
		all = append(all, got.ResourceSpans[0].ScopeSpans[0].Spans...)
	}
	return all
}

func tracer(endpoint string) *Tracer {
	now := time.Unix(1_800_000_000, 0)
	return New(Options{
		Endpoint: endpoint, Version: "1.0.0", Log: slog.New(slog.DiscardHandler),
		Clock: func() time.Time { now = now.Add(time.Millisecond); return now },
	})
}

func call(h http.Handler, parent, query string) {
	r := httptest.NewRequestWithContext(context.Background(), http.MethodPost, "/api/v1/compute"+query, strings.NewReader("body-of-a-lease"))
	r.Header.Set("Authorization", "Bearer sk_test_secret")
	if parent != "" {
		r.Header.Set("Traceparent", parent)
	}
	h.ServeHTTP(httptest.NewRecorder(), r)
}

// A span joins its caller's trace and tells the route, the status and the id of
// the request, and nothing of the lease, the query or the key.
func TestSpansJoinTheTraceAndKeepSecrets(t *testing.T) {
	t.Parallel()
	c := newCollector(t)
	tr := tracer(c.URL)
	mux := http.NewServeMux()
	mux.HandleFunc("/api/v1/compute", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("X-Request-Id", "req_A")
		w.WriteHeader(http.StatusTooManyRequests)
	})
	const trace, parent = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"
	call(tr.Wrap(mux), "00-"+trace+"-"+parent+"-01", "?q=secret")
	tr.Close()
	spans := c.spans(t)
	if len(spans) != 1 {
		t.Fatalf("%d spans", len(spans))
	}
	s := spans[0]
	if s.TraceID != trace || s.ParentID != parent || len(s.SpanID) != 16 || s.Name != "POST /api/v1/compute" || s.Kind != 2 || s.Status.Code != 0 {
		t.Errorf("span %+v", s)
	}
	for _, want := range []string{`"http.response.status_code","value":{"intValue":"429"}`, `"leasehold.request_id","value":{"stringValue":"req_A"}`, `"http.route"`} {
		if !strings.Contains(c.bodies[0], want) {
			t.Errorf("no %s in %s", want, c.bodies[0])
		}
	}
	if strings.Contains(c.bodies[0], "secret") || strings.Contains(c.bodies[0], "body-of") {
		t.Errorf("a secret in %s", c.bodies[0])
	}
}

// A caller that does not sample is not followed; without a caller, or with a
// malformed one, a trace begins.
func TestSamplingFollowsTheCaller(t *testing.T) {
	t.Parallel()
	c := newCollector(t)
	tr := tracer(c.URL)
	ok := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("x")) })
	call(tr.Wrap(ok), "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00", "")
	for _, parent := range []string{"", "nonsense", "00-00000000000000000000000000000000-b7ad6b7169203331-01"} {
		call(tr.Wrap(ok), parent, "")
	}
	tr.Close()
	spans := c.spans(t)
	if len(spans) != 3 {
		t.Fatalf("%d spans", len(spans))
	}
	for _, s := range spans {
		if s.ParentID != "" || len(s.TraceID) != 32 {
			t.Errorf("span %+v", s)
		}
	}
}

// A panic and an error of the server are errors of the span too.
func TestFailuresAreMarked(t *testing.T) {
	t.Parallel()
	c := newCollector(t)
	tr := tracer(c.URL)
	func() {
		defer func() { _ = recover() }()
		call(tr.Wrap(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })), "", "")
	}()
	call(tr.Wrap(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(500) })), "", "")
	tr.Close()
	for _, s := range c.spans(t) {
		if s.Status.Code != 2 {
			t.Errorf("span %+v", s)
		}
	}
	if n := len(c.spans(t)); n != 2 {
		t.Errorf("%d spans", n)
	}
}

// A collector that is slow, refuses or is gone never holds a request up.
func TestRequestsNeverWaitForTheCollector(t *testing.T) {
	t.Parallel()
	tr := tracer("http://127.0.0.1:1") // nothing listens there
	ok := tr.Wrap(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	started := time.Now()
	for range 3 * queueLen {
		call(ok, "", "")
	}
	if took := time.Since(started); took > 10*time.Second {
		t.Errorf("requests waited: %v", took)
	}
	tr.Close()
	call(ok, "", "") // after its end it is silent
}
