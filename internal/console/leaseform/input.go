package leaseform

import (
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
)

// Input is the form's input for a field of a lease or list row.
type Input struct {
	*member.Member

	Name    string   // name of the input in the form and in links, without the prefix of its list row
	Field   string   // name of the field in the API contract and in engine errors, such as basis.discounting
	Options []Option // options of a choice or a flag
	Hint    string   // placeholder text
	Only    string   // standards to which the input applies, separated by spaces; empty for all standards
	Rest    bool     // whether the input is rarely used, so that the page collapses it within its section
	Change  change   // for an event's input, the kinds of events that use it

	quotable bool // whether a passage of the lease contract can be quoted in support of the input's value
}

// rate defines the limits for one kind of percentage.
type rate struct {
	least, most money.Decimal // limits in percent
	open        bool          // whether the percentage must exceed the minimum (the field least)
	// clear is a limit in tenths of a percent. A number below this limit is rejected if it has no
	// percent sign, because the user may have meant a fraction.
	clear int64
}

// rates contains the percentage limits for each kind of field.
//
//nolint:exhaustive // other kinds are not percentages
var rates = map[member.Kind]rate{
	member.Rate:   {most: money.Int(100), clear: 5},
	member.Share:  {most: money.Int(100), open: true, clear: 11}, // a user who enters 0.5 or 1 may mean a fraction of the rent
	member.Change: {least: money.Int(100).Neg(), most: money.Int(100_000), open: true, clear: 5},
}

// percent reports whether the input is a percentage. The request contains it as a fraction.
func (in *Input) percent() bool { return rates[in.Kind].clear > 0 }

// Date reports whether the input is a date.
func (in *Input) Date() bool { return in.Kind == member.Date }

// Text reports whether the input accepts free text, a currency code or pairs of names and values.
func (in *Input) Text() bool {
	return in.Kind == member.Text || in.Kind == member.Currency || in.Kind == member.Tags
}

// mostInLine is the maximum number of characters of a text input with a single line. An input for
// longer text has several lines.
const mostInLine = 500

// Long reports whether the input accepts several lines of text.
func (in *Input) Long() bool { return in.Kind == member.Text && in.Most > mostInLine }

// mostBeside is the maximum length in bytes of an option that fits next to its input's label.
const mostBeside = 28

// Wordy reports whether the input has an option that is too long to fit next to the input's label.
func (in *Input) Wordy() bool {
	return slices.ContainsFunc(in.Options, func(o Option) bool { return len(o.Label) > mostBeside })
}

// Length returns the maximum number of characters that a user can type into the input.
func (in *Input) Length() int { return max(2*in.Most, 410) }

// Option is an option of a choice. If the user selects the option with an empty Value, the field is
// omitted from the request.
type Option struct {
	Value, Label string

	Means string // value in the API contract, if it differs from Value
	Help  string // explains when a user should select the option
	Short string // label of the button that adds a row with this option; empty if there is no button
}

// change contains the kinds of events that use the input or list, separated by spaces.
type change struct {
	May    string // kinds that may contain the input; it is hidden for other kinds
	Asked  string // kinds that usually contain the input; it is folded for other kinds
	Needs  string // kinds for which the input is required
	Either string // kinds for which exactly one of this input and another input is required
	Lax    string // standards under which the input is optional even if Needs contains the kind
}

// Placeholders of the inputs that an event requires.
const (
	neededHint = "required"
	eitherHint = "one of the two"
)

// hint returns the input's placeholder for a kind of event. If that kind does not require the input, hint returns the
// given text.
func (c *change) hint(kind, standard, otherwise string) string {
	switch {
	case slices.Contains(strings.Fields(c.Needs), kind) && !slices.Contains(strings.Fields(c.Lax), standard):
		return neededHint
	case slices.Contains(strings.Fields(c.Either), kind):
		return eitherHint
	}
	return otherwise
}

func (c *change) folded(kind string) bool {
	return c.May != "" && !slices.Contains(strings.Fields(c.Asked), kind)
}

func (c *change) hidden(kind string) bool {
	return c.May != "" && !slices.Contains(strings.Fields(c.May), kind)
}

// List is a list of rows in the form.
type List struct {
	*member.Member

	Inputs []*Input // inputs of each row
	Lists  []*List  // lists within each row
	Cards  bool     // whether a row has too many inputs for a table, so that each input has its own label
	Ends   bool     // whether an event can remove all rows of the list from the event's date onward
	Rest   bool     // whether the list is rarely used and therefore collapsed within its section
	Change change   // for an event's list, the kinds of events that use it
}

// object reports whether the list is an object in the request. In that object, the first input of each row is a
// field's name, and the second input is the field's value. If the list is Keyed, the value is an object with
// the row's other inputs.
func (l *List) object() bool { return l.Kind == member.Tags || l.Keyed }

func (l *List) endName() string { return l.Name + "None" }

// Article returns the indefinite article for a row's noun.
func (l *List) Article() string {
	if strings.ContainsAny(l.Row[:1], "aeiou") {
		return "an"
	}
	return "a"
}

// byDate returns the date input that determines the order of the rows, or nil if the rows have no date.
func (l *List) byDate() *Input {
	if i := slices.IndexFunc(l.Inputs, (*Input).Date); i >= 0 {
		return l.Inputs[i]
	}
	return nil
}

func (l *List) list(name string) *List {
	for _, within := range l.Lists {
		if within.Name == name {
			return within
		}
	}
	return nil
}

func (l *List) has(name string) bool {
	return slices.ContainsFunc(l.Inputs, func(in *Input) bool { return in.Name == name }) ||
		slices.ContainsFunc(l.Lists, func(within *List) bool { return within.Ends && within.endName() == name })
}

// Kinds returns the options that have their own button for adding a row.
func (l *List) Kinds() (list []Option) {
	for _, in := range l.Inputs {
		list = append(list, slices.DeleteFunc(slices.Clone(in.Options), func(o Option) bool { return o.Short == "" })...)
	}
	return list
}

// Plural returns the list's label for use within a sentence.
func (l *List) Plural() string { return strings.ToLower(l.Label) }

// Columns returns the labels of a row's inputs, separated by commas.
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
	Folded bool // whether the section is folded as long as it contains no values
}

// lease contains the inputs and lists of all sections, in form order, as if the lease were a list row.
var lease = func() *List {
	all := &List{}
	for i := range groups {
		all.Inputs, all.Lists = append(all.Inputs, groups[i].Inputs...), append(all.Lists, groups[i].Lists...)
	}
	return all
}()

// Names of the inputs for percentages. In the API contract, these fields are fractions with other names.
const (
	RatePercent       = "discountRatePercent"
	EscalationPercent = "annualEscalationPercent"
)

// yesNo contains the options of a flag. "Not stated" omits the field, so that the criterion that depends on it
// is not tested.
var yesNo = []Option{{Label: "Not stated"}, {Value: "true", Label: "Yes"}, {Value: "false", Label: "No"}}

// groups are the sections of the form. Together they contain every field of a lease exactly once.
var groups = func() []Group {
	list := make([]Group, len(member.Headings))
	for i, h := range member.Headings {
		list[i] = Group{Title: h.Title, Folded: h.Folded}
	}
	for _, leaf := range member.Leaves(member.Lease) {
		g := &list[leaf.Group]
		if leaf.Kind == member.List || leaf.Kind == member.Tags {
			l := listOfMember(leaf.Member)
			l.Rest = leaf.Rare && !g.Folded
			g.Lists = append(g.Lists, l)
			continue
		}
		in := inputOfLease(leaf)
		// The lease's name is always visible, because reports identify leases by name. Amounts in
		// the functional currency are folded, because few leases have a functional currency.
		in.Rest = leaf.Rare && !g.Folded && leaf.Path != "name" || strings.HasSuffix(leaf.Path, "Functional")
		g.Inputs = append(g.Inputs, in)
	}
	return list
}()

// inputOfLease returns the input for a field of the lease itself rather than of a list row.
func inputOfLease(leaf member.Leaf) *Input {
	in := inputOf(leaf.Member)
	in.quotable = quotable(leaf.Path)
	in.Field, in.Only = leaf.Path, strings.Join(leaf.Only, " ")
	if outer, inner, nested := strings.Cut(leaf.Path, "."); nested && outer != "basis" {
		in.Name = outer + wording.Sentence(inner)
	}
	switch leaf.Path {
	case "id":
		in.Name = "leaseId"
	case "name":
		in.Name = "leaseName"
	case "standard":
		in.Options = nil
		for _, s := range leasehold.Standards() {
			in.Options = append(in.Options, Option{Value: s.String(), Label: wording.Standard(s)})
		}
	case "classification": // valid under every standard, but without effect under a standard with a single model
		var names []string
		for _, s := range leasehold.Standards() {
			if !s.SingleModel() {
				names = append(names, s.String())
			}
		}
		in.Only = strings.Join(names, " ")
	case "paymentFrequency", "paymentTiming": // these fields are required, so they have no empty option
		in.Options = options(leaf.Words)
	}
	return in
}

// inputOf returns the input for a field of a lease or of a list row.
func inputOf(m *member.Member) *Input {
	in := &Input{Member: m, Name: m.Name, Field: m.Name, Hint: m.Empty}
	switch m.Kind {
	case member.Rate, member.Share, member.Change:
		in.Name = strings.TrimSuffix(strings.TrimSuffix(m.Name, "Pct"), "Annual") + "Percent"
	case member.Flag:
		in.Options = yesNo
	case member.Choice:
		in.Options, in.Hint = options(m.Words), ""
		if m.Empty != "" {
			in.Options = append([]Option{{Label: m.Empty}}, in.Options...)
		} else { // the first option is the default
			in.Options[0] = Option{Label: in.Options[0].Label, Means: in.Options[0].Value}
		}
	default: // inputs of other kinds have no options
	}
	return in
}

func options(words []member.Word) []Option {
	list := make([]Option, len(words))
	for i := range words {
		list[i] = Option{Value: words[i].Name, Label: member.LabelOf(words, words[i].Name)}
	}
	return list
}

func listOfMember(m *member.Member) *List {
	l := &List{Member: m, Cards: len(m.Of) > mostColumns || m.Keyed}
	for i := range m.Of {
		inner := &m.Of[i]
		if inner.Kind == member.List {
			within := listOfMember(inner)
			within.Change = changeOf(inner.Name)
			within.Ends = m.Name == "events"
			l.Cards = true
			l.Lists = append(l.Lists, within)
			continue
		}
		in := inputOf(inner)
		if m.Name == "events" {
			in.Change = changeOf(inner.Name)
			if inner.Name == "type" {
				in.Options = append(in.Options[:1:1], intentions()...)
			}
		}
		in.quotable = quotable(m.Name)
		l.Inputs = append(l.Inputs, in)
	}
	// Inputs that determine other inputs come first.
	narrow := func(in *Input) bool { return !in.Wide }
	l.Inputs = slices.Concat(slices.DeleteFunc(slices.Clone(l.Inputs), narrow), slices.DeleteFunc(l.Inputs, func(in *Input) bool { return in.Wide }))
	return l
}

// mostColumns is the maximum number of inputs in a table row. If a list's rows have more inputs, each input
// is shown with its own label rather than in a table.
const mostColumns = 6

// changeOf returns the kinds of events that use the named event field.
func changeOf(name string) (c change) {
	add := func(list *string, name string, in bool) {
		if in {
			*list = strings.TrimSpace(*list + " " + name)
		}
	}
	for i := range member.Intentions {
		in := &member.Intentions[i]
		t := member.EventTypeOf(in.Type)
		may, must := t.States(name)
		add(&c.May, in.Name, may)
		add(&c.Asked, in.Name, slices.Contains(in.Asks, name))
		add(&c.Needs, in.Name, must)
		add(&c.Either, in.Name, len(t.OneOf) == 2 && slices.Contains(t.OneOf, name))
	}
	for _, s := range leasehold.Standards() {
		add(&c.Lax, s.String(), name == "discountRateAnnual" && s.RateMayStay())
	}
	return c
}

func intentions() (list []Option) {
	for i := range member.Intentions {
		in := &member.Intentions[i]
		list = append(list, Option{Value: in.Name, Label: in.Label, Means: in.Type, Help: in.Help, Short: in.Short})
	}
	return list
}
