package mcpapi

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/docs"
	"github.com/leasehold-accounting/leasehold/docs/examples"
	"github.com/leasehold-accounting/leasehold/internal/lists"
	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/strict"
)

const describeTool = "describe"

const describeTitle = "Describe tools, fields and terms"

func (c *contract) addDescribe(s *mcp.Server) {
	s.AddTool(&mcp.Tool{
		Name: describeTool, Title: describeTitle,
		Description: "Explains a tool (report_leases), a field of a request or response (rentSteps, rouAssetClose), an event type (modification), a standard (IFRS_16), " +
			`a schema (ReportRequest), an example ("example office") or a term of the method (quarter days). Without an argument, it lists all names. Calls are free.`,
		InputSchema: json.RawMessage(`{"type":"object","additionalProperties":false,"properties":{"what":{"type":"string","description":"What to describe."}}}`),
		Annotations: readOnly(),
	}, func(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		what, err := readWhat(jsontext.Value(req.Params.Arguments))
		if err != nil {
			return failed(nil, service.AsError(err)), nil
		}
		text, ok := c.describe(what)
		if !ok {
			return failed(nil, service.Invalid("what", fmt.Sprintf("%s not found; call %s without an argument to list all names", strict.Quote(what), describeTool))), nil
		}
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}, nil
	})
}

func readWhat(arguments jsontext.Value) (what string, err error) {
	if len(bytes.TrimSpace(arguments)) > 0 && arguments.Kind() != '{' {
		return "", service.Invalid("arguments", "must be an object")
	}
	for name, value := range strict.Members(arguments) {
		text, ok := strict.Unquote(value)
		switch {
		case name != "what":
			return "", service.Invalid(name, "is an unknown argument; use the argument \"what\"")
		case !ok && value.Kind() != 'n':
			return "", service.Invalid("what", "must be a string; got "+strict.Clip(string(value)))
		}
		what = strings.TrimSpace(string(text))
	}
	return what, nil
}

// describe explains a name of the API contract or a term. If the word is unknown, describe returns false.
func (c *contract) describe(what string) (text string, ok bool) {
	kind, name, _ := strings.Cut(what, " ")
	switch {
	case what == "":
		return c.names(), true
	case kind == "example" || kind == "examples":
		return c.example(strings.TrimSpace(name))
	case c.requests[what] != nil:
		m := c.requests[what].Properties
		return what + " has these fields. Call " + describeTool + " with a field's name for its full description.\n" + m.lines(m.names), true
	case member.EventTypeOf(what) != nil:
		return c.event(member.EventTypeOf(what)), true
	}
	for _, op := range operations.All() {
		if op.Tool == what {
			return c.tool(op), true
		}
	}
	for _, s := range leasehold.Standards() {
		if strings.EqualFold(s.String(), what) || strings.EqualFold(s.Title(), what) {
			return aboutStandard(s), true
		}
	}
	if fields := c.fields(what); len(fields) > 0 {
		return strings.Join(fields, "\n\n"), true
	}
	return c.search(what)
}

func (c *contract) names() string {
	var b strings.Builder
	for _, op := range operations.All() {
		fmt.Fprintf(&b, "%s: %s. Request: %s.\n", op.Tool, op.Title, op.Request)
	}
	types := lists.Join(member.EventTypes, ", ", func(t member.EventType) string { return t.Name })
	standards := lists.Join(leasehold.Standards(), ", ", leasehold.Standard.String)
	fmt.Fprintf(&b, "Event types: %s\nStandards: %s\nExamples: %s\n", types, standards, strings.Join(c.examples, ", "))
	for _, request := range c.order {
		names, lease := c.requests[request].Properties.names, c.requests[leaseTool.Request]
		if request != leaseTool.Request && c.requests[request].includes(lease) {
			names = slices.DeleteFunc(slices.Clone(names), func(name string) bool { return lease.Properties.of[name] != nil })
			fmt.Fprintf(&b, "Fields of %s: all fields of %s, and %s\n", request, leaseTool.Request, strings.Join(names, ", "))
			continue
		}
		fmt.Fprintf(&b, "Fields of %s: %s\n", request, strings.Join(names, ", "))
	}
	return b.String() + "The tool looks up any other word, such as rouAssetClose or \"quarter days\", in the response fields and in the method."
}

func (c *contract) tool(op *operations.Operation) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\nThe arguments are the fields of %s (call %s with that name) and the following:\n", op.Tool, op.About, op.Request, describeTool)
	for _, a := range toolArguments(op, true) {
		fmt.Fprintf(&b, "- %s: %s\n", a.name, a.about)
	}
	b.WriteString("The idempotency_key argument is available only on a server.\n")
	if pages := pagesOf(op); len(pages) > 0 {
		fmt.Fprintf(&b, "The page argument accepts these lists: %s.\n", strings.Join(pages, ", "))
	}
	return b.String()
}

func (c *contract) fields(name string) (found []string) {
	for _, request := range c.order {
		m := c.requests[request].Properties.of[name]
		if m == nil {
			continue
		}
		if text := m.explain(); !slices.ContainsFunc(found, func(f string) bool { return strings.HasSuffix(f, ": "+text) }) {
			found = append(found, name+" of "+request+": "+text)
		}
	}
	if m := c.events.of[name]; m != nil {
		found = append(found, name+" of an event: "+m.explain())
	}
	for _, a := range toolArguments(operations.Compute, true) {
		if a.name == name {
			found = append(found, name+", an argument of the tools: "+a.about)
		}
	}
	for _, p := range c.responses[name] {
		if text := name + " of " + p.of + ": " + p.about; !slices.Contains(found, text) && len(found) < 8 {
			found = append(found, text)
		}
	}
	return found
}

func (s *schema) explain() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%v.", s.Type)
	if s.Description != "" {
		b.WriteString(" " + s.Description)
	}
	for _, limit := range []struct {
		label string
		value any
		most  int // maximum length of the text in bytes
	}{{"Allowed", s.Enum, 400}, {"Default", s.Default, 20}, {"Minimum", s.Minimum, 20}, {"Maximum", s.Maximum, 20}, {"At most", s.MaxItems, 20}} {
		text := strings.Trim(fmt.Sprint(limit.value), "[]")
		if limit.value != nil && text != "" && len(text) < limit.most {
			fmt.Fprintf(&b, " %s: %s.", limit.label, strings.ReplaceAll(text, " ", ", "))
		}
	}
	b.WriteString("\n")
	element := cmp.Or(s.Items, s)
	if len(element.Properties.names) > 40 {
		return b.String() + "It has the fields of " + leaseTool.Request + "."
	}
	for _, name := range element.Properties.names {
		must, p := "", element.Properties.of[name]
		if slices.Contains(element.Required, name) {
			must = ", required"
		}
		fmt.Fprintf(&b, "- %s (%v%s): %s\n", name, p.Type, must, firstSentence(p.Description))
	}
	return strings.TrimSpace(b.String())
}

func (m members) lines(names []string) string {
	var b strings.Builder
	for _, name := range names {
		fmt.Fprintf(&b, "- %s: %s\n", name, firstSentence(m.of[name].Description))
	}
	return b.String()
}

func (c *contract) event(t *member.EventType) string {
	var b strings.Builder
	fmt.Fprintf(&b, "This event is an element of the events field, with \"type\": %q and a \"date\".\n", t.Name)
	list := func(heading string, names []string) {
		if len(names) > 0 {
			b.WriteString(heading + ":\n" + c.events.lines(names))
		}
	}
	list("Required", t.Required)
	list("At least one of these is required", t.OneOf)
	list("Allowed", slices.Concat(t.Allowed, member.AnyEvent))
	if may, _ := t.States(member.NewRent[0]); may {
		b.WriteString("Only one of " + strings.Join(member.NewRent, " and ") + " is allowed.\n")
	}
	if slices.Contains(t.Required, "discountRateAnnual") {
		b.WriteString("You can omit discountRateAnnual if the lease has a discountRates table, or under FRS_102.\n")
	}
	if len(t.Not) > 0 {
		b.WriteString("Not allowed under " + strings.Join(t.Not, ", ") + ".\n")
	}
	return b.String() + "Other fields are rejected."
}

func aboutStandard(s leasehold.Standard) string {
	text := s.String() + ": " + s.Title() + ", " + s.Framework() + "."
	if s.SingleModel() {
		return text + s.Say(" A lessee accounts for all leases under one model, so there is no classification.")
	}
	return text + " Five criteria determine whether a lease is an operating or a finance lease; classify_lease returns the class with its reasons."
}

func (c *contract) example(name string) (string, bool) {
	if name == "" {
		return "Examples: " + strings.Join(c.examples, ", ") + `. To see one, set "what" to a value such as "example ` + c.examples[0] + `".`, true
	}
	if !slices.Contains(c.examples, name) {
		return "", false
	}
	text, err := fs.ReadFile(examples.Files, name+".json")
	return string(text), err == nil
}

// The limits of a search result.
const (
	foundMembers    = 10
	foundParagraphs = 3
	paragraphMax    = 1_000 // maximum length in bytes
)

// search returns the API fields and the method paragraphs that contain every word of text.
func (c *contract) search(text string) (string, bool) {
	words := strings.Fields(strings.ToLower(text))
	matches := func(s string) bool {
		s = strings.ToLower(s)
		return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(s, w) })
	}
	var b strings.Builder
	n := 0
	note := func(of string, m members) {
		for _, name := range m.names {
			if about := m.of[name].Description; n < foundMembers && matches(name+" "+about) {
				fmt.Fprintf(&b, "- %s (%s): %s\n", name, of, firstSentence(about))
				n++
			}
		}
	}
	for _, request := range c.order {
		note(request, c.requests[request].Properties)
	}
	note("event", c.events)
	heading, paragraphs := "", 0
	for paragraph := range strings.SplitSeq(docs.Method, "\n\n") {
		if strings.HasPrefix(paragraph, "#") {
			heading = strings.TrimLeft(strings.SplitN(paragraph, "\n", 2)[0], "# ")
			continue
		}
		if paragraphs < foundParagraphs && matches(paragraph) {
			paragraph = strings.TrimSpace(paragraph)
			if len(paragraph) > paragraphMax {
				paragraph = strings.ToValidUTF8(paragraph[:paragraphMax], "") + " …"
			}
			fmt.Fprintf(&b, "Method, %s:\n%s\n", heading, paragraph)
			paragraphs++
		}
	}
	return b.String(), b.Len() > 0 && len(words) > 0
}
