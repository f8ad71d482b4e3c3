package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"github.com/klauspost/compress/gzhttp"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/docs"
	"github.com/leasehold-accounting/leasehold/internal/account"
	"github.com/leasehold-accounting/leasehold/internal/adminapi"
	"github.com/leasehold-accounting/leasehold/internal/console"
	"github.com/leasehold-accounting/leasehold/internal/console/page"
	"github.com/leasehold-accounting/leasehold/internal/guides"
	"github.com/leasehold-accounting/leasehold/internal/httpapi"
	"github.com/leasehold-accounting/leasehold/internal/mcpapi"
	"github.com/leasehold-accounting/leasehold/internal/metrics"
	"github.com/leasehold-accounting/leasehold/internal/reference"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

func versionHeader() string {
	return fmt.Sprintf("%s; rules=%d", buildVersion().Version, leasehold.RulesRevision)
}

// routes returns all routes of the server except the operations: the API contract and its page, the
// MCP tools, and the console.
func (s *server) routes(core *service.Service, accounts account.Store) ([]httpapi.Route, error) {
	var pages []reference.Option
	if s.console.served {
		pages = append(pages, reference.Home("/"))
	}
	if s.tryKey != nil {
		pages = append(pages, reference.Key(s.tryKey))
	}
	contract, err := reference.New(s.publicURL, pages...)
	if err != nil {
		return nil, fmt.Errorf("reference: %w", err)
	}
	var list []httpapi.Route
	for _, pattern := range reference.Patterns() {
		list = append(list, httpapi.Route{Pattern: pattern, Serve: contract.Serve})
	}
	agents, err := mcpapi.NewHandler(mcpapi.HandlerOptions{
		Options: mcpapi.Options{Version: buildVersion().Version, Log: s.log},
		Service: core, Clock: time.Now, PublicURL: s.publicURL, Origins: s.mcpOrigins,
	})
	if err != nil {
		return nil, fmt.Errorf("tools for agents: %w", err)
	}
	list = append(list, httpapi.Route{Pattern: "/mcp", Serve: agents.Serve, Metered: true})
	s.people = account.New(account.Config{
		Store: accounts, Service: core, Clock: time.Now, OpenSignUp: s.console.signUp, FirstOperates: s.console.firstOperates, SignUpsADay: s.console.signUpsADay,
		Mail: s.mailer(), PublicURL: s.publicURL, Log: s.log,
	})
	administration := &adminapi.Handler{
		Service: core, Accounts: s.people, Clock: time.Now,
		ClientAddress: func(r *http.Request) string { return httpapi.ClientAddress(r, s.trustedProxies) },
	}
	s.changes = administration.Changes
	for pattern, serve := range administration.Handlers() {
		list = append(list, httpapi.Route{Pattern: pattern, Serve: serve})
	}
	return s.addConsole(list, core)
}

type observers struct {
	close   func()           // stops the metrics server
	metrics *metrics.Metrics // nil without --metrics-addr; the following fields are then also nil

	called    func(service.Event)            // called after every operation call
	committed func(int, time.Duration, bool) // called after every commit to the store
	answered  func(seen httpapi.Observation) // called after every response
}

func (s *server) observe(ctx context.Context) (*observers, error) {
	if s.metricsAddr == "" {
		return &observers{close: func() {}}, nil
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", s.metricsAddr)
	if err != nil {
		return nil, fmt.Errorf("--metrics-addr: %w", err)
	}
	m := metrics.New(buildVersion().Version, leasehold.RulesRevision)
	mux := http.NewServeMux()
	mux.Handle("/metrics", m.Handler())
	web := &http.Server{Handler: mux, ReadHeaderTimeout: readHeaderTimeout, ReadTimeout: readTimeout, WriteTimeout: writeTimeout}
	go func() {
		if err := web.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			s.log.ErrorContext(ctx, "the metrics server stopped", "error", err.Error())
		}
	}()
	s.log.InfoContext(ctx, "metrics", "addr", listener.Addr().String())
	stop := func() { _ = web.Close() } // requests may be interrupted, because clients repeat them
	answered := func(seen httpapi.Observation) { m.Answered(seen.Status) }
	return &observers{stop, m, m.Called, m.Committed, answered}, nil
}

// gauges registers the metrics that are computed when a client reads them.
func (o *observers) gauges(api *httpapi.API, changes func() int64, queueLength func() int) {
	if o.metrics == nil {
		return
	}
	o.metrics.Counts("leasehold_admin_changes_total", "Changes requested with admin keys over HTTP, including requests that the rate limit rejected.",
		"door", map[string]func() int64{"http": changes})
	most, held, waiting, refused := map[string]func() int64{}, map[string]func() int64{}, map[string]func() int64{}, map[string]func() int64{}
	for name := range api.States() {
		most[name] = func() int64 { return api.States()[name].Limit }
		held[name] = func() int64 { return api.States()[name].Held }
		waiting[name] = func() int64 { return api.States()[name].Waiting }
		refused[name] = func() int64 { return api.States()[name].Refused }
	}
	o.metrics.Gauges("leasehold_limit", "Limits: connections; operations and visitors (requests in flight); memory in bytes; worker slots for short and long work.", "limit", most)
	o.metrics.Gauges("leasehold_limit_held", "Current use under each limit, such as bytes of memory or worker slots.", "limit", held)
	o.metrics.Gauges("leasehold_limit_waiting", "Requests waiting for memory or a worker slot.", "limit", waiting)
	o.metrics.Counts("leasehold_limit_refused_total", "Requests rejected and connections closed by a limit.", "limit", refused)
	o.metrics.Gauge("leasehold_store_queue", "Requests waiting for the database: for the SQLite writer or for a PostgreSQL connection.", queueLength)
}

const compressFrom = 1 << 10

func (s *server) wrap(handler http.Handler) (http.Handler, error) {
	if !s.compress {
		return handler, nil
	}
	pack, err := gzhttp.NewWrapper(gzhttp.MinSize(compressFrom))
	if err != nil {
		return nil, fmt.Errorf("--compress: %w", err)
	}
	return pack(handler), nil
}

// uncompressed excludes the console's pages from --compress. If a compressed page contained both a
// secret and a visitor's input, its length could reveal the secret. The console itself decides which
// pages it compresses.
func uncompressed(handler http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set(gzhttp.HeaderNoCompression, "true") // the compression middleware removes the header
		handler.ServeHTTP(w, r)
	})
}

func (s *server) addConsole(list []httpapi.Route, core *service.Service) ([]httpapi.Route, error) {
	c := s.console
	if !c.served {
		return list, nil
	}
	options := console.Options{
		Accounts: s.people,
		Clock:    time.Now, Log: s.log, PublicURL: s.publicURL, Reference: "/docs", Workbench: c.workbench, More: []page.Page{{Path: guides.Path, Part: "guides", Title: "Guides"}}, PerMinute: cmp.Or(c.perMinute, console.NoLimit),
		Limits: core.Admission(),
		TLS:    strings.HasPrefix(s.publicURL, "https:"), Version: buildVersion().Version,
		ClientAddr: func(r *http.Request) netip.Addr {
			address, err := netip.ParseAddr(httpapi.ClientAddress(r, s.trustedProxies))
			if err != nil {
				return netip.Addr{}
			}
			return address
		},
	}
	pages, err := console.New(options)
	if err != nil {
		return nil, err
	}
	documents, err := guides.New(guides.Options{
		Repository: docs.Repository, Site: pages.Site(), Reference: "/docs", SignedIn: pages.SignedIn,
		Link: func(path, fragment string) string { return path + "#" + fragment },
	})
	if err != nil {
		return nil, err
	}
	handlers := pages.Handlers()
	for pattern, handler := range documents.Handlers() {
		handlers[pattern] = pages.Site().Guard(handler, page.MaxFormLen)
	}
	for pattern, handler := range handlers {
		if s.compress {
			handler = uncompressed(handler)
		}
		list = append(list, httpapi.Route{Pattern: pattern, Handler: handler, Browsers: pattern == "/"})
	}
	return list, nil
}
