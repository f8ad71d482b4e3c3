package openapi30

import (
	"slices"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/leasehold-accounting/leasehold/api"
)

// What 3.0 has no words for is said in others.
func TestNewWordsBecomeOlderOnes(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, newer, older string }{
		{"null", `{type: [string, "null"], maxLength: 3}`, `{maxLength: 3, type: string, nullable: true}`},
		{"several types", `{type: [string, number, "null"]}`, `{anyOf: [{type: string, nullable: true}, {type: number, nullable: true}]}`},
		{"an exclusive bound", `{type: number, exclusiveMinimum: 0}`, `{type: number, minimum: 0, exclusiveMinimum: true}`},
		{"one value", `{const: true}`, `{enum: [true]}`},
		{"examples", `{type: number, examples: [1, 2]}`, `{type: number, example: 1}`},
		{"words beside a reference", `{$ref: "#/x", description: Words}`, `{description: Words, allOf: [{"$ref": "#/x"}]}`},
		{"a bare reference", `{$ref: "#/x"}`, `{$ref: "#/x"}`},
		{"names of members", `{type: object, propertyNames: {maxLength: 5}, properties: {examples: {const: 1}, type: {type: [integer, "null"]}}}`, `{type: object, properties: {examples: {enum: [1]}, type: {type: integer, nullable: true}}}`},
	} {
		got, err := From([]byte("openapi: 3.1.0\ninfo: {title: T, summary: S}\npaths: {}\ncomponents: {schemas: {One: " + tt.newer + "}, examples: {One: {value: {const: 1}}}}\n"))
		if err != nil {
			t.Fatal(err)
		}
		want := "openapi: 3.0.3\ninfo: {title: T}\npaths: {}\ncomponents: {schemas: {One: " + tt.older + "}, examples: {One: {value: {const: 1}}}}\n"
		if string(got) != want {
			t.Errorf("%s:\n%s, want\n%s", tt.name, got, want)
		}
	}
	for _, wrong := range []string{"", "- 1\n", "{"} {
		if _, err := From([]byte(wrong)); err == nil {
			t.Errorf("%q is taken for a description", wrong)
		}
	}
}

// The contract has the same paths and schemas in older words, and no word of 3.1.
func TestTheContractIsWholeInOlderWords(t *testing.T) {
	t.Parallel()
	older, err := From(api.YAML("https://leases.example"))
	if err != nil {
		t.Fatal(err)
	}
	read := func(text []byte) (document struct {
		OpenAPI    string `yaml:"openapi"`
		Paths      map[string]any
		Components struct{ Schemas map[string]yaml.Node }
	},
	) {
		if err := yaml.Unmarshal(text, &document); err != nil {
			t.Fatal(err)
		}
		return document
	}
	was, is := read(api.YAML("https://leases.example")), read(older)
	if is.OpenAPI != version || len(is.Paths) != len(was.Paths) || len(is.Components.Schemas) != len(was.Components.Schemas) || len(is.Paths) == 0 {
		t.Errorf("%s with %d paths and %d schemas", is.OpenAPI, len(is.Paths), len(is.Components.Schemas))
	}
	for name, s := range is.Components.Schemas {
		known(t, name, &s)
	}
}

// words are those of a schema in OpenAPI 3.0.
var words = []string{
	"$ref", "title", "multipleOf", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum", "maxLength", "minLength", "pattern", "maxItems", "minItems",
	"uniqueItems", "maxProperties", "minProperties", "required", "enum", "type", "allOf", "oneOf", "anyOf", "not", "items", "properties",
	"additionalProperties", "description", "format", "default", "nullable", "discriminator", "readOnly", "writeOnly", "xml", "externalDocs", "example", "deprecated",
}

func known(t *testing.T, where string, n *yaml.Node) {
	t.Helper()
	if n.Kind != yaml.MappingNode {
		return
	}
	for i := 0; i < len(n.Content); i += 2 {
		key, value := n.Content[i].Value, n.Content[i+1]
		if !slices.Contains(words, key) {
			t.Errorf("%s has %s", where, key)
		}
		switch key {
		case "properties":
			each(value, func(of *yaml.Node) { known(t, where+"."+key, of) })
		case "items", "additionalProperties", "not":
			known(t, where+"."+key, value)
		case "allOf", "anyOf", "oneOf":
			for _, of := range value.Content {
				known(t, where+"."+key, of)
			}
		case "type":
			if value.Kind != yaml.ScalarNode {
				t.Errorf("%s has several types", where)
			}
		case "exclusiveMinimum", "exclusiveMaximum":
			if value.Value != "true" {
				t.Errorf("%s has %s: %s", where, key, value.Value)
			}
		}
	}
}
