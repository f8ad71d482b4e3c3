package guides_test

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/docs"
	"github.com/leasehold-accounting/leasehold/internal/console/page"
	"github.com/leasehold-accounting/leasehold/internal/guides"
)

// The server's guides have a page for every document. Their links lead only to pages, images and
// other paths of the server.
func TestTheServersGuidesAreLinked(t *testing.T) {
	t.Parallel()
	site, err := page.New(page.Options{})
	if err != nil {
		t.Fatal(err)
	}
	documents, err := guides.New(guides.Options{
		Repository: docs.Repository, Site: site, Reference: "/docs", SignedIn: func(*http.Request) (bool, error) { return false, nil },
		Link: func(path, fragment string) string { return path + "#" + fragment },
	})
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	for pattern, handler := range documents.Handlers() {
		mux.Handle(pattern, handler)
	}
	get := func(method, path string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), method, path, nil))
		return w
	}
	links, seen := regexp.MustCompile(`(?:href|src)="(/[^"#?]*)`), map[string]bool{}
	queue := []string{guides.Path}
	for len(queue) > 0 {
		path := queue[0]
		queue = queue[1:]
		w := get(http.MethodGet, path)
		if w.Code != http.StatusOK {
			t.Errorf("%s: status %d", path, w.Code)
		}
		if !strings.HasPrefix(w.Header().Get("Content-Type"), "text/html") {
			continue
		}
		for _, m := range links.FindAllStringSubmatch(w.Body.String(), -1) {
			elsewhere := m[1] == "/" || m[1] == "/openapi.yaml" || strings.HasPrefix(m[1], page.AssetsPath)
			if !seen[m[1]] && !elsewhere {
				seen[m[1]] = true
				queue = append(queue, m[1])
			}
		}
	}
	if len(seen) < 25 || !seen[guides.Path+"/METHOD"] || !seen[guides.Examples] {
		t.Errorf("%d pages: %v", len(seen), seen)
	}
	if w := get(http.MethodGet, guides.Search); !strings.Contains(w.Body.String(), `"page":"/guides/METHOD-RESULTS#`) {
		t.Errorf("the search index is %.200s", w.Body.String())
	}
	if w := get(http.MethodGet, guides.Path+"/FOR-ACCOUNTANTS"); !strings.Contains(w.Body.String(), "<details><summary>") {
		t.Error("the commands of the guide for accountants are not folded")
	}
	if w := get(http.MethodPost, guides.Path); w.Code != http.StatusMethodNotAllowed {
		t.Errorf("POST: status %d", w.Code)
	}
}
