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

// described is the tool of an operation, in each set of tools.
type described struct{ whole, compact mcp.Tool }

// The tools depend on the contract alone, from which a program makes them once.
var (
	freeTools    = sync.OnceValues(func() ([]described, error) { return describeAll(false) })
	meteredTools = sync.OnceValues(func() ([]described, error) { return describeAll(true) })
)

// describeAll returns the tools of all operations, in their order.
func describeAll(metered bool) (tools []described, err error) {
	for _, op := range operations.All() {
		whole, err := describe(op, metered)
		if err != nil {
			return nil, fmt.Errorf("tool %s: %w", op.Tool, err)
		}
		compact, err := compacted(whole, op)
		if err != nil {
			return nil, fmt.Errorf("tool %s: %w", op.Tool, err)
		}
		tools = append(tools, described{*whole, *compact})
	}
	return tools, nil
}

// describe returns what an agent reads of an operation's tool before it calls
// it.
func describe(op *operations.Operation, metered bool) (*mcp.Tool, error) {
	input, err := inputSchema(op, metered)
	if err != nil {
		return nil, err
	}
	output, err := outputSchema(op.Response)
	if err != nil {
		return nil, err
	}
	text := op.About + " Rates are fractions (5% is 0.05). Deterministic: the same request always gives the same figures."
	switch {
	case !metered:
	case op.Units == 0:
		text += " Free."
	default:
		text += " Billed " + op.Price() + " of the key's monthly quota."
	}
	no := false
	return &mcp.Tool{
		Name: op.Tool, Title: op.Title, Description: text,
		InputSchema: input, OutputSchema: output,
		Annotations: &mcp.ToolAnnotations{
			Title: op.Title, ReadOnlyHint: true, IdempotentHint: true, DestructiveHint: &no, OpenWorldHint: &no,
		},
	}, nil
}

// schema is a JSON schema with the order of its members free.
type schema map[string]any

func readSchema(name string) (schema, error) {
	raw, err := api.Schema(name)
	if err != nil {
		return nil, err
	}
	s := schema{}
	d := json.NewDecoder(strings.NewReader(string(raw)))
	d.UseNumber() // limits keep their digits
	return s, d.Decode(&s)
}

// inputSchema is the contract's request with the arguments that only tools have.
// Where the contract also takes null for an absent member, a tool names the one
// type only: many hosts cannot send a union, and none needs to.
func inputSchema(op *operations.Operation, metered bool) (json.RawMessage, error) {
	s, err := readSchema(op.Request)
	if err != nil {
		return nil, err
	}
	properties, ok := s["properties"].(map[string]any)
	if !ok {
		return nil, fmt.Errorf("the contract's %s has no properties", op.Request)
	}
	if err := inline(properties); err != nil {
		return nil, err
	}
	names, err := propertyNames(op.Request)
	if err != nil {
		return nil, err
	}
	if op.Periods {
		properties[argumentRows] = schema{
			"type": "string", "pattern": "^(all|first|last|yearly|month:[0-9]{4}-[0-9]{2}|[0-9-]{10}\\.\\.[0-9-]{10})$",
			"description": fmt.Sprintf("Which payment periods to return: all; first (the first %d); last (the last %d); "+
				"yearly (the period that closes each lease year); those of a month, month:2027-03; those of some days, 2027-01-01..2027-12-31. "+
				"Without it, as many as a short answer holds. The other figures are always of the whole lease.", boundedRows, boundedRows),
		}
		names = append(names, argumentRows)
	}
	if metered {
		properties[argumentKey] = schema{
			"type": "string", "maxLength": 255,
			"description": "Names this computation, so that repeating the call is safe: the same request under the same name is " +
				"answered again and not billed again. Use a new one for each new request.",
		}
		names = append(names, argumentKey)
	}
	unfold(s)
	return inOrder(s, names)
}

// propertyNames returns the names of a schema's properties in the order of the
// contract.
func propertyNames(name string) ([]string, error) {
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
	var names []string
	d := jsontext.NewDecoder(bytes.NewReader(s.Properties))
	if _, err := d.ReadToken(); err != nil {
		return nil, err
	}
	for d.PeekKind() == '"' {
		property, err := d.ReadToken()
		if err != nil {
			return nil, err
		}
		names = append(names, property.String())
		if err := d.SkipValue(); err != nil {
			return nil, err
		}
	}
	return names, nil
}

// outputSchema is the contract's answer without what _meta carries. Schemas that
// it refers to come along as definitions.
func outputSchema(name string) (json.RawMessage, error) {
	s, err := readSchema(name)
	if err != nil {
		return nil, err
	}
	if properties, ok := s["properties"].(map[string]any); ok {
		delete(properties, "request_id")
		delete(properties, "replay")
	}
	if required, ok := s["required"].([]any); ok {
		s["required"] = slices.DeleteFunc(required, func(n any) bool { return n == "request_id" || n == "replay" })
	}
	definitions := map[string]any{}
	if err := define(s, definitions); err != nil {
		return nil, err
	}
	s["$defs"] = definitions
	return json.Marshal(s)
}

const contractPrefix = "#/components/schemas/"

// define turns references into the contract into references to definitions,
// which it collects, and drops what only readers of the contract need.
func define(value any, definitions map[string]any) error {
	switch v := value.(type) {
	case schema:
		return define(map[string]any(v), definitions)
	case []any:
		for _, element := range v {
			if err := define(element, definitions); err != nil {
				return err
			}
		}
	case map[string]any:
		delete(v, "examples")
		unfold(v)
		if ref, ok := v["$ref"].(string); ok {
			name := strings.TrimPrefix(ref, contractPrefix)
			v["$ref"] = "#/$defs/" + name
			if _, known := definitions[name]; known {
				return nil
			}
			s, err := readSchema(name)
			if err != nil {
				return err
			}
			definitions[name] = s
			return define(s, definitions)
		}
		for _, member := range v {
			if err := define(member, definitions); err != nil {
				return err
			}
		}
	}
	return nil
}

// inline puts the schemas of the contract in the place of references to them, of
// which many hosts understand none, takes null out of every type, and puts
// descriptions on one line.
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
			maps.Copy(s, v) // what stands next to the reference describes it more closely
			maps.Copy(v, s)
		}
		withoutNull(v)
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

// withoutNull takes null out of a member's types and values.
func withoutNull(member map[string]any) {
	if types, ok := member["type"].([]any); ok && len(types) == 2 {
		member["type"] = types[0]
	}
	if values, ok := member["enum"].([]any); ok {
		member["enum"] = slices.DeleteFunc(values, func(v any) bool { return v == nil })
	}
}

// unfold puts a description on one line.
func unfold(member map[string]any) {
	if text, ok := member["description"].(string); ok {
		member["description"] = strings.Join(strings.Fields(text), " ")
	}
}

// inOrder encodes a schema with its properties in the given order: a model reads
// them from the top.
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
