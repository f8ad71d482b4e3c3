package leasefile

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/leasehold-accounting/leasehold/internal/cell"
	"github.com/leasehold-accounting/leasehold/internal/sheet"
	"github.com/leasehold-accounting/leasehold/internal/strict"
)

// tagPrefix opens the heading of a column that is a tag, as in tag:entity.
const tagPrefix = "tag:"

// Column is what a heading was recognized as.
type Column struct {
	Heading string // as the file has it
	Field   string // the contract's name; endDate and termYears give the term; empty for a tag and for what is left out
	Tag     string // the name of the tag
	Percent bool   // a plain 6 is 6%
	Why     string // the column is left out
}

// columnsOf recognizes the headings of a table. name is that of the sheet, or "".
// With rates, there is a table for a discount rate that is not stated. The error names
// every heading that is wrong.
func (t *table) columnsOf(at Place, headings []cell.Cell, rates bool) ([]Column, error) {
	for len(headings) > 0 && headings[len(headings)-1].Empty() {
		headings = headings[:len(headings)-1]
	}
	h := heads{table: t, at: at, list: make([]Column, len(headings)), seen: map[string]int{}}
	for i, c := range headings {
		h.list[i].Heading = strings.ToValidUTF8(strings.Join(strings.Fields(c.Text), " "), "\ufffd")
		if !c.Empty() {
			h.recognize(i, h.list[i].Heading)
		}
	}
	h.term()
	h.pair()
	h.further()
	for _, name := range t.required {
		if _, ok := h.seen[name]; !ok && !h.termBy(name) && !h.pairBy(name) && (!rates || name != "discountRateAnnual" || !t.tags) {
			h.faults = append(h.faults, at.String()+": there is no column "+name+", which is required")
		}
	}
	if len(h.faults) > 0 {
		return h.list, errors.New(strings.Join(h.faults, "; "))
	}
	return h.list, nil
}

// heads recognizes the headings of one table.
type heads struct {
	table   *table
	at      Place
	list    []Column
	seen    map[string]int // columns by member or tag
	unknown []int          // columns that are no member
	faults  []string
}

func (h *heads) fault(column int, format string, args ...any) {
	h.faults = append(h.faults, fmt.Sprintf("%s, column %s: %s", h.at, sheet.Letter(column), fmt.Sprintf(format, args...)))
}

// recognize finds out what a heading means.
func (h *heads) recognize(i int, heading string) {
	c := &h.list[i]
	if name, ok := cutTag(heading); ok && (h.table.tags || h.table.shared && h.table.field("tags") != nil) {
		if name == "" {
			h.fault(i, "%q has no name of a tag after the colon", heading)
			return
		}
		c.Tag = name
		h.claim(i, tagPrefix+name)
		return
	}
	folded, percent := cell.Fold(heading), strings.Contains(heading, "%")
	f := h.table.byName[folded]
	if f == nil {
		for _, unit := range []string{"percent", "pct"} {
			if name, ok := strings.CutSuffix(folded, unit); ok && h.table.byName[name] != nil {
				f, percent = h.table.byName[name], true
			}
		}
	}
	switch member, vague := h.table.unclear[folded]; {
	case vague:
		h.fault(i, "%s does not say whether it is in months or in years; write %s or %s", strict.Quote(heading), member, strict.Quote(heading+" (months)"))
	case f != nil:
		c.Field, c.Percent = f.name, percent && f.kind == rate
		h.claim(i, f.name)
	default:
		h.unknown = append(h.unknown, i)
	}
}

// claim notes the column of a member or a tag, once.
func (h *heads) claim(i int, name string) {
	if first, twice := h.seen[name]; twice {
		h.fault(i, "%s appears more than once: column %s (%s) is %s too", strict.Quote(h.list[i].Heading), sheet.Letter(first), strict.Clip(h.list[first].Heading), name)
		return
	}
	h.seen[name] = i
}

// term makes other forms of the term tags where it is given in months.
func (h *heads) term() {
	order := []string{"termMonths", termYears, endDate}
	taken := false
	for _, name := range order {
		i, ok := h.seen[name]
		if ok && taken {
			delete(h.seen, name)
			h.list[i].Field = ""
			h.unknown = append(h.unknown, i)
		}
		taken = taken || ok
	}
	slices.Sort(h.unknown)
}

// pair makes a column with a pair of currencies an unknown one where each has a column of
// its own.
func (h *heads) pair() {
	i, ok := h.seen[pair]
	if !ok {
		return
	}
	for _, name := range pairMembers {
		if _, own := h.seen[name]; !own {
			continue
		}
		if h.list[i].Field != "" {
			h.list[i].Field = ""
			h.unknown = append(h.unknown, i)
			delete(h.seen, pair)
		}
	}
}

// pairBy reports whether a currency is given by a pair.
func (h *heads) pairBy(name string) bool {
	_, ok := h.seen[pair]
	return ok && slices.Contains(pairMembers, name)
}

// termBy reports whether the term is given in another form.
func (h *heads) termBy(name string) bool {
	_, years := h.seen[termYears]
	_, end := h.seen[endDate]
	return name == "termMonths" && h.table.tags && (years || end)
}

// further carries the other columns as tags, as far as there may be tags. A heading
// that is nearly a name of the contract is refused: it is most likely a slip.
func (h *heads) further() {
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
			c.Why = "the sheet has no member of this name"
		case object:
			c.Why = "the column tags has the tags"
		case utf8.RuneCountInString(c.Heading) > maxTagName:
			c.Why = fmt.Sprintf("the name of a tag has at most %d characters", maxTagName)
		case tags == maxTags:
			c.Why = fmt.Sprintf("a lease has at most %d tags", maxTags)
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

// meant returns the member that a heading is nearly the name of, or "".
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

// recognized counts the required and the other members among headings.
func (t *table) recognized(headings []cell.Cell) (required, all int) {
	seen := map[string]bool{}
	for _, c := range headings {
		if f := t.byName[cell.Fold(c.Text)]; f != nil && !seen[f.name] && c.Type == cell.Text {
			seen[f.name] = true
			all++
			if slices.Contains(t.required, f.name) || t.tags && (f.name == endDate || f.name == termYears) {
				required++
			}
		}
	}
	return required, all
}

// headRows is how many rows of a table are looked at for its headings.
const headRows = 20

// headings returns the place of the row that names the columns: the first with all
// that are required, or else the one with the most.
func (t *table) headings(rows [][]cell.Cell) (at, recognized int) {
	at = -1
	for i, cells := range rows[:min(len(rows), headRows)] {
		if at < 0 && !blank(cells) {
			at = i
		}
		required, all := t.recognized(cells)
		if required >= len(t.required) {
			return i, all
		}
		if all > recognized {
			at, recognized = i, all
		}
	}
	return at, recognized
}

// blank reports whether there is nothing in a row.
func blank(cells []cell.Cell) bool {
	for i := range cells {
		if !cells[i].Empty() {
			return false
		}
	}
	return true
}
