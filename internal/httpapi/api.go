// Package httpapi is the HTTP interface of the service: routes, headers, and the only function that
// writes errors.
package httpapi

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"net/netip"
	"path"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/admission"
	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// Base is the path of the operations.
const Base = "/api/v1/"

// Options configure an [API].
type Options struct {
	Service *service.Service
	Log     *slog.Logger
	Clock   func() time.Time
	// PublicURL is the base of every absolute link, without a trailing slash. The Host header is
	// never used for links, because the caller controls it.
	PublicURL string
	// MaxInFlight is the maximum number of requests in progress to operations and metered routes.
	// An eighth of it is the maximum for all other requests. A request is not in progress while its
	// body arrives or its response is sent.
	MaxInFlight int
	// Connections limits the server's connections; nil for no limit.
	Connections *admission.Connections
	// TrustedProxies contains the addresses of proxies with a trusted X-Forwarded-For.
	TrustedProxies []netip.Prefix
	// Hosts contains the valid values of the Host header; empty for any. A web page can make a
	// browser call a server on loopback, but only with the page's host name.
	Hosts []string
	// TLS sets the header that makes browsers use TLS for later requests.
	TLS bool
	// Version is the value of the header x-leasehold-version; "" omits it.
	Version string
	// Observe, if set, is called after every response.
	Observe func(Observation)
}

// Observation describes a response, for metrics.
type Observation struct {
	Path     string // the pattern of the route, or "" without a route
	Status   int
	Code     service.Code // "" for a success
	Duration time.Duration
}

// Route adds a handler of another package. Its pattern names no method. The handler finds the ID of
// the request in the response header X-Request-Id, and may replace the security headers.
type Route struct {
	Pattern string
	Handler http.Handler
	// Serve replaces Handler if the API should write the errors.
	Serve func(http.ResponseWriter, *http.Request) error
	// Browsers restricts the handler to requests for a page. Other requests get the API's
	// not_found.
	Browsers bool
	// Metered marks requests that need a key and therefore share the limit of the operations.
	Metered bool
}

// handler returns the route's handler.
func (a *API) handler(route Route) http.Handler {
	if route.Browsers {
		return a.handle(func(w *response, r *http.Request) error {
			if !asksForPage(r) {
				return notFound()
			}
			route.Handler.ServeHTTP(w, r)
			return nil
		})
	}
	if route.Serve == nil {
		return route.Handler
	}
	return a.handle(func(w *response, r *http.Request) error { return route.Serve(w, r) })
}

// API is the HTTP handler of the server.
type API struct {
	Options

	mux        *http.ServeMux
	missing    http.Handler    // serves unknown paths outside the API
	metered    map[string]bool // paths of metered routes
	requests   *admission.Requests
	pings      *pings
	complained atomic.Int64 // when overload was last logged, in Unix seconds
	present    atomic.Int64 // requests, in progress or waiting for their clients
	draining   atomic.Bool
	storeGone  atomic.Bool // whether the last check of the store failed
}

// New returns an API with the operations, the health checks, the page about errors, and routes.
func New(options Options, routes ...Route) *API {
	a := &API{
		Options: options, mux: http.NewServeMux(), metered: map[string]bool{},
		pings: &pings{clock: options.Clock}, requests: admission.NewRequests(options.MaxInFlight, options.Clock),
	}
	missing := a.handle(func(*response, *http.Request) error { return notFound() })
	for _, op := range operations.All() {
		a.mux.Handle(Base+op.Name, a.handle(a.post(a.operation(op))))
	}
	a.mux.Handle("/api/", missing)
	a.mux.Handle("/api", missing) // or the mux would redirect it
	a.mux.Handle(service.DocsPath, a.handle(errorsPage()))
	a.addRoutes(routes, missing)
	return a
}

// addRoutes adds routes, and missing for all other paths. Without the additional patterns the mux
// would redirect /x if only /x/ is registered.
func (a *API) addRoutes(routes []Route, missing http.Handler) {
	taken := map[string]http.Handler{}
	for _, route := range routes {
		taken[route.Pattern] = a.handler(route)
		a.metered[route.Pattern] = route.Metered
		a.mux.Handle(route.Pattern, taken[route.Pattern])
	}
	if taken["/"] == nil {
		a.mux.Handle("/", missing)
	} else {
		missing = taken["/"]
	}
	a.missing = missing
	for pattern := range taken {
		bare := strings.TrimSuffix(pattern, "/")
		if bare != pattern && bare != "" && taken[bare] == nil {
			a.mux.Handle(bare, missing)
		}
	}
}

// InFlight returns the number of requests in progress.
func (a *API) InFlight() int { return a.requests.InFlight() }

// States returns the state of each limit by name.
func (a *API) States() map[string]admission.State {
	states := a.requests.States()
	maps.Copy(states, a.Service.Admission().States())
	if a.Connections != nil {
		maps.Copy(states, a.Connections.States())
	}
	return states
}

// handler writes a response, or returns the error to be written.
type handler func(w *response, r *http.Request) error

// handle returns an http.Handler for h. Inside [API.ServeHTTP] the writer is always a response.
func (a *API) handle(h handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer, ok := w.(*response)
		if !ok {
			panic("httpapi: a handler is used outside its API")
		}
		if err := h(answer, r); err != nil {
			a.fail(answer, r, err)
		}
	})
}

func notFound() error {
	return &service.Error{
		Code:    service.NotFound,
		Message: "Not found. The operations are " + operations.Names() + " under " + Base + ".",
	}
}

// post rejects methods other than POST.
func (a *API) post(h handler) handler {
	return func(w *response, r *http.Request) error {
		if r.Method == http.MethodPost {
			return h(w, r)
		}
		w.Header().Set("Allow", http.MethodPost)
		return service.Invalid("method", "must be POST").WithStatus(http.StatusMethodNotAllowed)
	}
}

// ServeHTTP assigns an ID to the request, applies the limit on requests in progress, and calls the
// handler.
func (a *API) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	w := &response{Sender: admission.Sender{ResponseWriter: rw}, id: service.NewRequestID()}
	a.setCommonHeaders(w.Header(), w.id, len(r.TransferEncoding) > 0)
	if a.Log.Enabled(r.Context(), slog.LevelDebug) {
		defer a.logRequest(w, r, a.Clock())
	}
	if a.Observe != nil {
		defer a.observe(w, r, a.Clock())
	}
	defer a.recover(w, r)
	switch r.URL.Path {
	case "/healthz", "/readyz": // also when all places are taken
		a.health(w, r)
		return
	}
	a.present.Add(1)
	defer a.present.Add(-1)
	request, err := a.requests.Enter(rw, r, a.visitor(r))
	if errors.Is(err, admission.ErrShare) {
		err = &service.Error{Code: service.RateLimited, Message: "Too many requests of this address at the same time. Try again in 1 s.", RetryAfter: 1}
	}
	if err != nil {
		a.fail(w, r, err)
		return
	}
	defer request.Done()
	w.request = request
	if err := a.acceptable(r); err != nil {
		if known, ok := errors.AsType[*service.Error](err); ok && known.Code == service.NotFound && !strings.HasPrefix(path.Clean(r.URL.Path)+"/", "/api/") {
			a.missing.ServeHTTP(w, r)
		} else {
			a.fail(w, r, err)
		}
		return
	}
	a.mux.ServeHTTP(w, r)
}

// visitor returns the address of a client that needs no key, and the zero address for other
// requests. All clients with an unknown address share one.
func (a *API) visitor(r *http.Request) netip.Addr {
	if strings.HasPrefix(r.URL.Path, "/api/") || a.metered[r.URL.Path] {
		return netip.Addr{}
	}
	addr, err := netip.ParseAddr(a.client(r))
	if err != nil {
		return netip.IPv4Unspecified()
	}
	return addr
}

// observe reports a response.
func (a *API) observe(w *response, r *http.Request, started time.Time) {
	a.Observe(Observation{Path: r.Pattern, Status: w.status, Code: w.code, Duration: a.Clock().Sub(started)})
}

// everyAnswer contains headers of every response. All responses share the values, so they must not
// be modified.
var everyAnswer = [...]struct {
	name  string
	value [1]string
}{
	{"Cache-Control", [1]string{"no-store"}},
	{"X-Content-Type-Options", [1]string{"nosniff"}},
	{"Content-Security-Policy", [1]string{"default-src 'none'; frame-ancestors 'none'"}},
	{"Referrer-Policy", [1]string{"no-referrer"}},
	{"Cross-Origin-Resource-Policy", [1]string{"same-origin"}},
}

// setCommonHeaders sets the headers of every response. The connection is closed after a chunked
// body: if the request also had a length, a proxy that uses the length and this server disagree
// about the start of the next request (RFC 9112, 6.3).
func (a *API) setCommonHeaders(h http.Header, id string, chunked bool) {
	setHeaders(h, "X-Request-Id", id)
	for i := range everyAnswer {
		h[everyAnswer[i].name] = everyAnswer[i].value[:]
	}
	if a.Version != "" {
		setHeaders(h, "X-Leasehold-Version", a.Version)
	}
	if a.TLS {
		h.Set("Strict-Transport-Security", "max-age=31536000")
	}
	if a.draining.Load() || chunked {
		h.Set("Connection", "close")
	}
}

// acceptable rejects unknown hosts, and paths that the mux would redirect.
func (a *API) acceptable(r *http.Request) error {
	if len(a.Hosts) > 0 && !a.knowsHost(r.Host) {
		return service.Invalid("Host", "must be "+strings.Join(a.Hosts, " or "))
	}
	// A path with an escaped letter or slash may have another meaning for a proxy in front.
	if strings.HasPrefix(r.URL.Path, "/api/") && r.URL.RawPath != "" {
		return notFound()
	}
	clean := path.Clean(r.URL.Path)
	if r.URL.Path != clean && (clean == "/" || r.URL.Path != clean+"/") || r.URL.Path == "*" { // the mux would respond to OPTIONS *
		return notFound()
	}
	return nil
}

func (a *API) knowsHost(host string) bool {
	name, _, hasPort := strings.Cut(host, ":")
	if !hasPort {
		name = host
	}
	for _, known := range a.Hosts {
		if strings.EqualFold(name, known) {
			return true
		}
	}
	return false
}

// recover responds to a panic with internal_error, unless the response has begun.
func (a *API) recover(w *response, r *http.Request) {
	problem := recover()
	if problem == nil {
		return
	}
	if err, ok := problem.(error); ok && errors.Is(err, http.ErrAbortHandler) {
		panic(problem) // net/http closes the connection
	}
	err := fmt.Errorf("panic: %v\n%s", problem, debug.Stack())
	if w.status != 0 {
		a.logFailure(w, r, err)
		panic(http.ErrAbortHandler)
	}
	a.fail(w, r, err)
}

// redAfter is the duration of rejections after which /readyz reports a limit.
const redAfter = 5 * time.Second

// Limits on all requests, and limits on large requests only. /readyz fails only for the former;
// otherwise a load balancer would also redirect plain requests.
var (
	limitsOfAll   = []string{"connections", "operations", "short"}
	limitsOfLarge = []string{"memory", "long"}
)

// full returns the first of the given limits that has been rejecting requests for redAfter, or "".
func (a *API) full(limits []string) string {
	states := a.States()
	for _, name := range limits {
		if states[name].FullFor >= redAfter {
			return name
		}
	}
	return ""
}

// health responds to /healthz and /readyz. /readyz returns 503 if requests should go to another
// server.
func (a *API) health(w *response, r *http.Request) {
	status, text := http.StatusOK, "ok"
	if r.URL.Path == "/readyz" {
		err := a.pings.ask(r.Context(), a.Service.Ping)
		a.noteStore(r.Context(), err)
		switch {
		case a.draining.Load():
			status, text = http.StatusServiceUnavailable, "draining"
		case err != nil:
			status, text = http.StatusServiceUnavailable, "the database does not respond"
		default:
			if limit := a.full(limitsOfAll); limit != "" {
				status, text = http.StatusServiceUnavailable, "requests are rejected: "+limit
			} else if limit := a.full(limitsOfLarge); limit != "" {
				text = "large requests are rejected: " + limit
			}
		}
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = fmt.Fprintf(w, "{\"status\":%q}\n", text) // the client may be gone
}

// noteStore logs each time that the database stops responding or responds again.
func (a *API) noteStore(ctx context.Context, err error) {
	switch gone := err != nil; {
	case a.storeGone.Swap(gone) == gone:
	case gone:
		a.Log.WarnContext(ctx, "not ready: the database does not respond", "error", apikey.Redact(err.Error()))
	default:
		a.Log.InfoContext(ctx, "ready again: the database responds")
	}
}

// drainStep is the interval at which a draining server checks for remaining requests.
const drainStep = 10 * time.Millisecond

// Drain makes /readyz return 503, and returns when no request remains or ctx ends. Until then the
// server responds as before and closes connections after the response, so that load balancers and
// clients can change to another server.
func (a *API) Drain(ctx context.Context) {
	a.draining.Store(true)
	tick := time.NewTicker(drainStep)
	defer tick.Stop()
	for a.present.Load() > 0 {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// End rejects all new requests and those with a body that is still arriving. Other requests get
// their responses. Connections may be closed to new requests afterward: a request that was read
// after this call is not billed.
func (a *API) End() { a.requests.End() }
