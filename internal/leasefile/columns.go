package leasefile

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/leasehold-accounting/leasehold/internal/cell"
	"github.com/leasehold-accounting/leasehold/internal/columns"
	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/internal/sheet"
	"github.com/leasehold-accounting/leasehold/internal/strict"
)

// tagPrefix starts the heading of a column that is a tag, as in tag:entity.
const tagPrefix = "tag:"

// Column is a column of a file and its meaning. Its field has the contract's name, except
// endDate and termYears, which give the term.
type Column = columns.Column

// columnsOf recognizes the headings of a table at a place. hasRates reports whether a
// table of rates gives the discount rates that leases lack. The error names every heading
// that is invalid.
func (t *table) columnsOf(at Place, headings []cell.Cell, hasRates bool) ([]Column, error) {
	for len(headings) > 0 && headings[len(headings)-1].Empty() {
		headings = headings[:len(headings)-1]
	}
	h := heads{table: t, at: at, list: make([]Column, len(headings)), seen: map[string]int{}}
	for i, c := range headings {
		h.list[i] = Column{Letter: sheet.Letter(i), Heading: columns.Heading(c)}
		if !c.Empty() {
			h.recognize(i)
		}
	}
	h.otherForms()
	h.tags()
	for _, name := range t.required {
		if !h.has(name) && (!hasRates || name != "discountRateAnnual" || !t.tags) {
			h.faults = append(h.faults, at.String()+": column "+name+" is missing")
		}
	}
	if len(h.faults) > 0 {
		return h.list, errors.New(strings.Join(h.faults, "; "))
	}
	return h.list, nil
}

// heads recognizes the headings of a table.
type heads struct {
	table   *table
	at      Place
	list    []Column
	seen    map[string]int // columns by field or tag
	unknown []int          // columns without a field
	faults  []string
}

func (h *heads) fault(column int, format string, args ...any) {
	h.faults = append(h.faults, fmt.Sprintf("%s, column %s: %s", h.at, h.list[column].Letter, fmt.Sprintf(format, args...)))
}

// recognize determines the meaning of a heading.
func (h *heads) recognize(i int) {
	c := &h.list[i]
	if name, ok := cutTag(c.Heading); ok && (h.table.tags || h.table.shared && h.table.field("tags") != nil) {
		if name == "" {
			h.fault(i, "%q lacks the name of the tag after the colon", c.Heading)
			return
		}
		c.Tag = name
		h.claim(i, tagPrefix+name)
		return
	}
	folded := cell.Fold(c.Heading)
	name, known := h.table.set.Exact[folded]
	switch field, vague := h.table.unclear[folded]; {
	case vague:
		h.fault(i, "%s may be in months or in years; write %s or %s", strict.Quote(c.Heading), field, strict.Quote(c.Heading+" (months)"))
	case known:
		c.Field = name
		c.Percent = h.table.field(name).kind == rate && (h.table.percents[folded] || strings.Contains(c.Heading, "%"))
		h.claim(i, name)
	default:
		h.unknown = append(h.unknown, i)
	}
}

// claim assigns a column to a field or a tag and rejects a second column.
func (h *heads) claim(i int, name string) {
	if first, twice := h.seen[name]; twice {
		h.fault(i, "%s appears more than once: column %s (%s) is %s too", strict.Quote(h.list[i].Heading), sheet.Letter(first), strict.Clip(h.list[first].Heading), name)
		return
	}
	h.seen[name] = i
}

// otherForms makes a column unknown if its field is another form of a field that has a
// column: a lease has one term, and a rate one pair of currencies.
func (h *heads) otherForms() {
	for _, f := range h.table.fields {
		i, ok := h.seen[f.name]
		if ok && slices.ContainsFunc(f.instead, func(name string) bool { _, ok := h.seen[name]; return ok }) {
			delete(h.seen, f.name)
			h.list[i].Field = ""
			h.unknown = append(h.unknown, i)
		}
	}
	slices.Sort(h.unknown)
}

// has reports whether a field or another form of it has a column.
func (h *heads) has(name string) bool {
	_, ok := h.seen[name]
	return ok || slices.ContainsFunc(h.table.fields, func(f field) bool {
		_, other := h.seen[f.name]
		return other && slices.Contains(f.instead, name)
	})
}

// tags makes tags of the unknown columns, up to the maximum. A heading that nearly matches
// a field is an error, because it is most likely a misspelling.
func (h *heads) tags() {
	_, object := h.seen["tags"]
	tags := 0
	for i := range h.list {
		if h.list[i].Tag != "" {
			tags++
			if object {
				h.fault(i, "%s and the column tags exclude each other", strict.Quote(h.list[i].Heading))
			}
		}
	}
	for _, i := range h.unknown {
		c := &h.list[i]
		switch meant := h.meant(c.Heading); {
		case meant != "":
			h.fault(i, "%s is not recognized (did you mean %s?)%s", strict.Quote(c.Heading), meant, h.orTag(c.Heading))
		case !h.table.tags:
			c.Why = "the sheet has no field of this name"
		case object:
			c.Why = "the column tags has the tags"
		case utf8.RuneCountInString(c.Heading) > member.MaxTagName:
			c.Why = fmt.Sprintf("the name of a tag has at most %d characters", member.MaxTagName)
		case tags == member.MaxTags:
			c.Why = fmt.Sprintf("a lease has at most %d tags", member.MaxTags)
		default:
			tags++
			c.Tag = c.Heading
			h.claim(i, tagPrefix+c.Tag)
		}
	}
}

func (h *heads) orTag(heading string) string {
	if !h.table.tags {
		return ""
	}
	return "; if it is a tag, write " + tagPrefix + heading
}

// meant returns the field that a heading nearly names, or "".
func (h *heads) meant(heading string) string {
	folded := cell.Fold(heading)
	for i := range h.table.fields {
		name := h.table.fields[i].name
		if d := len(name) - len(folded); cell.Fold(name) != folded && d <= 2 && d >= -2 && strict.Nearest(folded, []string{name}) != "" {
			return name
		}
	}
	return ""
}

// cutTag returns the name of a tag from a heading such as tag:entity.
func cutTag(heading string) (string, bool) {
	if len(heading) < len(tagPrefix) || !strings.EqualFold(heading[:len(tagPrefix)], tagPrefix) {
		return "", false
	}
	return cell.Trim(heading[len(tagPrefix):]), true
}
