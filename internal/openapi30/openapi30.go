// Package openapi30 writes the contract, an OpenAPI 3.1 description, as OpenAPI 3.0
// for generators and tools that do not read 3.1 yet. It says the same in older words,
// but for the bounds on the names of members, which OpenAPI 3.0 cannot state.
package openapi30

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"
)

const version = "3.0.3"

// From returns an OpenAPI 3.1 description in YAML as one of OpenAPI 3.0.
func From(description []byte) ([]byte, error) {
	var root yaml.Node
	if err := yaml.Unmarshal(description, &root); err != nil {
		return nil, err
	}
	if len(root.Content) != 1 || root.Content[0].Kind != yaml.MappingNode {
		return nil, errors.New("the description is not a mapping")
	}
	document := root.Content[0]
	document.HeadComment, document.FootComment = "", ""
	get(document, "openapi").Value = version
	if info := get(document, "info"); info != nil {
		remove(info, "summary") // which came with 3.1
	}
	parts(document)
	var out bytes.Buffer
	w := yaml.NewEncoder(&out)
	w.SetIndent(2)
	if err := errors.Join(w.Encode(&root), w.Close()); err != nil {
		return nil, fmt.Errorf("write the description: %w", err)
	}
	return out.Bytes(), nil
}

// parts writes the schemas within a part of the description anew.
func parts(n *yaml.Node) {
	if n.Kind != yaml.MappingNode {
		for _, child := range n.Content {
			parts(child)
		}
		return
	}
	for i := 0; i < len(n.Content); i += 2 {
		switch key, value := n.Content[i].Value, n.Content[i+1]; key {
		case "schema":
			schema(value)
		case "schemas":
			each(value, schema)
		case "example", "examples": // which hold no schemas, whatever they look like
		default:
			parts(value)
		}
	}
}

// each does something with the values of a mapping, whose keys are names.
func each(n *yaml.Node, do func(*yaml.Node)) {
	for i := 1; i < len(n.Content); i += 2 {
		do(n.Content[i])
	}
}

// schema writes a schema anew, and those within it.
func schema(n *yaml.Node) {
	if n.Kind != yaml.MappingNode { // true or false
		return
	}
	for i := 0; i < len(n.Content); i += 2 {
		switch key, value := n.Content[i].Value, n.Content[i+1]; key {
		case "properties":
			each(value, schema)
		case "items", "additionalProperties", "not":
			schema(value)
		case "allOf", "anyOf", "oneOf":
			for _, child := range value.Content {
				schema(child)
			}
		}
	}
	reference(n)
	types(n)
	bound(n, "exclusiveMinimum", "minimum")
	bound(n, "exclusiveMaximum", "maximum")
	if value := remove(n, "const"); value != nil {
		put(n, "enum", &yaml.Node{Kind: yaml.SequenceNode, Content: []*yaml.Node{value}})
	}
	if list := remove(n, "examples"); list != nil && len(list.Content) > 0 {
		put(n, "example", list.Content[0])
	}
	remove(n, "propertyNames")
}

// reference moves a reference that has something next to it, which 3.0 does not read,
// into a list of its own.
func reference(n *yaml.Node) {
	if len(n.Content) <= 2 {
		return
	}
	if to := remove(n, "$ref"); to != nil {
		inner := &yaml.Node{Kind: yaml.MappingNode}
		put(inner, "$ref", to)
		put(n, "allOf", &yaml.Node{Kind: yaml.SequenceNode, Content: []*yaml.Node{inner}})
	}
}

// types makes one type of a list of them: null is an attribute in 3.0, and of others each
// is a schema.
func types(n *yaml.Node) {
	list := get(n, "type")
	if list == nil || list.Kind != yaml.SequenceNode {
		return
	}
	var others []*yaml.Node
	for _, t := range list.Content {
		if t.Value != "null" {
			others = append(others, t)
		}
	}
	nullable := len(others) < len(list.Content)
	typed := func(n, t *yaml.Node) {
		put(n, "type", t)
		if nullable {
			put(n, "nullable", flag())
		}
	}
	remove(n, "type")
	if len(others) == 1 {
		typed(n, others[0])
		return
	}
	choice := &yaml.Node{Kind: yaml.SequenceNode}
	for _, t := range others {
		one := &yaml.Node{Kind: yaml.MappingNode}
		typed(one, t)
		choice.Content = append(choice.Content, one)
	}
	put(n, "anyOf", choice)
}

// bound writes an exclusive bound as a bound that is exclusive.
func bound(n *yaml.Node, exclusive, plain string) {
	if value := remove(n, exclusive); value != nil {
		remove(n, plain)
		put(n, plain, value)
		put(n, exclusive, flag())
	}
}

func flag() *yaml.Node { return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!bool", Value: "true"} }

func get(n *yaml.Node, key string) *yaml.Node {
	for i := 0; i < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			return n.Content[i+1]
		}
	}
	return nil
}

func put(n *yaml.Node, key string, value *yaml.Node) {
	style := yaml.Style(0)
	if strings.HasPrefix(key, "$") {
		style = yaml.DoubleQuotedStyle
	}
	n.Content = append(n.Content, &yaml.Node{Kind: yaml.ScalarNode, Value: key, Style: style}, value)
}

// remove takes a member out of a mapping and returns its value, or nil.
func remove(n *yaml.Node, key string) *yaml.Node {
	for i := 0; i < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			value := n.Content[i+1]
			n.Content = append(n.Content[:i], n.Content[i+2:]...)
			return value
		}
	}
	return nil
}
