package mcpapi

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/leasehold-accounting/leasehold/api"
	"github.com/leasehold-accounting/leasehold/internal/operations"
)

// leaseTool is the tool with the members of a lease in its schema. The other tools refer to
// it, because agents read the list of tools before their first call.
var leaseTool = operations.Compute

// The tools of all operations, in the order of the operations. They depend only on the API
// contract.
var (
	localTools   = sync.OnceValues(func() ([]*mcp.Tool, error) { return newTools(false) })
	meteredTools = sync.OnceValues(func() ([]*mcp.Tool, error) { return newTools(true) })
)

func newTools(metered bool) (tools []*mcp.Tool, err error) {
	c, err := contractOnce()
	if err != nil {
		return nil, err
	}
	for _, op := range operations.All() {
		tool, err := newTool(c, op, metered)
		if err != nil {
			return nil, fmt.Errorf("tool %s: %w", op.Tool, err)
		}
		tools = append(tools, tool)
	}
	return tools, nil
}

// newTool returns the tool of an operation. Its schema contains the common members; describe
// explains the rest.
func newTool(c *contract, op *operations.Operation, metered bool) (*mcp.Tool, error) {
	full, lease := c.requests[op.Request], c.requests[leaseTool.Request]
	input := &schema{Type: "object", Required: full.Required, Description: "Other members: the tool " + describeTool + "."}
	ofLease := op != leaseTool && full.includes(lease)
	if ofLease {
		input.Description = "Members of a lease: see " + leaseTool.Tool + "."
	}
	for _, name := range full.Properties.names {
		if !ofLease || lease.Properties.of[name] == nil || slices.Contains(full.Required, name) {
			input.Properties.add(name, full.Properties.of[name].brief())
		}
	}
	for _, a := range toolArguments(op, metered) {
		input.Properties.add(a.name, &schema{Type: "string", Description: a.about})
	}
	text := op.About
	switch {
	case !metered:
	case op.Units == 0:
		text += " Free."
	default:
		text += " Billed " + op.Price() + "."
	}
	encoded, err := json.Marshal(input)
	return &mcp.Tool{Name: op.Tool, Title: op.Title, Description: text, InputSchema: json.RawMessage(encoded), Annotations: readOnly()}, err
}

// readOnly returns the hints of every tool: it is read-only and calls no other system.
func readOnly() *mcp.ToolAnnotations {
	no := false
	return &mcp.ToolAnnotations{ReadOnlyHint: true, OpenWorldHint: &no}
}

// toolArgument is an argument that is not a member of the request body.
type toolArgument struct{ name, about string }

// toolArguments returns the arguments of a tool in addition to the request body.
func toolArguments(op *operations.Operation, metered bool) []toolArgument {
	var list []toolArgument
	switch {
	case op.Periods:
		list = append(list, toolArgument{argumentRows, "Which periods to return: all; first or last (12 periods); yearly (the last period of each lease year); a month (month:2027-03); or days (2027-01-01..2027-12-31)."})
	case len(optional[op]) > 0:
		list = append(list, toolArgument{argumentRows, "all: leaves no list out."})
	}
	if pages := pagesOf(op); len(pages) > 0 {
		list = append(list, toolArgument{argumentPage, "A list and its first element, as in leftOut: " + pages[0] + ":13."})
	}
	if metered {
		list = append(list, toolArgument{argumentKey, "Makes the same request free when repeated, also with another page. Use a new key for each request."})
	}
	return list
}

// schema is a JSON schema of the API contract in the form that agents read. References are replaced
// with the schemas that they name, because many hosts do not resolve them. Types exclude null,
// because many hosts cannot send a value of a union type. Conditions between members, which many hosts reject, are
// omitted; the descriptions of the members state them.
type schema struct {
	Default     any      `json:"default,omitempty"`
	Description string   `json:"description,omitempty"` // on one line
	Enum        []any    `json:"enum,omitempty"`
	Items       *schema  `json:"items,omitempty"`
	MaxItems    any      `json:"maxItems,omitempty"`
	Maximum     any      `json:"maximum,omitempty"`
	Minimum     any      `json:"minimum,omitempty"`
	Properties  members  `json:"properties,omitzero"`
	Required    []string `json:"required,omitempty"`
	Type        any      `json:"type,omitempty"`
}

// readSchema returns a schema of the contract by its name.
func readSchema(name string) (*schema, error) {
	raw, err := api.Schema(name)
	if err != nil {
		return nil, err
	}
	s := new(schema)
	return s, json.Unmarshal(raw, s)
}

const contractPrefix = "#/components/schemas/"

// UnmarshalJSON implements [json.Unmarshaler].
func (s *schema) UnmarshalJSON(text []byte) error {
	var reference struct {
		Ref string `json:"$ref"`
	}
	if err := json.Unmarshal(text, &reference); err != nil {
		return err
	}
	if reference.Ref != "" {
		named, err := readSchema(strings.TrimPrefix(reference.Ref, contractPrefix))
		if err != nil {
			return err
		}
		*s = *named
	}
	type plain schema // without this method
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()                                 // limits keep their digits
	if err := d.Decode((*plain)(s)); err != nil { // siblings of the reference are more specific
		return err
	}
	if types, ok := s.Type.([]any); ok && len(types) == 2 {
		s.Type = types[0]
	}
	s.Enum = slices.DeleteFunc(s.Enum, func(v any) bool { return v == nil })
	s.Description = unfold(s.Description)
	return nil
}

// includes reports whether a schema contains the members of another one, judged by the first and the
// last.
func (s *schema) includes(other *schema) bool {
	names := other.Properties.names
	return s.Properties.of[names[0]] != nil && s.Properties.of[names[len(names)-1]] != nil
}

// members are the properties of a schema in the order of the contract.
type members struct {
	names []string
	of    map[string]*schema
}

func (m *members) add(name string, s *schema) {
	if m.of == nil {
		m.of = map[string]*schema{}
	}
	m.names, m.of[name] = append(m.names, name), s
}

// UnmarshalJSON implements [json.Unmarshaler].
func (m *members) UnmarshalJSON(text []byte) error {
	*m = members{}
	return eachMember(text, func(name string, value jsontext.Value) error {
		s := new(schema)
		m.add(name, s)
		return json.Unmarshal(value, s)
	})
}

// MarshalJSON implements [json.Marshaler].
func (m members) MarshalJSON() ([]byte, error) {
	text := []byte("{")
	for _, name := range m.names {
		one, err := json.Marshal(m.of[name])
		if err != nil {
			return nil, err
		}
		text = appendMember(text, name, one)
	}
	return append(text, '}'), nil
}

// unfold writes a text on one line.
func unfold(text string) string { return strings.Join(strings.Fields(text), " ") }

// descriptionMax bounds a description in the list of tools, in bytes.
const descriptionMax = 110

// brief returns a schema with only its type, its values and the first sentence of its description.
// For a list of objects it also keeps the required members of an element.
func (s *schema) brief() *schema {
	short := &schema{Type: s.Type, Enum: s.Enum, Description: firstSentence(s.Description)}
	if s.Items == nil {
		return short
	}
	short.Items = &schema{Type: s.Items.Type, Enum: s.Items.Enum}
	if len(s.Items.Properties.names) < 30 {
		short.Items.Required = s.Items.Required
		for _, name := range s.Items.Required {
			if of := s.Items.Properties.of[name]; of != nil {
				short.Items.Properties.add(name, &schema{Type: of.Type, Enum: of.Enum})
			}
		}
	}
	return short
}

// firstSentence returns the first sentence of a text, shortened to [descriptionMax].
func firstSentence(text string) string {
	if i := strings.Index(text, ". "); i >= 0 {
		text = text[:i+1]
	}
	if len(text) <= descriptionMax {
		return text
	}
	if i := strings.LastIndexByte(text[:descriptionMax], ' '); i > 0 {
		text = text[:i]
	}
	return strings.TrimRight(text, ",;: ") + " …"
}
