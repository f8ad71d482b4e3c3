// Package clients builds the client types for other languages from the OpenAPI description. The types contain
// the fields of each operation's requests and responses, and the positions of decimal numbers.
package clients

import (
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/leasehold-accounting/leasehold/api"
)

type kind uint8

const (
	text kind = iota
	integer
	decimal
	boolean
	object
	list
	texts  // an object that maps names to strings
	values // an object that maps names to strings and numbers
	free   // an object with any fields
)

// typ is a type from the API contract in the form that clients use.
type typ struct {
	kind kind
	enum []string // allowed values of a string
	name string   // name of the object, if the type is an object
	item *typ     // element type of a list
}

// member is a field of an object.
type member struct {
	name     string
	about    string
	typ      typ
	required bool
	null     bool // whether null is allowed
}

// record is an object in the API contract, under a unique name.
type record struct {
	name    string
	about   string
	members []member
	oneOf   []string // fields, at least one of which is required
	input   bool     // whether the record is part of a request, not of a response
}

// divided returns the fields of r that are not in oneOf. For each field in oneOf, it also returns a
// variant that requires that field.
func (r *record) divided() (common []member, variants [][]member) {
	for _, m := range r.members {
		if !slices.Contains(r.oneOf, m.name) {
			common = append(common, m)
		}
	}
	for _, name := range r.oneOf {
		var variant []member
		for _, m := range r.members {
			if slices.Contains(r.oneOf, m.name) {
				m.required = m.name == name
				m.null = m.null && !m.required
				variant = append(variant, m)
			}
		}
		variants = append(variants, variant)
	}
	return common, variants
}

// operation is one of the service's operations.
type operation struct {
	name              string // name in the operation's path, such as journal-entries
	about             string
	request, response string // names of the records
}

// model lists the types of a client. Each record precedes the records that contain it.
type model struct {
	version    string
	operations []operation
	records    []*record
}

// reader builds a model from a description.
type reader struct {
	document *yaml.Node
	model    *model
	input    bool
	known    map[string]bool // whether a record belongs to a request, by record name
}

func read() (*model, error) {
	var document yaml.Node
	if err := yaml.Unmarshal(api.JSON(""), &document); err != nil {
		return nil, fmt.Errorf("openapi.json: %w", err)
	}
	rd := &reader{document: document.Content[0], model: &model{}, known: map[string]bool{}}
	rd.model.version = at(rd.document, "info", "version").Value
	paths := at(rd.document, "paths")
	for i := 0; i < len(paths.Content); i += 2 {
		name, found := strings.CutPrefix(paths.Content[i].Value, "/v1/")
		post := at(paths.Content[i+1], "post")
		if !found || post == nil || strings.Contains(name, "/") {
			continue
		}
		if err := rd.operation(name, post); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return rd.model, nil
}

func (rd *reader) operation(name string, post *yaml.Node) error {
	op := operation{name: name, about: prose(at(post, "description"))}
	for _, part := range []struct {
		input bool
		body  *yaml.Node
		into  *string
	}{
		{true, at(post, "requestBody"), &op.request},
		{false, at(post, "responses", "200"), &op.response},
	} {
		rd.input = part.input
		t, err := rd.typ("", at(rd.resolved(part.body), "content", "application/json", "schema"))
		if err != nil {
			return err
		}
		if t.kind != object {
			return fmt.Errorf("its body must be an object")
		}
		*part.into = t.name
	}
	rd.model.operations = append(rd.model.operations, op)
	return nil
}

// resolved returns the node that n refers to, or n if n is not a reference.
func (rd *reader) resolved(n *yaml.Node) *yaml.Node {
	for ref := at(n, "$ref"); ref != nil; ref = at(n, "$ref") {
		n = at(rd.document, strings.Split(strings.TrimPrefix(ref.Value, "#/"), "/")...)
	}
	return n
}

// typ returns a schema's type. An object without its own name gets the given one.
func (rd *reader) typ(name string, schema *yaml.Node) (typ, error) {
	if ref := at(schema, "$ref"); ref != nil {
		name = ref.Value[strings.LastIndexByte(ref.Value, '/')+1:]
		schema = rd.resolved(schema)
	}
	for _, keyword := range []string{"allOf", "anyOf", "oneOf", "not"} {
		if at(schema, keyword) != nil && at(schema, "properties") == nil {
			return typ{}, fmt.Errorf("%s: types with %s cannot be made", name, keyword)
		}
	}
	names := slices.DeleteFunc(namesOf(at(schema, "type")), func(t string) bool { return t == "null" })
	if len(names) != 1 {
		return typ{}, fmt.Errorf("%s: must have one type, got %q", name, names)
	}
	switch names[0] {
	case "string":
		return typ{kind: text, enum: namesOf(at(schema, "enum"))}, nil
	case "integer":
		return typ{kind: integer}, nil
	case "number":
		return typ{kind: decimal}, nil
	case "boolean":
		return typ{kind: boolean}, nil
	case "array":
		item, err := rd.typ(singular(name), at(schema, "items"))
		return typ{kind: list, item: &item}, err
	case "object":
		if at(schema, "properties") == nil {
			if slices.Contains(namesOf(at(schema, "additionalProperties", "type")), "number") {
				return typ{kind: values}, nil
			}
			if more := at(schema, "additionalProperties"); more != nil && more.Value == "true" {
				return typ{kind: free}, nil
			}
			return typ{kind: texts}, nil
		}
		name, err := rd.record(name, schema)
		return typ{kind: object, name: name}, err
	default:
		return typ{}, fmt.Errorf("%s: unknown type %q", name, names[0])
	}
}

// record reads an object and returns its name.
func (rd *reader) record(name string, schema *yaml.Node) (string, error) {
	if input, known := rd.known[name]; known && input != rd.input {
		name += "Answer" // named separately, because requests allow more number formats than responses contain
	}
	if _, known := rd.known[name]; known {
		return name, nil
	}
	rd.known[name] = rd.input
	r := &record{name: name, about: prose(at(schema, "description")), input: rd.input}
	required := namesOf(at(schema, "required"))
	properties := at(schema, "properties")
	for i := 0; i < len(properties.Content); i += 2 {
		key, schema := properties.Content[i].Value, properties.Content[i+1]
		t, err := rd.typ(name+strings.ToUpper(key[:1])+key[1:], schema)
		if err != nil {
			return "", err
		}
		schema = rd.resolved(schema)
		r.members = append(r.members, member{
			name: key, about: prose(at(properties.Content[i+1], "description")), typ: t,
			required: slices.Contains(required, key), null: slices.Contains(namesOf(at(schema, "type")), "null"),
		})
	}
	if anyOf := at(schema, "anyOf"); anyOf != nil {
		for _, branch := range anyOf.Content {
			if at(branch, "required") == nil {
				r.oneOf = nil // the condition applies to nested fields
				break
			}
			r.oneOf = append(r.oneOf, namesOf(at(branch, "required"))...)
		}
		if len(r.oneOf) < 2 {
			r.oneOf = nil
		}
	}
	rd.model.records = append(rd.model.records, r)
	return name, nil
}

// singular returns the name of one element of a list.
func singular(name string) string {
	if stem, found := strings.CutSuffix(name, "ies"); found {
		return stem + "y"
	}
	return strings.TrimSuffix(name, "s")
}

// at returns the node at a path of field names, or nil.
func at(n *yaml.Node, path ...string) *yaml.Node {
	for _, name := range path {
		if n == nil || n.Kind != yaml.MappingNode {
			return nil
		}
		i := 0
		for i < len(n.Content) && n.Content[i].Value != name {
			i += 2
		}
		if i >= len(n.Content) {
			return nil
		}
		n = n.Content[i+1]
	}
	return n
}

// namesOf returns the strings in a node that is a string or a list of strings. It omits null.
func namesOf(n *yaml.Node) []string {
	switch {
	case n == nil:
		return nil
	case n.Kind == yaml.ScalarNode:
		return []string{n.Value}
	}
	var all []string
	for _, item := range n.Content {
		if item.Tag != "!!null" {
			all = append(all, item.Value)
		}
	}
	return all
}

// prose returns a description on one line.
func prose(n *yaml.Node) string {
	if n == nil {
		return ""
	}
	return strings.Join(strings.Fields(n.Value), " ")
}
