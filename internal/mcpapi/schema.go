package mcpapi

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/leasehold-accounting/leasehold/api"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/strict"
)

// Only the schema of leaseTool contains a lease's fields, because an agent must read the list of all tools
// before its first call. The schemas of the other tools refer to leaseTool.
var leaseTool = operations.Compute

// newTool returns an operation's tool. The tool's schema contains only the most common fields; the describe
// tool explains the others.
func (c *contract) newTool(op *operations.Operation, metered bool) (*mcp.Tool, error) {
	full, lease := c.requests[op.Request], c.requests[leaseTool.Request]
	input := &schema{Type: "object", Required: full.Required, Description: "For other fields, call the tool " + describeTool + "."}
	ofLease := op != leaseTool && full.includes(lease)
	if ofLease {
		input.Description = "For the fields of a lease, see " + leaseTool.Tool + "."
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
		text += " Calls are free."
	default:
		text += " Billed " + op.Price() + "."
	}
	encoded, err := json.Marshal(input)
	return &mcp.Tool{Name: op.Tool, Title: op.Title, Description: text, InputSchema: json.RawMessage(encoded), Annotations: readOnly()}, err
}

// readOnly returns the annotations of all tools: they change nothing and call no other system.
func readOnly() *mcp.ToolAnnotations {
	no := false
	return &mcp.ToolAnnotations{ReadOnlyHint: true, OpenWorldHint: &no}
}

type toolArgument struct{ name, about string }

func toolArguments(op *operations.Operation, metered bool) []toolArgument {
	var list []toolArgument
	switch {
	case op.Periods:
		list = append(list, toolArgument{argumentRows, "Which periods to return: all; first or last (12 periods); yearly (the last period of each lease year); a month (month:2027-03); or days (2027-01-01..2027-12-31)."})
	case len(optional[op]) > 0:
		list = append(list, toolArgument{argumentRows, "Set this to \"all\" to receive every list in full."})
	}
	if pages := pagesOf(op); len(pages) > 0 {
		list = append(list, toolArgument{argumentPage, "The list to return and the number of the first element to return, as given in leftOut, such as " + pages[0] + ":13."})
	}
	if metered {
		list = append(list, toolArgument{argumentKey, "A repeated request with this key is free, even if it asks for another page. Use a different key for each new request."})
	}
	return list
}

// schema is a JSON schema from the API contract, simplified for agents. References are replaced by the schemas
// they refer to, because many MCP hosts do not resolve references. Types do not include null, because many
// hosts cannot send values of a union type. The fields' descriptions state the conditions between fields,
// because many hosts reject conditions in schemas.
type schema struct {
	Default     any      `json:"default,omitempty"`
	Description string   `json:"description,omitempty"` // without line breaks
	Enum        []any    `json:"enum,omitempty"`
	Items       *schema  `json:"items,omitempty"`
	MaxItems    any      `json:"maxItems,omitempty"`
	Maximum     any      `json:"maximum,omitempty"`
	Minimum     any      `json:"minimum,omitempty"`
	Properties  members  `json:"properties,omitzero"`
	Required    []string `json:"required,omitempty"`
	Type        any      `json:"type,omitempty"`
}

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
	type plain schema // this type has no UnmarshalJSON method, so decoding it is not recursive
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()                                 // preserves the digits of minimum and maximum
	if err := d.Decode((*plain)(s)); err != nil { // the fields next to a reference are more specific than the referenced schema, so they are decoded last
		return err
	}
	if types, ok := s.Type.([]any); ok && len(types) == 2 {
		s.Type = types[0]
	}
	s.Enum = slices.DeleteFunc(s.Enum, func(v any) bool { return v == nil })
	s.Description = unfold(s.Description)
	return nil
}

// includes reports whether s has all of the argument's fields. It checks only the first and the last field.
func (s *schema) includes(other *schema) bool {
	names := other.Properties.names
	return s.Properties.of[names[0]] != nil && s.Properties.of[names[len(names)-1]] != nil
}

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
	for name, value := range strict.Members(text) {
		s := new(schema)
		if err := json.Unmarshal(value, s); err != nil {
			return err
		}
		m.add(name, s)
	}
	return nil
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

func unfold(text string) string { return strings.Join(strings.Fields(text), " ") }

const descriptionMax = 110

// brief returns the type, the allowed values and the first sentence of the description. For a list
// of objects, the function brief adds the required fields of an element.
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

// firstSentence returns the first sentence of the text, cut at about [descriptionMax] bytes.
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
