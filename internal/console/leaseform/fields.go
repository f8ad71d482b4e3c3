package leaseform

import (
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/internal/wording"
)

// Names of the inputs for percentages. The API contract defines fractions with other names for
// these fields.
const (
	RatePercent       = "discountRatePercent"
	EscalationPercent = "annualEscalationPercent"
)

// yesNo are the options of a flag. "Not stated" omits the field, and the criterion that depends on
// it is then not tested.
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
		// The name of the lease is always visible, because reports identify leases by their names.
		// Amounts in functional currency are folded, because few leases have a functional currency.
		in.Rest = leaf.Rare && !g.Folded && leaf.Path != "name" || strings.HasSuffix(leaf.Path, "Functional")
		g.Inputs = append(g.Inputs, in)
	}
	return list
}()

// inputOfLease returns the input for a field of the lease, as opposed to a field of a list row.
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
		in.Options = standardOptions()
	case "classification": // allowed under every standard, but without effect under a standard with a single model
		in.Only = dividing()
	case "paymentFrequency", "paymentTiming": // these fields are required, so they have no empty option
		in.Options = options(leaf.Words)
	}
	return in
}

// standardOptions returns one option for each standard. Its label contains the title of the
// standard and the accounting framework.
func standardOptions() (list []Option) {
	for _, s := range leasehold.Standards() {
		list = append(list, Option{Value: s.String(), Label: wording.Standard(s)})
	}
	return list
}

// dividing returns the names of the standards that classify leases as operating or finance leases,
// separated by spaces.
func dividing() string {
	var names []string
	for _, s := range leasehold.Standards() {
		if !s.SingleModel() {
			names = append(names, s.String())
		}
	}
	return strings.Join(names, " ")
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
		} else { // the default is the first option
			in.Options[0] = Option{Label: in.Options[0].Label, Means: in.Options[0].Value}
		}
	default: // inputs of other kinds have no options
	}
	return in
}

// options returns one option for each word of a field.
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
	// Inputs on which other inputs depend come first.
	narrow := func(in *Input) bool { return !in.Wide }
	l.Inputs = slices.Concat(slices.DeleteFunc(slices.Clone(l.Inputs), narrow), slices.DeleteFunc(l.Inputs, func(in *Input) bool { return in.Wide }))
	return l
}

// mostColumns is the maximum number of inputs in a table row. If a row of a list has more inputs,
// each input is shown with its own label instead of in a table.
const mostColumns = 6

// changeOf returns the kinds of events that use the event field with the given name.
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
