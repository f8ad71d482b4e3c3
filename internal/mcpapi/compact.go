package mcpapi

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/leasehold-accounting/leasehold/internal/operations"
)

// Toolset is how much is said of the tools before they are called.
type Toolset string

// The tool sets.
const (
	// ToolsCompact says of each argument what most leases need, and has the tool
	// describe for the rest: agents read the whole list before their first call.
	ToolsCompact Toolset = "default"
	// ToolsAll has the whole contract in the schemas of each tool.
	ToolsAll Toolset = "all"
)

// ParseToolset reads a Toolset; "" is ToolsCompact.
func ParseToolset(name string) (Toolset, error) {
	switch t := Toolset(name); t {
	case "":
		return ToolsCompact, nil
	case ToolsCompact, ToolsAll:
		return t, nil
	default:
		return "", fmt.Errorf("%q is not allowed; allowed are %s and %s", name, ToolsCompact, ToolsAll)
	}
}

// leaseTool is the tool whose schema has the members of a lease, in the compact set.
var leaseTool = operations.Compute

// compacted returns a tool as the compact set has it.
func compacted(tool *mcp.Tool, op *operations.Operation) (*mcp.Tool, error) {
	raw, ok := tool.InputSchema.(json.RawMessage)
	if !ok {
		return nil, fmt.Errorf("the schema of %s is a %T", tool.Name, tool.InputSchema)
	}
	full := schema{}
	if err := json.Unmarshal(raw, &full); err != nil {
		return nil, err
	}
	names, err := propertyNames(op.Request)
	if err != nil {
		return nil, err
	}
	ofLease, err := propertyNames(leaseTool.Request)
	if err != nil {
		return nil, err
	}
	// The members of a lease are listed once, at the tool that computes one.
	listed := op != leaseTool && slices.Contains(names, ofLease[0]) && slices.Contains(names, ofLease[len(ofLease)-1])
	properties, _ := full["properties"].(map[string]any)
	required, _ := full["required"].([]any)
	short := map[string]any{}
	for _, name := range append(names, argumentRows, argumentKey) {
		member, ok := properties[name].(map[string]any)
		if !ok {
			continue
		}
		if listed && slices.Contains(ofLease, name) && !slices.Contains(required, any(name)) {
			continue
		}
		short[name] = compactMember(member)
	}
	about := "Further members: the tool " + describeTool + "."
	if listed {
		about = "The members of a lease are those of " + leaseTool.Tool + "."
	}
	copied := *tool
	copied.OutputSchema = nil
	copied.Description = op.About
	if i := strings.Index(tool.Description, " Billed "); i >= 0 {
		copied.Description += tool.Description[i:]
	}
	copied.InputSchema, err = inOrder(schema{"type": "object", "required": required, "description": about, "properties": short},
		slices.DeleteFunc(append(names, argumentRows, argumentKey), func(n string) bool { return short[n] == nil }))
	return &copied, err
}

// descriptionMax is how much of a description the compact set keeps, beyond its first
// sentence.
const descriptionMax = 110

// compactMember keeps the type of a member, its values and its first sentence; of
// lists of objects what an element must have.
func compactMember(member map[string]any) map[string]any {
	short := map[string]any{}
	for _, name := range []string{"type", "enum"} {
		if value, ok := member[name]; ok {
			short[name] = value
		}
	}
	if text, ok := member["description"].(string); ok {
		short["description"] = firstSentence(text)
	}
	items, ok := member["items"].(map[string]any)
	if !ok {
		return short
	}
	required, _ := items["required"].([]any)
	properties, _ := items["properties"].(map[string]any)
	element := map[string]any{}
	maps.Copy(element, map[string]any{"type": items["type"]})
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

// typeOf keeps the type of a member and its values.
func typeOf(member map[string]any) map[string]any {
	short := map[string]any{}
	for _, name := range []string{"type", "enum"} {
		if value, ok := member[name]; ok {
			short[name] = value
		}
	}
	return short
}

// firstSentence returns the first sentence of a text, cut where it is long.
func firstSentence(text string) string {
	if i := strings.Index(text, ". "); i >= 0 {
		text = text[:i+1]
	}
	if len(text) <= descriptionMax {
		return text
	}
	if i := strings.LastIndexAny(text[:descriptionMax], " "); i > 0 {
		text = text[:i]
	}
	return strings.TrimRight(text, ",;: ") + " …"
}
