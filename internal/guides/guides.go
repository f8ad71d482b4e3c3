// Package guides serves the documents of the repository as pages, with a table of contents, a
// search, and examples that open on the workbench. The server and the static site use the package.
package guides

import (
	"embed"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"net/url"
	"path"
	"strings"
	"sync"

	"github.com/leasehold-accounting/leasehold/internal/console/page"
)

//go:embed assets templates
var files embed.FS

// Home is the repository's URL, for links to files that are not pages.
const Home = "https://github.com/leasehold-accounting/leasehold"

// The paths of the pages.
const (
	Path     = "/guides"
	Examples = "/examples"
	Search   = Path + "/search.json"
	images   = Path + "/images/"
)

// index is the document that lists the other documents.
const index = "docs/README.md"

// outside maps documents outside docs/ to their pages.
var outside = map[string]string{
	"CHANGELOG.md": "CHANGELOG", "CONTRIBUTING.md": "CONTRIBUTING", "SECURITY.md": "SECURITY",
	"client/typescript/README.md": "TYPESCRIPT", "client/python/README.md": "PYTHON",
}

// Options configure [Guides].
type Options struct {
	Repository fs.FS // with docs/ and, optionally, other documents
	Site       *page.Site
	Reference  string // path of the API's reference page
	SignedIn   func(*http.Request) (bool, error)
	// Link returns the link to a path and fragment in the search index.
	Link func(path, fragment string) string
}

// Guides serves the documents. It is safe for concurrent use.
type Guides struct {
	Options

	part  *page.Part
	pages map[string]string // paths by files of the repository
	read  map[string]func() (*document, error)
}

// guide is a page of a document.
type guide struct {
	page.Frame

	File     string // in the repository
	Contents []heading
	Text     template.HTML
	Index    string // of the search
	Examples []example
}

// New returns the guides.
func New(o Options) (*Guides, error) {
	g := &Guides{Options: o, pages: map[string]string{}, read: map[string]func() (*document, error){}}
	var err error
	if g.part, err = o.Site.Part(page.PartOptions{Name: "guides", Files: files}); err != nil {
		return nil, err
	}
	names, err := fs.Glob(o.Repository, "docs/*.md")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		g.pages[name] = Path + "/" + strings.TrimSuffix(path.Base(name), ".md")
	}
	g.pages[index], g.pages["docs/examples/README.md"] = Path, Examples
	for name, short := range outside {
		if _, err := fs.Stat(o.Repository, name); err == nil {
			g.pages[name] = Path + "/" + short
		}
	}
	for name := range g.pages {
		g.read[name] = sync.OnceValues(func() (*document, error) { return g.document(name) })
	}
	return g, nil
}

// Handlers returns the handlers of the pages, the search index and the images by path.
func (g *Guides) Handlers() map[string]http.Handler {
	list := map[string]http.Handler{
		Search: http.HandlerFunc(g.serveIndex),
		images: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			http.ServeFileFS(w, r, g.Repository, path.Join("docs/images", path.Base(r.URL.Path)))
		}),
	}
	for name, at := range g.pages {
		list[at] = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			data, err := g.guide(r, name)
			if err != nil {
				g.Site.Fail(w, r, err)
				return
			}
			g.part.Render(w, r, http.StatusOK, "guide", data)
		})
	}
	for at, handler := range list {
		list[at] = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method != http.MethodGet && r.Method != http.MethodHead {
				w.Header().Set("Allow", "GET, HEAD")
				g.Site.Refuse(w, r, http.StatusMethodNotAllowed, "The method must be GET.")
				return
			}
			handler.ServeHTTP(w, r)
		})
	}
	return list
}

func (g *Guides) document(name string) (*document, error) {
	text, err := fs.ReadFile(g.Repository, name)
	if err != nil {
		return nil, err
	}
	read, err := parse(text, func(to string) string { return g.target(name, to) })
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return read, nil
}

func (g *Guides) guide(r *http.Request, name string) (*guide, error) {
	read, err := g.read[name]()
	if err != nil {
		return nil, err
	}
	signedIn, err := g.SignedIn(r)
	if err != nil {
		return nil, err
	}
	data := &guide{
		Frame: g.part.Frame(read.title, signedIn), File: name, Text: template.HTML(read.html), //nolint:gosec // the repository's own documents
		Contents: read.headings(2), Index: Search,
	}
	if g.pages[name] == Examples {
		data.Examples, err = g.examples()
	}
	return data, err
}

// target returns the URL for a document's link to a page, an image, or a file of the repository.
func (g *Guides) target(document, to string) string {
	u, err := url.Parse(to)
	if err != nil || u.Scheme != "" || u.Host != "" || u.Path == "" {
		return to
	}
	file := path.Join(path.Dir(document), u.Path)
	fragment := ""
	if u.Fragment != "" {
		fragment = "#" + u.EscapedFragment()
	}
	if at, known := g.pages[file]; known {
		return at + fragment
	}
	switch dir := path.Dir(file); {
	case file == "docs/examples":
		return Examples
	case file == "docs":
		return Path
	case dir == "docs/images":
		return images + path.Base(file)
	case dir == "docs/examples" && path.Ext(file) == ".json":
		return Examples + "#" + strings.TrimSuffix(path.Base(file), ".json")
	case file == "api/openapi.yaml":
		return "/openapi.yaml"
	}
	return Home + "/blob/main/" + file + fragment
}
