// Package metrics counts a server's events for Prometheus. Every series starts at zero, so that its
// rate is correct from the first request.
package metrics

import (
	"net/http"
	"runtime"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// succeeded is the label value for a successful call, which has no error code.
const succeeded = "ok"

// Metrics contains a server's counters. It is safe for concurrent use.
type Metrics struct {
	registry *prometheus.Registry

	calls        map[*operations.Operation]map[service.Code]prometheus.Counter // created in advance, so that a request needs no lookup by label
	durations    map[*operations.Operation]prometheus.Observer
	units        map[*operations.Operation]prometheus.Counter
	replays      map[*operations.Operation]prometheus.Counter
	quotaRefused prometheus.Counter
	storeErrors  prometheus.Counter

	responses *prometheus.CounterVec
	commits   prometheus.Histogram
	commitFor prometheus.Histogram
	commitBad prometheus.Counter
}

// New returns Metrics with all counters at zero. The version and the rules revision become labels.
func New(version string, rulesRevision int) *Metrics {
	m := &Metrics{
		registry:  prometheus.NewRegistry(),
		calls:     make(map[*operations.Operation]map[service.Code]prometheus.Counter),
		durations: make(map[*operations.Operation]prometheus.Observer),
		units:     make(map[*operations.Operation]prometheus.Counter),
		replays:   make(map[*operations.Operation]prometheus.Counter),
	}
	m.registry.MustRegister(
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	m.bindCalls()
	m.bindStore()
	m.responses = m.counters("leasehold_http_responses_total", "HTTP responses, by status.", "status")
	build := prometheus.NewGaugeVec(prometheus.GaugeOpts{
		Name: "leasehold_build_info", Help: "Always 1; the labels are the program's version, the revision of its accounting rules and its Go version.",
	}, []string{"version", "rules", "go"})
	m.registry.MustRegister(build)
	build.WithLabelValues(version, strconv.Itoa(rulesRevision), runtime.Version()).Set(1)
	return m
}

func (m *Metrics) counter(name, help string) prometheus.Counter {
	c := prometheus.NewCounter(prometheus.CounterOpts{Name: name, Help: help})
	m.registry.MustRegister(c)
	return c
}

func (m *Metrics) counters(name, help string, labels ...string) *prometheus.CounterVec {
	c := prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels)
	m.registry.MustRegister(c)
	return c
}

func (m *Metrics) histogram(name, help string, buckets []float64) prometheus.Histogram {
	h := prometheus.NewHistogram(prometheus.HistogramOpts{Name: name, Help: help, Buckets: buckets})
	m.registry.MustRegister(h)
	return h
}

// Bounds of the histogram buckets. The histograms measure durations and numbers of computations,
// never money.
var (
	secondsOfCall   = []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5}
	secondsOfCommit = []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5}
	sizesOfGroup    = []float64{0, 1, 2, 4, 8, 16, 32, 64, 128, 256}
)

func (m *Metrics) bindCalls() {
	calls := m.counters("leasehold_requests_total", "Operation calls over HTTP and MCP, with a known or unknown key, by operation and error code (ok for success).", "operation", "code")
	units := m.counters("leasehold_units_total", "Computations billed, by operation.", "operation")
	replays := m.counters("leasehold_replays_total", "Responses repeated for an Idempotency-Key, and not billed again, by operation.", "operation")
	durations := prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "leasehold_request_duration_seconds", Help: "Time from admission to response, by operation.", Buckets: secondsOfCall,
	}, []string{"operation"})
	m.registry.MustRegister(durations)
	m.quotaRefused = m.counter("leasehold_quota_refusals_total", "Calls rejected because the month's computations were used up.")
	m.storeErrors = m.counter("leasehold_store_errors_total", "Calls that failed because the database failed.")
	for _, op := range operations.All() {
		m.calls[op] = make(map[service.Code]prometheus.Counter)
		m.calls[op][""] = calls.WithLabelValues(op.Name, succeeded)
		for _, info := range service.Codes() {
			m.calls[op][info.Code] = calls.WithLabelValues(op.Name, string(info.Code))
		}
		m.units[op] = units.WithLabelValues(op.Name)
		m.replays[op] = replays.WithLabelValues(op.Name)
		m.durations[op] = durations.WithLabelValues(op.Name)
	}
}

func (m *Metrics) bindStore() {
	m.commits = m.histogram("leasehold_commit_group_size", "Computations in one commit of the embedded database.", sizesOfGroup)
	m.commitFor = m.histogram("leasehold_commit_duration_seconds", "Duration of commits of the embedded database, including the sync.", secondsOfCommit)
	m.commitBad = m.counter("leasehold_commit_failures_total", "Failed commits of the embedded database.")
}

// Called counts a call to an operation.
func (m *Metrics) Called(e service.Event) {
	m.calls[e.Operation][e.Code].Inc()
	m.durations[e.Operation].Observe(e.Duration.Seconds())
	m.units[e.Operation].Add(float64(e.Units))
	if e.Replay {
		m.replays[e.Operation].Inc()
	}
	if e.Code == service.QuotaExceeded {
		m.quotaRefused.Inc()
	}
	if e.StoreFailed {
		m.storeErrors.Inc()
	}
}

// Answered counts an HTTP response.
func (m *Metrics) Answered(status int) { m.responses.WithLabelValues(strconv.Itoa(status)).Inc() }

// Committed counts a commit of the embedded database.
func (m *Metrics) Committed(computations int, took time.Duration, failed bool) {
	m.commits.Observe(float64(computations))
	m.commitFor.Observe(took.Seconds())
	if failed {
		m.commitBad.Inc()
	}
}

// Gauge adds a metric. A callback returns its value whenever the metrics are read.
func (m *Metrics) Gauge(name, help string, value func() int) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, func() float64 { return float64(value()) }))
}

// Gauges adds metrics that differ in one label. Callbacks return their values whenever the metrics
// are read.
func (m *Metrics) Gauges(name, help, label string, values map[string]func() int64) {
	for value, figure := range values {
		m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: name, Help: help, ConstLabels: prometheus.Labels{label: value},
		}, func() float64 { return float64(figure()) }))
	}
}

// Counts adds counters that differ in one label. Callbacks return their values whenever the metrics
// are read.
func (m *Metrics) Counts(name, help, label string, values map[string]func() int64) {
	for value, count := range values {
		m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{
			Name: name, Help: help, ConstLabels: prometheus.Labels{label: value},
		}, func() float64 { return float64(count()) }))
	}
}

// Handler serves the metrics.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}
