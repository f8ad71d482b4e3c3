package mcpapi

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/api"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/docs/examples"
	"github.com/leasehold-accounting/leasehold/internal/lists"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/strict"
)

// The arguments that only tools have, in addition to the fields of the request body.
const (
	argumentRows = "rows"
	argumentPage = "page"
	argumentKey  = "idempotency_key"
)

// The values of the rows argument. This argument selects periods of a schedule and of a journal.
const (
	rowsShort  = "" // requests a short response
	rowsAll    = "all"
	rowsFirst  = "first"
	rowsLast   = "last"
	rowsYearly = "yearly"
	rowsSpan   = "span" // requests the periods that overlap the requested range of days
)

// firstRows is the number of periods that the values "first" and "last" select.
const firstRows = 12

type arguments struct {
	body   []byte // the request body: all other arguments, with their order and text unchanged
	rows   string
	span   leasehold.Span  // range of days, if rows is rowsSpan
	page   page            // zero if no page is requested
	key    []string        // value of idempotency_key; empty without this argument
	faults []service.Field // errors in the rows, page and idempotency_key arguments
}

var argumentReaders = map[string]func(*arguments, *operations.Operation, jsontext.Value){
	argumentRows: (*arguments).readRows, argumentPage: (*arguments).readPage, argumentKey: (*arguments).readKey,
}

// readArguments separates the request body from the arguments that only tools have. The operation parses the
// body, so that errors in it are the same in every interface.
func readArguments(op *operations.Operation, raw []byte) arguments {
	args := arguments{body: raw}
	if text := bytes.TrimSpace(raw); len(text) == 0 || bytes.Equal(text, []byte("null")) {
		args.body = []byte("{}")
		return args
	}
	if !jsontext.Value(raw).IsValid(jsontext.AllowDuplicateNames(true)) || jsontext.Value(raw).Kind() != '{' {
		return args // the operation reports the invalid JSON
	}
	body := []byte{'{'}
	for name, value := range strict.Members(raw) {
		read := argumentReaders[name]
		switch {
		case read == nil:
			body = appendMember(body, name, value)
		case value.Kind() != 'n':
			read(&args, op, value)
		}
	}
	args.body = append(body, '}')
	if op == operations.Report {
		args.body = named(args.body)
	}
	return args
}

// check returns the errors in the rows, page and idempotency_key arguments, together with the errors in the request
// body. If these arguments are valid, check returns nil without checking the body.
func (a *arguments) check(op *operations.Operation) error {
	if len(a.faults) == 0 {
		return nil
	}
	faults := a.faults
	if _, err := op.Read(a.body); err != nil {
		faults = append(faults, service.AsError(err).Fields...)
	}
	return service.InvalidFields(faults...)
}

func (a *arguments) readRows(op *operations.Operation, v jsontext.Value) {
	allowed := []string{rowsAll}
	if op.Periods {
		allowed = []string{rowsAll, rowsFirst, rowsLast, rowsYearly}
	}
	text, _ := strict.Unquote(v)
	if slices.Contains(allowed, string(text)) {
		a.rows = string(text)
		return
	}
	if span, valid := readSpan(string(text)); valid && op.Periods {
		a.rows, a.span = rowsSpan, span
		return
	}
	if op.Periods {
		allowed = append(allowed, "a month such as month:2027-03", "days such as 2027-01-01..2027-12-31")
	}
	a.reject(argumentRows, strict.NotAllowed(strict.Clip(string(v)), allowed))
}

// readSpan parses a month such as month:2027-03, or days such as 2027-01-01..2027-12-31.
func readSpan(text string) (span leasehold.Span, ok bool) {
	if month, of := strings.CutPrefix(text, "month:"); of {
		first, err := civil.Parse(month + "-01")
		return leasehold.Span{From: first, To: first.AddMonths(1).Prev(), Monthly: true}, err == nil
	}
	from, to, _ := strings.Cut(text, "..")
	first, err := civil.Parse(from)
	last, err2 := civil.Parse(to)
	return leasehold.Span{From: first, To: last, Monthly: true}, err == nil && err2 == nil && !last.Before(first)
}

func (a *arguments) readPage(op *operations.Operation, v jsontext.Value) {
	text, _ := strict.Unquote(v)
	var ok bool
	if a.page, ok = parsePage(op, string(text)); ok {
		return
	}
	problem := "the response omits no list"
	if pages := pagesOf(op); len(pages) > 0 {
		problem = "write a list and the number of its first element, as in " + pages[0] + ":13; the lists are " + lists.And(pages)
	}
	a.reject(argumentPage, strict.Clip(string(v))+" is not allowed; "+problem)
}

func (a *arguments) readKey(_ *operations.Operation, v jsontext.Value) {
	text, ok := strict.Unquote(v)
	if !ok {
		a.reject(argumentKey, "must be a string of 1 to 255 visible ASCII characters; got "+strict.Clip(string(v)))
		return
	}
	a.key = append(a.key, string(text))
}

func (a *arguments) reject(argument, problem string) {
	a.faults = append(a.faults, service.Field{Name: argument, Message: problem})
}

// named adds an ID to the only lease of a report request, if that lease has no ID.
func named(body []byte) []byte {
	var request struct {
		Leases []map[string]json.RawMessage `json:"leases"`
	}
	if json.Unmarshal(body, &request) != nil || len(request.Leases) != 1 || len(request.Leases[0]) == 0 || request.Leases[0]["id"] != nil {
		return body
	}
	return edit(body, "leases", func(list jsontext.Value) jsontext.Value {
		at := bytes.IndexByte(list, '{') + 1
		return slices.Concat(list[:at], []byte(`"id":"lease",`), list[at:])
	})
}

// appendMember appends a field to a JSON object that has no closing brace yet.
func appendMember(object []byte, name string, value []byte) []byte {
	if object[len(object)-1] != '{' {
		object = append(object, ',')
	}
	object, _ = jsontext.AppendQuote(object, name) // the only possible error is invalid UTF-8, which AppendQuote replaces
	return append(append(object, ':'), value...)
}

// withMember returns a JSON object with an additional last field.
func withMember(object jsontext.Value, name string, value any) jsontext.Value {
	text, _ := json.Marshal(value) // JSON can represent every value that this package passes
	return append(appendMember(slices.Clip(object[:len(object)-1]), name, text), '}')
}

// edit calls f to replace the field at a path, such as result.schedule, and returns the edited JSON value, which is
// valid. If f returns nil, the field is removed. If a value on the path is a list, each of its elements is changed.
func edit(value jsontext.Value, path string, f func(jsontext.Value) jsontext.Value) jsontext.Value {
	if path == "" {
		return f(value)
	}
	switch value.Kind() {
	case '[':
		list := elements(value)
		for i := range list {
			list[i] = edit(list[i], path, f)
		}
		return join(list)
	case '{':
		name, rest, _ := strings.Cut(path, ".")
		edited := []byte{'{'}
		for member, v := range strict.Members(value) {
			if member == name {
				v = edit(v, rest, f)
			}
			if v != nil {
				edited = appendMember(edited, member, v)
			}
		}
		return append(edited, '}')
	default:
		return value
	}
}

func elements(list jsontext.Value) []jsontext.Value { return slices.Collect(strict.Elements(list)) }

func join(list []jsontext.Value) jsontext.Value {
	texts := lists.Map(list, func(element jsontext.Value) []byte { return element })
	return slices.Concat([]byte("["), bytes.Join(texts, []byte(",")), []byte("]"))
}

// contract contains the parts of the API contract that tool schemas and the describe tool need.
type contract struct {
	requests  map[string]*schema    // request schemas by name
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

// index adds the properties in a JSON value to c.responses. The value belongs to the named schema.
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
