// Package site writes the static site, for any web server and any path. The site contains the
// reference, the guides, and the console's pages with an engine that runs in the user's browser.
//
// Every page is the server's page (site.go) with relative links (links.go). files.go adds the files that start the
// engine and the offline cache. The sources of the additional files are in the folder directory.
package site

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/net/html"

	"github.com/leasehold-accounting/leasehold/internal/console"
	"github.com/leasehold-accounting/leasehold/internal/console/page"
	"github.com/leasehold-accounting/leasehold/internal/guides"
	"github.com/leasehold-accounting/leasehold/internal/reference"
)

// Options contains the inputs and the output of the site.
type Options struct {
	Repository fs.FS  // repository with the documents and examples
	Dir        string // output directory, which is replaced
	Version    string
	Time       time.Time // time that determines the default reporting period
	// Workbench and Console are the directories into which scripts/wasm has built
	// cmd/wasm/workbench and cmd/wasm/console.
	Workbench, Console string
}

// maker builds the site in a directory.
type maker struct {
	Options

	pages   http.Handler
	queue   []string        // URLs of the files to write
	known   map[string]bool // URLs that have been in the queue
	written map[string]bool // names of the files that have been written
}

// Build writes the site to the output directory.
func Build(ctx context.Context, o Options) error {
	m := &maker{Options: o, known: map[string]bool{}, written: map[string]bool{}}
	if err := m.serve(); err != nil {
		return err
	}
	if err := os.RemoveAll(o.Dir); err != nil {
		return err
	}
	for len(m.queue) > 0 {
		address := m.queue[0]
		m.queue = m.queue[1:]
		if err := m.write(ctx, address); err != nil {
			return fmt.Errorf("%s: %w", address, err)
		}
	}
	return m.addFiles()
}

// referencePath is the path of the reference.
const referencePath = reference.PathPage

// serve creates the pages' handlers and queues the pages.
func (m *maker) serve() error {
	pages, err := console.NewStatic(console.StaticOptions{
		Clock: func() time.Time { return m.Time }, Version: m.Version, Reference: referencePath,
		More: []page.Page{{Path: guides.Path, Part: "guides", Title: "Guides"}},
	})
	if err != nil {
		return err
	}
	contract, err := reference.New(console.StaticURL, reference.Home("/"), reference.File())
	if err != nil {
		return err
	}
	documents, err := guides.New(guides.Options{
		Repository: m.Repository, Site: pages.Site(), Reference: referencePath, SignedIn: func(*http.Request) (bool, error) { return false, nil },
		Link: func(to, fragment string) string {
			return from(strings.TrimPrefix(guides.Search, "/"), strings.TrimPrefix(to, "/")+".html") + "#" + fragment
		},
	})
	if err != nil {
		return err
	}
	mux := http.NewServeMux()
	for pattern, handler := range pages.Handlers() {
		mux.Handle(pattern, handler)
	}
	for _, pattern := range reference.Patterns() {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			if contract.Serve(w, r) != nil {
				http.NotFound(w, r)
			}
		})
	}
	for pattern, handler := range documents.Handlers() {
		mux.Handle(pattern, handler)
	}
	for name := range folderFiles {
		mux.HandleFunc("/"+name, func(w http.ResponseWriter, r *http.Request) { http.ServeFileFS(w, r, folder, "folder/"+name) })
	}
	m.pages = mux
	entrances := []string{"/", referencePath, reference.PathYAML, reference.PathJSON, guides.Search}
	for _, address := range slices.Concat(entrances, pages.Unlinked(), pages.Site().Assets()) {
		m.want(address)
	}
	for name := range folderFiles {
		m.want("/" + name)
	}
	return nil
}

// want adds a URL to the queue, unless it was added before.
func (m *maker) want(address string) {
	if !m.known[address] {
		m.known[address] = true
		m.queue = append(m.queue, address)
	}
}

// aliases maps URLs of a server to their locations on the site.
var aliases = map[string]string{"/docs/errors": guides.Path + "/ERRORS"}

// fileOf returns the file name for a URL.
func fileOf(u *url.URL) string {
	address := u.Path
	switch {
	case u.Query().Get("sample") != "":
		address = "/sample-" + path.Base(u.Query().Get("sample"))
	case address == "/":
		address = "/index"
	}
	if path.Ext(address) == "" {
		address += ".html"
	}
	return address[1:]
}

// engineFile is the suffix of the engine's URL on a server. The site has compressed engine files,
// because a simple web server does not compress; see folder/site.js.
const engineFile = "/engine.wasm"

// write writes the file for a URL.
func (m *maker) write(ctx context.Context, address string) error {
	if strings.HasSuffix(address, engineFile) {
		return m.pack(filepath.Join(m.Workbench, "engine.wasm"), strings.TrimSuffix(address[1:], "wasm")+"packed")
	}
	at, err := url.Parse(address)
	if err != nil {
		return err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return err
	}
	w := httptest.NewRecorder()
	m.pages.ServeHTTP(w, r)
	if w.Code != http.StatusOK {
		return fmt.Errorf("status %d: broken link", w.Code)
	}
	content := w.Body.Bytes()
	if strings.HasPrefix(w.Header().Get("Content-Type"), "text/html") {
		content = m.relative(content, at)
	}
	return m.put(fileOf(at), content)
}

// put writes a file in the output directory.
func (m *maker) put(name string, content []byte) error {
	if m.written[name] {
		return errors.New("two files have the name " + name)
	}
	m.written[name] = true
	to := filepath.Join(m.Dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil { //nolint:gosec // web servers must be able to read the files
		return err
	}
	return os.WriteFile(to, content, 0o644) //nolint:gosec // web servers must be able to read the files
}

// names returns the sorted names of the files that have been written.
func (m *maker) names() []string { return slices.Sorted(maps.Keys(m.written)) }

//go:embed folder
var folder embed.FS

// folderFiles lists the files that are copied unchanged.
var folderFiles = map[string]bool{
	"site.js": true, "site.css": true, "site-worker.js": true, "site.webmanifest": true, "icon.svg": true,
}

// pack compresses an engine, because a simple web server does not compress files.
func (m *maker) pack(engine, name string) error {
	wasm, err := os.ReadFile(engine) //nolint:gosec // a file of this build
	if err != nil {
		return err
	}
	var packed bytes.Buffer
	z, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := z.Write(wasm); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	return m.put(name, packed.Bytes())
}

// addFiles adds the engine, and finally the offline cache, which lists all other files.
func (m *maker) addFiles() error {
	if err := m.pack(filepath.Join(m.Console, "engine.wasm"), "console.packed"); err != nil {
		return err
	}
	for _, name := range []string{"go.js", "LICENSE-go"} {
		text, err := os.ReadFile(filepath.Join(m.Console, name)) //nolint:gosec // a file of this build
		if err != nil {
			return err
		}
		if err := m.put(name, text); err != nil {
			return err
		}
	}
	digest := sha256.New()
	names := m.names()
	for _, name := range names {
		text, err := os.ReadFile(filepath.Join(m.Dir, filepath.FromSlash(name)))
		if err != nil {
			return err
		}
		fmt.Fprintf(digest, "%s %d\n", name, len(text))
		digest.Write(text)
	}
	list, err := json.Marshal(slices.DeleteFunc(names, func(name string) bool { return name == "LICENSE-go" }))
	if err != nil {
		return err
	}
	keeper, err := folder.ReadFile("folder/sw.js")
	if err != nil {
		return err
	}
	keeper = bytes.Replace(keeper, []byte("__VERSION__"), []byte(hex.EncodeToString(digest.Sum(nil))[:16]), 1)
	return m.put("sw.js", bytes.Replace(keeper, []byte(`["__FILES__"]`), list, 1))
}

// linking lists the attributes that contain URLs of the site. A form's action is not a file:
// scripts request it, and folder/site.js responds.
var linking = []string{"href", "src", "data-engine", "data-index"}

// relative makes a page's links to other pages and files relative and queues their targets.
func (m *maker) relative(text []byte, at *url.URL) []byte {
	var out bytes.Buffer
	tokens := html.NewTokenizer(bytes.NewReader(text))
	for {
		kind := tokens.Next()
		if kind == html.ErrorToken { // the page has ended
			return out.Bytes()
		}
		raw := bytes.Clone(tokens.Raw())
		if kind != html.StartTagToken && kind != html.SelfClosingTagToken {
			out.Write(raw)
			continue
		}
		token := tokens.Token()
		changed := false
		for i := range token.Attr {
			a := &token.Attr[i]
			if !slices.Contains(linking, a.Key) {
				continue
			}
			if to := m.link(a.Val, at); to != a.Val {
				a.Val, changed = to, true
			}
		}
		if changed {
			raw = []byte(token.String())
		}
		out.Write(raw)
	}
}

// link returns a URL relative to the page at another URL.
func (m *maker) link(address string, at *url.URL) string {
	to, err := at.Parse(address)
	if err != nil || to.Host != at.Host || to.Scheme != at.Scheme || strings.HasPrefix(address, "#") {
		return address
	}
	fragment := ""
	if to.Fragment != "" {
		fragment = "#" + to.EscapedFragment()
		to.Fragment = ""
	}
	if alias, known := aliases[to.Path]; known {
		to.Path = alias
	}
	if strings.HasSuffix(to.Path, "/") && to.Path != "/" { // a directory of assets, which are always written
		return from(fileOf(at), to.Path[1:]) + "/"
	}
	m.want(to.String())
	return from(fileOf(at), fileOf(to)) + fragment
}

// from returns the relative path from one file to another.
func from(file, to string) string {
	way, err := filepath.Rel(filepath.FromSlash(path.Dir(file)), filepath.FromSlash(to))
	if err != nil { // cannot happen: both paths are relative to the output directory
		return to
	}
	return filepath.ToSlash(way)
}
