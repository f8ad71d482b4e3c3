package mcpapi

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold/api"
	"github.com/leasehold-accounting/leasehold/docs/examples"
	"github.com/leasehold-accounting/leasehold/internal/operations"
)

// contract contains the parts of the API contract that tool schemas and the describe tool need.
type contract struct {
	requests  map[string]*schema    // schemas of the requests by name
	order     []string              // names of the requests in the order of the operations
	events    members               // properties of an event
	examples  []string              // names of the example files without extension
	responses map[string][]property // properties of all other schemas, by name of the property
}

type property struct{ of, about string }

func newContract() (*contract, error) {
	c := &contract{requests: map[string]*schema{}, responses: map[string][]property{}}
	for _, op := range operations.All() {
		if c.requests[op.Request] != nil {
			continue
		}
		request, err := readSchema(op.Request)
		if err != nil {
			return nil, fmt.Errorf("the contract's %s: %w", op.Request, err)
		}
		c.requests[op.Request], c.order = request, append(c.order, op.Request)
	}
	c.events = c.requests[leaseTool.Request].Properties.of["events"].Items.Properties
	list, err := fs.Glob(examples.Files, "*.json")
	if err != nil {
		return nil, err
	}
	for _, name := range list {
		c.examples = append(c.examples, strings.TrimSuffix(name, ".json"))
	}
	var document struct {
		Components struct {
			Schemas map[string]any `json:"schemas"`
		} `json:"components"`
	}
	if err := json.Unmarshal(api.JSON(""), &document); err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(document.Components.Schemas)) {
		if c.requests[name] == nil {
			c.index(name, document.Components.Schemas[name])
		}
	}
	return c, nil
}

// index adds all properties in value to c.responses. value belongs to the schema named of.
func (c *contract) index(of string, value any) {
	switch v := value.(type) {
	case []any:
		for _, element := range v {
			c.index(of, element)
		}
	case map[string]any:
		properties, _ := v["properties"].(map[string]any)
		for name, p := range properties {
			member, _ := p.(map[string]any)
			if about, ok := member["description"].(string); ok {
				c.responses[name] = append(c.responses[name], property{of, unfold(about)})
			}
		}
		for _, name := range slices.Sorted(maps.Keys(v)) {
			c.index(of, v[name])
		}
	}
}
