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

// Statement is a group of figures in a report: a rollforward, the cost, the cash flows, or the
// remaining figures.
type Statement struct {
	Name     string // name of the object in the API contract; empty for top-level figures
	Title    string // empty if the titles of the figures suffice
	Monetary bool   // a monetary item, which is retranslated at each closing rate
	Figures  []Concept

	Governments bool // applies to leases under GASB 87 and GASB 96
	Taxed       bool // applies if deferred tax is requested
	Sublet      bool // applies to leases with straight-line subleases
}

// definition is an entry in the list of figures.
type definition struct {
	of                       *Statement
	name, title, path, array string
	kind                     Kind
}

// room is the maximum number of figures in a [Vector].
const room = 112

// The list of figures. Initializing the variables in list.go fills it.
var (
	statements []*Statement
	list       = make([]definition, 0, room)
)

func statement(s Statement) *Statement {
	statements = append(statements, &s)
	return &s
}

// has adds a figure to s and to the list, and returns the figure.
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

// element adds a figure that is an array element in the API contract.
func (s *Statement) element(array, name, title string) Concept {
	c := s.has(name, title, Balance)
	list[c].array = array
	return c
}

// Count returns the number of figures. The figures are the concepts from 0 to Count() − 1.
func Count() Concept { return Concept(len(list)) }

// Statements returns every statement in the order of the API contract.
func Statements() []*Statement { return statements }

// Tables returns the statements that have a title: the rollforwards, the cost and the cash flows.
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

// Name returns the field name of the figure within its object in the API contract.
func (c Concept) Name() string { return list[c].name }

// Array returns the field name of the array that contains the figure in the API contract, or ""
// if the figure is not in an array.
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

// Sums reports whether the figure is the sum of the lines above it.
func (c Concept) Sums() bool { return list[c].kind == Closing || list[c].kind == Total }

// Sign returns −1 for a figure that a rollforward subtracts, otherwise 1.
func (c Concept) Sign() int {
	if list[c].kind == Decrease {
		return -1
	}
	return 1
}

// Named returns the figure with the given path.
func Named(path string) (Concept, bool) {
	for i := range list {
		if list[i].path == path {
			return Concept(i), true
		}
	}
	return 0, false
}
