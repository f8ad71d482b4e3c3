package reference

import (
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

func handler(t *testing.T) *Handler {
	t.Helper()
	h, err := New("https://leases.example")
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func get(t *testing.T, h *Handler, path string, header ...string) (*httptest.ResponseRecorder, error) {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil)
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	err := h.Serve(w, r)
	return w, err
}

// A server's contract contains that server's URL and no other.
func TestTheContractHasTheServersAddress(t *testing.T) {
	t.Parallel()
	h := handler(t)
	for path, kind := range map[string]string{PathYAML: "application/yaml", PathJSON: "application/json"} {
		w, err := get(t, h, path)
		if err != nil || w.Code != 200 || w.Header().Get("Content-Type") != kind {
			t.Fatalf("%s: %d %v %v", path, w.Code, err, w.Header())
		}
		var document struct {
			OpenAPI string `yaml:"openapi"`
			Servers []struct {
				Variables map[string]struct {
					Default string `yaml:"default"`
				} `yaml:"variables"`
			} `yaml:"servers"`
		}
		if err := yaml.Unmarshal(w.Body.Bytes(), &document); err != nil { // every JSON document is also YAML
			t.Fatal(err)
		}
		if document.OpenAPI != "3.1.0" || document.Servers[0].Variables["address"].Default != "https://leases.example" {
			t.Errorf("%s: %+v", path, document)
		}
		if strings.Contains(w.Body.String(), "http://127.0.0.1:8080") {
			t.Errorf("%s still names the default address", path)
		}
	}
}

// The page loads resources only from this server, and its policy forbids all others.
func TestThePageLoadsOnlyOwnResources(t *testing.T) {
	t.Parallel()
	h := handler(t)
	page, err := get(t, h, PathPage)
	if err != nil {
		t.Fatal(err)
	}
	policy := page.Header().Get("Content-Security-Policy")
	if !strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "http") || strings.Contains(policy, "script-src 'self' ") || strings.Contains(policy, "unsafe-eval") {
		t.Errorf("policy %s", policy)
	}
	if strings.Contains(page.Body.String(), "//") && regexp.MustCompile(`(src|href)="(https?:)?//`).MatchString(page.Body.String()) {
		t.Errorf("the page points elsewhere: %s", page.Body)
	}
	assets := regexp.MustCompile(`(?:src|href)="(docs/assets/[^"]+)"`).FindAllStringSubmatch(page.Body.String(), -1)
	if len(assets) != 7 {
		t.Fatalf("%d assets", len(assets))
	}
	for _, a := range assets {
		if w, err := get(t, h, "/"+a[1]); err != nil || w.Code != 200 || w.Body.Len() == 0 {
			t.Errorf("%s: %d %v", a[1], w.Code, err)
		}
	}
	start, err := get(t, h, "/docs/assets/start.js")
	if err != nil || !strings.Contains(start.Body.String(), "validatorUrl: null") || !strings.Contains(start.Body.String(), `url: "openapi.json"`) {
		t.Errorf("start.js: %v", err)
	}
}

// The page links back to the console, if there is one.
func TestThePageLinksToTheConsole(t *testing.T) {
	t.Parallel()
	page := func(options ...Option) string {
		h, err := New("https://leases.example", options...)
		if err != nil {
			t.Fatal(err)
		}
		w, err := get(t, h, PathPage)
		if err != nil {
			t.Fatal(err)
		}
		return w.Body.String()
	}
	if got := page(Home("/")); !strings.Contains(got, `<a href="/">Console</a>`) {
		t.Errorf("no way back: %s", got)
	}
	if got := page(); strings.Contains(got, "Console") {
		t.Errorf("a way to nowhere: %s", got)
	}
}

// A document is not sent again if the browser has stored it. It is compressed if the browser
// accepts compression.
func TestDocumentsAreCachedAndCompressed(t *testing.T) {
	t.Parallel()
	h := handler(t)
	const path = "/docs/assets/swagger-ui-bundle.js"
	plain, err := get(t, h, path)
	if err != nil {
		t.Fatal(err)
	}
	packed, err := get(t, h, path, "Accept-Encoding", "br, gzip")
	if err != nil || packed.Header().Get("Content-Encoding") != "gzip" {
		t.Fatalf("%v %v", err, packed.Header())
	}
	r, err := gzip.NewReader(packed.Body)
	if err != nil {
		t.Fatal(err)
	}
	if unpacked, err := io.ReadAll(r); err != nil || string(unpacked) != plain.Body.String() {
		t.Errorf("unpacks to something else: %v", err)
	}
	again, err := get(t, h, path, "If-None-Match", plain.Header().Get("ETag"))
	if err != nil || again.Code != http.StatusNotModified || again.Body.Len() != 0 {
		t.Errorf("%d %v", again.Code, err)
	}
}

// Other methods and paths are rejected as in the API.
func TestOtherMethodsAndPathsAreRejected(t *testing.T) {
	t.Parallel()
	h := handler(t)
	w := httptest.NewRecorder()
	if err := h.Serve(w, httptest.NewRequestWithContext(t.Context(), http.MethodPost, PathPage, nil)); service.AsError(err).HTTPStatus() != 405 || w.Header().Get("Allow") != "GET, HEAD" {
		t.Errorf("%v %v", err, w.Header())
	}
	for _, path := range []string{"/docs/assets/", "/docs/assets/none.js", "/docs/assets/index.html"} {
		if _, err := get(t, h, path); service.AsError(err).Code != service.NotFound {
			t.Errorf("%s: %v", path, err)
		}
	}
	head := httptest.NewRecorder()
	if err := h.Serve(head, httptest.NewRequestWithContext(t.Context(), http.MethodHead, PathPage, nil)); err != nil || head.Body.Len() != 0 || head.Header().Get("Content-Length") == "0" {
		t.Errorf("%v %v", err, head.Header())
	}
}

// The document for language models links every document and names every operation.
func TestTheLLMsFileLinksEverything(t *testing.T) {
	t.Parallel()
	answer, err := get(t, handler(t), PathLLMs)
	if err != nil || answer.Header().Get("Content-Type") != "text/plain; charset=utf-8" {
		t.Fatalf("%v, %v", err, answer)
	}
	text := answer.Body.String()
	for _, op := range operations.All() {
		if !strings.Contains(text, "/api/v1/"+op.Name+" (tool "+op.Tool) {
			t.Errorf("%s is not named", op)
		}
	}
	for _, path := range []string{PathYAML, PathPage, service.DocsPath, "/mcp"} {
		if !strings.Contains(text, path+")") {
			t.Errorf("%s is not named", path)
		}
	}
}

// The server provides the icon that a browser requests.
func TestTheIconIsServed(t *testing.T) {
	t.Parallel()
	h := handler(t)
	if w, err := get(t, h, "/favicon.ico"); err != nil || w.Code != 200 || w.Header().Get("Content-Type") != "image/svg+xml" {
		t.Errorf("the icon: %d %v", w.Code, err)
	}
}

// A local server's demo key appears only on its own page. Other servers have no demo key.
func TestTheDemoKeyIsLimitedToThePage(t *testing.T) {
	t.Parallel()
	h, err := New("http://127.0.0.1:8080", Key(func() string { return "sk_test_1" }))
	if err != nil {
		t.Fatal(err)
	}
	if w, err := get(t, h, "/docs/key", "Sec-Fetch-Site", "same-origin"); err != nil || w.Body.String() != "sk_test_1" {
		t.Errorf("the page is told %q, %v", w.Body, err)
	}
	if w, err := get(t, h, PathPage); err != nil || !strings.Contains(w.Body.String(), `data-key-at="docs/key"`) {
		t.Errorf("the page does not know where the key is: %v", err)
	}
	for _, site := range []string{"", "none", "cross-site", "same-site"} {
		if w, err := get(t, h, "/docs/key", "Sec-Fetch-Site", site); err == nil || w.Body.Len() > 0 {
			t.Errorf("%q is told %q", site, w.Body)
		}
	}
	if w, err := get(t, handler(t), "/docs/key", "Sec-Fetch-Site", "same-origin"); err == nil {
		t.Errorf("a server without such a key tells %q", w.Body)
	}
}
