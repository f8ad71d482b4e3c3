// Package tracing sends a span for every request to an OpenTelemetry collector,
// as OTLP over HTTP in its JSON form. It joins the trace that a caller's
// traceparent names (W3C Trace Context).
//
// It is its own small exporter because one kind of span is all that there is to
// tell, and the OpenTelemetry SDK with its exporter would more than double the
// program's dependencies. Spans never delay a request: what the collector does
// not take is dropped and counted.
package tracing

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Options say how a [Tracer] works.
type Options struct {
	// Endpoint is the collector's base address, such as
	// http://127.0.0.1:4318; /v1/traces is added.
	Endpoint string
	Version  string // of the program
	Clock    func() time.Time
	Log      *slog.Logger
}

// Bounds of what waits to be sent.
const (
	queueLen  = 2048
	batchLen  = 256
	batchTime = 2 * time.Second
	sendTime  = 5 * time.Second
)

// Tracer collects spans and sends them.
type Tracer struct {
	options Options
	queue   chan span
	done    chan struct{}
	client  *http.Client

	mu      sync.Mutex
	closed  bool
	dropped int
}

// New starts a tracer. Close it to send what waits.
func New(options Options) *Tracer {
	t := &Tracer{
		options: options, queue: make(chan span, queueLen), done: make(chan struct{}),
		client: &http.Client{Timeout: sendTime},
	}
	go t.run()
	return t
}

// Close sends what waits and ends the tracer.
func (t *Tracer) Close() {
	t.mu.Lock()
	if !t.closed {
		t.closed = true
		close(t.queue)
	}
	t.mu.Unlock()
	<-t.done
}

// span is one request, as OTLP names it.
type span struct {
	TraceID    string      `json:"traceId"`
	SpanID     string      `json:"spanId"`
	ParentID   string      `json:"parentSpanId,omitempty"`
	Name       string      `json:"name"`
	Kind       int         `json:"kind"` // 2 is a server's
	Start      string      `json:"startTimeUnixNano"`
	End        string      `json:"endTimeUnixNano"`
	Attributes []attribute `json:"attributes"`
	Status     struct {
		Code int `json:"code,omitempty"` // 2 is an error
	} `json:"status"`
}

type attribute struct {
	Key   string `json:"key"`
	Value struct {
		Text   string `json:"stringValue,omitempty"`
		Number string `json:"intValue,omitempty"`
	} `json:"value"`
}

func text(key, value string) (a attribute) {
	a.Key, a.Value.Text = key, value
	return a
}

func number(key string, value int) (a attribute) {
	a.Key, a.Value.Number = key, strconv.Itoa(value)
	return a
}

const kindServer, statusError = 2, 2

// Wrap makes a handler that tells of every request. Nothing of a body, a query
// or a credential is told.
func (t *Tracer) Wrap(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		trace, parent, sampled := parseParent(r.Header.Get("Traceparent"))
		if !sampled {
			next.ServeHTTP(w, r)
			return
		}
		started := t.options.Clock()
		recorder := &recorder{ResponseWriter: w}
		defer func() {
			s := span{
				TraceID: trace, SpanID: newID(8), ParentID: parent, Kind: kindServer,
				Start: nanoseconds(started), End: nanoseconds(t.options.Clock()),
				Attributes: []attribute{
					text("http.request.method", r.Method), number("http.response.status_code", recorder.status),
					text("leasehold.request_id", w.Header().Get("X-Request-Id")),
				},
			}
			s.Name = r.Method
			if r.Pattern != "" {
				s.Name += " " + r.Pattern
				s.Attributes = append(s.Attributes, text("http.route", r.Pattern))
			}
			if recorder.status == 0 || recorder.status >= http.StatusInternalServerError {
				s.Status.Code = statusError
			}
			t.add(s)
		}()
		next.ServeHTTP(recorder, r)
	})
}

// recorder notes the status of a response.
type recorder struct {
	http.ResponseWriter

	status int
}

// WriteHeader notes the status.
func (r *recorder) WriteHeader(status int) {
	if r.status == 0 && status >= http.StatusOK {
		r.status = status
	}
	r.ResponseWriter.WriteHeader(status)
}

// Write notes that the response has begun.
func (r *recorder) Write(p []byte) (int, error) {
	if r.status == 0 {
		r.status = http.StatusOK
	}
	return r.ResponseWriter.Write(p)
}

// Unwrap serves http.ResponseController.
func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }

// parseParent reads a traceparent: 00-TRACE-SPAN-FLAGS. Without one, or with one
// that is malformed, a new trace begins. A caller that does not sample is not
// followed.
func parseParent(header string) (trace, parent string, sampled bool) {
	parts := strings.Split(header, "-")
	if len(parts) >= 4 && isHex(parts[0], 2) && parts[0] != "ff" && isHex(parts[1], 32) && isHex(parts[2], 16) && isHex(parts[3], 2) &&
		strings.Trim(parts[1], "0") != "" && strings.Trim(parts[2], "0") != "" {
		flags, err := strconv.ParseUint(parts[3], 16, 8)
		return parts[1], parts[2], err == nil && flags&1 == 1
	}
	return newID(16), "", true
}

func isHex(s string, length int) bool {
	return len(s) == length && strings.Trim(s, "0123456789abcdef") == ""
}

func newID(bytes int) string {
	id := make([]byte, bytes)
	_, _ = rand.Read(id) // never fails: it ends the program instead
	return hex.EncodeToString(id)
}

func nanoseconds(at time.Time) string { return strconv.FormatInt(at.UnixNano(), 10) }

// add queues a span, or drops it where too many wait.
func (t *Tracer) add(s span) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return
	}
	select {
	case t.queue <- s:
	default:
		t.dropped++
	}
}

// run sends batches until the queue is closed and empty.
func (t *Tracer) run() {
	defer close(t.done)
	ticker := time.NewTicker(batchTime)
	defer ticker.Stop()
	batch := make([]span, 0, batchLen)
	for {
		full := false
		select {
		case s, open := <-t.queue:
			if !open {
				t.send(batch)
				return
			}
			batch = append(batch, s)
			full = len(batch) == batchLen
		case <-ticker.C:
			full = len(batch) > 0
		}
		if full {
			t.send(batch)
			batch = batch[:0]
		}
	}
}

// send hands a batch to the collector. What it does not take is gone.
func (t *Tracer) send(batch []span) {
	if len(batch) == 0 {
		return
	}
	err := t.post(batch)
	t.mu.Lock()
	dropped := t.dropped
	t.dropped = 0
	t.mu.Unlock()
	if err != nil {
		t.options.Log.Warn("traces not sent", "spans", len(batch), "error", err.Error())
	}
	if dropped > 0 {
		t.options.Log.Warn("traces dropped: the collector is too slow", "spans", dropped)
	}
}

func (t *Tracer) post(batch []span) error {
	body, err := json.Marshal(map[string]any{"resourceSpans": []any{map[string]any{
		"resource": map[string]any{"attributes": []attribute{
			text("service.name", "leasehold"), text("service.version", t.options.Version),
		}},
		"scopeSpans": []any{map[string]any{"scope": map[string]string{"name": "leasehold"}, "spans": batch}},
	}}})
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), sendTime)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, strings.TrimRight(t.options.Endpoint, "/")+"/v1/traces", bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := t.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close() //nolint:errcheck // read to its end below
	if _, err := io.Copy(io.Discard, io.LimitReader(resp.Body, 1<<20)); err != nil {
		return err
	}
	if resp.StatusCode/100 != 2 {
		return fmt.Errorf("the collector answered %d", resp.StatusCode)
	}
	return nil
}
