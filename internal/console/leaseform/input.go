package leaseform

import (
	"slices"
	"strings"
)

// kind is the kind of an input's value.
type kind uint8

const (
	choice     kind = iota // one of several options
	flag                   // yes or no
	date                   // a calendar date
	amount                 // an amount of money
	exchange               // an exchange rate: units of one currency per unit of another
	percent                // sent to the engine as a fraction
	monthCount             // a whole number of months
	text                   // free text
	code                   // a currency code
	pairs                  // names with values, as in entity=US; class=Office
)

// Input is a field of the form.
type Input struct {
	Name     string // name in the form and in links, without the prefix of the row
	Field    string // name in the API contract and in the engine's errors, such as basis.discounting
	Label    string
	Unit     string
	Help     string
	Options  []Option // of a choice or a flag
	Wide     bool     // shown on a separate line because its options are long
	Required bool
	Hint     string // the placeholder
	Only     string // the only standards under which the input has a meaning, separated by spaces
	Rest     bool   // rarely used: folded within its group
	Change   change // the kinds of changes that use the input

	kind     kind
	positive bool // an amount that must not be 0
	signed   bool // an amount that may be negative
	rate     rate // unit and limits of a percentage
	most     int  // maximum number of months or characters
	quotable bool // a passage of the lease contract may be quoted for the input
}

// rate defines the unit and the limits of a percentage.
type rate struct {
	unit        string // shown after the percentage
	least, most int64  // limits in percent
	open        bool   // least itself is not allowed
	// clear is in tenths of a percent. A smaller number without a percent sign could be meant as
	// a fraction.
	clear int64
}

var (
	aYear   = rate{unit: " a year", least: 0, most: 100, clear: 5}
	ofShare = rate{least: 0, most: 100, open: true, clear: 11} // 0.5, or 1, could be meant as a fraction of the rent
	changed = rate{least: -100, most: 100_000, open: true, clear: 5}
)

// Date reports whether the input is a date.
func (in *Input) Date() bool { return in.kind == date }

// Text reports whether the input accepts text.
func (in *Input) Text() bool { return in.kind == text || in.kind == code || in.kind == pairs }

// mostInLine is the maximum number of characters of an input with one line.
const mostInLine = 500

// Long reports whether the input accepts text of several lines.
func (in *Input) Long() bool { return in.kind == text && in.most > mostInLine }

// mostBeside is the maximum length of an option that fits on the line of its label.
const mostBeside = 28

// Wordy reports whether a choice has an option that is too long for the line of its label.
func (in *Input) Wordy() bool {
	return slices.ContainsFunc(in.Options, func(o Option) bool { return len(o.Label) > mostBeside })
}

// Length returns the maximum number of characters that may be typed.
func (in *Input) Length() int { return max(2*in.most, 410) }

// Option is an option of a choice. The option with an empty value omits the field.
type Option struct {
	Value, Label string

	Means string // the value in the API contract, if it differs from Value
	Help  string // explains when to choose the option
	Short string // label of the button that adds a row of this kind
}

// change lists the kinds of changes that use an input or a list. Names are separated by spaces.
type change struct {
	May    string // kinds that may supply the input; other kinds do not show it
	Asked  string // kinds that usually supply the input; other kinds fold it
	Needs  string // kinds that require the input
	Either string // kinds that require this input or one alternative input
	Lax    string // standards under which a required input is optional
}

// Placeholders of the required inputs of a change.
const (
	neededHint = "required"
	eitherHint = "one of the two"
)

// hint returns the placeholder of the input for a kind of change: that of a required input, or
// else otherwise.
func (c *change) hint(kind, standard, otherwise string) string {
	switch {
	case slices.Contains(strings.Fields(c.Needs), kind) && !slices.Contains(strings.Fields(c.Lax), standard):
		return neededHint
	case slices.Contains(strings.Fields(c.Either), kind):
		return eitherHint
	}
	return otherwise
}

// folded reports whether the input, if empty, is folded for a kind of change.
func (c *change) folded(kind string) bool {
	return c.May != "" && !slices.Contains(strings.Fields(c.Asked), kind)
}

// hidden reports whether the input is not shown for a kind of change.
func (c *change) hidden(kind string) bool {
	return c.May != "" && !slices.Contains(strings.Fields(c.May), kind)
}

// List is a list of rows in the form.
type List struct {
	Name   string // name in the form and in the API contract
	Label  string
	Row    string // name of a row
	Help   string
	Inputs []*Input // inputs of a row
	Lists  []*List  // lists of a row
	Cards  bool     // shows each input of a row with a label, because a row has many inputs
	Ends   bool     // an event can state that the list has no rows from its date
	File   bool     // the rows may come from a file that serves many leases
	Rest   bool     // rarely used: folded within its group
	Change change   // the kinds of changes that use the list

	most   int
	object bool // the rows are the names and values of an object
	keyed  bool // the rows are fields of an object, named by the first input
}

// endName returns the name of the input which states that a list has no rows.
func (l *List) endName() string { return l.Name + "None" }

// Article returns the indefinite article for the name of a row.
func (l *List) Article() string {
	if strings.ContainsAny(l.Row[:1], "aeiou") {
		return "an"
	}
	return "a"
}

// byDate returns the date input that orders the rows, or nil.
func (l *List) byDate() *Input {
	for _, in := range l.Inputs {
		if in.kind == date {
			return in
		}
	}
	return nil
}

// list returns the list of a row with the given name, or nil.
func (l *List) list(name string) *List {
	for _, within := range l.Lists {
		if within.Name == name {
			return within
		}
	}
	return nil
}

// has reports whether a row has an input with the given name.
func (l *List) has(name string) bool {
	return slices.ContainsFunc(l.Inputs, func(in *Input) bool { return in.Name == name }) ||
		slices.ContainsFunc(l.Lists, func(within *List) bool { return within.Ends && within.endName() == name })
}

// Kinds returns the kinds of rows that can be added with buttons.
func (l *List) Kinds() (list []Option) {
	for _, in := range l.Inputs {
		list = append(list, slices.DeleteFunc(slices.Clone(in.Options), func(o Option) bool { return o.Short == "" })...)
	}
	return list
}

// Plural returns the label of the list for use within a sentence.
func (l *List) Plural() string { return strings.ToLower(l.Label) }

// Columns returns the labels of the inputs of a row.
func (l *List) Columns() string {
	labels := make([]string, len(l.Inputs))
	for i := range l.Inputs {
		labels[i] = l.Inputs[i].Label
	}
	return strings.Join(labels, ", ")
}

// Group is a section of the form.
type Group struct {
	Title  string
	Inputs []*Input
	Lists  []*List
	Folded bool // folded while the section has no values
}

// lease contains the inputs and lists of all sections, in the order of the form. It treats the
// lease like a row of a list.
var lease = func() *List {
	all := &List{}
	for i := range groups {
		all.Inputs, all.Lists = append(all.Inputs, groups[i].Inputs...), append(all.Lists, groups[i].Lists...)
	}
	return all
}()
