package leaseform

import (
	"slices"
	"strings"
)

// kind is the kind of an input's value.
type kind uint8

const (
	choice     kind = iota // one of the options
	flag                   // yes or no
	date                   // a calendar date
	amount                 // of money
	exchange               // units of one currency for one of another
	percent                // sent to the engine as a fraction
	monthCount             // a whole number of months
	text                   // free text
	code                   // of a currency
	pairs                  // names with their values, as in entity=US; class=Office
)

// Input is a field of the form.
type Input struct {
	Name     string // in the form and in links; without the row's prefix
	Field    string // in the contract, and so in the engine's errors; basis.discounting is within basis
	Label    string
	Unit     string
	Help     string
	Options  []Option // of a choice or a flag
	Wide     bool     // on a separate line, because its options are long
	Required bool
	Hint     string // placeholder
	Only     string // the standards that alone give it a meaning, separated by spaces
	Rest     bool   // rarely used: folded within its group
	Change   change // which changes use it

	kind     kind
	positive bool // an amount that must not be 0
	signed   bool // an amount that may be negative
	rate     rate // of a percentage
	most     int  // months, or characters
	quotable bool // a passage of the contract may be quoted for it
}

// rate is the base of a percentage, which determines its limits.
type rate struct {
	unit        string // shown after the percentage
	least, most int64  // in percent
	open        bool   // the least is not allowed itself
	// A number without a percent sign below this many tenths of a percent could
	// be meant as a fraction.
	clear int64
}

var (
	aYear   = rate{unit: " a year", least: 0, most: 100, clear: 5}
	ofShare = rate{least: 0, most: 100, open: true, clear: 11} // 0.5 of the rent, or 1, could be meant as well
	changed = rate{least: -100, most: 100_000, open: true, clear: 5}
)

// Date reports whether the input is a date.
func (in *Input) Date() bool { return in.kind == date }

// Text reports whether the input holds words.
func (in *Input) Text() bool { return in.kind == text || in.kind == code || in.kind == pairs }

// mostInLine is the maximum number of characters of a one-line input.
const mostInLine = 500

// Long reports whether the input holds a passage of several lines.
func (in *Input) Long() bool { return in.kind == text && in.most > mostInLine }

// mostBeside is the maximum length of an option next to its label.
const mostBeside = 28

// Wordy reports whether a choice has longer words than fit next to the label.
func (in *Input) Wordy() bool {
	return slices.ContainsFunc(in.Options, func(o Option) bool { return len(o.Label) > mostBeside })
}

// Length is the longest text that may be typed.
func (in *Input) Length() int { return max(2*in.most, 410) }

// Option is a choice; an empty value omits the field.
type Option struct {
	Value, Label string

	Means string // the contract's value, if different
	Help  string // when to choose it
	Short string // label of the button that adds a row of this kind
}

// change has the kinds of changes that use an input or list, separated by spaces.
type change struct {
	May    string // that may supply it; other kinds do not show it
	Asked  string // that usually supply it; other kinds fold it
	Needs  string // which need it
	Either string // which need it or one other
	Lax    string // standards under which it is optional
}

// Placeholders of required inputs of a change.
const (
	neededHint = "required"
	eitherHint = "one of the two"
)

// hint is the placeholder for a kind of change, or otherwise.
func (c *change) hint(kind, standard, otherwise string) string {
	switch {
	case slices.Contains(strings.Fields(c.Needs), kind) && !slices.Contains(strings.Fields(c.Lax), standard):
		return neededHint
	case slices.Contains(strings.Fields(c.Either), kind):
		return eitherHint
	}
	return otherwise
}

// folded reports whether an empty input is folded for a kind of change.
func (c *change) folded(kind string) bool {
	return c.May != "" && !slices.Contains(strings.Fields(c.Asked), kind)
}

// hidden reports whether a kind of change has no such input.
func (c *change) hidden(kind string) bool {
	return c.May != "" && !slices.Contains(strings.Fields(c.May), kind)
}

// List is a list of rows in the form.
type List struct {
	Name   string // in the form and in the contract
	Label  string
	Row    string // name of a row
	Help   string
	Inputs []Input // of a row
	Lists  []List  // lists of a row
	Cards  bool    // a row has many inputs, each with its label
	Ends   bool    // can be set to have no rows from a date
	File   bool    // the rows may come from a file that serves many leases
	Rest   bool    // rarely used: folded within its group
	Change change  // which changes use it

	most   int
	object bool // the rows are the names and values of an object
	keyed  bool // the rows are fields of an object, named by the first input
}

// endName is the name of the input that states a list without rows.
func (l *List) endName() string { return l.Name + "None" }

// Article is the article of a row's name.
func (l *List) Article() string {
	if strings.ContainsAny(l.Row[:1], "aeiou") {
		return "an"
	}
	return "a"
}

// byDate returns the date input that orders the rows, or nil.
func (l *List) byDate() *Input {
	i := slices.IndexFunc(l.Inputs, func(in Input) bool { return in.kind == date })
	if i < 0 {
		return nil
	}
	return &l.Inputs[i]
}

// Kinds returns the kinds of rows that buttons add.
func (l *List) Kinds() (list []Option) {
	for i := range l.Inputs {
		for _, o := range l.Inputs[i].Options {
			if o.Short != "" {
				list = append(list, o)
			}
		}
	}
	return list
}

// Plural returns the label of the list within a sentence.
func (l *List) Plural() string { return strings.ToLower(l.Label) }

// Columns returns the labels of the inputs of a row.
func (l *List) Columns() string {
	labels := make([]string, len(l.Inputs))
	for i := range l.Inputs {
		labels[i] = l.Inputs[i].Label
	}
	return strings.Join(labels, ", ")
}

// Group is a part of the form.
type Group struct {
	Title  string
	Inputs []Input
	Lists  []List
	Folded bool // while it is empty
}

// inputs ranges over the inputs that are not within a list, in the order of the
// form.
func inputs(yield func(*Input) bool) {
	for i := range groups {
		for j := range groups[i].Inputs {
			if !yield(&groups[i].Inputs[j]) {
				return
			}
		}
	}
}

// lists ranges over the lists that are not within another.
func lists(yield func(*List) bool) {
	for i := range groups {
		for j := range groups[i].Lists {
			if !yield(&groups[i].Lists[j]) {
				return
			}
		}
	}
}
