package page

import (
	"bytes"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/markup"
)

// PartOptions describe a [Part].
type PartOptions struct {
	// Name is the name of the part's script and the CSS class of its pages. A part without a name
	// has no script and no style sheets.
	Name string
	// Files has the directories assets and templates. Each template is a page. If there is a
	// template shared.html, it is parsed together with every page.
	Files fs.FS
	// Shared contains assets and templates that several parts use. Every page may execute these
	// templates.
	Shared []fs.FS
	// Styles are the names of the style sheets in the order in which pages load them. The default
	// is Name.
	Styles []string
	// Functions are additional template functions.
	Functions template.FuncMap
	// Compress allows compressed responses. Set it only if the pages contain no secrets.
	Compress bool
	// WebAssembly allows the scripts of the part's pages to run WebAssembly.
	WebAssembly bool
}

// Part is a part of the console: pages that share a style sheet and a script.
type Part struct {
	PartOptions

	site  *Site
	base  string // base path of the part's assets
	pages map[string]*template.Template
}

const sharedTemplate = "templates/shared.html"

// functions are the template functions of all pages.
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

// Part adds a part to the site. It must not be called after the site has started serving.
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

// Frame contains the data of the layout. The data of each page embeds a Frame.
type Frame struct {
	Title     string
	Part      string   // the name of the part
	Styles    []string // URLs of the part's style sheets
	Script    string   // URL of the part's script
	Shared    string   // base path of the assets that all pages use
	Pages     []Page
	Settings  bool
	Reference string
	SignedIn  bool

	Static bool   // the page is a file, and the browser handles its requests
	Policy string // content security policy of a page that is served without headers
	Boot   string // script that starts the engine of a static page
}

// Frame returns the layout data of a page. signedIn reports whether the visitor is signed in.
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

// Render responds with a page. data must embed a [Frame].
func (p *Part) Render(w http.ResponseWriter, r *http.Request, status int, name string, data any) {
	if p.WebAssembly {
		w.Header().Set("Content-Security-Policy", policyWithWebAssembly)
	}
	p.RenderPiece(w, r, status, name, "layout.html", data)
}

// RenderPiece responds with one of the templates that a page defines.
func (p *Part) RenderPiece(w http.ResponseWriter, r *http.Request, status int, page, piece string, data any) {
	var b bytes.Buffer
	if err := p.pages[page].ExecuteTemplate(&b, piece, data); err != nil {
		p.site.Fail(w, r, fmt.Errorf("page %s: %w", page, err))
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	p.site.Send(w, r, status, b.Bytes(), p.Compress)
}
