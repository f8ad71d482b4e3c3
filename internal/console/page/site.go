// Package page contains what all pages of the console share: the layout, the assets, the
// headers, and the notices and failures.
package page

import (
	"embed"
	"fmt"
	"html/template"
	"log/slog"
	"net/http"
	"strings"
)

//go:embed assets templates
var files embed.FS

// Options configure a [Site].
type Options struct {
	Log       *slog.Logger
	Pages     []Page // the pages that use the engine
	Settings  bool   // whether there are accounts, with their settings at /account
	Reference string // path of the API reference page; "" if there is none
	// Static is set if the pages are files in a directory. The browser then handles their
	// requests.
	Static bool
}

// Page is an entry of the navigation bar.
type Page struct {
	Path  string
	Part  string // name of the page's [Part]
	Title string
	More  string // words of the title that are hidden on a narrow screen
}

// Site serves the pages of the console. Parts may be added only while the program starts. After
// that, a Site is safe for concurrent use.
type Site struct {
	Options

	assets map[string]asset   // by path
	layout *template.Template // the template around every page
	shared *Part              // the notices, and the assets that every page loads
	cross  *http.CrossOriginProtection
}

// New returns a Site without parts.
func New(options Options) (*Site, error) {
	s := &Site{Options: options, assets: map[string]asset{}, cross: http.NewCrossOriginProtection()}
	var err error
	if s.layout, err = template.New("layout.html").Funcs(functions()).ParseFS(files, "templates/layout.html"); err != nil {
		return nil, fmt.Errorf("layout: %w", err)
	}
	if s.shared, err = s.Part(PartOptions{Files: files}); err != nil {
		return nil, err
	}
	return s, nil
}

// The content security policy of pages: content from this server only, and no inline scripts or
// styles.
const (
	policy       = "default-src 'none'; script-src 'self'" + policyOfRest
	policyOfRest = "; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

	policyWithWebAssembly = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'" + policyOfRest
)

// StaticPolicy is the content security policy of pages that are files; each page contains it in a
// meta element. StaticScript starts the engine that handles the requests of such pages.
const (
	StaticPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self'; " +
		"connect-src 'self'; manifest-src 'self'; form-action 'none'; base-uri 'none'"
	StaticScript = "/site.js"
)

// MaxFormLen is the maximum length of a form without files, in bytes.
const MaxFormLen = 64 << 10

// Guard wraps a handler. It sets the headers of every response, rejects requests from other sites
// that would change data, and reads at most longest bytes of a request body.
func (s *Site) Guard(next http.Handler, longest int64) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		if err := s.cross.Check(r); err != nil {
			s.Refuse(w, r, http.StatusForbidden, "The request came from another site's page. No data was changed.")
			return
		}
		if r.Body != nil {
			r.Body = http.MaxBytesReader(w, r.Body, longest)
		}
		next.ServeHTTP(w, r)
	})
}

// Send writes a response body. Set compress only for content without secrets, because the length
// of a compressed page can reveal its content.
func (s *Site) Send(w http.ResponseWriter, r *http.Request, status int, body []byte, compress bool) {
	if !compress {
		write(w, r, status, body, nil)
		return
	}
	zipped, err := zip(body)
	if err != nil {
		s.Fail(w, r, err)
		return
	}
	write(w, r, status, body, zipped)
}

// write sends a body, or its compressed form to a browser that accepts it.
func write(w http.ResponseWriter, r *http.Request, status int, plain, zipped []byte) {
	if zipped != nil && accepts(r, "gzip") {
		send(w, r, status, "gzip", zipped)
		return
	}
	send(w, r, status, "", plain)
}

// send sends a body with a content encoding; encoding is "" for an uncompressed body.
func send(w http.ResponseWriter, r *http.Request, status int, encoding string, body []byte) {
	h := w.Header()
	h.Add("Vary", "Accept-Encoding")
	if encoding != "" {
		h.Set("Content-Encoding", encoding)
	}
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(body) // the client may have disconnected
	}
}

// accepts reports whether a client accepts a content encoding.
func accepts(r *http.Request, encoding string) bool {
	for offer := range strings.SplitSeq(strings.Join(r.Header.Values("Accept-Encoding"), ","), ",") {
		name, quality, _ := strings.Cut(strings.TrimSpace(offer), ";")
		if strings.TrimSpace(name) != encoding {
			continue
		}
		_, weight, stated := strings.Cut(strings.ReplaceAll(quality, " ", ""), "q=")
		return !stated || strings.Trim(weight, "0.") != ""
	}
	return false
}
