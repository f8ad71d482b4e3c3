package guides

import (
	"fmt"
	"io/fs"
	"net/url"
	"path"
	"strings"

	"github.com/leasehold-accounting/leasehold/internal/console/leaseform"
)

type example struct {
	Name string // name of the example's file
	Open string // URL of the workbench with the lease
	JSON string // the request body
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
