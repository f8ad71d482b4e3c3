package metrics

import (
	"encoding/json"
	"io"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// read returns the metrics in the text format of Prometheus.
func read(t *testing.T, m *Metrics) string {
	t.Helper()
	w := httptest.NewRecorder()
	m.Handler().ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), "GET", "/metrics", nil))
	body, err := io.ReadAll(w.Body)
	if err != nil || w.Code != 200 {
		t.Fatalf("%d %v", w.Code, err)
	}
	return string(body)
}

// Each event is counted in its own metric.
func TestMetricsAreComplete(t *testing.T) {
	t.Parallel()
	m := New("1.2.3", 7)
	m.Gauge("leasehold_store_queue", "x", func() int { return 3 })
	m.Called(service.Event{Operation: operations.Compute, Units: 1, Duration: 3 * time.Millisecond})
	m.Called(service.Event{Operation: operations.Compute, Replay: true})
	m.Called(service.Event{Operation: operations.Schedule, Code: service.QuotaExceeded})
	m.Called(service.Event{Operation: operations.Classify, Code: service.InternalError, StoreFailed: true})
	m.Answered(404)
	m.Committed(5, 2*time.Millisecond, false)
	m.Committed(1, 2*time.Millisecond, true)
	text := read(t, m)
	for _, want := range []string{
		`leasehold_requests_total{code="ok",operation="compute"} 2`,
		`leasehold_requests_total{code="quota_exceeded",operation="schedule"} 1`,
		`leasehold_requests_total{code="rate_limited",operation="classify"} 0`, // the series exists from the start
		`leasehold_units_total{operation="compute"} 1`,
		`leasehold_replays_total{operation="compute"} 1`,
		`leasehold_quota_refusals_total 1`,
		`leasehold_store_errors_total 1`,
		`leasehold_http_responses_total{status="404"} 1`,
		`leasehold_commit_group_size_sum 6`,
		`leasehold_commit_failures_total 1`,
		`leasehold_store_queue 3`,
		`leasehold_request_duration_seconds_count{operation="compute"} 2`,
		`leasehold_build_info{go="go`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s", want)
		}
	}
	if !strings.Contains(text, `rules="7",version="1.2.3"} 1`) {
		t.Error("no build info")
	}
}

var metricName = regexp.MustCompile(`\b(?:leasehold|go|process)_[a-z_]+\b`)

// All metrics that the dashboard and the alert rules use exist, and the operators' guide describes
// every alert.
func TestDashboardsAndAlertsUseExistingMetrics(t *testing.T) {
	t.Parallel()
	m := New("1", 1)
	m.Answered(200)
	m.Gauge("leasehold_store_queue", "x", func() int { return 0 })
	none := map[string]func() int64{"short": func() int64 { return 0 }}
	m.Gauges("leasehold_limit", "x", "limit", none)
	m.Gauges("leasehold_limit_held", "x", "limit", none)
	m.Gauges("leasehold_limit_waiting", "x", "limit", none)
	m.Counts("leasehold_limit_refused_total", "x", "limit", none)
	m.Counts("leasehold_admin_changes_total", "x", "for", none)
	known := metricName.FindAllString(read(t, m), -1)

	dashboard, err := os.ReadFile("../../deploy/grafana/leasehold.json")
	if err != nil {
		t.Fatal(err)
	}
	if !json.Valid(dashboard) {
		t.Error("the dashboard is not JSON")
	}
	rules, err := os.ReadFile("../../deploy/prometheus/alerts.yml")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{string(dashboard), string(rules)} {
		for _, name := range metricName.FindAllString(text, -1) {
			if !slices.Contains(known, name) {
				t.Errorf("%s does not exist", name)
			}
		}
	}
	var parsed struct {
		Groups []struct {
			Rules []struct {
				Alert, Expr string
				Annotations map[string]string
			}
		}
	}
	if err := yaml.Unmarshal(rules, &parsed); err != nil {
		t.Fatal(err)
	}
	guide, err := os.ReadFile("../../docs/OPERATIONS.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, rule := range parsed.Groups[0].Rules {
		_, anchor, _ := strings.Cut(rule.Annotations["runbook"], "#")
		if !strings.Contains(strings.ToLower(string(guide)), "### "+anchor+"\n") {
			t.Errorf("%s: the guide has no section %s", rule.Alert, anchor)
		}
		if strings.Count(rule.Expr, "(") != strings.Count(rule.Expr, ")") {
			t.Errorf("%s: %s", rule.Alert, rule.Expr)
		}
	}
}
