// Package guides serves the repository's documents as pages, with a table of contents, a search,
// and examples that open in the workbench. Both the server and the static site use it.
package guides

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"maps"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"

	"github.com/leasehold-accounting/leasehold/internal/console/leaseform"
	"github.com/leasehold-accounting/leasehold/internal/console/page"
	"github.com/leasehold-accounting/leasehold/internal/operations"
)

//go:embed assets templates
var files embed.FS

// Home is the repository's URL. A link leads there if its target is not a page.
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
	Repository fs.FS // contains docs/ and, optionally, other documents
	Site       *page.Site
	Reference  string // path of the API's reference page
	SignedIn   func(*http.Request) (bool, error)
	// Link returns the URL of a path and fragment for the search index.
	Link func(path, fragment string) string
}

// Guides serves the documents. It is safe for concurrent use.
type Guides struct {
	Options

	part  *page.Part
	pages map[string]string // page paths by repository file
	read  map[string]func() (*document, error)
}

// guide is a page for one document.
type guide struct {
	page.Frame

	File     string // path in the repository
	Contents []heading
	Text     template.HTML
	Index    string // URL of the search index
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

// Handlers returns the handlers of the pages, the search index and the images, by path.
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

// target returns the URL for a link in a document. The link may lead to a page, an image, or
// another file of the repository.
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

type document struct {
	title    string
	html     string
	sections []section
}

type section struct {
	heading

	text string
}

type heading struct {
	ID, Text string
	Level    int
}

func (d *document) headings(level int) (list []heading) {
	for _, s := range d.sections {
		if s.Level == level {
			list = append(list, s.heading)
		}
	}
	return list
}

// markdown leaves HTML in documents unchanged, because the guides use it for collapsible commands.
// This is safe, because all documents come from the repository.
var markdown = goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithParserOptions(parser.WithAutoHeadingID()), goldmark.WithRendererOptions(html.WithUnsafe()))

// parse parses a document. Its callback returns the target of a link.
func parse(source []byte, address func(string) string) (*document, error) {
	tree := markdown.Parser().Parse(text.NewReader(source), parser.WithContext(parser.NewContext(parser.WithIDs(&ids{seen: map[string]int{}}))))
	d := &document{}
	err := ast.Walk(tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Heading:
			id, _ := n.AttributeString("id")
			name, _ := id.([]byte)
			h := heading{ID: string(name), Text: words(n, source), Level: n.Level}
			d.sections = append(d.sections, section{heading: h})
			if n.Level == 1 && d.title == "" {
				d.title = h.Text
			}
			return ast.WalkContinue, nil
		case *ast.Link:
			n.Destination = []byte(address(string(n.Destination)))
		case *ast.Image:
			n.Destination = []byte(address(string(n.Destination)))
		}
		if n.Type() == ast.TypeBlock && n.FirstChild() == nil || n.Type() == ast.TypeBlock && n.FirstChild().Type() == ast.TypeInline {
			if len(d.sections) > 0 {
				last := &d.sections[len(d.sections)-1]
				last.text = strings.TrimSpace(last.text + " " + words(n, source))
			}
		}
		return ast.WalkContinue, nil
	})
	if err != nil {
		return nil, err
	}
	if d.title == "" {
		return nil, errors.New("a document begins with its title")
	}
	var out bytes.Buffer
	if err := markdown.Renderer().Render(&out, source, tree); err != nil {
		return nil, err
	}
	d.html = out.String()
	return d, nil
}

func words(n ast.Node, source []byte) string {
	var b strings.Builder
	if n.Type() == ast.TypeBlock && n.FirstChild() == nil { // a block without children is a code block
		for i := range n.Lines().Len() {
			line := n.Lines().At(i)
			b.Write(line.Value(source))
		}
		return strings.Join(strings.Fields(b.String()), " ")
	}
	_ = ast.Walk(n, func(inner ast.Node, entering bool) (ast.WalkStatus, error) { // never fails, because the callback returns no error
		if !entering {
			return ast.WalkContinue, nil
		}
		switch t := inner.(type) {
		case *ast.Text:
			b.Write(t.Segment.Value(source))
			if t.SoftLineBreak() || t.HardLineBreak() {
				b.WriteByte(' ')
			}
		case *ast.String:
			b.Write(t.Value)
		}
		return ast.WalkContinue, nil
	})
	return strings.Join(strings.Fields(b.String()), " ")
}

// ids assigns the IDs of headings, to which links in documents refer.
type ids struct{ seen map[string]int }

// Generate implements [parser.IDs].
func (s *ids) Generate(value []byte, _ ast.NodeKind) []byte {
	name := strings.Map(func(c rune) rune {
		switch {
		case unicode.IsLetter(c), unicode.IsDigit(c), c == '-', c == '_':
			return unicode.ToLower(c)
		case c == ' ':
			return '-'
		}
		return -1
	}, strings.TrimSpace(string(value)))
	n := s.seen[name]
	s.seen[name]++
	if n > 0 {
		name += "-" + strconv.Itoa(n)
	}
	return []byte(name)
}

// Put implements [parser.IDs].
func (s *ids) Put(value []byte) { s.seen[string(value)]++ }

type entry struct {
	Page    string `json:"page"` // path relative to the search index
	Title   string `json:"title"`
	Heading string `json:"heading"`
	Text    string `json:"text"`
}

// serveIndex sends the search index, which contains the sections of all documents and the API
// operations.
func (g *Guides) serveIndex(w http.ResponseWriter, _ *http.Request) {
	list, err := g.entries()
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(list) // an error means that the client disconnected
}

func (g *Guides) entries() (list []entry, err error) {
	for _, name := range slices.Sorted(maps.Keys(g.pages)) {
		d, err := g.read[name]()
		if err != nil {
			return nil, err
		}
		for _, s := range d.sections {
			list = append(list, entry{Page: g.Link(g.pages[name], s.ID), Title: d.title, Heading: s.Text, Text: s.text})
		}
	}
	for _, op := range operations.All() {
		list = append(list, entry{
			Page: g.Link(g.Reference, ""), Title: "API reference", Heading: fmt.Sprintf("POST /api/v1/%s", op.Name), Text: op.About,
		})
	}
	return list, nil
}

type example struct {
	Name string // file name of the example
	Open string // workbench URL that opens the lease
	JSON string // request body
}

func (g *Guides) examples() (list []example, err error) {
	names, err := fs.Glob(g.Repository, "docs/examples/*.json")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		text, err := fs.ReadFile(g.Repository, name)
		if err != nil {
			return nil, err
		}
		values, err := leaseform.FromRequest(text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		form := url.Values{}
		for input, typed := range values {
			form.Set(input, typed)
		}
		list = append(list, example{
			Name: strings.TrimSuffix(path.Base(name), ".json"), Open: "/#" + form.Encode(), JSON: strings.TrimSpace(string(text)),
		})
	}
	return list, nil
}
