package mcpapi

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/docs/examples"
	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// describeTool is the tool that answers questions about the contract.
const describeTool = "describe"

// addDescribe adds the tool describe, which costs nothing and needs no key of its own.
func addDescribe(s *mcp.Server) error {
	c, err := contractOnce()
	if err != nil {
		return err
	}
	no := false
	s.AddTool(&mcp.Tool{
		Name: describeTool, Title: "Describe the contract",
		Description: "What the arguments of the tools mean: a member (rentSteps, basis, leases), an event type (modification), a standard (IFRS_16), " +
			"a schema (ReportRequest), or example and the name of one. Without an argument: the list of all of them. Free.",
		InputSchema: json.RawMessage(`{"type":"object","properties":{"what":{"type":"string","description":"What to describe."}}}`),
		Annotations: &mcp.ToolAnnotations{Title: "Describe the contract", ReadOnlyHint: true, IdempotentHint: true, DestructiveHint: &no, OpenWorldHint: &no},
	}, func(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var args struct {
			What string `json:"what"`
		}
		if len(req.Params.Arguments) > 0 {
			if err := json.Unmarshal(req.Params.Arguments, &args); err != nil {
				return failed(nil, service.Invalid("what", "must be a string")), nil //nolint:nilerr // the answer says it
			}
		}
		text, ok := c.describe(strings.TrimSpace(args.What))
		if !ok {
			return failed(nil, service.Invalid("what", fmt.Sprintf("%q is not known; call %s without an argument for what is", args.What[:min(len(args.What), clipMax)], describeTool))), nil
		}
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}, nil
	})
	return nil
}

// contract is what can be described.
type contract struct {
	requests map[string]schema // of the requests, by their schemas' names, inlined
	order    []string
	members  map[string][]string // names of the members of each, in order
	events   schema              // an event's properties
	types    []string            // of events
	examples []string
}

// contractOnce returns the contract, which a program reads once.
var contractOnce = sync.OnceValues(newContract)

func newContract() (*contract, error) {
	c := &contract{requests: map[string]schema{}, members: map[string][]string{}}
	for _, op := range operations.All() {
		if c.requests[op.Request] != nil {
			continue
		}
		s, err := readSchema(op.Request)
		if err != nil {
			return nil, err
		}
		properties, _ := s["properties"].(map[string]any)
		if err := inline(properties); err != nil {
			return nil, err
		}
		unfold(s)
		names, err := propertyNames(op.Request)
		if err != nil {
			return nil, err
		}
		c.requests[op.Request], c.members[op.Request], c.order = s, names, append(c.order, op.Request)
	}
	lease, _ := c.requests["Lease"]["properties"].(map[string]any)
	events, _ := lease["events"].(map[string]any)
	items, _ := events["items"].(map[string]any)
	c.events, _ = items["properties"].(map[string]any)
	kinds, _ := c.events["type"].(map[string]any)
	values, _ := kinds["enum"].([]any)
	for _, t := range values {
		c.types = append(c.types, fmt.Sprint(t))
	}
	list, err := fs.Glob(examples.Files, "*.json")
	if err != nil || len(c.types) == 0 {
		return nil, fmt.Errorf("events %v: %w", c.events, err)
	}
	for _, name := range list {
		c.examples = append(c.examples, strings.TrimSuffix(name, ".json"))
	}
	return c, nil
}

// describedMost is how long the schema of a member may be: a lease within a request is
// described on its own.
const describedMost = 12_000

// describe answers a question. ok is false where there is nothing of that name.
func (c *contract) describe(what string) (text string, ok bool) {
	kind, name, _ := strings.Cut(what, " ")
	switch {
	case what == "":
		return c.index(), true
	case kind == "example" || kind == "examples":
		return c.example(strings.TrimSpace(name))
	case c.requests[what] != nil:
		return what + " has these members. Ask for one by its name.\n" + c.lines(what), true
	case slices.Contains(c.types, what):
		return c.event(what), true
	}
	for _, s := range leasehold.Standards() {
		if strings.EqualFold(s.String(), what) {
			return standard(s), true
		}
	}
	var found []string
	for _, request := range c.order {
		properties, _ := c.requests[request]["properties"].(map[string]any)
		if member, has := properties[what]; has {
			text := encode(member)
			if len(text) > describedMost {
				of, _ := member.(map[string]any)
				text = encode(compactMember(of)) + "\nAsk for " + leaseTool.Request + ", or for one of its members."
			}
			found = append(found, what+" of "+request+":\n"+text)
		}
	}
	if member, has := c.events[what]; has {
		found = append(found, what+" of an event:\n"+encode(member))
	}
	return strings.Join(found, "\n\n"), found != nil
}

func (c *contract) index() string {
	var b strings.Builder
	for _, request := range c.order {
		b.WriteString("\n" + request + ":\n" + c.lines(request))
	}
	var standards []string
	for _, s := range leasehold.Standards() {
		standards = append(standards, s.String())
	}
	return "Event types: " + strings.Join(c.types, ", ") + "\nStandards: " + strings.Join(standards, ", ") +
		"\nExamples: " + strings.Join(c.examples, ", ") + "\n" + b.String()
}

// lines lists the members of a request, a line each.
func (c *contract) lines(request string) string {
	var b strings.Builder
	properties, _ := c.requests[request]["properties"].(map[string]any)
	for _, name := range c.members[request] {
		member, _ := properties[name].(map[string]any)
		text, _ := member["description"].(string)
		fmt.Fprintf(&b, "- %s: %s\n", name, firstSentence(text))
	}
	return b.String()
}

// event says what an event of a type may state: what it has to, what of several, and what
// besides.
func (c *contract) event(name string) string {
	t := &member.EventTypes[slices.IndexFunc(member.EventTypes, func(t member.EventType) bool { return t.Name == name })]
	var b strings.Builder
	fmt.Fprintf(&b, "An element of events with \"type\": %q and a \"date\".\n", name)
	list := func(heading string, members []string) {
		if len(members) == 0 {
			return
		}
		b.WriteString(heading + ":\n")
		for _, m := range members {
			p, _ := c.events[m].(map[string]any)
			text, _ := p["description"].(string)
			fmt.Fprintf(&b, "- %s: %s\n", m, firstSentence(text))
		}
	}
	list("Required", t.Required)
	list("At least one of", t.OneOf)
	list("Allowed", slices.Concat(t.Allowed, member.AnyEvent))
	if may, _ := t.States(member.NewRent[0]); may {
		b.WriteString("Of " + strings.Join(member.NewRent, " and ") + " one is allowed.\n")
	}
	if slices.Contains(t.Required, "discountRateAnnual") {
		b.WriteString("discountRateAnnual may be absent beside a table discountRates, and under FRS_102.\n")
	}
	if len(t.Not) > 0 {
		b.WriteString("There is no such event under " + strings.Join(t.Not, ", ") + ".\n")
	}
	return b.String() + "Another member is refused by name."
}

// standard says what a standard is.
func standard(s leasehold.Standard) string {
	text := s.String() + ": " + s.Title() + ", " + s.Framework() + "."
	if s.SingleModel() {
		return text + s.Say(" One model for all leases of a lessee: there is no classification.")
	}
	return text + " Leases are operating or finance leases, by five criteria; classify_lease tells which, and why."
}

// example returns an example, or the list of them.
func (c *contract) example(name string) (string, bool) {
	if name == "" {
		return "Examples: " + strings.Join(c.examples, ", ") + `. Ask for one as in "example ` + c.examples[0] + `".`, true
	}
	if !slices.Contains(c.examples, name) {
		return "", false
	}
	text, err := fs.ReadFile(examples.Files, name+".json")
	return string(text), err == nil
}

// encode prints a schema.
func encode(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		return err.Error()
	}
	return string(text)
}
