package httpapi_test

import (
	"strconv"
	"strings"
	"testing"
)

// A response that contains a file has the file's media type and name. The request ID and the replay
// flag are in headers.
func TestFilesByAccept(t *testing.T) {
	t.Parallel()
	d := open(t, nil)
	for _, tt := range []struct{ operation, accept, contentType, name, begins string }{
		{"compute", "application/pdf", "application/pdf", "compute.pdf", "%PDF-"},
		{
			"compute", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
			"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "compute.xlsx", "PK",
		},
		{"schedule", "text/csv", "text/csv; charset=utf-8", "schedule.csv", "period,date,payment,"},
		{"journal-entries", "text/csv", "text/csv; charset=utf-8", "journal-entries.csv", "entry,date,"},
		{"journal-entries", "text/x-hledger", "text/x-hledger; charset=utf-8", "journal-entries.journal", "; ASC 842 "},
		{"classify", "image/png", "application/json", "", "{"},
	} {
		w := d.do("POST", "/api/v1/"+tt.operation, lease60, "X-Api-Key", key, "Accept", tt.accept)
		if w.Code != 200 || w.Header().Get("Content-Type") != tt.contentType || !strings.HasPrefix(w.Body.String(), tt.begins) {
			t.Errorf("%s as %s: status %d, %s, %.20q", tt.operation, tt.accept, w.Code, w.Header().Get("Content-Type"), w.Body)
		}
		want := ""
		if tt.name != "" {
			want = `attachment; filename="` + tt.name + `"`
		}
		if got := w.Header().Get("Content-Disposition"); got != want {
			t.Errorf("%s as %s: Content-Disposition %q", tt.operation, tt.accept, got)
		}
		if w.Header().Get("X-Request-Id") == "" || w.Header().Get("X-Quota-Limit") == "" ||
			w.Header().Get("Content-Length") != strconv.Itoa(w.Body.Len()) {
			t.Errorf("%s as %s: headers %v", tt.operation, tt.accept, w.Header())
		}
	}
	wantError(t, d.do("POST", "/api/v1/schedule", lease60, "X-Api-Key", key, "Accept", "application/pdf"), 400, "invalid_request")
}

// The error for a compressed body names the Content-Encoding header instead of reporting invalid
// JSON.
func TestRejectedCompressionsAreNamed(t *testing.T) {
	t.Parallel()
	d := open(t, nil)
	for coding, want := range map[string]int{"": 200, "identity": 200, "gzip": 400, "br": 400} {
		w := d.do("POST", "/api/v1/classify", lease60, "X-Api-Key", key, "Content-Encoding", coding)
		if w.Code != want || want == 400 && !strings.Contains(w.Body.String(), `"field":"Content-Encoding"`) {
			t.Errorf("%q: status %d, %s", coding, w.Code, w.Body)
		}
	}
}

// A file's name contains its lease's name, and a replay has the same file name.
func TestFilesOfTheAPIAreNamedAfterTheirLease(t *testing.T) {
	t.Parallel()
	d := open(t, nil)
	named := strings.Replace(lease60, "{", `{"name":"Büro Köln",`, 1)
	for range 2 {
		w := d.do("POST", "/api/v1/schedule", named, "X-Api-Key", key, "Accept", "text/csv", "Idempotency-Key", "one")
		if got, want := w.Header().Get("Content-Disposition"), `attachment; filename="B_ro-K_ln-schedule.csv"; filename*=UTF-8''B%C3%BCro-K%C3%B6ln-schedule.csv`; got != want {
			t.Errorf("%d: %s, want %s", w.Code, got, want)
		}
	}
}
