package portfolio_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

// publishedYear is the request for the published year; each test appends leases to this request.
const publishedYear = `{"from":"2025-01-01","to":"2025-12-31","groupBy":["tag:entity"],"leases":`

// METHOD 28.7: the earlier column shows the published report unchanged. A note lists, by caption,
// the differences from the current leases.
func TestMethod28_7_APublishedComparativeIsUnchanged(t *testing.T) {
	t.Parallel()
	published := closeReport(t, publishedYear+closeLeases+`}`)
	corrected := strings.Replace(closeLeases, `"paymentAmount":10000`, `"paymentAmount":10100`, 1)
	body := func(leases string) string {
		return `{"from":"2026-01-01","to":"2026-12-31","groupBy":["tag:entity"],"comparative":{"published":` + string(published.text) + `},"leases":` + leases + `}`
	}
	parts := func(text []byte) (p struct {
		Basis                                   string
		Groups, Total, WeightedAverages, Leases json.RawMessage
	},
	) {
		t.Helper()
		if err := json.Unmarshal(text, &p); err != nil {
			t.Fatal(err)
		}
		return p
	}
	var now struct{ Comparative json.RawMessage }
	report := closeReport(t, body(corrected))
	if err := json.Unmarshal(report.text, &now); err != nil {
		t.Fatal(err)
	}
	got, want := parts(now.Comparative), parts(published.text)
	if got.Basis != "published" || string(got.Groups) != string(want.Groups) || string(got.Total) != string(want.Total) ||
		string(got.WeightedAverages) != string(want.WeightedAverages) || string(got.Leases) != string(want.Leases) {
		t.Errorf("the comparative is %s, want the figures of %s", now.Comparative, published.text)
	}
	notes := strings.Join(report.Notes, "\n")
	if want := "Cash paid: principal"; !strings.Contains(notes, "that differ from the published report") || !strings.Contains(notes, " instead of ") {
		t.Errorf("no note gives the differences, such as %s:\n%s", want, notes)
	}
	if same := closeReport(t, body(closeLeases)); strings.Contains(strings.Join(same.Notes, "\n"), "that differ from the published report") {
		t.Errorf("a note gives differences although no lease changed: %q", same.Notes)
	}
}

// METHOD 28.7: the comparative has the same total and groups as the published response.
func TestMethod28_7_PublishedFiguresAreRead(t *testing.T) {
	t.Parallel()
	published := closeReport(t, publishedYear+closeLeases+`}`)
	q, err := portfolio.Decode([]byte(`{"from":"2026-01-01","to":"2026-12-31","groupBy":["tag:entity"],"comparative":{"published":` + string(published.text) + `},"leases":` + closeLeases + `}`))
	if err != nil {
		t.Fatal(err)
	}
	r, err := portfolio.Answer(q)
	if err != nil {
		t.Fatal(err)
	}
	var want struct{ Total, Groups json.RawMessage }
	if err := json.Unmarshal(published.text, &want); err != nil {
		t.Fatal(err)
	}
	text := string(r.Comparative.Sum.Append([]byte("{"))) + "}"
	var got struct{ Total, Groups json.RawMessage }
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatal(err)
	}
	if string(got.Total) != string(want.Total) || string(got.Groups) != string(want.Groups) {
		t.Errorf("total %s and groups %s, want %s and %s", got.Total, got.Groups, want.Total, want.Groups)
	}
}

// METHOD 28.7: an invalid published report is rejected, and the error names the invalid field.
func TestMethod28_7_InvalidPublishedReportsAreRejected(t *testing.T) {
	t.Parallel()
	published := string(closeReport(t, publishedYear+closeLeases+`}`).text)
	for comparative, want := range map[string]string{
		`{}`:               "comparative.from",
		`{"published":[]}`: "comparative.published: must be an object",
		`{"published":{}}`: "comparative.published: must be the response from an earlier report: the fields from, to, leases, groups and weightedAverages are required",
		`{"from":"2024-01-01","to":"2024-12-31","published":` + published + `}`:                                                "comparative.published: already contains the start and end dates",
		`{"published":` + strings.Replace(published, `"to":"2025-12-31"`, `"to":"2026-12-31"`, 1) + `}`:                        "comparative.published: 2026-12-31 is not before the last day",
		`{"published":` + strings.Replace(published, `"liability":{"opening":`, `"liability":{"opening":1e9999,"x":`, 1) + `}`: "comparative.published: must be the response from an earlier report: ",
		`{"published":` + strings.Replace(published, `"standard":"IFRS_16"`, `"standard":"IFRS_99"`, 1) + `}`:                  "comparative.published: must be the response from an earlier report: leases[0]: ",
	} {
		_, err := portfolio.Decode([]byte(`{"from":"2026-01-01","to":"2026-12-31","comparative":` + comparative + `,"leases":` + closeLeases + `}`))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.80s: got %v, want %s", comparative, err, want)
		}
	}
	_, err := portfolio.Decode([]byte(`{"from":"2026-01-01","to":"2026-12-31","presentationCurrency":"USD","comparative":{"published":` + published + `},"leases":` + closeLeases + `}`))
	if err == nil || !strings.Contains(err.Error(), "the report was not presented in USD") {
		t.Errorf("a report in other currencies: got %v", err)
	}
}

// METHOD 28.7: strings and numbers in a published report have the same limits as in a lease and a
// closing. Its leases count toward a request's effort.
func TestMethod28_7_PublishedReportsAreBounded(t *testing.T) {
	t.Parallel()
	published := string(closeReport(t, publishedYear+closeLeases+`}`).text)
	body := func(published string) []byte {
		return []byte(`{"from":"2026-01-01","to":"2026-12-31","groupBy":["tag:entity"],"comparative":{"published":` + published + `},"leases":` + closeLeases + `}`)
	}
	first := func(name, value string) string {
		i := strings.Index(published, `"`+name+`":`) + len(name) + 3
		return published[:i] + value + published[i+strings.IndexAny(published[i:], ",}"):]
	}
	for name, value := range map[string]string{
		"remainingTermMonths": "1e900", "discountRateAnnual": "1e99", "opening": "1e41", "id": `"a\u0000"`, "interest": `"1"`,
	} {
		if _, err := portfolio.Decode(body(first(name, value))); err == nil || !strings.Contains(err.Error(), "comparative.published: must be the response from an earlier report: ") {
			t.Errorf("%s: got %v", name, err)
		}
	}
	q, err := portfolio.Decode(body(published))
	if err != nil {
		t.Fatal(err)
	}
	var p struct{ Leases []json.RawMessage }
	if err := json.Unmarshal([]byte(published), &p); err != nil {
		t.Fatal(err)
	}
	if got := q.Effort(); got < 1000*int64(len(p.Leases)) {
		t.Errorf("the effort of %d published leases is %d", len(p.Leases), got)
	}
}

// METHOD 28.2: a changed lease is measured once for each closed period of its chain, and each of
// these measurements counts toward the request's effort. An unchanged lease is measured once.
func TestMethod28_2_ClosedPeriodsAreCharged(t *testing.T) {
	t.Parallel()
	const lease = `{"id":"A","commencementDate":"2025-01-01","termMonths":12,"paymentAmount":100,"discountRateAnnual":0.05}`
	times := func(fingerprint string) (times int) {
		t.Helper()
		q, err := portfolio.Decode([]byte(`{"from":"2026-03-01","to":"2026-03-31","previous":{"leases":[],"inputs":[{"id":"A","sha256":"` + fingerprint + `"}],
			"periods":[{"from":"2026-01-01","to":"2026-01-31"},{"from":"2026-02-01","to":"2026-02-28"}]},"leases":[` + lease + `]}`))
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range q.Measured() {
			times = n
		}
		return times
	}
	l, err := leasehold.Decode([]byte(lease))
	if err != nil {
		t.Fatal(err)
	}
	if got := times(portfolio.Fingerprint(l.Append(nil))); got != 1 {
		t.Errorf("an unchanged lease is measured %d times", got)
	}
	if got := times(strings.Repeat("0", 64)); got < 3 {
		t.Errorf("a changed lease is measured %d times over three periods", got)
	}
}
