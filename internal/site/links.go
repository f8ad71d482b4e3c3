package site

import (
	"bytes"
	"net/url"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// linking lists the attributes that contain URLs of the site. The action of a form is not a file:
// scripts request it, and folder/site.js responds.
var linking = []string{"href", "src", "data-engine", "data-index"}

// relative makes a page's links to other pages and files relative and queues
// their targets.
func (m *maker) relative(text []byte, at *url.URL) []byte {
	var out bytes.Buffer
	tokens := html.NewTokenizer(bytes.NewReader(text))
	for {
		kind := tokens.Next()
		if kind == html.ErrorToken { // the end of the page
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
	if strings.HasSuffix(to.Path, "/") && to.Path != "/" { // a directory of assets, which are written in any case
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
