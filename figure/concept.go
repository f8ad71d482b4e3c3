package figure

// Kind is the role of a figure in its statement.
type Kind uint8

// The kinds of figures.
const (
	Opening  Kind = iota // balance of the preceding day
	Increase             // added to the opening balance
	Decrease             // subtracted from the opening balance
	Closing              // the resulting balance
	Total                // the sum of the increases of its statement
	Balance              // at the end of the period, outside the rollforward
	Separate             // a flow outside all sums
)

// Statement is a rollforward, the cost, the cash, or the rest of a report.
type Statement struct {
	Name     string // the object of the contract; empty for top-level figures
	Title    string // empty if the titles of its figures suffice
	Monetary bool   // payable in units of currency, so retranslated at each day's rate
	Figures  []Concept

	Governments bool // applies to leases under GASB 87 and GASB 96
	Taxed       bool // applies if deferred tax is requested
	Sublet      bool // applies to leases with straight-line subleases
}

// definition is an entry of the list of figures.
type definition struct {
	of                       *Statement
	name, title, path, array string
	kind                     Kind
}

// room is the largest number of figures that a [Vector] holds.
const room = 112

// The list, as it is built from the variables above all.
var (
	statements []*Statement
	list       = make([]definition, 0, room)
)

func statement(s Statement) *Statement {
	statements = append(statements, &s)
	return &s
}

// has adds a figure to the list.
func (s *Statement) has(name, title string, kind Kind) Concept {
	path := name
	if s.Name != "" {
		path = s.Name + "." + name
	}
	c := Concept(len(list))
	list = append(list, definition{of: s, name: name, title: title, path: path, kind: kind})
	if len(list) > room {
		panic("figure: there is no room for " + path)
	}
	s.Figures = append(s.Figures, c)
	return c
}

// element adds a figure that the contract has in an array.
func (s *Statement) element(array, name, title string) Concept {
	c := s.has(name, title, Balance)
	list[c].array = array
	return c
}

// Count returns the number of figures, which are the concepts below it.
func Count() Concept { return Concept(len(list)) }

// Statements returns every statement in the contract's order.
func Statements() []*Statement { return statements }

// Tables returns the rollforwards, the cost and the cash: the statements that have a
// title.
func Tables() (titled []*Statement) {
	for _, s := range statements {
		if s.Title != "" {
			titled = append(titled, s)
		}
	}
	return titled
}

// Statement returns the statement of the figure.
func (c Concept) Statement() *Statement { return list[c].of }

// Name returns the contract's name of the figure in its object.
func (c Concept) Name() string { return list[c].name }

// Array returns the contract's name of the array that the figure is an element of, or
// "".
func (c Concept) Array() string { return list[c].array }

// String returns the path of the figure, as in liability.closing.
func (c Concept) String() string { return list[c].path }

// Title returns the figure's name within its statement.
func (c Concept) Title() string { return list[c].title }

// Heading returns the figure's name outside its statement.
func (c Concept) Heading() string {
	if of := list[c].of.Title; of != "" {
		return of + ": " + list[c].title
	}
	return list[c].title
}

// Kind returns the role of the figure in its statement.
func (c Concept) Kind() Kind { return list[c].kind }

// Sums reports whether the figure is the result of the lines above it.
func (c Concept) Sums() bool { return list[c].kind == Closing || list[c].kind == Total }

// Sign returns −1 for a figure that a rollforward subtracts, otherwise 1.
func (c Concept) Sign() int {
	if list[c].kind == Decrease {
		return -1
	}
	return 1
}

// Named returns the figure of a path.
func Named(path string) (Concept, bool) {
	for i := range list {
		if list[i].path == path {
			return Concept(i), true
		}
	}
	return 0, false
}
