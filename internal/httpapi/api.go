// Package httpapi is the HTTP door of the service: routes, headers, and the one
// function that writes errors.
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

// Options say how an [API] works.
type Options struct {
	Service *service.Service
	Log     *slog.Logger
	Clock   func() time.Time
	// PublicURL is the base of every absolute link, without a slash at its
	// end. The Host header is never used for one: a caller sends it.
	PublicURL string
	// MaxInFlight bounds the metered requests that are worked on at once: those
	// of the operations and of metered routes. An eighth as many others may run
	// in addition to them. A request whose body or whose client is waited for is not
	// worked on.
	MaxInFlight int
	// Connections are those of the server; nil for a server of which they are not limited.
	Connections *admission.Connections
	// TrustedProxies are proxies whose X-Forwarded-For is trusted.
	TrustedProxies []netip.Prefix
	// Hosts are the names by which the server may be called; none means any. A
	// web page can make a browser call a loopback server, but only by the page's
	// own name.
	Hosts []string
	// TLS makes browsers return by TLS only.
	TLS bool
	// Version is the value of the header x-leasehold-version.
	Version string
	// Observe, where set, is called after every answer.
	Observe func(Observation)
}

// Observation is one answered request, for metrics.
type Observation struct {
	Path     string // the pattern of the route, or "" where there is none
	Status   int
	Code     service.Code // "" for a success
	Duration time.Duration
}

// Route adds a handler of another package. The pattern has no method. Its
// handler finds the request's id in the response header X-Request-Id, and may
// replace the security headers.
type Route struct {
	Pattern string
	Handler http.Handler
	// Serve is used instead of Handler if the API is to write the errors.
	Serve func(http.ResponseWriter, *http.Request) error
	// Browsers says that the handler answers those who ask for a page; others get the
	// API's error for a path where there is nothing.
	Browsers bool
	// Metered says that requests need a key, so that they have the operations'
	// places in flight.
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

// API is the handler of the whole server.
type API struct {
	Options

	mux        *http.ServeMux
	missing    http.Handler    // of paths outside the API where there is nothing
	metered    map[string]bool // paths of metered routes
	requests   *admission.Requests
	pings      *pings
	complained atomic.Int64 // when overload was last logged, in Unix seconds
	present    atomic.Int64 // requests, worked on or waiting for their clients
	draining   atomic.Bool  // /readyz says so
	storeGone  atomic.Bool  // the store did not answer when it was last asked
}

// New returns the handler of the operations, the health checks, the page about
// errors, and routes.
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

// addRoutes adds routes, and missing for every path that none of them has. The
// mux would redirect /x where there is but /x/.
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

// InFlight returns the number of requests that are worked on.
func (a *API) InFlight() int { return a.requests.InFlight() }

// States returns the state of every limit by its name.
func (a *API) States() map[string]admission.State {
	states := a.requests.States()
	maps.Copy(states, a.Service.Admission().States())
	if a.Connections != nil {
		maps.Copy(states, a.Connections.States())
	}
	return states
}

// handler answers a request, or returns the error to answer it with.
type handler func(w *response, r *http.Request) error

// handle makes an http.Handler of h. Within [API.ServeHTTP] the writer is
// always a response.
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

// post refuses other methods.
func (a *API) post(h handler) handler {
	return func(w *response, r *http.Request) error {
		if r.Method == http.MethodPost {
			return h(w, r)
		}
		w.Header().Set("Allow", http.MethodPost)
		return service.Invalid("method", "must be POST").WithStatus(http.StatusMethodNotAllowed)
	}
}

// ServeHTTP gives the request an id and a place among those in flight, and
// sends it to its handler.
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

// visitor returns the address of a client that needs no key, and none for other requests. An
// address that is not known is shared by all of its kind.
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

// observe reports an answer.
func (a *API) observe(w *response, r *http.Request, started time.Time) {
	a.Observe(Observation{Path: r.Pattern, Status: w.status, Code: w.code, Duration: a.Clock().Sub(started)})
}

// everyAnswer are headers of every answer. The values are shared by all answers: nobody
// changes a value in place, and one that is appended to is copied.
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

// setCommonHeaders sets what every answer carries. After a chunked body the
// connection ends: if the request had a length as well, a proxy that believed
// the length and this server disagree on where the next request begins (RFC 9112,
// 6.3).
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

// acceptable refuses what no handler may see: another host, and paths that the
// mux would answer with a redirect of its own.
func (a *API) acceptable(r *http.Request) error {
	if len(a.Hosts) > 0 && !a.knowsHost(r.Host) {
		return service.Invalid("Host", "must be "+strings.Join(a.Hosts, " or "))
	}
	// An escaped letter or slash is another spelling of a path, which a proxy
	// in front may have judged differently.
	if strings.HasPrefix(r.URL.Path, "/api/") && r.URL.RawPath != "" {
		return notFound()
	}
	clean := path.Clean(r.URL.Path)
	if r.URL.Path != clean && (clean == "/" || r.URL.Path != clean+"/") || r.URL.Path == "*" { // OPTIONS *, which the mux answers itself
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

// recover answers a panic with internal_error, unless the answer has begun.
func (a *API) recover(w *response, r *http.Request) {
	problem := recover()
	if problem == nil {
		return
	}
	if err, ok := problem.(error); ok && errors.Is(err, http.ErrAbortHandler) {
		panic(problem) // net/http closes the connection without a word
	}
	err := fmt.Errorf("panic: %v\n%s", problem, debug.Stack())
	if w.status != 0 {
		a.logFailure(w, r, err)
		panic(http.ErrAbortHandler)
	}
	a.fail(w, r, err)
}

// redAfter is for how long a limit refuses requests before /readyz says so.
const redAfter = 5 * time.Second

// Limits that concern every request, and limits that concern large ones alone: a balancer that
// sent all requests elsewhere would take the plain ones with them.
var (
	limitsOfAll   = []string{"connections", "operations", "short"}
	limitsOfLarge = []string{"memory", "long"}
)

// full returns the first of some limits that keeps refusing, or "".
func (a *API) full(limits []string) string {
	states := a.States()
	for _, name := range limits {
		if states[name].FullFor >= redAfter {
			return name
		}
	}
	return ""
}

// health answers /healthz, and /readyz with 503 where requests should go
// elsewhere.
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
				status, text = http.StatusServiceUnavailable, "requests are refused: "+limit
			} else if limit := a.full(limitsOfLarge); limit != "" {
				text = "large requests are refused: " + limit
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

// drainStep is how often a draining server looks whether it is empty.
const drainStep = 10 * time.Millisecond

// Drain makes /readyz say 503 and returns when no request is there or ctx ends.
// Until then requests are answered as before, and their connections closed:
// balancers and clients have time to look elsewhere.
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

// End refuses every request that comes from now on, and those whose body is still
// waited for. The others are answered. Connections may be closed to new requests
// afterwards: a request that was read after that call is not billed.
func (a *API) End() { a.requests.End() }
