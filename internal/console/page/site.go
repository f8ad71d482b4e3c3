// Package page contains the parts of the console that all pages use: the layout, the assets, the
// response headers, and the pages for notices and failures.
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
	Pages     []Page // navigation entries of the pages that use the engine
	Settings  bool   // whether the console has accounts, whose settings are at /account
	Reference string // path of the page with the API reference; "" if there is none
	// Static is true if the pages are files in a directory. The browser then handles the requests
	// of the pages.
	Static bool
}

// Page is an entry of the navigation bar.
type Page struct {
	Path  string
	Part  string // name of the page's [Part]
	Title string
	More  string // rest of the title, which is hidden on a narrow screen
}

// Site serves the pages of the console. Parts must be added before the Site starts serving. After
// that, a Site is safe for concurrent use.
type Site struct {
	Options

	assets map[string]asset   // by URL path
	layout *template.Template // template of the layout, which contains every page
	shared *Part              // part with the notices and the assets that every page loads
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

// Content security policies of pages. Pages may load content only from this server and may not
// contain inline scripts or styles.
const (
	policy       = "default-src 'none'; script-src 'self'" + policyOfRest
	policyOfRest = "; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

	policyWithWebAssembly = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'" + policyOfRest
)

// StaticPolicy is the content security policy of static pages, which contain it in a meta element.
// StaticScript is the URL of the script that starts the engine, which handles the requests of
// static pages.
const (
	StaticPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self'; " +
		"connect-src 'self'; manifest-src 'self'; form-action 'none'; base-uri 'none'"
	StaticScript = "/site.js"
)

// MaxFormLen is the maximum length in bytes of a form without files.
const MaxFormLen = 64 << 10

// Guard returns a handler that sets the security headers of every response and calls next. Guard
// rejects requests of other sites that could change data, and limits the length of a request body
// to longest bytes.
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

// Send writes a response with the given body. compress must be set only if the body contains no
// secrets, because the length of a compressed page can reveal parts of its content.
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

// write sends the body zipped if the browser accepts this encoding, and the body plain otherwise.
func write(w http.ResponseWriter, r *http.Request, status int, plain, zipped []byte) {
	if zipped != nil && accepts(r, "gzip") {
		send(w, r, status, "gzip", zipped)
		return
	}
	send(w, r, status, "", plain)
}

// send sends a body with the given content encoding, or without an encoding if encoding is "".
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
