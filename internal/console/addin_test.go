package console

import (
	"net/http"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/internal/worksheet"
)

// The page contains every function's name, and a server's manifest contains that server's URL. Excel sends
// requests without cookies from pages of other origins, so the files are served to every origin without
// authentication.
func TestTheAddinIsServed(t *testing.T) {
	t.Parallel()
	c := newConsole(t)
	page := ask(c, http.MethodGet, "/spreadsheets", "")
	for _, f := range worksheet.Functions() {
		if !strings.Contains(page.Body.String(), "=LEASEHOLD."+f.Name+"(") {
			t.Errorf("%s is not on the page: %d %s", f.Name, page.Code, page.Body)
		}
	}
	manifest := ask(c, http.MethodGet, "/excel/manifest.xml", "")
	if !strings.Contains(manifest.Body.String(), `DefaultValue="https://leases.example/excel/functions.html"`) {
		t.Errorf("%d %s", manifest.Code, manifest.Body)
	}
	for _, name := range []string{"functions.js", "functions.json", "functions.html", "icon-32.png"} {
		got := ask(c, http.MethodGet, "/excel/"+name, "")
		if got.Code != http.StatusOK || got.Header().Get("Access-Control-Allow-Origin") != "*" || got.Body.Len() == 0 {
			t.Errorf("%s: %d %v", name, got.Code, got.Header())
		}
	}
	if policy := ask(c, http.MethodGet, "/excel/functions.html", "").Header().Get("Content-Security-Policy"); !strings.Contains(policy, "frame-ancestors https://*.officeapps.live.com") {
		t.Errorf("the page of Excel has the policy %s", policy)
	}
	if got := ask(c, http.MethodGet, "/excel/none", ""); got.Code != http.StatusNotFound {
		t.Errorf("a file that is not there: %d", got.Code)
	}
	if got := ask(c, http.MethodPost, "/spreadsheets", ""); got.Code != http.StatusMethodNotAllowed {
		t.Errorf("a POST: %d", got.Code)
	}
}
