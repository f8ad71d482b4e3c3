package checking

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/console/leaseform"
	"github.com/leasehold-accounting/leasehold/internal/console/page"
)

func newPage(tb testing.TB) *Page {
	tb.Helper()
	site, err := page.New(page.Options{Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		tb.Fatal(err)
	}
	p, err := New(Options{Site: site, Version: "1.1.0", Gate: page.NewGate(page.GateOptions{
		Site: site, Clock: time.Now, SignedIn: func(*http.Request) (bool, error) { return false, nil },
		Client: func(*http.Request) netip.Addr { return netip.IPv6Loopback() },
	})})
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

// reportedRows returns the rows of a schedule file for the example lease under the given
// measurement conventions.
func reportedRows(tb testing.TB, basis leasehold.Basis) []string {
	tb.Helper()
	lease, faults, _ := example.Decode()
	if lease == nil {
		tb.Fatal(faults)
	}
	lease.Basis = leasehold.Some(basis)
	m, err := leasehold.Measure(lease)
	if err != nil {
		tb.Fatal(err)
	}
	lines := []string{"No.\tDate\tPayment\tInterest expense\tEnding balance\tRemarks"}
	for i := range m.Schedule {
		row := &m.Schedule[i]
		lines = append(lines, fmt.Sprintf("%d\t%s\t$%s\t%s\t%s\t", row.Number, row.Date, row.Payment, row.Interest, row.LiabilityClose))
	}
	return lines
}

// post submits the lease and a schedule as the page does.
func post(tb testing.TB, p *Page, path string, fields map[string]string, file string) *httptest.ResponseRecorder {
	tb.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	all := map[string]string{}
	maps.Copy(all, example)
	maps.Copy(all, fields)
	for name, value := range all {
		if err := form.WriteField(name, value); err != nil {
			tb.Fatal(err)
		}
	}
	if file != "" {
		part, err := form.CreateFormFile(inputFile, `C:\temp\theirs.csv`)
		if err == nil {
			_, err = part.Write([]byte(file))
		}
		if err != nil {
			tb.Fatal(err)
		}
	}
	if err := form.Close(); err != nil {
		tb.Fatal(err)
	}
	r := httptest.NewRequestWithContext(context.Background(), http.MethodPost, path, &body)
	r.Header.Set("Content-Type", form.FormDataContentType())
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	r.Header.Set("Accept", "application/json")
	w := httptest.NewRecorder()
	p.Site.Guard(p, MaxLen).ServeHTTP(w, r)
	return w
}

// If the schedule matches, the page says that it agrees with the lease. If it follows another convention, the
// page names that convention. If a row was changed by hand, the first difference on the page is in that row.
func TestAPastedScheduleIsChecked(t *testing.T) {
	t.Parallel()
	p := newPage(t)
	agreeing := reportedRows(t, leasehold.Basis{})
	w := post(t, p, "/check/results", map[string]string{inputPasted: strings.Join(agreeing, "\n")}, "")
	if w.Code != 200 || !strings.Contains(w.Body.String(), "The schedule agrees: all of the 180 figures compared are within rounding.") {
		t.Errorf("%d %.600s", w.Code, w.Body)
	}
	other := reportedRows(t, leasehold.Basis{Discounting: leasehold.Effective})
	w = post(t, p, "/check/results", map[string]string{inputPasted: strings.Join(other, "\n")}, "")
	if !strings.Contains(w.Body.String(), "data-sentence") || !strings.Contains(w.Body.String(), "effective annual rate") {
		t.Errorf("%d %.900s", w.Code, w.Body)
	}
	agreeing[7] = strings.Replace(agreeing[7], "$10000.00", "$10500.00", 1)
	w = post(t, p, "/check/results", nil, strings.Join(agreeing, "\n"))
	if !strings.Contains(w.Body.String(), "One error: the payment in row 7 is 500.00 too high.") || !strings.Contains(w.Body.String(), "data-inconsistencies") {
		t.Errorf("%d %.900s", w.Code, w.Body)
	}
}

// If a column is not recognized, the user can select the field that it contains.
func TestUsersCanAssignColumns(t *testing.T) {
	t.Parallel()
	p := newPage(t)
	lines := reportedRows(t, leasehold.Basis{})
	lines[0] = "No.\tDate\tPayment\tQqq\tEnding balance\tRemarks"
	w := post(t, p, "/check/results", map[string]string{inputPasted: strings.Join(lines, "\n")}, "")
	if !strings.Contains(w.Body.String(), "all of the 120 figures") || !strings.Contains(w.Body.String(), "Qqq") {
		t.Errorf("%d %.900s", w.Code, w.Body)
	}
	w = post(t, p, "/check/results", map[string]string{inputPasted: strings.Join(lines, "\n"), inputMap: "D=interest"}, "")
	if !strings.Contains(w.Body.String(), "all of the 180 figures") {
		t.Errorf("%d %.900s", w.Code, w.Body)
	}
}

// A workpaper contains the name of the uploaded file and has the requested paper size.
func TestVerificationReportsAreOffered(t *testing.T) {
	t.Parallel()
	p := newPage(t)
	text := strings.Join(reportedRows(t, leasehold.Basis{}), "\n")
	for name, start := range map[string]string{"check.pdf": "%PDF-", "check.xlsx": "PK", "check.csv": ""} {
		w := post(t, p, "/check/"+name, map[string]string{inputPaper: "a4"}, text)
		if w.Code != 200 || !strings.HasPrefix(w.Body.String(), start) || !strings.Contains(w.Header().Get("Content-Disposition"), name) {
			t.Errorf("%s: %d %v", name, w.Code, w.Header())
		}
	}
	if w := post(t, p, "/check/nothing", nil, text); w.Code != 404 {
		t.Errorf("%d", w.Code)
	}
}

// If an input is invalid, the page shows a message next to the schedule or to the field.
func TestUncheckableSchedulesAreExplained(t *testing.T) {
	t.Parallel()
	p := newPage(t)
	type reply struct {
		Theirs string
		Faults leaseform.Remarks
	}
	for name, tt := range map[string]struct {
		fields map[string]string
		file   string
		at     func(reply) string
		want   string
	}{
		"nothing":   {nil, "", func(r reply) string { return r.Theirs }, "Paste the other schedule"},
		"words":     {map[string]string{inputPasted: "hello there"}, "", func(r reply) string { return r.Theirs }, "was recognized among hello there. Add column headings"},
		"binary":    {nil, "PK\x03\x04\xff\x00", func(r reply) string { return r.Theirs }, "."},
		"lease":     {map[string]string{inputPasted: "x", "termMonths": "many"}, "", func(r reply) string { return r.Faults["termMonths"] }, "is not a number of months"},
		"tolerance": {map[string]string{inputPasted: "Period\tPayment\n1\t5\n", inputTolerance: "-1"}, "", func(r reply) string { return r.Theirs }, "Tolerance: "},
		"map":       {map[string]string{inputPasted: "Period\tPayment\n1\t5\n", inputMap: "nothing"}, "", func(r reply) string { return r.Theirs }, "."},
		"long":      {nil, strings.Repeat("1,2\n", MaxLen/4), func(r reply) string { return r.Theirs }, "too large"},
	} {
		w := post(t, p, "/check/results", tt.fields, tt.file)
		var r reply
		if err := json.Unmarshal(w.Body.Bytes(), &r); w.Code != 400 || err != nil || !strings.Contains(tt.at(r), tt.want) {
			t.Errorf("%s: %d %v %.300s", name, w.Code, err, w.Body)
		}
	}
}
