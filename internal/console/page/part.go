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

// PartOptions contain the options of a [Part].
type PartOptions struct {
	// Name is the name of the part's script and the CSS class of the part's pages. A part without a
	// name has neither a script nor style sheets.
	Name string
	// Files contains the directories assets and templates. Each template defines a page. If the
	// template shared.html exists, its definitions are available in every page.
	Files fs.FS
	// Shared contains the assets and templates that several parts use. Every page of the part may
	// execute these templates.
	Shared []fs.FS
	// Styles are the names of the part's style sheets, in the order in which pages load them. If
	// Styles is nil, the part has one style sheet with the name of the part.
	Styles []string
	// Functions are template functions in addition to those of all pages.
	Functions template.FuncMap
	// Compress allows compressed responses. It must be set only if the pages contain no secrets.
	Compress bool
	// WebAssembly allows the scripts of the part's pages to run WebAssembly.
	WebAssembly bool
}

// Part is a group of pages of the console that have the same style sheets and script.
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

// Part adds a part to the site and returns it. Part must not be called after the site has started
// serving.
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

// Frame contains the data of the layout. The data of every page contains an embedded Frame.
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

	Static bool   // whether the page is a file in a directory; the browser then handles the requests of the page
	Policy string // content security policy of a static page, which is sent without headers
	Boot   string // script that starts the engine of a static page
}

// Frame returns the layout data of a page. signedIn must report whether the visitor is signed in.
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

// Render responds with a page. data must contain an embedded [Frame].
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
