// Package member contains the table of all input fields: the fields of a lease, the fields of its
// lists, and the fields of its events. Each row contains a field's API name, label, help text,
// limits and standards. The engine uses the table to read requests. Forms, templates, files and
// reports iterate over the table. The package does not depend on other packages of the module.
package member

import "slices"

// Kind is the type of a field.
type Kind uint8

// The types of fields.
const (
	Text     Kind = iota
	Choice        // one of the choices in the field Words
	Flag          // yes or no
	Date          // a calendar date
	Currency      // an ISO 4217 code
	Amount        // money, or another plain number
	Rate          // a fraction per year: 0.05 is 5%
	Share         // a fraction of a whole, above 0 and at most 1
	Change        // a relative change; may be negative
	Exchange      // units of one currency per unit of another, above 0
	Months        // a whole number of months
	Tags          // tag names with their values
	Object        // an object; the Of field describes its fields
	List          // a list of objects; the Of field describes their fields
)

// Member describes one input field.
type Member struct {
	Name     string // API name
	Label    string // label in forms, files and reports
	Help     string // the meaning and the expected input
	Kind     Kind
	Required bool
	Positive bool     // whether an amount must be above 0
	Signed   bool     // whether an amount may be negative
	Most     int      // maximum number of months, characters or rows
	Unit     string   // unit of measure shown next to the input
	Empty    string   // placeholder for an empty input
	Words    []Word   // choices of an enumeration
	Only     []string // API names of the standards that use the field; empty for all standards
	Not      []string // API names of the standards that reject the field if its value is above 0 or is true
	Of       []Member // fields of an object or of the rows of a list
	Row      string   // noun for one row of a list
	Sheet    string   // name of a list's sheet in the template
	Shared   bool     // whether the list's sheet applies to all leases of a file
	Keyed    bool     // whether JSON writes the list as an object, in which the first field of each row is the name

	Group  Group  // section of the form
	Nature Nature // category in reports
	Rare   bool   // whether few leases supply the field; reports then omit an absent field
	Wide   bool   // whether the choices have long labels

	Also  []string // additional column headings, in lower-case letters and digits only
	Vague []string // column headings that could mean months or years, in lower-case letters and digits only
}

// Word is one choice of an enumeration.
type Word struct {
	Name  string // name in the API contract
	Label string
	Also  []string // synonyms, in lower-case letters and digits only
	Vague []string // misspellings of the choice, in lower-case letters and digits only; every interface rejects them with a message that suggests the choice
	Only  []string // API names of the standards that accept the choice; empty for all standards
}

// Names returns the API names of the choices.
func Names(words []Word) []string {
	names := make([]string, len(words))
	for i := range words {
		names[i] = words[i].Name
	}
	return names
}

// LabelOf returns the label of the choice with the given name, or the name itself if there is no such choice or label.
func LabelOf(words []Word, name string) string {
	if i := slices.IndexFunc(words, func(w Word) bool { return w.Name == name }); i >= 0 && words[i].Label != "" {
		return words[i].Label
	}
	return name
}

// Takes reports whether the standard uses the field.
func (m *Member) Takes(standard string) bool { return takes(m.Only, standard) }

// Known reports whether the standard accepts the field.
func (m *Member) Known(standard string) bool { return !slices.Contains(m.Not, standard) }

// Takes reports whether the standard accepts the choice.
func (w *Word) Takes(standard string) bool { return takes(w.Only, standard) }

func takes(only []string, standard string) bool {
	return only == nil || slices.Contains(only, standard)
}

// Find returns the row with the given name or path, such as basis.discounting, or nil.
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

// Leaf is a field with a single value or a list. A Leaf is not an object.
type Leaf struct {
	*Member

	Path string // path with dots, such as basis.discounting
}

// Leaves returns rows with each object replaced by its fields. Users enter the fields of an object separately.
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

// Group is a section of the lease form.
type Group uint8

// The sections of the form, in order.
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

// Heading is the title of a form section.
type Heading struct {
	Title  string
	Folded bool // collapsed while the section is empty
}

// Headings contains the headings of the form sections, by group.
var Headings = [...]Heading{
	Standard:         {Title: "Lease and standard"},
	Payments:         {Title: "Term, payments and rate"},
	Uneven:           {Title: "Steps, free rent, one-off payments", Folded: true},
	Adjustments:      {Title: "Asset adjustments", Folded: true},
	End:              {Title: "End of the term", Folded: true},
	Criteria:         {Title: "Classification", Folded: true},
	FirstApplication: {Title: "Initial application", Folded: true},
	Conventions:      {Title: "Conventions and exemptions", Folded: true},
	Life:             {Title: "Changes over the life", Folded: true},
	Tagging:          {Title: "Tags", Folded: true},
	Sources:          {Title: "Evidence", Folded: true},
}

// Nature classifies a field in reports.
type Nature uint8

// The categories of fields, in the order of reports.
const (
	Identity   Nature = iota // references that identify the lease
	Terms                    // terms of the contract
	Judgements               // estimates and judgments of the lessee
	Choices                  // accounting policies and conventions
)

// String returns the title of n.
func (n Nature) String() string {
	return [...]string{"Identity", "Terms of the contract", "Judgements and estimates", "Accounting choices"}[n]
}

// Limits of the input.
const (
	MaxTermMonths         = 1200
	MaxEconomicLifeMonths = 1_000_000
	MaxRentSteps          = 1200
	MaxRentFree           = 120
	MaxOtherPayments      = 250
	MaxEvents             = 120
	MaxMeasuredRows       = 70_000 // maximum number of rows measured at commencement and again at each event; see leasehold.Lease.Effort
	MaxTags               = 20
	MaxComponents         = 20
	MaxVariablePayments   = 2400
	MaxSubleases          = 100
	MaxTagName            = 50     // in characters
	MaxTagValue           = 200    // in characters
	MaxIDLength           = 100    // in characters
	MaxNameLength         = 200    // in characters
	MaxRates              = 2000   // maximum number of rows in a table
	MaxExchangeRates      = 20_000 // maximum number of rows in a table
	MaxChangePct          = 1000   // a larger increase at one event is probably a typing error
	MaxSourceLength       = 200    // in characters
	MaxQuotes             = 500
	MaxQuoteLength        = 2000 // maximum number of characters in a quotation
	MaxQuotePlace         = 200  // maximum number of characters in a page, a document's name or a path
)
