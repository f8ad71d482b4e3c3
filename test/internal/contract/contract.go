// Package contract validates the service's requests and responses against its OpenAPI description.
// The status must be documented, and headers and bodies must match their schemas. If the response
// has status 200, the request must be valid.
package contract

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/leasehold-accounting/leasehold/api"
)

// Exchange is a request and its response.
type Exchange struct {
	Method, Path string
	Request      []byte
	Status       int
	Header       http.Header
	Response     []byte
}

const document = "openapi.json"

// description is the OpenAPI document without its schemas.
type description struct {
	Paths      map[string]map[string]json.RawMessage `json:"paths"`
	Components struct {
		Responses     map[string]response    `json:"responses"`
		Headers       map[string]header      `json:"headers"`
		RequestBodies map[string]requestBody `json:"requestBodies"`
	} `json:"components"`
}

type requestBody struct {
	Content map[string]struct {
		Schema struct {
			Ref string `json:"$ref"`
		} `json:"schema"`
	} `json:"content"`
}

type operation struct {
	RequestBody struct {
		Ref string `json:"$ref"`
	} `json:"requestBody"`
	Responses map[string]response `json:"responses"`
}

type response struct {
	Ref     string                     `json:"$ref"`
	Headers map[string]header          `json:"headers"`
	Content map[string]json.RawMessage `json:"content"`
}

type header struct {
	Ref      string `json:"$ref"`
	Required bool   `json:"required"`
	Schema   struct {
		Type string `json:"type"`
	} `json:"schema"`
}

// checker holds the description and its compiled schemas.
type checker struct {
	description

	compiler *jsonschema.Compiler
	mu       sync.Mutex // the schema compiler is not safe for concurrent use
	compiled map[string]*jsonschema.Schema
}

var load = sync.OnceValues(func() (*checker, error) {
	c := &checker{compiler: jsonschema.NewCompiler(), compiled: map[string]*jsonschema.Schema{}}
	if err := json.Unmarshal(api.JSON(""), &c.description); err != nil {
		return nil, err
	}
	parsed, err := jsonschema.UnmarshalJSON(bytes.NewReader(api.JSON("")))
	if err != nil {
		return nil, err
	}
	c.compiler.AssertFormat()
	return c, c.compiler.AddResource(document, parsed)
})

// schema returns the compiled schema for a JSON pointer into the document.
func (c *checker) schema(pointer string) (*jsonschema.Schema, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s, ok := c.compiled[pointer]; ok {
		return s, nil
	}
	s, err := c.compiler.Compile(document + "#" + pointer)
	if err == nil {
		c.compiled[pointer] = s
	}
	return s, err
}

// base is the common prefix of the operations' paths.
const base = "/api"

// Check returns the violations in an exchange as one error, or nil.
func Check(x Exchange) error {
	c, err := load()
	if err != nil {
		return err
	}
	if err := c.check(x); err != nil {
		return fmt.Errorf("contract: %s %s: %d: %w: %.300s", x.Method, x.Path, x.Status, err, x.Response)
	}
	return nil
}

func (c *checker) check(x Exchange) error {
	path, _, _ := strings.Cut(x.Path, "?") // no operation reads the query string
	if strings.HasPrefix(path, "/v1/") {
		path = "" // only paths below the base belong to operations
	}
	path = strings.TrimPrefix(path, base)
	item, known := c.Paths[path]
	if !known {
		if x.Status != http.StatusNotFound {
			return errors.New("the path is not described, and the status is not 404")
		}
		return c.validate("/components/schemas/Error", x.Response)
	}
	method := strings.ToLower(x.Method)
	raw, ok := item[method]
	if !ok {
		if x.Status != http.StatusMethodNotAllowed && x.Status < http.StatusInternalServerError {
			return errors.New("the method is not described, and the status is not 405")
		}
		for _, m := range []string{"post", "get"} {
			if _, ok := item[m]; ok {
				method, raw = m, item[m]
			}
		}
	}
	var op operation
	if err := json.Unmarshal(raw, &op); err != nil {
		return err
	}
	pointer := "/paths/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(path) + "/" + method
	if x.Status == http.StatusOK && method == "post" && !skips(x.Request) {
		if err := c.validate(c.requestSchema(&op), x.Request); err != nil {
			return fmt.Errorf("answered although the request is not as described: %w", err)
		}
	}
	return c.response(x, &op, pointer)
}

// requestSchema returns the JSON pointer to an operation's request schema.
func (c *checker) requestSchema(op *operation) string {
	name := strings.TrimPrefix(op.RequestBody.Ref, "#/components/requestBodies/")
	return strings.TrimPrefix(c.Components.RequestBodies[name].Content["application/json"].Schema.Ref, "#")
}

// skips is true if a report request skips invalid leases.
func skips(request []byte) bool {
	var q struct {
		OnError string `json:"onError"`
	}
	return json.Unmarshal(request, &q) == nil && q.OnError == "skip"
}

// response checks an operation's response against its description.
func (c *checker) response(x Exchange, op *operation, pointer string) error {
	status := strconv.Itoa(x.Status)
	r, ok := op.Responses[status]
	if !ok {
		return errors.New("the status is not described")
	}
	pointer += "/responses/" + status
	if name, ok := strings.CutPrefix(r.Ref, "#/components/responses/"); ok {
		r, pointer = c.Components.Responses[name], "/components/responses/"+name
	}
	if err := c.headers(x.Header, r.Headers); err != nil {
		return err
	}
	kind, _, _ := strings.Cut(x.Header.Get("Content-Type"), ";")
	if len(r.Content) == 0 {
		return nil
	}
	if _, ok := r.Content[kind]; !ok {
		return fmt.Errorf("content type %q is not described", kind)
	}
	if x.Method == http.MethodHead || kind != "application/json" {
		return nil // a file has no request_id, and no schema describes it
	}
	if err := c.validate(pointer+"/content/application~1json/schema", x.Response); err != nil {
		return err
	}
	return sameID(x)
}

// headers checks that the required headers are present, that all headers match their schemas, and
// that there is no undocumented header.
func (c *checker) headers(got http.Header, described map[string]header) error {
	for name, h := range described {
		pointer := ""
		if ref, ok := strings.CutPrefix(h.Ref, "#/components/headers/"); ok {
			h, pointer = c.Components.Headers[ref], "/components/headers/"+ref+"/schema"
		}
		values := got.Values(name)
		switch {
		case len(values) == 0 && h.Required:
			return fmt.Errorf("header %s is missing", name)
		case len(values) == 0:
			continue
		case len(values) > 1:
			return fmt.Errorf("header %s is there %d times", name, len(values))
		}
		text := []byte(values[0])
		if h.Schema.Type == "string" {
			text, _ = json.Marshal(values[0]) // a string can always be encoded
		}
		if err := c.validate(pointer, text); err != nil {
			return fmt.Errorf("header %s: %w", name, err)
		}
	}
	for name := range got {
		lower := strings.ToLower(name)
		ours := strings.HasPrefix(lower, "x-") && lower != "x-content-type-options" || lower == "retry-after" || lower == "idempotent-replay"
		if _, ok := described[lower]; ours && !ok {
			return fmt.Errorf("header %s is not described", lower)
		}
	}
	return nil
}

// sameID checks that the body and the header have the same request ID.
func sameID(x Exchange) error {
	var body struct {
		RequestID string `json:"request_id"`
		Error     struct {
			RequestID string `json:"request_id"`
		} `json:"error"`
	}
	if err := json.Unmarshal(x.Response, &body); err != nil {
		return err
	}
	id := x.Header.Get("X-Request-Id")
	if !slices.Contains([]string{body.RequestID, body.Error.RequestID, ""}, id) {
		return fmt.Errorf("header x-request-id %s is not the id of the body", id)
	}
	return nil
}

// validate validates JSON against the schema at a JSON pointer.
func (c *checker) validate(pointer string, text []byte) error {
	s, err := c.schema(pointer)
	if err != nil {
		return err
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return fmt.Errorf("not JSON: %w", err)
	}
	return s.Validate(v)
}
