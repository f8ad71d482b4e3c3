package site

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/leasehold-accounting/leasehold/internal/operations"
)

// entry is the search index entry of a section.
type entry struct {
	Page    string `json:"page"` // as a link from the index
	Title   string `json:"title"`
	Heading string `json:"heading"`
	Text    string `json:"text"`
}

// serveIndex sends the index of the search: every section of every document, and
// the operations of the reference.
func (g *guides) serveIndex(w http.ResponseWriter, _ *http.Request) {
	list, err := g.entries()
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(list) // a recorder takes everything
}

func (g *guides) entries() (list []entry, err error) {
	base := strings.TrimPrefix(searchPath, "/")
	link := func(address, fragment string) string {
		return from(base, strings.TrimPrefix(address, "/")+".html") + "#" + fragment
	}
	for _, name := range g.names() {
		d, err := g.document(name)
		if err != nil {
			return nil, err
		}
		for _, s := range d.sections {
			list = append(list, entry{Page: link(g.pages[name], s.ID), Title: d.title, Heading: s.Text, Text: s.text})
		}
	}
	for _, op := range operations.All() {
		list = append(list, entry{
			Page: link(referencePath, ""), Title: "API reference", Heading: fmt.Sprintf("POST /api/v1/%s", op.Name), Text: op.About,
		})
	}
	return list, nil
}
