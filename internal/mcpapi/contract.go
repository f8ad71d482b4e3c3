package mcpapi

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/api"
	"github.com/leasehold-accounting/leasehold/docs/examples"
	"github.com/leasehold-accounting/leasehold/internal/operations"
)

// contract contains the parts of the API contract that the tools and describe explain.
type contract struct {
	requests  map[string]schema     // without references, by the names of their schemas
	order     []string              // the names of the requests
	members   map[string][]string   // of each request, in the order of the API contract
	events    map[string]any        // the properties of an event
	types     []string              // of events
	standards []string              // by their names in the API contract
	examples  []string              // by the names of their files
	responses map[string][]property // properties of the other schemas, by name
}

// property is a property of a schema.
type property struct{ of, about string }

// contractOnce returns the contract. A program reads the contract only once.
var contractOnce = sync.OnceValues(newContract)

func newContract() (*contract, error) {
	c := &contract{requests: map[string]schema{}, members: map[string][]string{}, responses: map[string][]property{}}
	for _, op := range operations.All() {
		if c.requests[op.Request] != nil {
			continue
		}
		if err := c.addRequest(op.Request); err != nil {
			return nil, err
		}
	}
	lease, _ := c.requests[leaseTool.Request]["properties"].(map[string]any)
	events, _ := lease["events"].(map[string]any)
	items, _ := events["items"].(map[string]any)
	c.events, _ = items["properties"].(map[string]any)
	kinds, _ := c.events["type"].(map[string]any)
	values, _ := kinds["enum"].([]any)
	for _, t := range values {
		c.types = append(c.types, fmt.Sprint(t))
	}
	for _, s := range leasehold.Standards() {
		c.standards = append(c.standards, s.String())
	}
	list, err := fs.Glob(examples.Files, "*.json")
	if err != nil || len(c.types) == 0 {
		return nil, fmt.Errorf("events %v: %w", c.events, err)
	}
	for _, name := range list {
		c.examples = append(c.examples, strings.TrimSuffix(name, ".json"))
	}
	return c, c.addResponses()
}

func (c *contract) addRequest(name string) error {
	s, err := readSchema(name)
	if err != nil {
		return err
	}
	properties, _ := s["properties"].(map[string]any)
	if err := inline(properties); err != nil {
		return err
	}
	unfold(s)
	withoutConditions(s)
	names, err := propertyNames(name)
	if err != nil || len(names) == 0 {
		return fmt.Errorf("the contract's %s has %d properties: %w", name, len(names), err)
	}
	c.requests[name], c.members[name], c.order = s, names, append(c.order, name)
	return nil
}

// addResponses indexes the properties of all schemas that are not requests.
func (c *contract) addResponses() error {
	var document struct {
		Components struct {
			Schemas map[string]any `json:"schemas"`
		} `json:"components"`
	}
	if err := json.Unmarshal(api.JSON(""), &document); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(document.Components.Schemas)) {
		if c.requests[name] == nil {
			c.index(name, document.Components.Schemas[name])
		}
	}
	return nil
}

// index adds the properties within a value of the named schema.
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
			unfold(member)
			if about, ok := member["description"].(string); ok {
				c.responses[name] = append(c.responses[name], property{of, about})
			}
		}
		for _, name := range slices.Sorted(maps.Keys(v)) {
			c.index(of, v[name])
		}
	}
}
