// Package columns recognizes tables in other programs' files by their headings.
//
// A [Set] describes one kind of table: its exact headings, and rules on the words in a heading.
// [Set.Find] and [Set.Read] return the best matching [Table] with its columns, the notation of
// its numbers and dates, and the omitted rows.
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

// Column is a table column and the meaning of its heading.
type Column struct {
	Letter  string // letter of the column; empty for a JSON field
	Heading string // heading as in the file
	Field   string // field; empty for a tag and for an ignored column
	Tag     string // name of the tag, if the column is a tag
	Percent bool   // whether the number 6 means 6%
	Why     string // reason for ignoring the column
	Aside   bool   // whether the column is recognized but contains no amount, only dates or the length of a row

	rank int
}

// Set describes the headings of one kind of table.
type Set struct {
	Exact   map[string]string // fields by folded heading; if a field is empty, Others contains the reason
	Others  map[string]Column // columns without a field (Why and Aside), by folded heading
	Phrases *strings.Replacer // applied to a heading in lower case before it is split into words

	Concepts []Rule // adds to a heading's words the Field of each concept that the heading expresses
	Rules    []Rule // the first matching rule determines the field

	Dates, Numbers []string // fields that contain dates, and fields that contain numbers
	Several        string   // the only field that several columns may have

	Check  func([]Column) bool // reports whether the columns form a table of this kind
	Enough int                 // score at which the search through the sheets stops; 0 to search all sheets
}

// Rule is a condition on a heading's words. An empty list imposes no condition. Concepts are in
// upper case; words are in lower case.
type Rule struct {
	Field string   // empty if a matching heading has no field
	Any   []string // the heading contains at least one of these words
	And   []string // the heading also contains at least one of these words
	Not   []string // the heading contains none of these words
	Only  []string // the heading contains no words except these
	Above []string // the group heading above contains at least one of these words
	Rank  int      // if several columns have the same field, the first column with the highest rank is used
}

// In splits a list of words for a [Rule].
func In(words string) []string { return strings.Fields(words) }

func (r *Rule) matches(words, above Words) bool {
	return (r.Any == nil || words.Any(r.Any...)) && (r.And == nil || words.Any(r.And...)) && !words.Any(r.Not...) &&
		(r.Above == nil || above.Any(r.Above...)) &&
		(r.Only == nil || !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(r.Only, w) }))
}

// Words contains the words of a string in lower case.
type Words []string

// WordsOf splits text into words. The sign # counts as the word "no", the abbreviation of number.
func WordsOf(text string) Words {
	return cell.SplitWords(strings.ReplaceAll(strings.ToLower(text), "#", " no "))
}

// Any reports whether w contains at least one of the given words.
func (w Words) Any(of ...string) bool {
	return slices.ContainsFunc(of, func(one string) bool { return slices.Contains(w, one) })
}

func (s *Set) words(text string) Words { return WordsOf(s.Phrases.Replace(strings.ToLower(text))) }

// Meaning returns the field that a heading names, or "", and the rank of the match. The argument group is the
// heading above a group of columns.
func (s *Set) Meaning(heading, group string) (field string, rank int) {
	if field, ok := s.Exact[cell.Fold(heading)]; ok || len(s.Rules) == 0 {
		return field, 1
	}
	words, above := s.words(heading), s.words(group)
	if len(words) == 0 {
		return "", 0
	}
	for i := range s.Concepts {
		if r := &s.Concepts[i]; r.matches(words, above) {
			words = append(words, r.Field)
		}
	}
	for i := range s.Rules {
		if r := &s.Rules[i]; r.matches(words, above) {
			return r.Field, max(r.Rank, 1)
		}
	}
	return "", 0
}

// mapped is the rank of a column that is named in a [Map].
const mapped = 10

// HeadRows is the number of rows at the start of a table that may contain the headings.
const HeadRows = 40

// Head returns the index of the heading row, its columns and their score. The heading row is the
// row with the highest score. If no row contains the heading of a field, the heading row is the
// first row that is not blank. If all rows are blank, the value of at is -1.
func (s *Set) Head(rows []sheet.Row, m Map) (at int, list []Column, score int) {
	at = -1
	var above []cell.Cell
	for i, r := range rows[:min(len(rows), HeadRows)] {
		if Filled(r.Cells) > 0 {
			if found, n := s.Recognize(r.Cells, above, m); at < 0 || n > score {
				at, list, score = i, found, n
			}
		}
		above = r.Cells
	}
	return at, list, score
}

// Recognize returns the columns of a heading row and their score: the number of fields, with mapped
// fields counted twice. The row above may contain group headings.
func (s *Set) Recognize(heads, above []cell.Cell, m Map) (list []Column, score int) {
	if Filled(above) < 2 { // a single cell is a title rather than a group heading
		above = nil
	}
	list = make([]Column, len(heads))
	first := map[string]int{}
	group := ""
	for i, c := range heads {
		if i < len(above) && !above[i].Empty() {
			group = above[i].Text
		}
		one := &list[i]
		*one = Column{Letter: sheet.Letter(i), Heading: Heading(c)}
		rank := mapped
		field, ok := m.Of(one.Letter, one.Heading)
		if !ok && c.Type == cell.Text && !c.Empty() {
			field, rank = s.Meaning(one.Heading, group)
		}
		switch j, twice := first[field]; {
		case field == "-":
			one.Why = "omitted by the map"
		case field == "":
			s.leave(one, "the heading is not recognized")
		case twice && field != s.Several && rank <= list[j].rank:
			s.leave(one, field+" is column "+list[j].Letter+" already")
		default:
			if twice && field != s.Several {
				list[j].Field = ""
				s.leave(&list[j], field+" is column "+one.Letter)
			} else if score++; ok {
				score++
			}
			one.Field, one.rank, first[field] = field, rank, i
		}
	}
	if s.Check != nil && !s.Check(list) {
		score = min(score, 1)
	}
	return list, score
}

// leave records why a column has no field. The reason comes from s.Others if s.Others contains the heading.
// Otherwise, the reason is the text of the argument why, or "" for a column without a heading.
func (s *Set) leave(c *Column, why string) {
	if other, ok := s.Others[cell.Fold(c.Heading)]; ok {
		c.Why, c.Aside = other.Why, other.Aside
	} else if c.Heading != "" {
		c.Why = why
	}
}

// Heading returns a heading's text on one line.
func Heading(c cell.Cell) string {
	return strings.ToValidUTF8(strings.Join(strings.Fields(c.Text), " "), "\ufffd")
}

// Filled counts the cells that are not empty.
func Filled(cells []cell.Cell) (n int) {
	for i := range cells {
		if !cells[i].Empty() {
			n++
		}
	}
	return n
}

// Error explains why a file cannot be read.
type Error struct{ Message string }

func (e *Error) Error() string { return e.Message }

// Refuse returns an [*Error] with a formatted message.
func Refuse(format string, args ...any) error { return &Error{fmt.Sprintf(format, args...)} }

// Among lists headings for a message, as in " among Date, Payment".
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

// Map maps the headings or letters of columns to fields. The field "-" means that the column is ignored.
type Map map[string]string

// ParseMap parses a map from headings to fields, such as C=interest, Notes=-. The arguments "what" and
// "example" appear in error messages.
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
			return nil, Refuse("%s is not a field of %s%s; use %s, or - to ignore the column", strict.Quote(to), what, near, strings.Join(fields, ", "))
		}
		m[heading] = to
	}
	return m, nil
}

// Of returns a column's field and whether the map contains the column. Of looks for the exact
// heading, then the heading in any letter case, and then the letter.
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
