package columns

import (
	"maps"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold/internal/cell"
	"github.com/leasehold-accounting/leasehold/internal/strict"
)

// Map maps the headings or letters of columns to fields. The field "-" means that the column is
// ignored.
type Map map[string]string

// ParseMap parses a map from headings to fields, such as C=interest, Notes=-. Messages contain the
// parameters what and example.
func ParseMap(list, fields []string, what, example string) (Map, error) {
	m := make(Map, len(list))
	for _, one := range list {
		i := strings.LastIndexByte(one, '=')
		if i < 0 {
			return nil, Refuse("%s is not a column mapping; write HEADING=FIELD, as in \"%s\"", strict.Quote(one), example)
		}
		heading, to := cell.Trim(one[:i]), cell.Trim(one[i+1:])
		if to != "-" && !slices.Contains(fields, to) {
			near := strict.Nearest(to, fields)
			if near != "" {
				near = " (did you mean " + near + "?)"
			}
			return nil, Refuse("%s is not a field of %s%s; allowed are %s, and - for no field", strict.Quote(to), what, near, strings.Join(fields, ", "))
		}
		m[heading] = to
	}
	return m, nil
}

// Of returns the field of a column and whether it is mapped: by its exact heading, its heading in
// any letter case, or its letter.
func (m Map) Of(letter, heading string) (string, bool) {
	if to, ok := m[heading]; ok && heading != "" {
		return to, true
	}
	folded := cell.Fold(heading)
	for _, name := range slices.Sorted(maps.Keys(m)) {
		if cell.Fold(name) == folded && folded != "" {
			return m[name], true
		}
	}
	to, ok := m[letter]
	return to, ok
}
