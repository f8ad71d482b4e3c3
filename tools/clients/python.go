package clients

import (
	"fmt"
	"strings"
)

const pythonHead = `# Generated from the contract, version %s, by 'make generate-clients'.
"""The fields of requests and answers. Decimals are decimal.Decimal in answers."""

from decimal import Decimal
from typing import Literal, NotRequired, TypeAlias, TypedDict

DecimalInput: TypeAlias = Decimal | int | float
"""A number to send. A float is sent as it prints, with up to 17 digits."""
`

// Python returns a module that declares the types of the API contract as typed dictionaries.
func Python() ([]byte, error) {
	m, err := read()
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	fmt.Fprintf(&b, pythonHead, m.version)
	for _, r := range m.records {
		b.WriteString("\n\n")
		if r.oneOf == nil {
			b.WriteString(r.python("TypedDict"))
			continue
		}
		common, variants := r.divided()
		base := record{name: r.name + "Fields", about: r.about, members: common, input: r.input}
		b.WriteString(base.python("TypedDict"))
		var names []string
		for i, variant := range variants {
			of := record{name: r.name + "With" + strings.ToUpper(r.oneOf[i][:1]) + r.oneOf[i][1:], members: variant, input: r.input}
			b.WriteString("\n\n" + of.python(base.name))
			names = append(names, of.name)
		}
		fmt.Fprintf(&b, "\n\n%s: TypeAlias = %s\n", r.name, strings.Join(names, " | "))
	}
	b.WriteString("\n\n# The decimals: \"#\", or the record of an object or of each item of a list.\n")
	fmt.Fprintf(&b, "SHAPES: dict[str, dict[str, str]] = %s\n", m.shapes("    ", ","))
	b.WriteString("\n# The records of each operation's request and answer.\nOPERATIONS: dict[str, tuple[str, str]] = {\n")
	for _, op := range m.operations {
		fmt.Fprintf(&b, "    %q: (%q, %q),\n", op.name, op.request, op.response)
	}
	b.WriteString("}\n")
	return []byte(b.String()), nil
}

// python returns a record as a typed dictionary. It uses the functional syntax if a field name is a Python
// keyword.
func (r *record) python(base string) string {
	var members []string
	reserved := false
	for _, f := range r.members {
		t := f.typ.python(r.input)
		if f.null {
			t += " | None"
		}
		if !f.required {
			t = "NotRequired[" + t + "]"
		}
		reserved = reserved || f.name == "from"
		members = append(members, fmt.Sprintf("%s\x00%s", f.name, t))
	}
	var b strings.Builder
	if reserved {
		fmt.Fprintf(&b, "%s = TypedDict(\n    %q,\n    {\n", r.name, r.name)
		for _, m := range members {
			name, t, _ := strings.Cut(m, "\x00")
			fmt.Fprintf(&b, "        %q: %s,\n", name, t)
		}
		b.WriteString("    },\n)\n")
	} else {
		fmt.Fprintf(&b, "class %s(%s):\n", r.name, base)
		for _, m := range members {
			fmt.Fprintf(&b, "    %s\n", strings.Replace(m, "\x00", ": ", 1))
		}
	}
	if r.about != "" {
		about := strings.ReplaceAll(r.about, `\`, `\\`)
		if reserved {
			return fmt.Sprintf("# %s\n%s", about, b.String())
		}
		head, rest, _ := strings.Cut(b.String(), "\n")
		return fmt.Sprintf("%s\n    \"\"\"%s\"\"\"\n\n%s", head, about, rest)
	}
	return b.String()
}

func (t typ) python(input bool) string {
	switch t.kind {
	case text:
		if len(t.enum) == 0 {
			return "str"
		}
		return `Literal["` + strings.Join(t.enum, `", "`) + `"]`
	case integer:
		return "int"
	case decimal:
		if input {
			return "DecimalInput"
		}
		return "Decimal"
	case boolean:
		return "bool"
	case list:
		return "list[" + t.item.python(input) + "]"
	case texts:
		return "dict[str, str]"
	case values:
		return "dict[str, str | int | float | Decimal | None]"
	case free:
		return "dict[str, object]"
	default:
		return t.name
	}
}
