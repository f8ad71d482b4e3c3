// Package columns has what the readers of other people's tables share: what their columns
// were taken for, the rows that they leave out, and why a file is refused.
package columns

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold/internal/cell"
	"github.com/leasehold-accounting/leasehold/internal/sheet"
	"github.com/leasehold-accounting/leasehold/internal/strict"
)

// Column is what a column was taken for.
type Column struct {
	Letter, Heading string
	Member          string // empty where it was not taken
	Why             string // it was not taken
	Aside           bool   // it was recognized and has no figure: the days or the length of a row
}

// LeftOut is a row that was left out because it is not of the kind looked for.
type LeftOut struct {
	Row  int // from 1
	Text string
	Why  string
}

// Leave returns a row that is left out, with the text of its first cells.
func Leave(r *sheet.Row, style cell.Style, why string) LeftOut {
	var texts []string
	for _, c := range r.Cells {
		if !c.Empty() && len(texts) < 4 {
			texts = append(texts, strict.Clip(style.Shown(c)))
		}
	}
	return LeftOut{Row: r.Number, Text: strings.Join(texts, " "), Why: why}
}

// Error says why a file cannot be read.
type Error struct{ Message string }

func (e *Error) Error() string { return e.Message }

// Refuse returns an [*Error].
func Refuse(format string, args ...any) error { return &Error{fmt.Sprintf(format, args...)} }

// Filled counts the cells that are not empty.
func Filled(cells []cell.Cell) (n int) {
	for i := range cells {
		if !cells[i].Empty() {
			n++
		}
	}
	return n
}

// Among lists headings for a message: " among Date, Payment".
func Among(of []Column) string {
	var list []string
	for i := range of {
		if of[i].Heading != "" && len(list) < 12 {
			list = append(list, strict.Clip(of[i].Heading))
		}
	}
	if len(list) == 0 {
		return ""
	}
	return " among " + strings.Join(list, ", ")
}

// Map is from headings, or letters of columns, to members; to "-" for a column to leave out.
type Map map[string]string

// ParseMap reads a map to the members of what a file is: C=interest, Notes=-. The example
// is for messages.
func ParseMap(list, members []string, what, example string) (Map, error) {
	m := make(Map, len(list))
	for _, one := range list {
		i := strings.LastIndexByte(one, '=')
		if i < 0 {
			return nil, Refuse("%s is no map of a column; write HEADING=MEMBER, as in \"%s\"", strict.Quote(one), example)
		}
		heading, to := cell.Trim(one[:i]), cell.Trim(one[i+1:])
		if to != "-" && !slices.Contains(members, to) {
			near := strict.Nearest(to, members)
			if near != "" {
				near = " (did you mean " + near + "?)"
			}
			return nil, Refuse("%s is no member of %s%s; allowed are %s, and - for none", strict.Quote(to), what, near, strings.Join(members, ", "))
		}
		m[heading] = to
	}
	return m, nil
}

// Of returns the member that a column is mapped to, and whether it is mapped: by its
// heading as written, else in other letters of case, else by its letter.
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
