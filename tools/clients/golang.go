package clients

import (
	"fmt"
	"go/format"
	"slices"
	"strings"
	"unicode/utf8"
)

const golangHead = `// Code generated from the contract by 'make generate-clients'. DO NOT EDIT.

package answer

import (
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)
`

// Go returns the responses of the API contract as Go types. The fields of each type are in the
// order in which they are printed.
func Go() ([]byte, error) {
	m, err := read()
	if err != nil {
		return nil, err
	}
	g := golang{records: map[string]*record{}, names: map[string]string{}}
	for _, r := range m.records {
		g.records[r.name] = r
	}
	g.b.WriteString(golangHead)
	g.figures = g.records["FunctionalFigures"].members
	g.b.WriteString("\n// Figures are the figures of a lease, a group or all leases.\ntype Figures struct {\n")
	g.fields(g.figures, false)
	g.b.WriteString("}\n")
	var plain strings.Builder
	for _, op := range m.operations {
		g.names[op.response] = op.response
		g.write(op.response, true)
		fmt.Fprintf(&plain, "\t%s %s\n", withoutMethods(op.response), op.response)
	}
	g.b.WriteString("\n// These types have the fields of the responses, but no methods.\ntype (\n" + plain.String() + ")\n")
	for i := 0; i < len(g.waiting); i++ { // writing a record may add further records
		g.write(g.waiting[i], false)
	}
	return format.Source([]byte(g.b.String()))
}

// golang writes Go types.
type golang struct {
	b       strings.Builder
	records map[string]*record
	names   map[string]string // Go names of records
	waiting []string          // records that are named but not written yet
	figures []member          // fields that several records contain in sequence; written as type Figures
}

// write writes a record as a struct.
func (g *golang) write(name string, root bool) {
	r := g.records[name]
	fmt.Fprintf(&g.b, "\n// %s: %s\ntype %s struct {\n", g.names[name], lowered(r.about), g.names[name])
	list := r.members
	if at := g.figuresIn(list); at >= 0 {
		g.fields(list[:at], root)
		g.b.WriteString("\n\tFigures\n")
		list = list[at+len(g.figures):]
	}
	if len(list) > 0 {
		g.b.WriteString("\n")
		g.fields(list, root)
		g.b.WriteString("\n")
	}
	if root {
		fmt.Fprintf(&g.b, "\tHead\n\tUnknown\n}\n"+golangMethods, r.name, withoutMethods(r.name))
	} else {
		g.b.WriteString("\tUnknown\n}\n")
	}
}

// figuresIn returns the index in a list of fields at which figures begins, or -1.
func (g *golang) figuresIn(list []member) int {
	for at := range len(list) - len(g.figures) + 1 {
		if slices.EqualFunc(list[at:at+len(g.figures)], g.figures, func(a, b member) bool { return a.name == b.name }) {
			return at
		}
	}
	return -1
}

// fields writes the fields of a struct. A comment that fits is on the line of its field.
func (g *golang) fields(list []member, root bool) {
	list = slices.DeleteFunc(slices.Clone(list), func(m member) bool {
		return root && (m.name == "request_id" || m.name == "replay") // the embedded head contains these fields
	})
	above := map[string]bool{} // Go names of the fields with a comment above
	for {
		text := g.fieldsWith(list, above)
		field := fieldOfLongLine(text)
		if field == "" {
			g.b.WriteString(text)
			return
		}
		above[field] = true
	}
}

// fieldsWith returns the fields of a struct. If above contains a field, the comment of the field is
// on a separate line.
func (g *golang) fieldsWith(list []member, above map[string]bool) string {
	var b strings.Builder
	for _, m := range list {
		tag := m.name
		if !m.required {
			tag += ",omitzero"
		}
		field := fmt.Sprintf("%s %s `json:%q`", golangName(m.name), g.typ(m), tag)
		switch {
		case m.about == "":
			fmt.Fprintf(&b, "\t%s\n", field)
		case above[golangName(m.name)]:
			fmt.Fprintf(&b, "\t// %s\n\t%s\n", m.about, field)
		default:
			fmt.Fprintf(&b, "\t%s // %s\n", field, m.about)
		}
	}
	return b.String()
}

// fieldOfLongLine returns the field on the longest line with a comment, or "" if all such lines fit.
func fieldOfLongLine(fields string) (name string) {
	longest := 120
	formatted, err := format.Source([]byte("type t struct {\n" + fields + "}\n"))
	if err != nil {
		panic(fmt.Sprintf("%v in %s", err, fields)) // cannot happen unless the generator has written invalid Go
	}
	for line := range strings.Lines(string(formatted)) {
		width := utf8.RuneCountInString(strings.ReplaceAll(strings.TrimSuffix(line, "\n"), "\t", "    "))
		if words := strings.Fields(line); width > longest && strings.Contains(line, "` // ") {
			name, longest = words[0], width
		}
	}
	return name
}

// golangMethods makes encoding/json read and write a response as [Read] and [Append] do, because
// encoding/json does not support the embed option.
const golangMethods = `
// MarshalJSON returns the JSON of the response, including its unknown fields.
func (a %[1]s) MarshalJSON() ([]byte, error) { return json.Marshal(%[2]s(a)) }

// UnmarshalJSON reads the JSON of a response, including its unknown fields.
func (a *%[1]s) UnmarshalJSON(body []byte) error { return json.Unmarshal(body, (*%[2]s)(a)) }
`

// withoutMethods returns the name of the type that has the fields of a response type, but not its
// methods.
func withoutMethods(response string) string { return strings.ToLower(response[:1]) + response[1:] }

// typ returns the Go type of a field. A field that may be missing is a pointer, unless its zero
// value means that it is missing.
func (g *golang) typ(m member) string {
	t := g.plain(m.typ)
	pointer := m.null || !m.required
	switch m.typ.kind {
	case list, texts, values, free:
		pointer = false
	case text:
		pointer = m.null
	default:
	}
	if pointer && !strings.HasPrefix(t, "jsontext.") {
		return "*" + t
	}
	return t
}

func (g *golang) plain(t typ) string {
	switch t.kind {
	case integer:
		return "int"
	case decimal:
		return "Number"
	case boolean:
		return "bool"
	case list:
		return "[]" + g.plain(*t.item)
	case texts:
		return "Texts" // keeps the order in which the texts are printed
	case values, free:
		return "jsontext.Value" // keeps the printed text
	case text:
		return "string"
	case object:
	}
	if t.name == "NormalizedLease" {
		return "Input"
	}
	if g.names[t.name] == "" {
		g.names[t.name] = strings.Replace(strings.TrimPrefix(t.name, "Lease"), "Response", "", 1)
		if t.name == "LeaseFigures" { // in addition to those of groups
			g.names[t.name] = t.name
		}
		g.waiting = append(g.waiting, t.name)
	}
	return g.names[t.name]
}

// golangName returns the Go name of a field.
func golangName(name string) string {
	switch name {
	case "id":
		return "ID"
	case "leaseId":
		return "LeaseID"
	}
	var b strings.Builder
	for part := range strings.SplitSeq(name, "_") {
		b.WriteString(strings.ToUpper(part[:1]) + part[1:])
	}
	return b.String()
}

func lowered(text string) string {
	if text == "" {
		return "an object of the contract."
	}
	return strings.ToLower(text[:1]) + text[1:]
}
