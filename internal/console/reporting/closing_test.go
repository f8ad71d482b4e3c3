package reporting

import (
	"bytes"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/internal/closingfile"
)

// sent is a file that is sent.
type sent struct{ input, name, content string }

// sendFiles sends fields and files as the page does.
func sendFiles(t *testing.T, p *Pages, path string, fields map[string]string, files ...sent) *httptest.ResponseRecorder {
	t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for name, value := range fields {
		if err := form.WriteField(name, value); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range files {
		part, err := form.CreateFormFile(f.input, f.name)
		if err == nil {
			_, err = part.Write([]byte(f.content))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := form.Close(); err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, path, &body)
	r.Header.Set("Content-Type", form.FormDataContentType())
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	r.Header.Set("Accept", "application/json")
	w := httptest.NewRecorder()
	p.Site.Guard(p, MaxLen).ServeHTTP(w, r)
	return w
}

const march = `id,standard,commencementDate,termMonths,paymentAmount,discountRateAnnual
a,ASC_842,2025-07-01,60,10000,6%
b,IFRS_16,2026-02-15,36,700.50,5%
`

// Months are closed on the page as by the command: each closing continues the chain, and its
// entries catch up with changes.
func TestMonthsAreClosedOneAfterTheOther(t *testing.T) {
	t.Parallel()
	p := newPages(t, 0)
	first := sendFiles(t, p, "/portfolio/"+closingName, map[string]string{"from": "2026-03-01", "to": "2026-03-31"}, sent{"file", "leases.csv", march})
	before, err := closingfile.Read(first.Body.Bytes())
	if err != nil || first.Code != http.StatusOK || before.Previous != "" || before.To.String() != "2026-03-31" {
		t.Fatalf("%v: %d %s", err, first.Code, first.Body)
	}
	changed := strings.Replace(march, "10000", "10250", 1)
	next := map[string]string{"from": "2026-04-01", "to": "2026-04-30"}
	signed := sent{"closing", "march.json", first.Body.String()}
	second := sendFiles(t, p, "/portfolio/"+closingName, next, sent{"file", "leases.csv", changed}, signed)
	after, err := closingfile.Read(second.Body.Bytes())
	if err != nil || after.Previous != before.Chain {
		t.Fatalf("%v: %d %s", err, second.Code, second.Body)
	}
	entries := sendFiles(t, p, "/portfolio/"+entriesName, next, sent{"file", "leases.csv", changed}, signed)
	if text := entries.Body.String(); entries.Code != http.StatusOK || !strings.Contains(text, "2026-04-30") || !strings.Contains(text, "2026-04-01") {
		t.Errorf("the entries do not catch up on the first day: %d %s", entries.Code, text)
	}
}

// A lease in another currency than its books is closed at the exchange rates of the file.
func TestAClosingHasTheExchangeRates(t *testing.T) {
	t.Parallel()
	p := newPages(t, 0)
	span := map[string]string{"from": "2024-01-01", "to": "2024-01-31", "groupBy": "currency"}
	rates := "Pair,Date,Closing,Average\nUSD/EUR,2023-12-31,0.95,\nUSD/EUR,2024-01-31,0.7,0.8\n"
	got := sendFiles(t, p, "/portfolio/"+closingName, span, sent{"file", "leases.csv", twoCurrencies}, sent{"exchangeRates", "rates.csv", rates})
	made, err := closingfile.Read(got.Body.Bytes())
	if err != nil || got.Code != http.StatusOK {
		t.Fatalf("%v: %d %s", err, got.Code, got.Body)
	}
	if want := `"liability":1610.00`; !strings.Contains(got.Body.String(), want) || made.Previous != "" { // 23 × 100 × 0.7
		t.Errorf("%s is not in %s", want, got.Body)
	}
}

// A closing that is not possible is rejected with a sentence.
func TestClosesAreRefusedInWords(t *testing.T) {
	t.Parallel()
	p := newPages(t, 0)
	span := map[string]string{"from": "2026-03-01", "to": "2026-03-31"}
	first := sendFiles(t, p, "/portfolio/"+closingName, span, sent{"file", "leases.csv", march}).Body.String()
	for _, c := range []struct {
		files []sent
		want  string
	}{
		{[]sent{{"file", "leases.csv", strings.Replace(march, "36", "-1", 1)}}, "a closing contains every lease of the file"},
		{[]sent{{"file", "leases.csv", march}, {"closing", "march.json", first}}, "this one begins on 2026-04-01"},
		{[]sent{{"file", "leases.csv", march}, {"closing", "march.json", strings.Replace(first, "IFRS_16", "ASC_842", 1)}}, "was changed after it was made"},
		{[]sent{{"file", "leases.csv", march}, {"closing", "notes.json", "{}"}}, "is not a closing"},
	} {
		if got := sendFiles(t, p, "/portfolio/"+closingName, span, c.files...); got.Code != http.StatusBadRequest || !strings.Contains(got.Body.String(), c.want) {
			t.Errorf("%d %s, want %q", got.Code, got.Body, c.want)
		}
	}
}
