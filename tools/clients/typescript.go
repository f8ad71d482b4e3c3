package clients

import (
	"fmt"
	"strconv"
	"strings"
)

const typescriptHead = `// Generated from the contract, version %s, by 'make generate-clients'.

/** A number in exact decimals, such as "519841.89". */
export type Decimal = string;

/** A number to send: its digits as text, or an object with a toJSON method, such as a decimal.js number. A number of
 * JavaScript holds 15 digits and is sent as it prints. */
export type DecimalInput = string | number | bigint | { toJSON(): string };
`

// TypeScript returns declarations of the types in the API contract.
func TypeScript() ([]byte, error) {
	m, err := read()
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	fmt.Fprintf(&b, typescriptHead, m.version)
	for _, r := range m.records {
		common, variants := r.divided()
		name := r.name
		if variants != nil {
			name += "Fields"
		}
		fmt.Fprintf(&b, "\n%sexport interface %s {\n%s}\n", comment("", r.about), name, r.typescript(common))
		for i, variant := range variants {
			opening := " |"
			if i == 0 {
				opening = fmt.Sprintf("\n%sexport type %s = %s &", comment("", "One of "+strings.Join(r.oneOf, ", ")+" is required."), r.name, name)
				opening += " ("
			}
			fmt.Fprintf(&b, "%s {\n%s}", opening, r.typescript(variant))
		}
		if variants != nil {
			b.WriteString(");\n")
		}
	}
	b.WriteString("\n/** The operations with their requests and answers. */\nexport interface Operations {\n")
	for _, op := range m.operations {
		fmt.Fprintf(&b, "%s\t%s: { request: %s; response: %s };\n", comment("\t", op.about), strconv.Quote(op.name), op.request, op.response)
	}
	b.WriteString("}\n")
	return []byte(b.String()), nil
}

// typescript returns the declarations of fields.
func (r *record) typescript(members []member) string {
	var b strings.Builder
	for _, f := range members {
		b.WriteString(comment("\t", f.about))
		optional, null := "?", ""
		if f.required {
			optional = ""
		}
		if f.null {
			null = " | null"
		}
		if r.input && !f.required {
			null += " | undefined"
		}
		fmt.Fprintf(&b, "\t%s%s: %s%s;\n", f.name, optional, f.typ.typescript(r.input), null)
	}
	return b.String()
}

func (t typ) typescript(input bool) string {
	switch t.kind {
	case text:
		if len(t.enum) == 0 {
			return "string"
		}
		return `"` + strings.Join(t.enum, `" | "`) + `"`
	case integer:
		return "number"
	case decimal:
		if input {
			return "DecimalInput"
		}
		return "Decimal"
	case boolean:
		return "boolean"
	case list:
		item := t.item.typescript(input)
		if strings.Contains(item, " ") {
			item = "(" + item + ")"
		}
		if input {
			return "readonly " + item + "[]"
		}
		return item + "[]"
	case texts:
		return "Record<string, string>"
	case values:
		return "Record<string, string | number | null>"
	case free:
		return "Record<string, unknown>"
	default:
		return t.name
	}
}

// comment returns a description as a wrapped TypeScript comment.
func comment(indent, about string) string {
	if about == "" {
		return ""
	}
	about = strings.ReplaceAll(about, "*/", "* /")
	const width = 116
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(about) {
		if len(line)+1+len(word) > width && line != "" {
			lines, line = append(lines, line), ""
		}
		line = strings.TrimSpace(line + " " + word)
	}
	lines = append(lines, line)
	return indent + "/** " + strings.Join(lines, "\n"+indent+" * ") + " */\n"
}

const shapesHead = `// Generated from the contract, version %s, by 'make generate-clients'.

/** The positions of decimals. The keys are the names of a record and of its field.
 * The value is "#" for a decimal, and otherwise the record of an object or of
 * each item of a list.
 * @type {Record<string, Record<string, string>>} */
export const shapes = %s;

/** The records of each operation.
 * @type {{[O in keyof import("./contract.js").Operations]: {request: string, response: string}}} */
export const operations = {
`

// JavaScript returns a module that lists where requests and responses contain decimals.
func JavaScript() ([]byte, error) {
	m, err := read()
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	fmt.Fprintf(&b, shapesHead, m.version, m.shapes("\t", ","))
	for _, op := range m.operations {
		fmt.Fprintf(&b, "\t%s: { request: %q, response: %q },\n", strconv.Quote(op.name), op.request, op.response)
	}
	b.WriteString("};\n")
	return []byte(b.String()), nil
}

// shapes returns the positions of decimals, in a syntax that JavaScript and Python share.
func (m *model) shapes(indent, comma string) string {
	has := map[string]bool{} // whether a record contains decimals at any depth
	var b strings.Builder
	b.WriteString("{\n")
	for _, r := range m.records {
		var parts []string
		for _, f := range r.members {
			t := f.typ
			for t.kind == list {
				t = *t.item
			}
			switch {
			case t.kind == decimal:
				parts = append(parts, fmt.Sprintf("%q: %q", f.name, "#"))
			case t.kind == object && has[t.name]:
				parts = append(parts, fmt.Sprintf("%q: %q", f.name, t.name))
			}
		}
		if len(parts) > 0 {
			has[r.name] = true
			fmt.Fprintf(&b, "%s%q: {\n%s%s%s,\n%s}%s\n", indent, r.name, indent+indent, strings.Join(parts, ",\n"+indent+indent), "", indent, comma)
		}
	}
	b.WriteString("}")
	return b.String()
}
