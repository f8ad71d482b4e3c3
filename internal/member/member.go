// Package member is the table of what a lease request may state: every member of
// a lease, of its lists and of its events, once, with its name in the contract,
// its label, what it means, what may be stated and by which standards. The
// engine reads requests by it; forms, templates, files and papers range over it.
// It imports nothing, so that all of them can.
package member

import "slices"

// Kind is what the value of a member is.
type Kind uint8

// The kinds.
const (
	Text     Kind = iota
	Choice        // one of some words
	Flag          // yes or no
	Date          // a calendar date
	Currency      // an ISO 4217 code
	Amount        // of money, or another plain number
	Rate          // a fraction, stated for a year: 0.05 is 5%
	Share         // a fraction of a whole, above 0 and at most 1
	Change        // a relative change, which may be a fall
	Exchange      // units of one currency for one of another, above 0
	Months        // a whole number of them
	Tags          // names with their values
	Object        // of the members in Of
	List          // of objects with the members in Of
)

// Member is one row of the table.
type Member struct {
	Name     string // the contract's
	Label    string // what people call it, everywhere
	Help     string // what it means and what to state
	Kind     Kind
	Required bool
	Positive bool     // an amount above 0
	Signed   bool     // an amount that may be negative
	Most     int      // months, characters or rows
	Unit     string   // of what is typed
	Empty    string   // what an empty input shows
	Words    []Word   // of a choice
	Only     []string // the standards that alone give it a meaning, by their names in the contract; empty for all
	Not      []string // the standards that know no such thing, where it is refused above 0 or as true
	Of       []Member // of an object or a list
	Row      string   // what one row of a list is
	Sheet    string   // of a list: what its sheet in a template is called
	Shared   bool     // of a list: its sheet is for all leases of a file
	Keyed    bool     // of a list: an object in the contract, whose names are the first member of each row

	Group  Group  // of a form
	Nature Nature // on paper
	Rare   bool   // few leases state it: papers show it only where it is stated
	Wide   bool   // its words are long

	Also  []string // further headings of columns, folded to small letters and digits
	Vague []string // headings that could be months or years, folded
	Since string   // the version of the contract that it came with
}

// Word is one of the words of a choice.
type Word struct {
	Name  string // the contract's
	Label string
	Also  []string // what else people write, folded
	Only  []string // as of a member
}

// Names returns the contract's names of words.
func Names(words []Word) []string {
	names := make([]string, len(words))
	for i := range words {
		names[i] = words[i].Name
	}
	return names
}

// LabelOf returns the label of a word, or the word itself where it has none.
func LabelOf(words []Word, name string) string {
	if i := slices.IndexFunc(words, func(w Word) bool { return w.Name == name }); i >= 0 && words[i].Label != "" {
		return words[i].Label
	}
	return name
}

// Takes reports whether a standard gives the member a meaning.
func (m *Member) Takes(standard string) bool { return takes(m.Only, standard) }

// Known reports whether a standard knows such a thing.
func (m *Member) Known(standard string) bool { return !slices.Contains(m.Not, standard) }

// Takes reports whether a standard knows the word.
func (w *Word) Takes(standard string) bool { return takes(w.Only, standard) }

func takes(only []string, standard string) bool {
	return only == nil || slices.Contains(only, standard)
}

// Find returns the row of a name, or nil. basis.discounting is within basis.
func Find(rows []Member, name string) *Member {
	for i := range rows {
		m := &rows[i]
		switch inner := len(m.Name) + 1; {
		case m.Name == name:
			return m
		case m.Kind == Object && len(name) > inner && name[:inner] == m.Name+".":
			return Find(m.Of, name[inner:])
		}
	}
	return nil
}

// Leaf is a member that is stated as one value, or as the rows of a list.
type Leaf struct {
	*Member

	Path string // basis.discounting is within basis
}

// Leaves returns rows with those of objects in their places, because people state
// an object's members one by one.
func Leaves(rows []Member) (list []Leaf) {
	for i := range rows {
		if m := &rows[i]; m.Kind == Object {
			for j := range m.Of {
				list = append(list, Leaf{&m.Of[j], m.Name + "." + m.Of[j].Name})
			}
		} else {
			list = append(list, Leaf{m, m.Name})
		}
	}
	return list
}

// Group is a part of a form, as an accountant thinks of a lease.
type Group uint8

// The groups, in the order of a form.
const (
	Standard Group = iota
	Payments
	Uneven
	Adjustments
	End
	Criteria
	Conventions
	FirstApplication
	Life
	Tagging
	Sources
)

// Heading is what a group is called and how it is shown.
type Heading struct {
	Title  string
	Folded bool // while nothing of it is stated
}

// Headings are those of the groups.
var Headings = [...]Heading{
	Standard:         {Title: "Lease and standard"},
	Payments:         {Title: "Term, payments and rate"},
	Uneven:           {Title: "Steps, free rent, single payments", Folded: true},
	Adjustments:      {Title: "Asset adjustments", Folded: true},
	End:              {Title: "End of the term", Folded: true},
	Criteria:         {Title: "Classification", Folded: true},
	FirstApplication: {Title: "First application", Folded: true},
	Conventions:      {Title: "Conventions and exemptions", Folded: true},
	Life:             {Title: "Changes over the life", Folded: true},
	Tagging:          {Title: "Tags", Folded: true},
	Sources:          {Title: "Evidence", Folded: true},
}

// Nature is what kind of statement a member is.
type Nature uint8

// The natures, in the order in which papers show them.
const (
	Identity   Nature = iota // what the lease is filed under
	Terms                    // of the contract
	Judgements               // estimates and judgements of the lessee
	Choices                  // of accounting policy and convention
)

// String returns the title of n.
func (n Nature) String() string {
	return [...]string{"Identity", "Terms of the contract", "Judgements and estimates", "Accounting choices"}[n]
}

// Bounds of what may be stated.
const (
	MaxTermMonths         = 1200
	MaxEconomicLifeMonths = 1_000_000
	MaxRentSteps          = 1200
	MaxRentFree           = 120
	MaxOtherPayments      = 250
	MaxEvents             = 120
	MaxMeasuredRows       = 70_000 // at commencement and again at each event: the unit of leasehold.Lease.Effort
	MaxTags               = 20
	MaxComponents         = 20
	MaxVariablePayments   = 2400
	MaxSubleases          = 100
	MaxTagName            = 50     // characters
	MaxTagValue           = 200    // characters
	MaxIDLength           = 100    // characters
	MaxNameLength         = 200    // characters
	MaxRates              = 2000   // rows of a table
	MaxExchangeRates      = 20_000 // rows of a table
	MaxChangePct          = 1000   // a rent that grows more than a thousandfold at one event is a slip
	MaxSourceLength       = 200    // characters
	MaxQuotes             = 500
	MaxQuoteLength        = 2000 // characters
	MaxQuotePlace         = 200  // characters of a page, a document's name or a path
)
