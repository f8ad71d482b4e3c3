package httpapi_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/leasehold-accounting/leasehold/internal/admission"
	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/files"
	"github.com/leasehold-accounting/leasehold/internal/httpapi"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// net/http waits for half a second before it closes a connection with an unread request. The tests do not count
// the goroutine in which it waits.
func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("net/http.(*conn).closeWriteAndWait"))
}

const key = "sk_test_0123456789abcdefghijABCDEFGHIJ012345ab"

// memory is a store with one key. Its record function returns the result of recording a computation.
type memory struct {
	service.Store // nil, because tests call only the methods below

	record func() (service.Recorded, error)
	wait   time.Duration
	ping   error
	pings  int

	mu   sync.Mutex
	rows []service.UsageRow
}

func (m *memory) Admit(_ context.Context, hash apikey.Hash, plans meter.Plans) (service.Admission, error) {
	if hash != apikey.Sum(key) {
		return service.Admission{}, service.ErrUnknownKey
	}
	return service.Admission{Limits: plans[meter.Free], Used: 1, Time: clock(), Wait: m.wait}, nil
}

func (m *memory) Record(context.Context, *service.Computation) (service.Recorded, error) {
	if m.record != nil {
		return m.record()
	}
	return service.Recorded{Outcome: service.Original, Used: 2}, nil
}

func (m *memory) Charge(context.Context, service.Key, int) error { return nil }

func (m *memory) Log(_ context.Context, row service.UsageRow) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.rows = append(m.rows, row)
	return nil
}

func (m *memory) Ping(context.Context) error {
	m.pings++
	return m.ping
}

func clock() time.Time { return time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC) }

// door is the complete handler on a memory store, with the handler's log.
type door struct {
	*httpapi.API

	store *memory
	log   *bytes.Buffer
}

func open(t *testing.T, change func(*httpapi.Options), routes ...httpapi.Route) *door {
	t.Helper()
	d := &door{store: &memory{}, log: &bytes.Buffer{}}
	log := slog.New(slog.NewJSONHandler(&locked{w: d.log}, &slog.HandlerOptions{Level: slog.LevelDebug}))
	s := service.New(service.Config{
		Store: d.store, Clock: clock, Log: log, Formats: files.Formats("1.0.0"),
		Limits: admission.Options{Deadline: time.Hour, LongestWait: time.Hour}, // long enough for slow machines
	})
	options := httpapi.Options{Service: s, Log: log, Clock: clock, PublicURL: "https://leases.example", MaxInFlight: 10}
	if change != nil {
		change(&options)
	}
	d.API = httpapi.New(options, routes...)
	return d
}

type locked struct {
	mu sync.Mutex
	w  io.Writer
}

func (l *locked) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.w.Write(p)
}

// do sends a request with the given headers, which are alternating names and values.
func (d *door) do(method, target, body string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequestWithContext(context.Background(), method, target, strings.NewReader(body))
	for i := 0; i < len(headers); i += 2 {
		r.Header.Add(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	d.ServeHTTP(w, r)
	return w
}

// wantError fails the test unless the response is the given error, with the body that the API contract defines.
func wantError(t *testing.T, w *httptest.ResponseRecorder, status int, code string) {
	t.Helper()
	var body struct {
		Error struct {
			Code, Message, Docs string
			RequestID           string `json:"request_id"`
			Fields              []struct{ Field, Message string }
		}
	}
	d := json.NewDecoder(strings.NewReader(w.Body.String()))
	d.DisallowUnknownFields()
	if err := d.Decode(&body); err != nil {
		t.Fatalf("status %d, body %q: %v", w.Code, w.Body, err)
	}
	e := body.Error
	if w.Code != status || e.Code != code || e.Message == "" {
		t.Errorf("got status %d and %s, want %d and %s", w.Code, w.Body, status, code)
	}
	if e.Docs != "https://leases.example/docs/errors#"+code {
		t.Errorf("docs %q", e.Docs)
	}
	if id := w.Header().Get("X-Request-Id"); id == "" || e.RequestID != id {
		t.Errorf("request_id %q, header %q", e.RequestID, id)
	}
	var faults []string
	for _, f := range e.Fields {
		faults = append(faults, f.Field+": "+f.Message)
	}
	if told := strings.Join(faults, "; "); code == "invalid_request" && told != e.Message || code != "invalid_request" && told != "" {
		t.Errorf("fields say %q, and the message %q", told, e.Message)
	}
}

// Responses have quota and request ID headers. If a request is rejected because of its rate or quota, the
// headers contain the values that the store returned.
func TestHeadersOfAnswers(t *testing.T) {
	t.Parallel()
	d := open(t, nil)
	w := d.do("POST", "/api/v1/compute", lease60, "Authorization", "bearer "+key, "X-Request-Id", "mine")
	if w.Code != 200 || w.Header().Get("X-Quota-Limit") != "25" || w.Header().Get("X-Quota-Remaining") != "23" {
		t.Errorf("status %d, headers %v", w.Code, w.Header())
	}
	if w.Header()["Idempotent-Replay"] != nil || w.Header().Get("Content-Type") != "application/json" {
		t.Errorf("headers %v", w.Header())
	}
	if id := w.Header().Get("X-Request-Id"); id == "mine" || !strings.HasSuffix(w.Body.String(), `,"request_id":"`+id+`","replay":false}`) {
		t.Errorf("id %q, body ends in %q", id, w.Body.String()[w.Body.Len()-80:])
	}
	d.store.wait = 1500 * time.Millisecond
	w = d.do("POST", "/api/v1/classify", "{", "X-Api-Key", key)
	wantError(t, w, 429, "rate_limited")
	if w.Header().Get("Retry-After") != "2" || w.Header().Get("X-Quota-Remaining") != "24" {
		t.Errorf("headers %v", w.Header())
	}
	d.store.wait = 0
	d.store.record = func() (service.Recorded, error) {
		return service.Recorded{Outcome: service.OverQuota, Used: 30}, nil
	}
	w = d.do("POST", "/api/v1/schedule", lease60, "X-Api-Key", key)
	wantError(t, w, 429, "quota_exceeded")
	if w.Header().Get("Retry-After") != "" || w.Header().Get("X-Quota-Remaining") != "0" {
		t.Errorf("headers %v", w.Header())
	}
}

// Internal errors are logged, but their details are not sent to the client. A panic ends only its
// own request. If it is unknown whether a computation was recorded, the server closes the
// connection without a response.
func TestFailuresInside(t *testing.T) {
	t.Parallel()
	d := open(t, nil, httpapi.Route{Pattern: "/panics", Handler: http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("inside story") })},
		httpapi.Route{Pattern: "/late", Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(w, "begun") // writing to a recorder returns no error
			panic("too late")
		})})
	d.store.record = func() (service.Recorded, error) { return service.Recorded{}, errors.New("inside story " + key) }
	w := d.do("POST", "/api/v1/compute", lease60, "X-Api-Key", key)
	wantError(t, w, 500, "internal_error")
	wantError(t, d.do("POST", "/panics", ""), 500, "internal_error")
	if strings.Contains(w.Body.String(), "inside") || strings.Count(d.log.String(), "inside story") != 2 {
		t.Errorf("told %s, logged %s", w.Body, d.log)
	}
	if strings.Contains(d.log.String(), key) || !strings.Contains(d.log.String(), w.Header().Get("X-Request-Id")) {
		t.Errorf("logged %s", d.log)
	}
	aborts(t, "/late", func() { d.do("GET", "/late", "") })
	d.store.record = func() (service.Recorded, error) { return service.Recorded{}, service.ErrUncertain }
	aborts(t, "uncertain", func() { d.do("POST", "/api/v1/compute", lease60, "X-Api-Key", key) })
	// A request that panics in the service also has a usage row.
	d.store.record = func() (service.Recorded, error) { panic("in the store") }
	wantError(t, d.do("POST", "/api/v1/compute", lease60, "X-Api-Key", key), 500, "internal_error")
	if last := d.store.rows[len(d.store.rows)-1]; last.Status != 500 || last.Code != service.InternalError {
		t.Errorf("row %+v", last)
	}
}

// aborts fails the test unless f panics in the way that makes net/http close the connection without
// a response.
func aborts(t *testing.T, name string, f func()) {
	t.Helper()
	defer func() {
		if err, _ := recover().(error); !errors.Is(err, http.ErrAbortHandler) {
			t.Errorf("%s: %v instead of a closed connection", name, err)
		}
	}()
	f()
}

// Requests beyond the limit are rejected immediately, but health checks are not.
func TestRequestsInFlightAreBounded(t *testing.T) {
	t.Parallel()
	release := make(chan struct{})
	d := open(t, func(o *httpapi.Options) { o.MaxInFlight = 2 })
	d.store.record = func() (service.Recorded, error) {
		<-release
		return service.Recorded{}, nil
	}
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			if w := d.do("POST", "/api/v1/compute", lease60, "X-Api-Key", key); w.Code != 200 {
				t.Errorf("status %d", w.Code)
			}
		})
	}
	for d.InFlight() < 2 { // wait until the server has admitted both requests
		time.Sleep(time.Millisecond)
	}
	turned := d.do("POST", "/api/v1/compute", "", "X-Api-Key", "x")
	wantError(t, turned, 500, "internal_error")
	if turned.Header().Get("Retry-After") != "1" {
		t.Errorf("headers %v", turned.Header())
	}
	if w := d.do("GET", "/healthz", ""); w.Code != 200 {
		t.Errorf("healthz %d", w.Code)
	}
	drained := make(chan struct{})
	go func() {
		d.Drain(context.Background())
		close(drained)
	}()
	for range 1000 {
		if d.do("GET", "/readyz", "").Code == 503 {
			break
		}
		time.Sleep(time.Millisecond)
	}
	if w := d.do("GET", "/readyz", ""); w.Code != 503 || w.Header().Get("Connection") != "close" {
		t.Errorf("readyz %d while draining", w.Code)
	}
	select {
	case <-drained:
		t.Error("drained with requests in flight")
	default:
	}
	close(release)
	wg.Wait()
	<-drained
}

func TestReadinessIsTheStores(t *testing.T) {
	t.Parallel()
	now := &ticking{at: clock()}
	d := open(t, func(o *httpapi.Options) { o.Clock = now.Now })
	if w := d.do("GET", "/readyz", ""); w.Code != 200 {
		t.Errorf("readyz %d", w.Code)
	}
	d.store.ping = errors.New("gone")
	for range 3 { // the store is checked at most once per second, however many clients request /readyz
		now.add(time.Second)
		for range 100 {
			if w := d.do("GET", "/readyz", ""); w.Code != 503 || strings.Contains(w.Body.String(), "gone") {
				t.Errorf("readyz %d %s", w.Code, w.Body)
			}
		}
	}
	log := d.log.String()
	if d.store.pings != 4 || strings.Count(log, "not ready") != 1 || !strings.Contains(log, "WARN") || strings.Contains(log, "ERROR") {
		t.Errorf("the store was asked %d times; a change of state is one warning: %s", d.store.pings, log)
	}
	d.store.ping = nil
	now.add(time.Second)
	if w := d.do("GET", "/readyz", ""); w.Code != 200 || strings.Count(d.log.String(), "ready again") != 1 {
		t.Errorf("readyz %d, %s", w.Code, d.log.String())
	}
	if w := d.do("GET", "/healthz", ""); w.Code != 200 {
		t.Errorf("healthz %d", w.Code)
	}
}

type ticking struct {
	mu sync.Mutex
	at time.Time
}

func (c *ticking) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *ticking) add(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

// If a limit has been rejecting operations for several seconds, /readyz and a metric report it. The log reports
// it once per second, at a level below error.
func TestOverloadIsSeen(t *testing.T) {
	t.Parallel()
	now, release, begun := &ticking{at: clock()}, make(chan struct{}), make(chan struct{})
	d := open(t, func(o *httpapi.Options) { o.MaxInFlight, o.Clock = 1, now.Now })
	d.store.record = func() (service.Recorded, error) {
		close(begun)
		<-release
		return service.Recorded{}, nil
	}
	var wg sync.WaitGroup
	wg.Go(func() { d.do("POST", "/api/v1/compute", lease60, "X-Api-Key", key) })
	<-begun
	ready := func(want int) {
		t.Helper()
		if w := d.do("GET", "/readyz", ""); w.Code != want {
			t.Errorf("readyz %d, want %d", w.Code, want)
		}
	}
	const seconds, each = 6, 50
	for range seconds {
		ready(200)
		for range each {
			wantError(t, d.do("POST", "/api/v1/compute", lease60, "X-Api-Key", key), 500, "internal_error")
		}
		now.add(time.Second)
	}
	ready(503)
	if operations, visitors := d.States()["operations"].Refused, d.States()["visitors"].Refused; operations != seconds*each || visitors != 0 {
		t.Errorf("%d operations and %d others were counted", operations, visitors)
	}
	if n := strings.Count(d.log.String(), "too many simultaneous requests: some are rejected"); n != seconds || strings.Contains(d.log.String(), `"ERROR"`) {
		t.Errorf("%d lines for %d seconds: %.500s", n, seconds, d.log)
	}
	now.add(2 * time.Second)
	ready(200)
	close(release)
	wg.Wait()
}

// If a limit has been rejecting requests for several seconds, /readyz reports it. The status is 503 if the
// limit affects small requests, and 200 if it affects only large requests.
func TestFullLimitsAreSeen(t *testing.T) {
	t.Parallel()
	for class, want := range []int{503, 200} { // class 0 is short work, and class 1 is long work
		class := admission.Class(class)
		now := &ticking{at: clock()}
		log := slog.New(slog.DiscardHandler)
		s := service.New(service.Config{
			Store: &memory{}, Clock: now.Now, Log: log,
			Limits: admission.Options{ShortSlots: 1, LongestWait: time.Millisecond, Deadline: 10 * time.Millisecond},
		})
		api := httpapi.New(httpapi.Options{Service: s, Log: log, Clock: now.Now, MaxInFlight: 10})
		ready := func(status int, text string) {
			t.Helper()
			w := httptest.NewRecorder()
			api.ServeHTTP(w, httptest.NewRequestWithContext(context.Background(), "GET", "/readyz", nil))
			if w.Code != status || !strings.Contains(w.Body.String(), text) {
				t.Errorf("readyz %d %s, want %d and %s", w.Code, w.Body, status, text)
			}
		}
		for owner := range int64(2) { // the two owners occupy all slots of the class
			if owner == 1 && class == admission.Short {
				break
			}
			give, err := s.Admission().Slot(context.Background(), -1-owner, class, time.Second)
			if err != nil {
				t.Fatal(err)
			}
			defer give()
		}
		for range 6 {
			ready(200, "ok")
			err := s.Admission().On(context.Background(), -9, class, func(context.Context) error { return nil })
			if !errors.Is(err, admission.ErrBusy) {
				t.Fatal(err)
			}
			now.add(time.Second)
		}
		ready(want, "requests are rejected: "+class.String())
		now.add(2 * time.Second)
		ready(200, `"ok"`)
	}
}

// A server on loopback accepts only requests with one of its own names in the Host header.
func TestHosts(t *testing.T) {
	t.Parallel()
	d := open(t, func(o *httpapi.Options) { o.Hosts = []string{"localhost", "127.0.0.1"} })
	for host, want := range map[string]int{
		"localhost": 200, "LOCALHOST:8080": 200, "127.0.0.1:1": 200,
		"evil.example": 400, "evil.example:8080": 400, "localhost.evil.example": 400, "": 400, "[::1]:80": 400, "127.0.0.1.evil": 400,
	} {
		r := httptest.NewRequestWithContext(context.Background(), "POST", "/api/v1/classify", strings.NewReader(lease60))
		r.Host = host
		r.Header.Set("X-Api-Key", key)
		w := httptest.NewRecorder()
		d.ServeHTTP(w, r)
		if w.Code != want {
			t.Errorf("Host %q: status %d, want %d", host, w.Code, want)
		}
	}
}

// Responses from other packages' routes have a request ID and the security headers. Such a route cannot replace
// an operation.
func TestRoutesOfOtherPackages(t *testing.T) {
	t.Parallel()
	d := open(t, nil, httpapi.Route{Pattern: "/", Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusTeapot)
	})})
	w := d.do("GET", "/anything", "")
	if w.Code != http.StatusTeapot || w.Header().Get("X-Request-Id") == "" || w.Header().Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("status %d, headers %v", w.Code, w.Header())
	}
	wantError(t, d.do("GET", "/api/v1/other", ""), 404, "not_found")
	wantError(t, d.do("POST", "/api/v1/compute", ""), 401, "unauthorized")
}

// The log contains the client address in X-Forwarded-For if the connection comes from a trusted
// proxy. Otherwise it contains the address of the connection.
func TestClientAddressInTheLog(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ trusted, peer, forwarded, want string }{
		{"", "192.0.2.1:5", "203.0.113.9", "192.0.2.1"},
		{"192.0.2.0/24", "192.0.2.1:5", "203.0.113.9", "203.0.113.9"},
		{"192.0.2.0/24", "192.0.2.1:5", "6.6.6.6, 203.0.113.9", "203.0.113.9"},
		{"192.0.2.0/24", "192.0.2.1:5", "203.0.113.9, 192.0.2.7", "203.0.113.9"},
		{"192.0.2.0/24", "192.0.2.1:5", "garbage", "192.0.2.1"},
		{"192.0.2.0/24", "192.0.2.1:5", "", "192.0.2.1"},
		{"192.0.2.0/24", "198.51.100.1:5", "203.0.113.9", "198.51.100.1"},
		{"2001:db8::/32", "[2001:db8::1]:5", "203.0.113.9", "203.0.113.9"},
	} {
		d := open(t, func(o *httpapi.Options) {
			if tt.trusted != "" {
				o.TrustedProxies = []netip.Prefix{netip.MustParsePrefix(tt.trusted)}
			}
		})
		r := httptest.NewRequestWithContext(context.Background(), "POST", "/api/v1/compute?secret=query", http.NoBody)
		r.RemoteAddr = tt.peer
		r.Header.Set("X-Forwarded-For", tt.forwarded)
		d.ServeHTTP(httptest.NewRecorder(), r)
		if !strings.Contains(d.log.String(), `"client":"`+tt.want+`"`) || strings.Contains(d.log.String(), "query") {
			t.Errorf("%+v: logged %s", tt, d.log)
		}
	}
}

// Slow requests for pages and forms have a separate limit, so that operations are still admitted.
func TestVisitorsLeaveSlotsForOperations(t *testing.T) {
	t.Parallel()
	begun, release := make(chan struct{}), make(chan struct{})
	slow := httpapi.Route{Pattern: "/slow", Serve: func(http.ResponseWriter, *http.Request) error {
		close(begun)
		<-release
		return nil
	}}
	d := open(t, func(o *httpapi.Options) { o.MaxInFlight = 8 }, slow)
	var wg sync.WaitGroup
	wg.Go(func() { d.do("GET", "/slow", "") })
	<-begun
	wantError(t, d.do("GET", "/slow", ""), 500, "internal_error")
	if n := d.InFlight(); n != 1 {
		t.Errorf("%d in flight", n)
	}
	wantError(t, d.do("POST", "/api/v1/compute", lease60), 401, "unauthorized")
	close(release)
	wg.Wait()
}

// slowly is a request body that blocks until the test releases it.
type slowly struct {
	begun, release chan struct{}
	rest           io.Reader
}

func (s *slowly) Read(p []byte) (int, error) {
	select {
	case <-s.begun:
	default:
		close(s.begun)
	}
	<-s.release
	return s.rest.Read(p)
}

func (s *slowly) Close() error { return nil }

// sendSlowly sends the beginning of a request and returns when the server is waiting for the body.
func sendSlowly(t *testing.T, d *door, path, from string) (release func() *httptest.ResponseRecorder) {
	t.Helper()
	body := &slowly{begun: make(chan struct{}), release: make(chan struct{}), rest: strings.NewReader(lease60)}
	r := httptest.NewRequestWithContext(t.Context(), "POST", path, body)
	r.Header.Set("X-Api-Key", key)
	r.RemoteAddr = from + ":1"
	w := httptest.NewRecorder()
	done := make(chan struct{})
	go func() {
		defer close(done)
		d.ServeHTTP(w, r)
	}()
	select {
	case <-body.begun:
	case <-done:
	}
	return func() *httptest.ResponseRecorder {
		close(body.release)
		<-done
		return w
	}
}

// A request counts as in progress only while the server processes it. It is not counted while the server waits
// for its body, and is counted again before the body is processed.
func TestWaitingForABodyHoldsNoSlot(t *testing.T) {
	t.Parallel()
	d := open(t, func(o *httpapi.Options) { o.MaxInFlight = 1 })
	first, second := sendSlowly(t, d, "/api/v1/compute", "192.0.2.1"), sendSlowly(t, d, "/api/v1/compute", "192.0.2.1")
	if w := d.do("POST", "/api/v1/compute", lease60, "X-Api-Key", key); w.Code != 200 {
		t.Errorf("status %d beside bodies that are waited for", w.Code)
	}
	for i, release := range []func() *httptest.ResponseRecorder{first, second} {
		if w := release(); w.Code != 200 {
			t.Errorf("slow body %d: status %d %s", i, w.Code, w.Body)
		}
	}
	if n := d.InFlight(); n != 0 {
		t.Errorf("%d in flight at the end", n)
	}
}

// Each client address or IPv6 /64 network has a limit on its requests in progress, so that requests from other
// addresses are admitted.
func TestVisitorsHaveAShareByAddress(t *testing.T) {
	t.Parallel()
	form := httpapi.Route{Pattern: "/form", Serve: func(w http.ResponseWriter, r *http.Request) error {
		if _, err := io.ReadAll(r.Body); err != nil {
			return err
		}
		w.WriteHeader(http.StatusNoContent)
		return nil
	}}
	d := open(t, func(o *httpapi.Options) { o.MaxInFlight = 16 }, form)
	const share = 16
	for _, from := range []func(n int) string{
		func(int) string { return "192.0.2.1" },
		func(n int) string { return fmt.Sprintf("[2001:db8:1:1::%d]", n) },
	} {
		for n := range share {
			defer sendSlowly(t, d, "/form", from(n))()
		}
		wantError(t, sendSlowly(t, d, "/form", from(share))(), 429, "rate_limited")
	}
	if w := sendSlowly(t, d, "/form", "192.0.2.2")(); w.Code != 204 {
		t.Errorf("another address: %d", w.Code)
	}
}
