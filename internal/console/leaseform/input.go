package leaseform

import (
	"slices"
	"strings"
)

// kind is what is typed into an input.
type kind uint8

const (
	choice     kind = iota // one of the options
	flag                   // yes or no
	date                   // a calendar date
	amount                 // of money
	exchange               // units of one currency for one of another
	percent                // sent to the engine as a fraction
	monthCount             // a whole number of months
	text                   // words of the lessee
	code                   // of a currency
	pairs                  // names with their values, as in entity=US; class=Office
)

// Input is one field of the form.
type Input struct {
	Name     string // in the form and in links; within a row of a list, what follows the row
	Field    string // in the contract, and so in the engine's errors; basis.discounting is within basis
	Label    string
	Unit     string
	Help     string
	Options  []Option // of a choice or a flag
	Wide     bool     // has a line of its own, for its options are long
	Required bool
	Hint     string // what an empty input shows
	Only     string // the standards that alone give it a meaning, separated by spaces
	Rest     bool   // few leases state it: folded with the others of its group
	Change   change // what it is to a change of the lease

	kind     kind
	positive bool // an amount that must not be 0
	signed   bool // an amount that may be negative
	rate     rate // of a percentage
	most     int  // months, or characters
	quotable bool // a passage of the contract may be quoted for it
}

// rate is what a percentage is of, and so what it may be.
type rate struct {
	unit        string // what follows the percentage in words
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

// mostInLine is how many characters an input of one line is for.
const mostInLine = 500

// Long reports whether the input holds a passage of several lines.
func (in *Input) Long() bool { return in.kind == text && in.most > mostInLine }

// mostBeside is how many characters of a choice are shown next to its label.
const mostBeside = 28

// Wordy reports whether a choice has longer words than fit next to the label.
func (in *Input) Wordy() bool {
	return slices.ContainsFunc(in.Options, func(o Option) bool { return len(o.Label) > mostBeside })
}

// Length is the longest text that may be typed.
func (in *Input) Length() int { return max(2*in.most, 410) }

// Option is one choice; an empty value leaves the field out.
type Option struct {
	Value, Label string

	Means string // what the contract calls it, where that is another word
	Help  string // what it is to be chosen for
	Short string // what it is called on a button that adds a row with it
}

// change is what an input or a list of a change is to the kinds of changes that
// may be chosen, whose names are separated by spaces.
type change struct {
	May    string // which may state it; of others it is not shown
	Asked  string // which ask for it; of others it is folded
	Needs  string // which need it
	Either string // which need it or one other
	Lax    string // the standards under which none needs it
}

// What an empty input of a change shows where the change needs it.
const (
	neededHint = "required"
	eitherHint = "one of the two"
)

// hint is what the empty input shows for a kind of change, or else.
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

// List is a part of the form with any number of rows.
type List struct {
	Name   string // in the form and in the contract
	Label  string
	Row    string // what one row is
	Help   string
	Inputs []Input // of a row
	Lists  []List  // within a row
	Cards  bool    // a row has many inputs, each with its label
	Ends   bool    // the list can be stated to have no rows from here on
	File   bool    // the rows may come from a file that serves many leases
	Rest   bool    // few leases state it: folded with the others of its group
	Change change  // as that of an Input

	most   int
	object bool // the rows are the names and values of an object
	keyed  bool // the rows are the members of an object, each named by its first input
}

// endName is the name of the input that states a list without rows.
func (l *List) endName() string { return l.Name + "None" }

// Article goes before what a row is.
func (l *List) Article() string {
	if strings.ContainsAny(l.Row[:1], "aeiou") {
		return "an"
	}
	return "a"
}

// byDate returns the input by which rows are put in order, or nil.
func (l *List) byDate() *Input {
	i := slices.IndexFunc(l.Inputs, func(in Input) bool { return in.kind == date })
	if i < 0 {
		return nil
	}
	return &l.Inputs[i]
}

// Kinds returns what a row may be, where buttons add rows of a kind.
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

// Plural is what the rows of the list are together.
func (l *List) Plural() string { return strings.ToLower(l.Label) }

// Columns returns the labels of the inputs of a row.
func (l *List) Columns() string {
	labels := make([]string, len(l.Inputs))
	for i := range l.Inputs {
		labels[i] = l.Inputs[i].Label
	}
	return strings.Join(labels, ", ")
}

// Group is a part of the form, as an accountant thinks of a lease.
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
