package main

import (
	"bytes"
	"fmt"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/console/page"
	"github.com/leasehold-accounting/leasehold/internal/console/reporting"
	"github.com/leasehold-accounting/leasehold/internal/operations"
)

// reportDoors contains the interfaces that can compute a report. Each function computes a grouped report on
// leases in NDJSON, skips invalid leases, and returns the report or an error.
var reportDoors = map[string]func(t *testing.T, lines []string, groupBy string) (report, refusal string){
	"command": reportOfCommand, "service": reportOfService, "page": reportOfPage,
}

func reportOfCommand(t *testing.T, lines []string, groupBy string) (report, refusal string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	args := []string{"report", "--from", "2026-01-01", "--to", "2026-12-31", "--journal", "monthly", "--on-error", "skip", "--format", "json"}
	if groupBy != "" {
		args = append(args, "--group-by", groupBy)
	}
	run(t.Context(), args, strings.NewReader(strings.Join(lines, "\n")), &stdout, &stderr)
	return stdout.String(), stderr.String()
}

func reportOfService(t *testing.T, lines []string, groupBy string) (report, refusal string) {
	t.Helper()
	var keys []string
	for key := range strings.SplitSeq(groupBy, ",") {
		if key != "" {
			keys = append(keys, fmt.Sprintf("%q", key))
		}
	}
	body := fmt.Sprintf(`{"from":"2026-01-01","to":"2026-12-31","journal":"monthly","onError":"skip","groupBy":[%s],"leases":[%s]}`,
		strings.Join(keys, ","), strings.Join(lines, ","))
	answer, err := operations.Report.Compute(t.Context(), []byte(body))
	if err != nil {
		return "", err.Error()
	}
	return string(append(answer.Append(nil), '\n')), ""
}

func reportOfPage(t *testing.T, lines []string, groupBy string) (report, refusal string) {
	t.Helper()
	site, err := page.New(page.Options{Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	pages, err := reporting.New(reporting.Options{Site: site, Clock: time.Now, Gate: page.NewGate(page.GateOptions{
		Site: site, Clock: time.Now, SignedIn: func(*http.Request) (bool, error) { return false, nil },
		Client: func(*http.Request) netip.Addr { return netip.IPv6Loopback() },
	})})
	if err != nil {
		t.Fatal(err)
	}
	groupBy, tag, _ := strings.Cut(groupBy, "tag:")
	if tag != "" {
		groupBy += "tag"
	}
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for name, value := range map[string]string{"from": "2026-01-01", "to": "2026-12-31", "groupBy": groupBy, "tag": tag} {
		if err := form.WriteField(name, value); err != nil {
			t.Fatal(err)
		}
	}
	file, err := form.CreateFormFile("file", "leases.ndjson")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := file.Write([]byte(strings.Join(lines, "\n"))); err != nil {
		t.Fatal(err)
	}
	if err := form.Close(); err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, reporting.Path+"/report.json", &body)
	r.Header.Set("Content-Type", form.FormDataContentType())
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	r.Header.Set("Accept", "application/json")
	w := httptest.NewRecorder()
	site.Guard(pages, reporting.MaxLen).ServeHTTP(w, r)
	if w.Code != http.StatusOK {
		return "", w.Body.String()
	}
	return w.Body.String(), ""
}

// earlierLease matches the part of an error message that identifies an earlier lease with the same ID. A
// message about a request contains the earlier lease's path. A message about a file contains no position.
var earlierLease = regexp.MustCompile(`also the id of (leases\[\d+\]|an earlier lease);`)

// The command, the API and the console produce the same report on the same leases, and reject the
// same leases for the same reasons.
func TestEveryInterfaceGivesTheSameReport(t *testing.T) {
	t.Parallel()
	const (
		euro    = `{"id":"X","currency":"EUR","commencementDate":"2026-01-01","termMonths":12,"paymentAmount":1,"discountRateAnnual":0}`
		unnamed = `{"commencementDate":"2026-01-01","termMonths":12,"paymentAmount":1,"discountRateAnnual":0}`
		untag   = `{"id":"untagged","commencementDate":"2026-01-01","termMonths":12,"paymentAmount":1,"discountRateAnnual":0}`
	)
	lines := manyLeases(320, true)
	for name, tt := range map[string]struct {
		lines   []string
		groupBy string
		skipped int
		refusal string
	}{
		"leases":                {lines: lines, skipped: 4},
		"groups":                {lines: lines, groupBy: "standard", skipped: 4},
		"an id twice":           {lines: append(lines[:320:320], lines[3], lines[3]), groupBy: "classification", skipped: 6},
		"no id":                 {lines: append(lines[:320:320], unnamed), skipped: 5},
		"a lease without a tag": {lines: append(lines[:320:320], untag), groupBy: "tag:entity", skipped: 4},
		"currencies":            {lines: append(lines[:320:320], euro), groupBy: "currency", skipped: 4},
		"currencies and tags":   {lines: append(lines[:320:320], euro), groupBy: "currency,tag:entity", skipped: 4},
		"mixed currencies":      {lines: append(lines[:320:320], euro), refusal: "several currencies (none, EUR), so their amounts cannot be added"},
		"currencies by tag":     {lines: append(lines[:320:320], euro), groupBy: "tag:entity", refusal: "several currencies (none, EUR), so their amounts cannot be added"},
	} {
		var first string
		for door, ask := range reportDoors {
			report, refusal := ask(t, tt.lines, tt.groupBy)
			if tt.refusal != "" {
				if report != "" || !strings.Contains(refusal, tt.refusal) {
					t.Errorf("%s, %s: %.200q, %q", name, door, report, refusal)
				}
				continue
			}
			report = earlierLease.ReplaceAllString(report, "also the id of an earlier lease;")
			if first == "" {
				first = report
			}
			_, skipped, _ := strings.Cut(report, `"skipped":[`)
			if n := strings.Count(skipped, `"index":`); report != first || n != tt.skipped {
				t.Errorf("%s: the %s has %d bytes and leaves out %d; another door has %d bytes\n%.300s %s", name, door, len(report), n, len(first), report, refusal)
			}
		}
	}
}
