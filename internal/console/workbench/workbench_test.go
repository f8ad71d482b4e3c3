package workbench

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/console/leaseform"
	"github.com/leasehold-accounting/leasehold/internal/console/page"
)

func newBench(tb testing.TB) *Bench {
	tb.Helper()
	site, err := page.New(page.Options{Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		tb.Fatal(err)
	}
	b, err := New(Options{Site: site, PublicURL: "https://leases.example", Gate: page.NewGate(page.GateOptions{
		Site: site, Clock: time.Now, SignedIn: func(*http.Request) (bool, error) { return false, nil },
		Client: func(*http.Request) netip.Addr { return netip.IPv6Loopback() },
	})})
	if err != nil {
		tb.Fatal(err)
	}
	return b
}

// ask sends a request to the workbench as a same-origin page does.
func ask(bench *Bench, method, target, body string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequestWithContext(context.Background(), method, target, strings.NewReader(body))
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Sec-Fetch-Site", "same-origin")
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	bench.Site.Guard(bench, leaseform.MaxLen).ServeHTTP(w, r)
	return w
}

const plainForm = "commencementDate=2026-01-01&termMonths=60&paymentAmount=10000&discountRatePercent=6"

// The form has an input for every value of a sample. A value without an input would be ignored.
func TestASampleFillsFieldsOfTheForm(t *testing.T) {
	t.Parallel()
	for _, s := range sampleLeases() {
		form := url.Values{}
		for name, typed := range s.Values {
			form.Set(name, typed)
		}
		read := leaseform.FromForm(form)
		for name := range s.Values {
			if read[name] == "" {
				t.Errorf("%s: %s is no field of the form", s.ID, name)
			}
		}
	}
}

// The sample for the first year under the amended FRS 102 is measured at the date of initial application.
func TestTheSampleOfAFirstYearIsMeasuredOnItsFirstDay(t *testing.T) {
	t.Parallel()
	page := ask(newBench(t), http.MethodGet, "/?sample=shop-frs102", "").Body.String()
	for _, want := range []string{"2026-01-01", "61,826.71"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
}

// The workbench accepts only requests from its own pages. It rejects a request from another source even with an
// API key.
func TestTheWorkbenchAnswersItsOwnPagesOnly(t *testing.T) {
	t.Parallel()
	bench := newBench(t)
	for _, tt := range []struct {
		headers []string
		status  int
	}{
		{nil, 200},
		{[]string{"Sec-Fetch-Site", "cross-site"}, 403},
		{[]string{"Sec-Fetch-Site", "same-site"}, 403},
		{[]string{"Sec-Fetch-Site", "none"}, 403},
		{[]string{"Sec-Fetch-Site", ""}, 403}, // a program, which must use the API instead
		{[]string{"Sec-Fetch-Site", "", "Origin", "http://example.com"}, 200},
		{[]string{"Sec-Fetch-Site", "", "Origin", "https://evil.example"}, 403},
		{[]string{"Sec-Fetch-Site", "", "Origin", "null"}, 403},
	} {
		for _, path := range []string{"/workbench/results", "/workbench/schedule.csv", "/"} {
			if w := ask(bench, http.MethodPost, path, plainForm, tt.headers...); w.Code != tt.status {
				t.Errorf("%s with %v: status %d, want %d", path, tt.headers, w.Code, tt.status)
			}
		}
	}
	for _, method := range []string{http.MethodPut, http.MethodDelete, http.MethodPatch} {
		if w := ask(bench, method, "/workbench/results", ""); w.Code < 400 {
			t.Errorf("%s: status %d", method, w.Code)
		}
	}
	if w := ask(bench, http.MethodPost, "/workbench/results", plainForm+"&x="+strings.Repeat("x", leaseform.MaxLen)); w.Code != 400 {
		t.Errorf("a long form: status %d", w.Code)
	}
}

// The user can choose a journal with one entry per calendar month or per payment period. If the
// user makes no choice, files for accounting software have one entry per calendar month, and the
// CSV file has one entry per payment period.
func TestJournalsAreByMonthOrByPeriod(t *testing.T) {
	t.Parallel()
	bench := newBench(t)
	const period, month = "period 2 of 20", "lease, 2026-04"
	quarterly := strings.Replace(plainForm, "&", "&paymentFrequency=quarterly&", 1) + "&file-first=2026-04-01&file-last=2026-04-30"
	for _, tt := range []struct{ file, entries, want string }{
		{"journal-dynamics-365.csv", "", month},
		{"journal-dynamics-365.csv", "month", month},
		{"journal-dynamics-365.csv", "period", period},
		{"journal-sage-intacct.csv", "", month},
		{"journal-sage-intacct.csv", "period", period},
		{"lease.journal", "period", period},
		{"journal.csv", "", period},
		{"journal.csv", "month", month},
		{"journal.csv", "period", period},
	} {
		w := ask(bench, http.MethodPost, "/workbench/"+tt.file, quarterly+"&file-currency=USD&file-entries="+tt.entries, "Accept", "application/json")
		body := w.Body.String()
		if w.Code != http.StatusOK || strings.Contains(body, period) == strings.Contains(body, month) || !strings.Contains(body, tt.want) {
			t.Errorf("%s, entries by %q: %d\n%.400s", tt.file, tt.entries, w.Code, body)
		}
	}
	w := ask(bench, http.MethodPost, "/workbench/journal-dynamics-365.csv", quarterly, "Accept", "application/json")
	if want := "Currency: Dynamics 365 requires a currency, but the lease has no currency; set the currency of the lease or of the file."; w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), want) {
		t.Errorf("a journal without currency: %d %s", w.Code, w.Body)
	}
}

// BenchmarkAnswer measures the server's response time after a change in the form. The response time
// must be below 100 ms.
func BenchmarkAnswer(b *testing.B) {
	bench := newBench(b)
	for _, term := range []string{"60", "1200"} {
		b.Run(term, func(b *testing.B) {
			form := strings.Replace(plainForm, "termMonths=60", "termMonths="+term, 1)
			for b.Loop() {
				if w := ask(bench, http.MethodPost, "/workbench/results", form, "Accept-Encoding", "gzip"); w.Code != 200 {
					b.Fatal(w.Code)
				}
			}
		})
	}
}
