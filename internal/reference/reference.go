// Package reference serves the API contract as YAML, as JSON and as an HTML page. The page loads
// resources only from this server.
package reference

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"html/template"
	"io"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"

	"github.com/leasehold-accounting/leasehold/api"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

//go:embed index.html page.css start.js theme.js icon.svg
//go:embed swagger-ui/swagger-ui-bundle.js swagger-ui/swagger-ui.css
var files embed.FS

// policy allows the page to load resources only from this server. There are two exceptions:
// swagger-ui draws its icons from data URLs and sets styles on elements.
const policy = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
	"connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// Paths of the reference.
const (
	PathYAML   = "/openapi.yaml"
	PathJSON   = "/openapi.json"
	PathPage   = "/docs"
	PathLLMs   = "/llms.txt"
	pathIcon   = "/favicon.ico"
	pathKey    = "/docs/key"
	pathAssets = "/docs/assets/"
)

// Patterns returns the URL path patterns, without methods, that [Handler.Serve] handles.
func Patterns() []string {
	return []string{PathYAML, PathJSON, PathPage, PathLLMs, pathIcon, pathKey, pathAssets}
}

// Handler serves the reference.
type Handler struct {
	documents map[string]*document
	key       func() string
}

// document is a file, together with its compressed form.
type document struct {
	kind   string
	plain  []byte
	packed func() []byte // returns the content compressed with gzip; the first call compresses it
	tag    string        // entity tag of the content
	page   bool          // whether the document is the HTML page
}

// Option changes the reference that [New] returns.
type Option func(*options)

type options struct {
	Home   string
	Policy string // content security policy of a page that is saved as a file; see [File]
	Key    func() string
}

// Home returns the option that links the page to the console at the given path.
func Home(path string) Option { return func(o *options) { o.Home = path } }

// File returns the option for a page saved as a file. Such a page contains its own policy and sends no requests.
func File() Option {
	return func(o *options) { o.Policy, _, _ = strings.Cut(policy, "; frame-ancestors") }
}

// Key returns the option that lets the page send requests with an API key. Use it only for a server
// that accepts connections only from its own machine.
func Key(key func() string) Option { return func(o *options) { o.Key = key } }

// New returns the reference for the server at publicURL.
func New(publicURL string, list ...Option) (*Handler, error) {
	var o options
	for _, set := range list {
		set(&o)
	}
	h := &Handler{documents: map[string]*document{}, key: o.Key}
	h.documents[PathYAML] = newDocument("application/yaml", api.YAML(publicURL))
	h.documents[PathJSON] = newDocument("application/json", api.JSON(publicURL))
	h.documents[PathLLMs] = newDocument("text/plain; charset=utf-8", forLLMs(publicURL))
	for name, kind := range map[string]string{
		"page.css": "text/css; charset=utf-8", "start.js": "text/javascript; charset=utf-8", "theme.js": "text/javascript; charset=utf-8",
		"icon.svg":                  "image/svg+xml",
		"swagger-ui/swagger-ui.css": "text/css; charset=utf-8", "swagger-ui/swagger-ui-bundle.js": "text/javascript; charset=utf-8",
	} {
		content, err := files.ReadFile(name)
		if err != nil {
			return nil, err
		}
		h.documents[pathAssets+path.Base(name)] = newDocument(kind, content)
	}
	h.documents[pathIcon] = h.documents[pathAssets+"icon.svg"]
	page, err := template.ParseFS(files, "index.html")
	if err != nil {
		return nil, err
	}
	var content bytes.Buffer
	if err := page.Execute(&content, o); err != nil {
		return nil, err
	}
	h.documents[PathPage] = newDocument("text/html; charset=utf-8", content.Bytes())
	h.documents[PathPage].page = true
	return h, nil
}

// worthPacking is the minimum size, in bytes, at which a document is compressed.
const worthPacking = 1 << 10

func newDocument(kind string, content []byte) *document {
	sum := sha256.Sum256(content)
	return &document{
		kind: kind, plain: content, tag: `"` + hex.EncodeToString(sum[:12]) + `"`,
		packed: sync.OnceValue(func() []byte {
			var packed bytes.Buffer
			w := gzip.NewWriter(&packed)
			_, _ = w.Write(content) // writing to memory does not fail
			_ = w.Close()
			return packed.Bytes()
		}),
	}
}

// Serve responds to a request. If it returns an error, the caller must respond with that error.
func (h *Handler) Serve(w http.ResponseWriter, r *http.Request) error {
	if r.URL.Path == pathKey && h.key != nil {
		return h.sendKey(w, r)
	}
	d, ok := h.documents[r.URL.Path]
	if !ok {
		return &service.Error{Code: service.NotFound, Message: "The path does not exist. The reference is at " + PathPage + "."}
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		return &service.Error{Code: service.InvalidRequest, Status: http.StatusMethodNotAllowed, Message: "method: must be GET"}
	}
	header := w.Header()
	header.Set("Content-Type", d.kind)
	header.Set("Cache-Control", "no-cache") // clients must revalidate a stored response by its entity tag
	header.Set("ETag", d.tag)
	header.Set("Vary", "Accept-Encoding")
	if d.page {
		header.Set("Content-Security-Policy", policy)
	}
	if r.Header.Get("If-None-Match") == d.tag {
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	body := d.plain
	if len(body) >= worthPacking && strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		header.Set("Content-Encoding", "gzip")
		body = d.packed()
	}
	header.Set("Content-Length", strconv.Itoa(len(body)))
	if r.Method == http.MethodGet {
		_, _ = w.Write(body) // the client may have disconnected
	}
	return nil
}

// sendKey responds with the key, but only to requests that come from a page of this server.
func (h *Handler) sendKey(w http.ResponseWriter, r *http.Request) error {
	if r.Header.Get("Sec-Fetch-Site") != "same-origin" {
		return &service.Error{Code: service.NotFound, Message: "This key works only on this server's reference page."}
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = io.WriteString(w, h.key()) // the client may have disconnected
	return nil
}
