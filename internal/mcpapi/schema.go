package mcpapi

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
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
	full, names, ofLease := c.requests[op.Request], slices.Clone(c.members[op.Request]), c.members[leaseTool.Request]
	properties, _ := full["properties"].(map[string]any)
	required, _ := full["required"].([]any)
	about := "Other members: the tool " + describeTool + "."
	if op != leaseTool && slices.Contains(names, ofLease[0]) && slices.Contains(names, ofLease[len(ofLease)-1]) {
		about = "Members of a lease: see " + leaseTool.Tool + "."
		names = slices.DeleteFunc(names, func(name string) bool {
			return slices.Contains(ofLease, name) && !slices.Contains(required, any(name))
		})
	}
	short := map[string]any{}
	for _, name := range names {
		member, _ := properties[name].(map[string]any)
		short[name] = brief(member)
	}
	for _, a := range toolArguments(op, metered) {
		short[a.name] = schema{"type": "string", "description": a.about}
		names = append(names, a.name)
	}
	input, err := inOrder(schema{"type": "object", "required": required, "description": about, "properties": short}, names)
	if err != nil {
		return nil, err
	}
	text := op.About
	switch {
	case !metered:
	case op.Units == 0:
		text += " Free."
	default:
		text += " Billed " + op.Price() + "."
	}
	return &mcp.Tool{Name: op.Tool, Title: op.Title, Description: text, InputSchema: input, Annotations: readOnly()}, nil
}

// readOnly are the hints of every tool: it is read-only and reaches no other system.
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
		list = append(list, toolArgument{argumentRows, "Periods: all, first or last (12), yearly (the last of each lease year), month:2027-03 or 2027-01-01..2027-12-31."})
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

// schema is a JSON schema.
type schema map[string]any

func readSchema(name string) (schema, error) {
	raw, err := api.Schema(name)
	if err != nil {
		return nil, err
	}
	s := schema{}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber() // limits keep their digits
	return s, d.Decode(&s)
}

// propertyNames returns the names of a schema's properties in the order of the API contract.
func propertyNames(name string) (names []string, err error) {
	raw, err := api.Schema(name)
	if err != nil {
		return nil, err
	}
	var s struct {
		Properties jsontext.Value `json:"properties"`
	}
	if err := json.Unmarshal(raw, &s); err != nil {
		return nil, err
	}
	err = eachMember(s.Properties, func(name string, _ jsontext.Value) error {
		names = append(names, name)
		return nil
	})
	return names, err
}

const contractPrefix = "#/components/schemas/"

// inline replaces references with the schemas that they name, because many hosts do not
// resolve them. It removes null from every type, because many hosts cannot send a union,
// and writes descriptions on one line.
func inline(value any) error {
	switch v := value.(type) {
	case []any:
		for _, element := range v {
			if err := inline(element); err != nil {
				return err
			}
		}
	case map[string]any:
		if ref, ok := v["$ref"].(string); ok {
			s, err := readSchema(strings.TrimPrefix(ref, contractPrefix))
			if err != nil {
				return err
			}
			delete(v, "$ref")
			maps.Copy(s, v) // siblings of the reference are more specific
			maps.Copy(v, s)
		}
		withoutNull(v)
		withoutConditions(v)
		unfold(v)
		for name, member := range v {
			if name == "examples" {
				continue
			}
			if err := inline(member); err != nil {
				return err
			}
		}
	}
	return nil
}

// withoutConditions removes the conditions between the fields of an object, which many
// hosts reject. The descriptions of the fields state them.
func withoutConditions(object map[string]any) {
	if _, ok := object["properties"]; ok {
		delete(object, "anyOf")
		delete(object, "allOf")
	}
}

// withoutNull removes null from a member's types and values.
func withoutNull(member map[string]any) {
	if types, ok := member["type"].([]any); ok && len(types) == 2 {
		member["type"] = types[0]
	}
	if values, ok := member["enum"].([]any); ok {
		member["enum"] = slices.DeleteFunc(values, func(v any) bool { return v == nil })
	}
}

// unfold writes a description on one line.
func unfold(member map[string]any) {
	if text, ok := member["description"].(string); ok {
		member["description"] = strings.Join(strings.Fields(text), " ")
	}
}

// descriptionMax bounds a description in the list of tools, in bytes.
const descriptionMax = 110

// brief returns a description of a member with only its type, its values and its first sentence.
// For a list of objects it also keeps the required members of an element.
func brief(member map[string]any) map[string]any {
	short := typeOf(member)
	if text, ok := member["description"].(string); ok {
		short["description"] = firstSentence(text)
	}
	items, ok := member["items"].(map[string]any)
	if !ok {
		return short
	}
	required, _ := items["required"].([]any)
	properties, _ := items["properties"].(map[string]any)
	element := typeOf(items)
	if len(required) > 0 && len(properties) < 30 {
		of := map[string]any{}
		for _, name := range required {
			if p, ok := properties[fmt.Sprint(name)].(map[string]any); ok {
				of[fmt.Sprint(name)] = typeOf(p)
			}
		}
		element["required"], element["properties"] = required, of
	}
	short["items"] = element
	return short
}

// typeOf returns a description of a member with only its type and its values.
func typeOf(member map[string]any) map[string]any {
	short := map[string]any{}
	for _, name := range []string{"type", "enum"} {
		if value, ok := member[name]; ok {
			short[name] = value
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

// inOrder encodes a schema with its properties in the given order.
func inOrder(s schema, names []string) (json.RawMessage, error) {
	properties, _ := s["properties"].(map[string]any)
	ordered := []byte("{")
	for i, name := range names {
		member, err := json.Marshal(properties[name])
		if err != nil {
			return nil, err
		}
		if i > 0 {
			ordered = append(ordered, ',')
		}
		ordered = fmt.Appendf(ordered, "%q:%s", name, member)
	}
	copied := maps.Clone(s)
	copied["properties"] = json.RawMessage(append(ordered, '}'))
	return json.Marshal(copied)
}
