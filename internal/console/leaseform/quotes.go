package leaseform

import (
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold/internal/member"
)

// keyed returns rows as an object, each under the path of the field that it quotes.
func (r *reader) keyed(rows []*record, l *List, path string) []byte {
	members, seen := objectWriter{body: []byte{'{'}}, map[string]bool{}
	key := &l.Inputs[0]
	rest := pointers(l.Inputs[1:])
	for _, row := range rows {
		name := row.inputName(key.Name)
		of := r.pathOf(row.typed[key.Name])
		switch {
		case of == "":
			r.faults[name] = required
			continue
		case seen[of]:
			r.faults[name] = "This field is quoted for twice."
			continue
		}
		seen[of] = true
		at := path + "." + of
		r.places[at] = place{name: name, input: key, quote: true}
		members.addQuoted(quoted(of), r.object(row, rest, nil, at+"."))
	}
	return members.end()
}

// pathOf returns the path in the request of the field that a quote supports. typed is a path
// with the form's rows, or an input's label.
func (r *reader) pathOf(typed string) string {
	for _, leaf := range member.Leaves(member.Lease) {
		if strings.EqualFold(leaf.Label, typed) {
			return leaf.Path
		}
	}
	for path, at := range r.places {
		if rest, found := strings.CutPrefix(typed, at.name+"."); found && at.input == nil && strings.HasSuffix(at.name, "]") {
			if rest = path + "." + rest; r.places[rest].name != "" {
				return rest
			}
		}
	}
	return typed
}

// notInContracts are the fields that no contract states: labels, choices of the books and
// the quotes themselves.
var notInContracts = []string{"id", "name", "tags", "standard", "basis", "fund", "classification", "exemption", "evidence"}

// quotable reports whether the contract can be quoted for the field at a path.
func quotable(path string) bool {
	first, _, _ := strings.Cut(path, ".")
	return !slices.Contains(notInContracts, first)
}
