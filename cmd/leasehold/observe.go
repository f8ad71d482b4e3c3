package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/klauspost/compress/gzhttp"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/httpapi"
	"github.com/leasehold-accounting/leasehold/internal/metrics"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// observers contains the configured functions that collect the metrics of a running server.
type observers struct {
	metrics *metrics.Metrics // nil without --metrics-addr; then the following fields are nil as well
	web     *http.Server

	called    func(service.Event)            // is called after every call of an operation
	committed func(int, time.Duration, bool) // is called after every commit of the store
	answered  func(seen httpapi.Observation) // is called after every response
}

// observe starts the configured observers of the server.
func (s *server) observe(ctx context.Context) (*observers, error) {
	if s.metricsAddr == "" {
		return &observers{}, nil
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
			s.log.ErrorContext(ctx, "metrics ended", "error", err.Error())
		}
	}()
	s.log.InfoContext(ctx, "metrics", "addr", listener.Addr().String())
	answered := func(seen httpapi.Observation) { m.Answered(seen.Status) }
	return &observers{m, web, m.Called, m.Committed, answered}, nil
}

// close stops the observers.
func (o *observers) close() {
	if o.web != nil {
		_ = o.web.Close() // a client whose request fails will repeat it later
	}
}

// gauges registers the metrics whose value is computed when a client reads it.
func (o *observers) gauges(api *httpapi.API, changes func() int64, queueLength func() int) {
	if o.metrics == nil {
		return
	}
	o.metrics.Counts("leasehold_admin_changes_total", "Change requests with administration keys over HTTP, including requests rejected by their rate limit.",
		"door", map[string]func() int64{"http": changes})
	most, held, waiting, refused := map[string]func() int64{}, map[string]func() int64{}, map[string]func() int64{}, map[string]func() int64{}
	for name := range api.States() {
		most[name] = func() int64 { return api.States()[name].Limit }
		held[name] = func() int64 { return api.States()[name].Held }
		waiting[name] = func() int64 { return api.States()[name].Waiting }
		refused[name] = func() int64 { return api.States()[name].Refused }
	}
	o.metrics.Gauges("leasehold_limit", "Limits: connections; operations and visitors (requests in flight); memory in bytes; worker slots for short and long work.", "limit", most)
	o.metrics.Gauges("leasehold_limit_held", "How much of each limit is held.", "limit", held)
	o.metrics.Gauges("leasehold_limit_waiting", "Requests that wait for memory or a worker slot.", "limit", waiting)
	o.metrics.Counts("leasehold_limit_refused_total", "Requests that a limit refused, and connections that it closed.", "limit", refused)
	o.metrics.Gauge("leasehold_store_queue", "Requests that wait for the database: for the file's writer, or for a connection to PostgreSQL.", queueLength)
}

// compressFrom is the minimum size of a compressed response, in bytes.
const compressFrom = 1 << 10

// wrap adds the configured middleware to a handler.
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
