// Package httpapi is the HTTP interface of the service. The package defines the routes and headers,
// and contains the only function that writes error responses.
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
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/admission"
	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// Base is the prefix of the paths of all operations.
const Base = "/api/v1/"

// Options configure an [API].
type Options struct {
	Service *service.Service
	Log     *slog.Logger
	Clock   func() time.Time
	// PublicURL is the server's URL at the beginning of every absolute link, without a trailing
	// slash. Links do not use the Host header, because the client controls it.
	PublicURL string
	// MaxInFlight is the maximum number of concurrent requests to operations and to metered routes.
	// All other requests have a separate maximum, an eighth of MaxInFlight. A request does not count
	// while the server receives its body or sends its response.
	MaxInFlight int
	// Connections limits the connections to the server; nil means no limit.
	Connections *admission.Connections
	// TrustedProxies contains the addresses of trusted proxies. The X-Forwarded-For header is used only in
	// requests from them.
	TrustedProxies []netip.Prefix
	// Hosts contains the accepted values of the Host header. If Hosts is empty, every value is accepted. A
	// server on loopback needs this check: a malicious page can make a browser call the server, but only under
	// the page's own host name.
	Hosts []string
	// TLS adds the Strict-Transport-Security header to responses.
	TLS bool
	// Version is the value of the x-leasehold-version header; "" omits it.
	Version string
	// Observe, if not nil, is called after every response.
	Observe func(Observation)
}

// Observation describes a response for the metrics.
type Observation struct {
	Path     string // pattern of the route; "" if no route matches the request
	Status   int
	Code     service.Code // error code; "" for a success
	Duration time.Duration
}

// Route is a path that another package handles. A route's pattern contains no HTTP method. The handler can read
// the request ID in the X-Request-Id response header, and may replace the security headers.
type Route struct {
	Pattern string
	Handler http.Handler
	// Serve is set instead of Handler if the API should write the response for a returned error.
	Serve func(http.ResponseWriter, *http.Request) error
	// Browsers restricts the route to clients that accept HTML pages. Other clients receive the API's not_found error.
	Browsers bool
	// Metered marks a route that requires an API key. These requests share the MaxInFlight limit with the operations.
	Metered bool
}

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

// API is the HTTP handler of the whole server.
type API struct {
	Options

	mux        *http.ServeMux
	missing    http.Handler    // serves paths that are not in the API and have no route
	metered    map[string]bool // contains the paths of metered routes
	requests   *admission.Requests
	pings      *pings
	complained atomic.Int64 // time of the last log entry about overload, in Unix seconds
	present    atomic.Int64 // requests that the server has not finished, except health checks
	draining   atomic.Bool
	storeGone  atomic.Bool // whether the last check of the store failed
}

// New returns an API with the operations, the health checks, the page about errors, and the given routes.
func New(options Options, routes ...Route) *API {
	a := &API{
		Options: options, mux: http.NewServeMux(), metered: map[string]bool{},
		pings: &pings{clock: options.Clock}, requests: admission.NewRequests(options.MaxInFlight, options.Clock),
	}
	missing := a.handle(func(*response, *http.Request) error { return notFound() })
	for _, op := range operations.All() {
		a.mux.Handle(Base+op.Name, a.handle(only(a.operation(op), http.MethodPost)))
	}
	a.mux.Handle("/api/", missing)
	a.mux.Handle("/api", missing) // without this pattern the mux would redirect /api to /api/
	a.mux.Handle(service.DocsPath, a.handle(only(errorsPage(), http.MethodGet, http.MethodHead)))
	a.addRoutes(routes, missing)
	return a
}

// addRoutes adds routes to the mux, and a handler for all other paths. For a route /x/, addRoutes also adds the
// pattern /x, because the mux would otherwise redirect /x to /x/.
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

// States returns the state of each admission limit, by name.
func (a *API) States() map[string]admission.State {
	states := a.requests.States()
	maps.Copy(states, a.Service.Admission().States())
	if a.Connections != nil {
		maps.Copy(states, a.Connections.States())
	}
	return states
}

// handler writes a response, or returns an error for which the caller writes the response.
type handler func(w *response, r *http.Request) error

// handle returns h as an http.Handler that writes the responses for errors. Only [API.ServeHTTP]
// may call the result, because it provides the *response.
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

// only is middleware: it returns a handler that calls h for the given methods and rejects all others.
func only(h handler, methods ...string) handler {
	return func(w *response, r *http.Request) error {
		if slices.Contains(methods, r.Method) {
			return h(w, r)
		}
		w.Header().Set("Allow", strings.Join(methods, ", "))
		return service.Invalid("method", "must be "+methods[0]).WithStatus(http.StatusMethodNotAllowed)
	}
}

// ServeHTTP assigns an ID to the request, applies the limit on requests in progress, and calls the path's handler.
func (a *API) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	w := &response{Sender: admission.Sender{ResponseWriter: rw}, id: service.NewRequestID()}
	a.setCommonHeaders(w.Header(), w.id, len(r.TransferEncoding) > 0)
	if a.Log.Enabled(r.Context(), slog.LevelDebug) {
		defer func(started time.Time) {
			a.log(w, r, slog.LevelDebug, "request", slog.Int("status", w.status), slog.Duration("duration", a.Clock().Sub(started)))
		}(a.Clock())
	}
	if a.Observe != nil {
		defer a.observe(w, r, a.Clock())
	}
	defer a.recover(w, r)
	switch r.URL.Path {
	case "/healthz", "/readyz": // health checks are not subject to the limit on requests in progress
		a.health(w, r)
		return
	}
	a.present.Add(1)
	defer a.present.Add(-1)
	request, err := a.requests.Enter(rw, r, a.visitor(r))
	if errors.Is(err, admission.ErrShare) {
		err = &service.Error{Code: service.RateLimited, Message: "Too many simultaneous requests from this address. Try again in 1 s.", RetryAfter: 1}
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

// visitor returns the client's address if the request needs no key, and the zero address otherwise. Requests without a
// key are limited per address. All clients with an unknown address share one limit.
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

func (a *API) observe(w *response, r *http.Request, started time.Time) {
	a.Observe(Observation{Path: r.Pattern, Status: w.status, Code: w.code, Duration: a.Clock().Sub(started)})
}

// everyAnswer contains the headers of all responses. Its shared values must not be modified.
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

// setCommonHeaders sets the headers that every response has. After a chunked body, the server closes the
// connection. Otherwise, if the request also had a length, a proxy that uses the length might disagree with
// this server about where the next request begins (RFC 9112, 6.3).
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

// acceptable returns an error for an unknown host, and for a path that the mux would redirect.
func (a *API) acceptable(r *http.Request) error {
	if len(a.Hosts) > 0 && !a.knowsHost(r.Host) {
		return service.Invalid("Host", "must be "+strings.Join(a.Hosts, " or "))
	}
	// A proxy may interpret an escaped letter or slash in the path differently.
	if strings.HasPrefix(r.URL.Path, "/api/") && r.URL.RawPath != "" {
		return notFound()
	}
	clean := path.Clean(r.URL.Path)
	if r.URL.Path != clean && (clean == "/" || r.URL.Path != clean+"/") || r.URL.Path == "*" { // "*" is excluded because the mux itself would respond to OPTIONS *
		return notFound()
	}
	return nil
}

func (a *API) knowsHost(host string) bool {
	name, _, _ := strings.Cut(host, ":")
	return slices.ContainsFunc(a.Hosts, func(known string) bool { return strings.EqualFold(name, known) })
}

// recover responds to a panic with internal_error, or closes the connection if the response has begun.
func (a *API) recover(w *response, r *http.Request) {
	problem := recover()
	if problem == nil {
		return
	}
	if err, ok := problem.(error); ok && errors.Is(err, http.ErrAbortHandler) {
		panic(problem) // net/http closes the connection after this panic
	}
	err := fmt.Errorf("panic: %v\n%s", problem, debug.Stack())
	if w.status != 0 {
		a.logFailure(w, r, err)
		panic(http.ErrAbortHandler)
	}
	a.fail(w, r, err)
}

// redAfter is how long a limit must have been rejecting requests before /readyz reports it.
const redAfter = 5 * time.Second

// limitsOfAll affect all requests; limitsOfLarge affect only large requests. /readyz returns 503 only for
// limitsOfAll, because otherwise a load balancer would divert small requests too.
var (
	limitsOfAll   = []string{"connections", "operations", "short"}
	limitsOfLarge = []string{"memory", "long"}
)

func (a *API) full(limits []string) string {
	states := a.States()
	for _, name := range limits {
		if states[name].FullFor >= redAfter {
			return name
		}
	}
	return ""
}

// health responds to /healthz and /readyz. /readyz returns 503 if a load balancer should direct
// requests to another server.
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
	_, _ = fmt.Fprintf(w, "{\"status\":%q}\n", text) // an error means that the client has disconnected
}

func (a *API) noteStore(ctx context.Context, err error) {
	switch gone := err != nil; {
	case a.storeGone.Swap(gone) == gone:
	case gone:
		a.Log.WarnContext(ctx, "not ready: the database does not respond", "error", apikey.Redact(err.Error()))
	default:
		a.Log.InfoContext(ctx, "ready again: the database responds")
	}
}

const drainStep = 10 * time.Millisecond

// Drain makes /readyz return 503. It returns when no request remains or ctx ends. Until then the server still accepts
// requests, but closes each connection after its response, so that load balancers and clients switch to another server.
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

// End makes the server reject new requests and requests whose body is incomplete. It still responds to all other
// requests. After End, the caller may close connections, because a request that arrives later is not billed.
func (a *API) End() { a.requests.End() }

// pings checks the store for /readyz. It runs one check at a time and uses each result for one second, because
// /readyz is available to everyone and must not overload the store.
type pings struct {
	clock func() time.Time

	mu    sync.Mutex
	asked time.Time
	err   error
}

const pingKept = time.Second

func (p *pings) ask(ctx context.Context, ping func(context.Context) error) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if age := p.clock().Sub(p.asked); p.asked.IsZero() || age < 0 || age >= pingKept {
		p.err = ping(context.WithoutCancel(ctx)) // ping continues if this request is canceled, because other requests share the result
		p.asked = p.clock()
	}
	return p.err
}
