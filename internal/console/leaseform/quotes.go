package leaseform

import (
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/internal/wording"
)

// keyed returns rows as an object, each under the path of the member that it quotes.
func (r *reader) keyed(rows []*record, l *List, path string) []byte {
	members, seen := objectWriter{body: []byte{'{'}}, map[string]bool{}
	key := &l.Inputs[0]
	rest := pointers(l.Inputs[1:])
	for _, row := range rows {
		name := row.inputName(key.Name)
		of := r.pathOf(row.typed[key.Name])
		switch {
		case of == "":
			r.faults[name] = "This field is required."
			continue
		case seen[of]:
			r.faults[name] = "This field is quoted for twice."
			continue
		}
		seen[of] = true
		at := path + "." + of
		r.places[at] = place{name, key}
		members.addQuoted(quoted(of), r.object(row, rest, nil, at+"."))
	}
	return members.end()
}

// pathOf returns the path in the request of what a quote is for: a path with the rows as
// the form has them, or what the form calls an input.
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

// compare says next to each input that is quoted for, and next to its quote, whether the
// quote has what was typed.
func (r *reader) compare(l *leasehold.Lease) {
	for _, q := range wording.Quotes(l) {
		for _, path := range []string{q.Path, "evidence." + q.Path + ".quote"} {
			at := r.places[path].name
			r.understood[at] = strings.TrimSpace(r.understood[at] + " " + q.Verdict)
		}
	}
	delete(r.understood, "") // of a member that the form has no input for
}
