// Package addin serves the Excel add-in and the page that describes the add-in's functions. These are the
// functions of package worksheet. Excel loads functions.html, which computes with package inbrowser's
// engine, so that no workbook's contents are sent to a server.
//
// The metadata, the script and the page are generated from the list of functions in package worksheet.
package addin

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"maps"
	"net/http"
	"slices"
	"strings"
	"text/template"

	"github.com/leasehold-accounting/leasehold/api"
	"github.com/leasehold-accounting/leasehold/internal/console/page"
	"github.com/leasehold-accounting/leasehold/internal/worksheet"
)

//go:embed assets templates
var files embed.FS

//go:embed excel
var excel embed.FS

// URLs of the page and of the add-in's files, which Excel loads.
const (
	Path  = "/spreadsheets"
	Files = "/excel/"
)

// Namespace is the prefix of the function names in a workbook.
const Namespace = "LEASEHOLD"

// scriptOrigin is the origin of the Excel script library. Only the page that Excel loads uses it; no other
// console page loads content from another origin.
const scriptOrigin = "https://appsforoffice.microsoft.com"

// hosts are the origins of the Excel web applications, which may embed the add-in's page in a frame.
const hosts = "https://*.officeapps.live.com https://*.office.com https://*.cloud.microsoft https://*.sharepoint.com"

// policy is the content security policy of the page that Excel loads.
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' " + scriptOrigin + "; style-src 'self'; img-src 'self' data:; connect-src 'self' " + scriptOrigin +
	"; form-action 'none'; base-uri 'none'"

// Options configure an [Addin].
type Options struct {
	Site *page.Site
	Gate *page.Gate
	// PublicURL is the base URL of the add-in's files, without a trailing slash.
	PublicURL string
	// Engine is the URL of the directory that contains the browser engine.
	Engine string
}

// Addin serves the add-in's page and files. An Addin is safe for concurrent use.
type Addin struct {
	Options

	part  *page.Part
	files map[string]file
}

type file struct {
	kind    string
	content []byte
}

// New returns an Addin with the given options.
func New(options Options) (*Addin, error) {
	a := &Addin{Options: options, files: map[string]file{}}
	var err error
	if a.part, err = options.Site.Part(page.PartOptions{Name: "addin", Files: files, Compress: true}); err != nil {
		return nil, err
	}
	base := options.PublicURL
	if options.Site.Static {
		base = Elsewhere
	}
	data := map[string]any{
		"Base": base, "Namespace": Namespace, "Functions": worksheet.Functions(), "Version": api.Version(), "Engine": options.Engine,
		"Office": scriptOrigin, "Icons": icons, "About": about, "Policy": "", "Boot": "",
	}
	if options.Site.Static {
		data["Policy"], data["Boot"] = policy, page.StaticScript
	}
	kinds := map[string]string{
		"manifest.xml": "application/xml; charset=utf-8", "functions.js": "text/javascript; charset=utf-8",
		"functions.html": "text/html; charset=utf-8", "functions.css": "text/css; charset=utf-8",
	}
	for name, kind := range kinds {
		content, err := execute(name, data)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		a.files[name] = file{kind, content}
	}
	a.files["functions.json"] = file{"application/json", metadata()}
	for _, size := range icons {
		a.files[fmt.Sprintf("icon-%d.png", size)] = file{"image/png", icon(size)}
	}
	return a, nil
}

const about = "Lease accounting in cells: liability, asset, cost, balances, schedules and entries"

// Elsewhere is the placeholder for the server's URL in the static site's manifest. The site's URL is unknown
// when the manifest is written, so a script on the page replaces the placeholder.
const Elsewhere = "https://leasehold.example"

// execute returns one of the add-in's files by executing its template. Every value in data comes
// from the program, never from a user.
func execute(name string, data any) ([]byte, error) {
	t, err := template.New(name).Funcs(template.FuncMap{"xml": escape, "lower": strings.ToLower}).ParseFS(excel, "excel/"+name)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = t.Execute(&out, data)
	return out.Bytes(), err
}

var escape = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;").Replace

// Names returns the names of the files that Excel loads.
func (a *Addin) Names() []string { return slices.Sorted(maps.Keys(a.files)) }

type addinPage struct {
	page.Frame

	Namespace string
	Functions []worksheet.Function
	Manifest  string
	Elsewhere string // placeholder URL in the static site's manifest, which the page's script replaces
}

// ServeHTTP serves the add-in's page and files.
func (a *Addin) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		a.Site.Refuse(w, r, http.StatusMethodNotAllowed, "The method must be GET.")
		return
	}
	if name, of := strings.CutPrefix(r.URL.Path, Files); of {
		a.serveFile(w, r, name)
		return
	}
	signedIn, ok := a.Gate.Enter(w, r)
	if !ok {
		return
	}
	p := addinPage{Frame: a.part.Frame("Functions for spreadsheets", signedIn), Namespace: Namespace, Functions: worksheet.Functions(), Manifest: Files + "manifest.xml"}
	if a.Site.Static {
		p.Elsewhere = Elsewhere
	}
	a.part.Render(w, r, http.StatusOK, "addin", p)
}

// serveFile serves a file to Excel. Excel sends its requests without cookies, from pages with other origins.
func (a *Addin) serveFile(w http.ResponseWriter, r *http.Request, name string) {
	f, known := a.files[name]
	if !known {
		a.Site.NotFound(w, r)
		return
	}
	h := w.Header()
	h.Set("Content-Type", f.kind)
	h.Set("Cache-Control", "no-cache")
	h.Set("Access-Control-Allow-Origin", "*") // the files contain no secrets
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	if strings.HasPrefix(f.kind, "text/html") {
		h.Set("Content-Security-Policy", policy+"; frame-ancestors "+hosts)
		h.Del("Cross-Origin-Opener-Policy")
	}
	a.Site.Send(w, r, http.StatusOK, f.content, true)
}

// Types of the JSON metadata with which Excel registers a function.
type (
	described struct {
		Description string      `json:"description"`
		ID          string      `json:"id"`
		Name        string      `json:"name"`
		Parameters  []parameter `json:"parameters"`
		Result      *result     `json:"result,omitempty"`
	}
	parameter struct {
		Description    string `json:"description"`
		Name           string `json:"name"`
		Optional       bool   `json:"optional,omitempty"`
		Type           string `json:"type"`
		Dimensionality string `json:"dimensionality,omitempty"`
	}
	result struct {
		Dimensionality string `json:"dimensionality,omitempty"`
		Type           string `json:"type,omitempty"`
	}
)

const matrix = "matrix"

func metadata() []byte {
	list := []described{}
	for _, f := range worksheet.Functions() {
		d := described{Description: f.About, ID: f.Name, Name: f.Name, Result: &result{Type: "number"}}
		if f.Spills {
			d.Result = &result{Dimensionality: matrix}
		}
		for _, p := range f.Parameters {
			given := parameter{Description: p.About, Name: p.Name, Optional: p.Optional, Type: "any"}
			if p.Lease {
				given.Dimensionality = matrix
			}
			d.Parameters = append(d.Parameters, given)
		}
		list = append(list, d)
	}
	text, err := json.MarshalIndent(map[string]any{"allowCustomDataForDataTypeAny": true, "functions": list}, "", "  ")
	if err != nil {
		panic(err) // cannot happen, because only constant names and sentences are encoded
	}
	return append(text, '\n')
}

// icons lists the widths of the icons that Excel loads, in pixels. The icons are square.
var icons = []int{16, 32, 64, 80, 128}

// icon returns the program's logo (two axes and three bars) as a square PNG with a side of the given number of pixels.
func icon(size int) []byte {
	img := image.NewNRGBA(image.Rect(0, 0, size, size))
	ink := color.NRGBA{0x1d, 0x5c, 0x80, 0xff}
	const grid = 16
	box := func(left, top, right, bottom int) {
		for y := top * size / grid; y < bottom*size/grid; y++ {
			for x := left * size / grid; x < right*size/grid; x++ {
				img.SetNRGBA(x, y, ink)
			}
		}
	}
	box(2, 2, 4, 14)
	box(2, 12, 14, 14)
	box(5, 6, 7, 11)
	box(8, 4, 10, 11)
	box(11, 7, 13, 11)
	var out bytes.Buffer
	if err := png.Encode(&out, img); err != nil {
		panic(err) // cannot happen, because writing to memory does not fail
	}
	return out.Bytes()
}
