package api_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// parseYAML reads one YAML document.
func parseYAML(t *testing.T, text []byte) *yaml.Node {
	t.Helper()
	var document yaml.Node
	if err := yaml.Unmarshal(text, &document); err != nil {
		t.Fatal(err)
	}
	return document.Content[0]
}

// member returns the value at a path of field names.
func member(t *testing.T, n *yaml.Node, path ...string) *yaml.Node {
	t.Helper()
next:
	for _, name := range path {
		for i := 0; i+1 < len(n.Content); i += 2 {
			if n.Content[i].Value == name {
				n = n.Content[i+1]
				continue next
			}
		}
		t.Fatalf("no member %s of %s", name, strings.Join(path, "/"))
	}
	return n
}

// appendJSON appends a YAML value as JSON. Numbers keep their text, so that 0.00 remains an amount
// with two decimals.
func appendJSON(dst []byte, n *yaml.Node) ([]byte, error) {
	switch n.Kind {
	case yaml.AliasNode:
		return appendJSON(dst, n.Alias)
	case yaml.MappingNode, yaml.SequenceNode:
		return appendContainer(dst, n)
	case yaml.DocumentNode:
		return appendJSON(dst, n.Content[0])
	case yaml.ScalarNode:
		switch n.Tag {
		case "!!str":
			return appendString(dst, n.Value)
		case "!!int", "!!float", "!!bool", "!!null":
			if !json.Valid([]byte(n.Value)) {
				return dst, fmt.Errorf("line %d: %q is not JSON", n.Line, n.Value)
			}
			return append(dst, n.Value...), nil
		}
	}
	return dst, fmt.Errorf("line %d: a YAML value of kind %d and tag %s has no counterpart in JSON", n.Line, n.Kind, n.Tag)
}

func appendContainer(dst []byte, n *yaml.Node) ([]byte, error) {
	brackets := "[]"
	if n.Kind == yaml.MappingNode {
		brackets = "{}"
	}
	dst = append(dst, brackets[0])
	var err error
	for i, child := range spliced(n) {
		switch {
		case i == 0:
		case n.Kind == yaml.MappingNode && i%2 == 1:
			dst = append(dst, ':')
		default:
			dst = append(dst, ',')
		}
		if n.Kind == yaml.MappingNode && i%2 == 0 {
			dst, err = appendString(dst, child.Value)
		} else {
			dst, err = appendJSON(dst, child)
		}
		if err != nil {
			return dst, err
		}
	}
	return append(dst, brackets[1]), nil
}

// spliced returns a mapping's content, with merged mappings replaced by their content.
func spliced(n *yaml.Node) (list []*yaml.Node) {
	if n.Kind != yaml.MappingNode {
		return n.Content
	}
	for i := 0; i < len(n.Content); i += 2 {
		if n.Content[i].Tag == "!!merge" {
			list = append(list, spliced(n.Content[i+1].Alias)...)
		} else {
			list = append(list, n.Content[i], n.Content[i+1])
		}
	}
	return list
}

func appendString(dst []byte, s string) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		return dst, err
	}
	return append(dst, bytes.TrimSpace(b.Bytes())...), nil
}

// layOut adds line breaks to JSON for readability. An object without nested objects or arrays
// remains on one line.
func layOut(t *testing.T, text []byte, indent string) string {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var b strings.Builder
	if err := layOutValue(&b, d, indent); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func layOutValue(b *strings.Builder, d *json.Decoder, indent string) error {
	var raw json.RawMessage
	if err := d.Decode(&raw); err != nil {
		return err
	}
	flat := len(raw) < 2 || !bytes.ContainsAny(raw[1:], "{[")
	switch {
	case raw[0] == '{' && !flat, raw[0] == '[' && (!flat || len(raw) > 100):
		inner := json.NewDecoder(bytes.NewReader(raw))
		if _, err := inner.Token(); err != nil {
			return err
		}
		b.WriteByte(raw[0])
		for first := true; inner.More(); first = false {
			if !first {
				b.WriteByte(',')
			}
			b.WriteString("\n" + indent + "  ")
			if raw[0] == '{' {
				name, err := inner.Token()
				if err != nil {
					return err
				}
				fmt.Fprintf(b, "%q: ", name)
			}
			if err := layOutValue(b, inner, indent+"  "); err != nil {
				return err
			}
		}
		b.WriteString("\n" + indent)
		b.WriteByte(raw[0] + 2) // in ASCII, } and ] come two characters after { and [
	default:
		b.Write(spaced(raw))
	}
	return nil
}

// spaced adds a space after each comma and colon in one line of JSON.
func spaced(flat []byte) []byte {
	var out []byte
	quoted, escaped := false, false
	for _, c := range flat {
		out = append(out, c)
		switch {
		case escaped:
			escaped = false
		case c == '\\':
			escaped = true
		case c == '"':
			quoted = !quoted
		case !quoted && (c == ',' || c == ':'):
			out = append(out, ' ')
		}
	}
	return out
}
