// Package page contains the parts of the console that all pages use: the layout, the assets, the
// response headers, and the pages for notices and failures.
package page

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"io/fs"
	"log/slog"
	"net/http"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/markup"
)

// PartOptions contains the options of a [Part].
type PartOptions struct {
	// Name is the name of the part's script and the CSS class of its pages. A part without a name
	// has neither a script nor style sheets.
	Name string
	// Files contains the assets and templates directories. Each template defines a page. If there is a template
	// shared.html, every page can use its definitions.
	Files fs.FS
	// Shared contains the assets and templates that several parts use. Every page of the part can execute these
	// templates.
	Shared []fs.FS
	// Styles lists the names of the part's style sheets in loading order. If Styles is nil, the part has one
	// style sheet with the part's name.
	Styles []string
	// Functions contains template functions in addition to the functions of all pages.
	Functions template.FuncMap
	// Compress allows compressed responses. It must be set only if the pages contain no secrets.
	Compress bool
	// WebAssembly allows the scripts on the part's pages to run WebAssembly.
	WebAssembly bool
}

// Part is a group of console pages that have the same style sheets and script.
type Part struct {
	PartOptions

	site  *Site
	base  string // base path of the part's assets
	pages map[string]*template.Template
}

const sharedTemplate = "templates/shared.html"

func functions() template.FuncMap {
	return template.FuncMap{
		"count":  markup.Count[int64],
		"date":   func(t time.Time) string { return t.UTC().Format(time.DateOnly) },
		"moment": func(at time.Time) template.HTML { return "<span>" + markup.Days(markup.Moment(at)) + "</span>" },
		"days":   markup.Days,
		"isZero": time.Time.IsZero,
		"plural": markup.Plural[int64],
	}
}

// Part adds a part to the site and returns it. It must not be called after the site has started serving.
func (s *Site) Part(options PartOptions) (*Part, error) {
	p := &Part{PartOptions: options, site: s, pages: map[string]*template.Template{}}
	var err error
	if p.base, err = s.AddAssets(append([]fs.FS{options.Files}, options.Shared...)...); err != nil {
		return nil, fmt.Errorf("assets: %w", err)
	}
	names, err := fs.Glob(options.Files, "templates/*.html")
	if err != nil {
		return nil, fmt.Errorf("templates: %w", err)
	}
	around, err := s.layout.Clone()
	if err != nil {
		return nil, fmt.Errorf("layout: %w", err)
	}
	around.Funcs(options.Functions)
	for _, shared := range options.Shared {
		if around, err = around.ParseFS(shared, "templates/*.html"); err != nil {
			return nil, fmt.Errorf("shared templates: %w", err)
		}
	}
	if slices.Contains(names, sharedTemplate) {
		if around, err = around.ParseFS(options.Files, sharedTemplate); err != nil {
			return nil, fmt.Errorf("%s: %w", sharedTemplate, err)
		}
	}
	for _, name := range names {
		page, err := around.Clone()
		if err == nil {
			page, err = page.ParseFS(options.Files, name)
		}
		if err != nil {
			return nil, fmt.Errorf("page %s: %w", name, err)
		}
		p.pages[strings.TrimSuffix(path.Base(name), ".html")] = page
	}
	return p, nil
}

// Frame contains the layout's data. Every page's data embeds a Frame.
type Frame struct {
	Title     string
	Part      string   // name of the part
	Styles    []string // URLs of the part's style sheets
	Script    string   // URL of the part's script
	Shared    string   // base path of the assets that all pages use
	Pages     []Page
	Settings  bool
	Reference string
	SignedIn  bool

	Static bool   // whether the page is a file in a directory, so that the engine in the browser handles its requests
	Policy string // content security policy in a static page, which is sent without headers
	Boot   string // script that starts a static page's engine
}

// Frame returns a page's layout data. The caller states whether the visitor is signed in.
func (p *Part) Frame(title string, signedIn bool) Frame {
	f := Frame{
		Title: title, Part: p.Name, Shared: p.site.shared.base, Pages: p.site.Pages, Settings: p.site.Settings,
		Reference: p.site.Reference, SignedIn: signedIn,
	}
	if p.site.Static {
		f.Static, f.Policy, f.Boot = true, StaticPolicy, StaticScript
	}
	if p.Name == "" {
		return f
	}
	f.Script = p.base + p.Name + ".js"
	names := p.Styles
	if len(names) == 0 {
		names = []string{p.Name}
	}
	for _, name := range names {
		f.Styles = append(f.Styles, p.base+name+".css")
	}
	return f
}

// Render responds with a page. The page's data must embed a [Frame].
func (p *Part) Render(w http.ResponseWriter, r *http.Request, status int, name string, data any) {
	if p.WebAssembly {
		w.Header().Set("Content-Security-Policy", policyWithWebAssembly)
	}
	p.RenderPiece(w, r, status, name, "layout.html", data)
}

// RenderPiece responds with the output of one of the templates that a page defines.
func (p *Part) RenderPiece(w http.ResponseWriter, r *http.Request, status int, page, piece string, data any) {
	var b bytes.Buffer
	if err := p.pages[page].ExecuteTemplate(&b, piece, data); err != nil {
		p.site.Fail(w, r, fmt.Errorf("page %s: %w", page, err))
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	p.site.Send(w, r, status, b.Bytes(), p.Compress)
}

//go:embed assets templates
var files embed.FS

// Options configure a [Site].
type Options struct {
	Log       *slog.Logger
	Pages     []Page // navigation entries of the pages that use the engine
	Settings  bool   // whether the console has accounts, which have settings pages at /account
	Reference string // path of the page with the API reference; "" if the server has no such page
	// Static is true if the pages are files in a directory, so that the engine in the browser handles their requests.
	Static bool
}

// Page is an entry of the navigation bar.
type Page struct {
	Path  string
	Part  string // name of the page's [Part]
	Title string
	More  string // rest of the title, which is hidden on a narrow screen
}

// Site serves the console's pages. Parts must be added before the Site starts serving. After that,
// a Site is safe for concurrent use.
type Site struct {
	Options

	assets map[string]asset   // assets by URL path
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

// StaticPolicy is the content security policy of static pages, which contain it in a meta element. StaticScript
// is the URL of the script that starts the engine, which handles the pages' requests.
const (
	StaticPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self'; " +
		"connect-src 'self'; manifest-src 'self'; form-action 'none'; base-uri 'none'"
	StaticScript = "/site.js"
)

// MaxFormLen is the maximum length in bytes of a form without files.
const MaxFormLen = 64 << 10

// Guard returns a handler that sets the security headers of every response and then calls the next handler. It
// rejects requests that come from other sites and could change data, and limits request bodies to the given
// number of bytes.
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

// Send writes a response with the given body. The body may be compressed only if it contains no secrets,
// because a compressed page's length can reveal parts of its content.
func (s *Site) Send(w http.ResponseWriter, r *http.Request, status int, body []byte, compress bool) {
	var zipped []byte
	if compress {
		zipped = zip(body)
	}
	write(w, r, status, body, zipped)
}

// write sends the body compressed with gzip if the browser accepts this encoding, and otherwise uncompressed.
func write(w http.ResponseWriter, r *http.Request, status int, plain, zipped []byte) {
	if zipped != nil && accepts(r, "gzip") {
		send(w, r, status, "gzip", zipped)
		return
	}
	send(w, r, status, "", plain)
}

// send sends a body with the given content encoding, where "" means none.
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
