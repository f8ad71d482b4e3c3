package guides

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"

	"github.com/leasehold-accounting/leasehold/internal/operations"
)

type entry struct {
	Page    string `json:"page"` // path, relative to the search index
	Title   string `json:"title"`
	Heading string `json:"heading"`
	Text    string `json:"text"`
}

// serveIndex sends the search index: the sections of all documents, and the API operations.
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
