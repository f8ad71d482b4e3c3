package site

import (
	"embed"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold/internal/console/page"
)

//go:embed assets templates
var files embed.FS

// Home is the repository's URL, for links to files outside the site.
const Home = "https://github.com/leasehold-accounting/leasehold"

// index is the document that lists the others.
const index = "docs/README.md"

// documents maps documents outside docs/ to their pages.
var documents = map[string]string{
	"CHANGELOG.md": "CHANGELOG", "CONTRIBUTING.md": "CONTRIBUTING", "SECURITY.md": "SECURITY",
	"client/typescript/README.md": "TYPESCRIPT", "client/python/README.md": "PYTHON",
}

// guides are the pages of the documents.
type guides struct {
	repository fs.FS
	part       *page.Part
	pages      map[string]string // addresses by files of the repository
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

func newGuides(repository fs.FS, site *page.Site) (*guides, error) {
	g := &guides{repository: repository, pages: map[string]string{index: guidesPath, "docs/examples/README.md": examplesPath}}
	var err error
	if g.part, err = site.Part(page.PartOptions{Name: "guides", Files: files}); err != nil {
		return nil, err
	}
	names, err := fs.Glob(repository, "docs/*.md")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		if name != index {
			g.pages[name] = guidesPath + "/" + strings.TrimSuffix(path.Base(name), ".md")
		}
	}
	for name, short := range documents {
		g.pages[name] = guidesPath + "/" + short
	}
	return g, nil
}

// handle adds the pages, the index of the search and the pictures.
func (g *guides) handle(mux *http.ServeMux) {
	for name, address := range g.pages {
		mux.HandleFunc(address, func(w http.ResponseWriter, r *http.Request) {
			data, err := g.guide(name)
			if err == nil && address == examplesPath {
				data.Examples, err = g.examples()
			}
			if err != nil {
				http.Error(w, err.Error(), http.StatusInternalServerError)
				return
			}
			g.part.Render(w, r, http.StatusOK, "guide", data)
		})
	}
	mux.HandleFunc(searchPath, g.serveIndex)
	mux.HandleFunc(imagesPath, func(w http.ResponseWriter, r *http.Request) {
		http.ServeFileFS(w, r, g.repository, path.Join("docs/images", path.Base(r.URL.Path)))
	})
}

// document reads a document.
func (g *guides) document(name string) (*document, error) {
	text, err := fs.ReadFile(g.repository, name)
	if err != nil {
		return nil, err
	}
	read, err := parse(text, func(to string) string { return g.address(name, to) })
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return read, nil
}

// guide is the page of a document.
func (g *guides) guide(name string) (*guide, error) {
	read, err := g.document(name)
	if err != nil {
		return nil, err
	}
	return &guide{
		Frame: g.part.Frame(read.title, false), File: name, Text: template.HTML(read.html), //nolint:gosec // made of the repository's own documents, without their HTML
		Contents: read.headings(2), Index: searchPath,
	}, nil
}

// address returns the target of a document's link: a page, an image, or a file
// of the repository.
func (g *guides) address(document, to string) string {
	u, err := url.Parse(to)
	if err != nil || u.Scheme != "" || u.Host != "" || u.Path == "" {
		return to
	}
	file := path.Join(path.Dir(document), u.Path)
	fragment := ""
	if u.Fragment != "" {
		fragment = "#" + u.EscapedFragment()
	}
	if address, known := g.pages[file]; known {
		return address + fragment
	}
	switch dir := path.Dir(file); {
	case file == "docs/examples":
		return examplesPath
	case file == "docs":
		return guidesPath
	case dir == "docs/images":
		return imagesPath + path.Base(file)
	case dir == "docs/examples" && path.Ext(file) == ".json":
		return examplesPath + "#" + strings.TrimSuffix(path.Base(file), ".json")
	case file == "api/openapi.yaml":
		return "/openapi.yaml"
	}
	return Home + "/blob/main/" + file + fragment
}

// names lists the documents.
func (g *guides) names() []string {
	list := make([]string, 0, len(g.pages))
	for name := range g.pages {
		list = append(list, name)
	}
	slices.Sort(list)
	return list
}
