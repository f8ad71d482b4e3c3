package leaseform

import (
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold/internal/member"
)

// pathOf returns the request path of the field that a quote from the lease contract supports. typed
// is the label of an input, or a path that contains the row indexes of the form.
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

// notInContracts are the lease fields that a lease contract does not contain: identifiers,
// accounting choices and the quotes themselves.
var notInContracts = []string{"id", "name", "tags", "standard", "basis", "fund", "classification", "exemption", "evidence"}

// quotable reports whether a passage of the lease contract can be quoted in support of the field at
// path.
func quotable(path string) bool {
	first, _, _ := strings.Cut(path, ".")
	return !slices.Contains(notInContracts, first)
}
