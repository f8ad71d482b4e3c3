package httpapi

import (
	"bufio"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/service"
)

// Requests that net/http would otherwise reject in plain text receive the API's error. It has a body, a
// request ID and headers like other errors, and is counted like them.
func TestUnreadableRequestsGetJSONErrors(t *testing.T) {
	t.Parallel()
	var counted atomic.Int64
	api := New(Options{
		Service: new(service.Service), Log: slog.New(slog.DiscardHandler), Clock: time.Now, PublicURL: "https://leases.example", Version: "rules=1",
		Observe: func(o Observation) { counted.Add(int64(o.Status)) },
	})
	address := serveAPI(t, api, func(l net.Listener) net.Listener { return l })
	total := int64(0)
	for _, tt := range []struct {
		request string
		status  int
		field   string
		says    string
	}{
		{"GET / HTTP/1.1\r\nHost: x\r\nA: " + strings.Repeat("x", 40<<10) + "\r\n\r\n", 431, "header", "is too long"},
		{"hello\r\n\r\n", 400, "request", "cannot be read as HTTP/1.1"},
		{"GET / HTTP/1.1\r\n\r\n", 400, "request", "missing required Host header"},
		{"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400, "request", ""},
		{"GET / HTTP/1.1\r\nHost: a b\r\n\r\n", 400, "request", "malformed Host header"},
		{"GET / HTTP/1.1\r\nHost: x\r\nA B: c\r\n\r\n", 400, "request", ""},
		{"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ten\r\n\r\n", 400, "request", ""},
		{"GET / HTTP/3.1\r\nHost: x\r\n\r\n", 505, "request", "unsupported protocol version"},
		{"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n", 501, "Transfer-Encoding", "is not supported"},
		{"POST / HTTP/1.1\r\nHost: x\r\nExpect: 200-maybe\r\nContent-Length: 1\r\n\r\nx", 417, "Expect", "is not supported"},
	} {
		t.Logf("%.60q", tt.request)
		checkUnread(t, ask(t, address, tt.request), tt.status, tt.field, tt.says)
		total += int64(tt.status)
	}
	if got := counted.Load(); got != total {
		t.Errorf("statuses that were counted add up to %d, want %d", got, total)
	}
}

// A client without TLS receives an error in JSON.
func TestClientsWithoutTLSGetJSONErrors(t *testing.T) {
	t.Parallel()
	own := httptest.NewTLSServer(http.NotFoundHandler()) // a server with a certificate
	own.Close()
	api := New(Options{Service: new(service.Service), Log: slog.New(slog.DiscardHandler), Clock: time.Now, PublicURL: "https://leases.example", TLS: true})
	address := serveAPI(t, api, func(l net.Listener) net.Listener {
		return tls.NewListener(l, &tls.Config{Certificates: own.TLS.Certificates, MinVersion: tls.VersionTLS12})
	})
	checkUnread(t, ask(t, address, "GET / HTTP/1.1\r\nHost: x\r\n\r\n"), 400, "request", "must be sent over https")
}

// A handler's response is never mistaken for a response from net/http.
func TestHandlersSetTheirContentType(t *testing.T) {
	t.Parallel()
	h := func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		w.Header().Set("Connection", "close")
		w.WriteHeader(http.StatusBadRequest)
		_, _ = io.WriteString(w, "HTTP/1.1 400 Bad Request\r\n"+plainHeader+"400 Bad Request") // text that a handler could write
	}
	api := New(Options{Service: new(service.Service), Log: slog.New(slog.DiscardHandler), Clock: time.Now, MaxInFlight: 8}, Route{Pattern: "/", Handler: http.HandlerFunc(h)})
	answer := ask(t, serveAPI(t, api, func(l net.Listener) net.Listener { return l }), "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
	if !strings.HasSuffix(answer, "400 Bad Request") || strings.Contains(answer, "application/json") {
		t.Errorf("%q", answer)
	}
}

// serveAPI serves an API on a OneWrite listener and returns its address.
func serveAPI(t *testing.T, api *API, over func(net.Listener) net.Listener) string {
	t.Helper()
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &http.Server{
		Handler: api, ConnContext: api.ConnContext, ReadHeaderTimeout: time.Minute, MaxHeaderBytes: 16 << 10,
		ErrorLog: slog.NewLogLogger(slog.DiscardHandler, slog.LevelDebug),
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = s.Serve(over(OneWrite(l))) // closing the server ends this call
	}()
	t.Cleanup(func() {
		_ = s.Close()
		<-ended
	})
	return l.Addr().String()
}

// ask sends bytes and returns the complete response.
func ask(t *testing.T, address, request string) string {
	t.Helper()
	client, err := new(net.Dialer).DialContext(t.Context(), "tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close() //nolint:errcheck // the connection was read to its end
	if _, err := io.WriteString(client, request); err != nil {
		t.Fatal(err)
	}
	answer, err := io.ReadAll(client)
	if err != nil && len(answer) == 0 {
		t.Fatal(err)
	}
	return string(answer)
}

func checkUnread(t *testing.T, text string, status int, field, says string) {
	t.Helper()
	answer, err := http.ReadResponse(bufio.NewReader(strings.NewReader(text)), nil)
	if err != nil {
		t.Errorf("%q: %v", text, err)
		return
	}
	defer answer.Body.Close() //nolint:errcheck // memory
	var told problem
	if err := json.NewDecoder(answer.Body).Decode(&told); err != nil {
		t.Errorf("%q: %v", text, err)
		return
	}
	e := told.Error
	if answer.StatusCode != status || e.Code != "invalid_request" || len(e.Fields) != 1 || e.Fields[0].Name != field || !strings.Contains(e.Fields[0].Message, says) {
		t.Errorf("got %s", text)
	}
	h := answer.Header
	if e.RequestID == "" || h.Get("X-Request-Id") != e.RequestID || e.Docs == "" || h.Get("Content-Type") != "application/json" || !answer.Close ||
		h.Get("Date") == "" || h.Get("Content-Length") != fmt.Sprint(answer.ContentLength) || h.Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("got %s", text)
	}
}
